"""The network that is patched edit by edit equals one built afresh, whatever was done, undone and done again."""

from dataclasses import replace

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from planner.catalogue import shipped
from planner.edit import Change, Edit
from planner.figures.all import figures
from planner.network import Network
from planner.operations import cables, clipboard, devices, racks, remove
from planner.plan import EditRefused, Plan

TYPES = ("dgx-h100", "qm9700", "sn5600", "storage-server", "dgx-b300", "ufm-appliance")


class Session(RuleBasedStateMachine):
    """A user at work: places, cables, moves, splits, removes, pastes, undoes and redoes."""

    @initialize()
    def begin(self):
        self.plan = Plan()
        self.network = Network(self.plan, shipped())
        self.done, self.undone = [], []
        self.perform(lambda: racks.add_rack(self.network, "rack-48u-600x1200", 0, 0))
        self.perform(lambda: racks.add_rack(self.network, "rack-48u-600x1200", 0.6, 0))
        for type in ("dgx-h100", "dgx-h100", "qm9700", "qm9700"):
            unit = devices.free_unit(self.network, type, "R-01")
            self.perform(lambda t=type, u=unit: devices.place(self.network, t, "R-01", u))

    def perform(self, make):
        try:
            edit = make()
            self.plan.apply(edit)
        except EditRefused:
            return
        self.done.append(edit)
        self.undone.clear()

    def pick(self, data, table):
        return data.draw(st.sampled_from(sorted(table))) if table else None

    @rule(type=st.sampled_from(TYPES), unit=st.integers(1, 48))
    def place(self, type, unit):
        self.perform(lambda: devices.place(self.network, type, "R-01" if "R-01" in self.plan.racks else "", unit))

    @rule(data=st.data())
    def connect(self, data):
        a, b = (self.pick(data, self.plan.devices) for _ in range(2))
        if a is None or a == b:
            return
        for port in self.network.free_ports(a):
            other = cables.best_port(self.network, b, a, port.name)
            if other:
                self.perform(lambda p=port.name, o=other: cables.connect(self.network, a, p, b, o))
                return

    @rule(data=st.data(), x=st.floats(-5, 5), y=st.floats(-5, 5))
    def move_rack(self, data, x, y):
        rack = self.pick(data, self.plan.racks)
        if rack:
            self.perform(lambda: racks.move_racks(self.plan, [rack], x, y))

    @rule(data=st.data(), unit=st.integers(1, 48), out=st.booleans())
    def move_device(self, data, unit, out):
        device, rack = self.pick(data, self.plan.devices), self.pick(data, self.plan.racks)
        if device and rack:
            to = ("", None) if out else (rack, float(unit))
            self.perform(lambda: devices.move(self.network, {device: to}))

    @rule(data=st.data(), breakout=st.sampled_from(["", "2", "4"]))
    def split(self, data, breakout):
        device = self.pick(data, self.plan.devices)
        if device:
            self.perform(lambda: devices.set_fields(self.plan, [device], breakout=breakout))

    @rule(data=st.data(), type=st.sampled_from(TYPES))
    def swap(self, data, type):
        device = self.pick(data, self.plan.devices)
        if device:
            self.perform(lambda: devices.swap_type(self.network, [device], type))

    @rule(data=st.data())
    def take_out(self, data):
        gone = self.pick(data, {**self.plan.devices, **self.plan.cables})
        if gone:
            self.perform(lambda: remove.remove(self.plan, [gone]))

    @rule(data=st.data())
    def paste(self, data):
        rack = self.pick(data, self.plan.racks)
        if rack and len(self.plan.devices) < 20:
            self.perform(lambda: clipboard.paste(self.network, clipboard.copy(self.plan, [rack])))

    @rule()
    def undo(self):
        if self.done:
            edit = self.done.pop()
            self.plan.apply(edit.inverted())
            self.undone.append(edit)

    @rule()
    def redo(self):
        if self.undone:
            edit = self.undone.pop()
            self.plan.apply(edit)
            self.done.append(edit)

    @invariant()
    def equals_one_built_afresh(self):
        fresh = Network(self.plan, shipped())
        assert set(self.network.graph.nodes) == set(fresh.graph.nodes)
        assert edges(self.network) == edges(fresh)
        for columns in ("devices", "links"):
            assert table(getattr(self.network, columns)) == table(getattr(fresh, columns))
        assert self.network.in_rack.keys() >= {k for k, v in fresh.in_rack.items() if v}
        assert {k: v for k, v in self.network.in_rack.items() if v} == {k: v for k, v in fresh.in_rack.items() if v}

    def teardown(self):
        if hasattr(self, "plan"):
            same(figures(self.network), figures(Network(self.plan, shipped())))
            for edit in reversed(self.done):
                self.plan.apply(edit.inverted())
            assert self.plan.same_as(Plan()) and not self.network.graph and not len(self.network.links)


def edges(network):
    found = network.graph.edges(keys=True, data=True)
    return sorted((*sorted((a, b)), key, data["gbps"], data["planes"]) for a, b, key, data in found)


def table(columns):
    """Id -> its values; rows and numbers of racks may differ, which nothing reads."""
    rows = columns.rows()
    names = [n for n in columns.column if n not in ("a", "b", "rack", "planes")]
    values = {n: columns[n][rows].tolist() for n in names}
    return {columns.id[r]: tuple(repr(values[n][k]) for n in names) for k, r in enumerate(rows.tolist())}


def bare(plane):
    """Without the names of which of several equal halves or worst switches was found first."""
    tiers = tuple(replace(t, worst_device="") for t in plane.oversubscription)
    return replace(plane, bisection=replace(plane.bisection, first_half=frozenset()), oversubscription=tiers)


def same(a, b):
    assert {k: bare(p) for k, p in a.planes.items()} == {k: bare(p) for k, p in b.planes.items()}
    assert a.counts == b.counts and a.power == b.power
    one, two = (dict(zip(f.lengths.ids, f.lengths.needed_m.tolist(), strict=True)) for f in (a, b))
    assert one.keys() == two.keys()
    assert all(np.isclose(one[k], two[k], equal_nan=True) for k in one)


TestSession = Session.TestCase
TestSession.settings = settings(max_examples=settings().max_examples // 2, stateful_step_count=25, deadline=None)


def test_a_cable_that_does_not_match_carries_nothing():
    plan = Plan()
    network = Network(plan)
    for type in ("dgx-h100", "qm9700"):
        plan.apply(devices.place(network, type))
    plan.apply(cables.connect(network, "dgx-h100-01", "osfp1/1", "qm9700-01", "1/1"))
    key = next(iter(network.links.row))
    assert network.links["gbps"][network.links.row[key]] == 400
    plan.apply(devices.set_fields(plan, ["qm9700-01"], breakout="2"))
    assert network.links["gbps"][network.links.row[key]] == 0
    row = plan.devices["qm9700-01"]
    plan.apply(Edit("back", (Change(row, plan.devices["qm9700-01"].__class__("qm9700-01", "qm9700-01", "qm9700")),)))
    assert network.links["gbps"][network.links.row[key]] == 400
