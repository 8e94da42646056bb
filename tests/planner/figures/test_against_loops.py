"""Figures of the examples, whole and damaged, against plain loops over the rows written from the definitions alone."""

import math
from collections import defaultdict, deque
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.edit import Change, Edit
from planner.figures.all import figures
from planner.figures.lengths import explain
from planner.generators.examples import EXAMPLES, example
from planner.network import Network
from planner.records import Site

UNIT_M = 0.04445
TIER_OF_ROLE = {"leaf": 1, "spine": 2, "core": 3}
NAMES = {(0, 1): "endpoint_leaf", (1, 2): "leaf_spine", (2, 3): "spine_core"}


class Loops:
    """What the rows say, one row at a time: no columns, no arrays."""

    def __init__(self, network):
        self.network, self.plan, self.catalogue = network, network.plan, network.catalogue

    def type(self, device):
        return self.catalogue.devices[self.plan.devices[device].type]

    def switch(self, device):
        return self.type(device).kind == "switch"

    def ends(self, link):
        return (
            self.network.ports(link.a_device).get(link.a_port),
            self.network.ports(link.b_device).get(link.b_port),
        )

    def rate(self, link):
        a, b = self.ends(link)
        agree = a and b and a.rate_gbps == b.rate_gbps and set(a.protocols) & set(b.protocols)
        return a.rate_gbps if agree else 0

    def position(self, device):
        row = self.plan.devices[device]
        if not row.rack or row.unit is None:
            return None
        rack = self.plan.racks[row.rack]
        middle = rack.x_m + self.catalogue.racks[rack.type].width_mm / 2000
        return row.rack, middle, rack.y_m, (row.unit - 1 + self.type(device).height_u / 2) * UNIT_M

    def length(self, cable):
        if cable.length_m is not None:
            return cable.length_m
        return max(self._link_length(k) for k in cable.links) if self._placed(cable) else math.nan

    def _placed(self, cable):
        return all(self.position(d) for k in cable.links for d in (k.a_device, k.b_device))

    def _link_length(self, link):
        site = self.plan.site
        (rack, x, y, z), (other, x2, y2, z2) = self.position(link.a_device), self.position(link.b_device)
        way = abs(z - z2)
        if rack != other:
            way = abs(site.tray_height_m - z) + abs(site.tray_height_m - z2) + abs(x - x2) + abs(y - y2)
        return (way + 2 * site.dressing_m) * (1 + site.slack_percent / 100)

    def media(self, cable):
        """(id, ordered length) of the first that reaches, in the site's order; a choice by hand stays."""
        needed = self.length(cable)
        if cable.media or math.isnan(needed):
            return cable.media, math.nan
        reaching = [found for m in self.catalogue.media.values() if (found := self._offer(m, cable, needed))]
        return min(reaching)[2:] if reaching else ("", math.nan)

    def _offer(self, media, cable, needed):
        site = self.plan.site
        reach = media.reach_om3_m if site.fibre == "OM3" and media.reach_om3_m is not None else media.reach_m
        stocked = [m for m in media.lengths_m if m >= needed - 1e-6] if media.lengths_m else [math.ceil(needed - 1e-6)]
        if media.kind not in site.media_order or not stocked or needed > reach or not self._fits(media, cable):
            return None
        return site.media_order.index(media.kind), reach, media.id, stocked[0]

    def _fits(self, media, cable):
        cages, rates, forms, speaks = set(), set(), set(), set(media.protocols)
        for link in cable.links:
            a, b = self.ends(link)
            if self.rate(link) not in media.rates_gbps or not {a.form, b.form} <= set(media.forms):
                return False
            speaks &= set(a.protocols) & set(b.protocols)
            rates.add(a.rate_gbps)
            forms.add(frozenset((a.form, b.form)))
            cages |= {(link.a_device, a.cage), (link.b_device, b.cage)}
        shape = "splitter" if len(cages) > 2 else "straight"
        alike = len(rates) == len(forms) == 1 and bool(speaks)
        return alike and media.links == len(cable.links) and media.shape in ("either", shape)

    def cages_with_optics(self):
        found = set()
        for cable in self.plan.cables.values():
            media = self.media(cable)[0]
            for link in cable.links:
                for device, port in zip((link.a_device, link.b_device), self.ends(link), strict=True):
                    if port and self.catalogue.optic(media, port.form):
                        found.add((device, port.cage))
        return found


class PlaneLoops:
    """One plane by loops: who is in it, its tiers, what goes down and up."""

    def __init__(self, loops, plane):
        self.loops, self.plan = loops, loops.plan
        links = [k for c in self.plan.cables.values() if plane in c.planes for k in c.links]
        self.cabled = [k for k in links if not self._management(k)]
        kept = [k for k in self.cabled if not {loops.type(d).kind for d in (k[0], k[2])} & {"fabric-manager"}]
        self.devices = {d for k in kept for d in (k.a_device, k.b_device)}
        self.endpoints = {self.name(d) for d in self.devices if not loops.switch(d)}
        joined = [(self.name(k.a_device), self.name(k.b_device), loops.rate(k)) for k in kept]
        self.links = [k for k in joined if k[0] != k[1]]
        self.tiers = self._tiers()

    def _management(self, link):
        """A switch's own management port forwards nothing."""
        ends = zip((link.a_device, link.b_device), self.loops.ends(link), strict=True)
        return any(self.loops.switch(d) and p and p.purpose == "out-of-band" for d, p in ends)

    def name(self, device):
        domain = self.plan.devices[device].domain
        return ("domain", domain) if domain and not self.loops.switch(device) else device

    def _tiers(self):
        beside = defaultdict(set)
        for a, b, _ in self.links:
            beside[a].add(b)
            beside[b].add(a)
        hops, queue = dict.fromkeys(self.endpoints, 0), deque(self.endpoints)
        while queue:
            here = queue.popleft()
            for there in beside[here] - hops.keys():
                hops[there] = hops[here] + 1
                queue.append(there)
        switches = {d for d in self.devices if self.loops.switch(d)}
        roles = {s: TIER_OF_ROLE.get(self.plan.devices[s].role, 0) for s in switches}
        flat = len(switches) > 2 and all(hops.get(s) == 1 for s in switches) and not any(roles.values())
        if flat and any(a in switches and b in switches for a, b, _ in self.links):
            return {}
        return {s: t for s in switches if (t := roles[s] or hops.get(s, 0))}

    def tier(self, vertex):
        return self.tiers.get(vertex, 0)

    def down_up(self):
        found = {s: [0, 0] for s in self.tiers}
        for a, b, gbps in self.links:
            for here, there in ((a, b), (b, a)):
                if here in found and self.tier(here) != self.tier(there):
                    found[here][self.tier(there) > self.tier(here)] += gbps
        return found

    def injection(self):
        found = defaultdict(int)
        for a, b, gbps in self.links:
            for end in {a, b} & self.endpoints:
                found[end] += gbps
        return found

    def ratios(self, tier):
        """Worst, aggregate, cumulative."""
        here = [v for s, v in self.down_up().items() if self.tiers[s] == tier]
        if not any(up for _, up in here):
            return None, None, None
        worst = max(down / up for down, up in here if up)
        return worst, sum(d for d, _ in here) / sum(u for _, u in here), self._cumulative(tier)

    def _cumulative(self, tier):
        group = {v: {v} for k in self.links for v in k[:2] if self.tier(v) <= tier}
        for a, b, _ in self.links:
            if a in group and b in group and group[a] is not group[b]:
                group[a] |= group[b]
                for v in group[b]:
                    group[v] = group[a]
        injection, down_up = self.injection(), self.down_up()
        found = []
        for members in {id(g): g for g in group.values()}.values():
            up = sum(down_up[v][1] for v in members if self.tier(v) == tier)
            found += [sum(injection[v] for v in members if v in self.endpoints) / up] if up else []
        return max(found)


def compare(plan):
    network = Network(plan)
    found, loops = figures(network), Loops(network)
    _compare_cables(network, found, loops)
    for id, plane in found.planes.items():
        mine = PlaneLoops(loops, id)
        assert plane.tiers == mine.tiers
        assert plane.endpoints == len(mine.endpoints)
        assert plane.gpus == sum(loops.type(d).gpus for d in mine.devices if not loops.switch(d))
        assert plane.injection_gbps == sum(mine.injection().values())
        assert {s: [r.down_gbps, r.up_gbps] for s, r in plane.switches.items()} == mine.down_up()
        for row in plane.oversubscription:
            assert (row.worst, row.aggregate, row.cumulative) == pytest.approx(mine.ratios(row.tier)), (id, row.tier)
        if id == "training":
            by_tier = dict.fromkeys(NAMES.values(), 0)
            for k in mine.cabled:
                name = NAMES.get(tuple(sorted((mine.tier(k.a_device), mine.tier(k.b_device)))))
                by_tier |= {name: by_tier[name] + 1} if name else {}
            assert found.counts.links_by_tier == by_tier


def _compare_cables(network, found, loops):
    cables = network.plan.cables
    assert sorted(found.lengths.ids) == sorted(cables)
    for n, id in enumerate(found.lengths.ids):
        needed = loops.length(cables[id])
        assert found.lengths.needed_m[n] == pytest.approx(needed, nan_ok=True)
        media, ordered = loops.media(cables[id])
        assert found.lengths.media[n] == media, id
        if not cables[id].media:
            assert found.lengths.ordered_m[n] == pytest.approx(ordered, nan_ok=True)
        if cables[id].length_m is None:
            parts = explain(network, id)
            assert (math.nan if parts is None else parts.needed_m) == pytest.approx(needed, nan_ok=True)
    assert found.counts.cables == len(cables)
    assert found.counts.links == sum(len(c.links) for c in cables.values())
    assert found.counts.transceivers == len(loops.cages_with_optics())


@pytest.mark.parametrize("stem", sorted(set(EXAMPLES) - {"h100-4su"}))
def test_examples(stem):
    compare(example(stem))


def damaged(row, chance):
    """A device or cable as a hasty hand leaves it."""
    if hasattr(row, "breakout"):
        fields = [{"rack": "", "unit": None}, {"role": chance.choice(["", "leaf", "spine", "core"])}]
        fields += [{"breakout": chance.choice(["", "2", "4"])}, {"domain": chance.choice(["", "x", "y"])}]
        return replace(row, **chance.choice(fields))
    fields = [{"length_m": chance.uniform(0.1, 600)}, {"planes": chance.choice([(), ("training",), ("storage",)])}]
    fields += [{"b_port": chance.choice(["1", "swp3", "nowhere"])}, {"media": chance.choice(["", "sr4-400g"])}]
    return replace(row, **chance.choice(fields))


def bundled(cables, chance):
    """Changes that put two cables into one, wherever the second ended: twin cables, splitters, and nonsense."""
    order = chance.sample(sorted(cables), len(cables))[: len(cables) // 3]
    for first, second in zip(order[::2], order[1::2], strict=False):
        other = cables[second]
        beside = [c for c in cables if c not in order and cables[c].a_device == cables[first].a_device]
        if beside and chance.random() < 0.7:  # from the same device: likely to be a cable one can buy
            other = cables[beside[0]]
            order.append(other.id)
        elif other.id == first:
            continue
        yield Change(other, None)
        yield Change(cables[first], replace(cables[first], more_links=other.links))


@settings(max_examples=15, deadline=None)
@given(
    stem=st.sampled_from(["ethernet-fine-tuning", "inference", "five-mistakes"]),
    site=st.builds(
        Site,
        tray_height_m=st.floats(0, 6),
        dressing_m=st.floats(0, 5),
        slack_percent=st.floats(0, 100),
        fibre=st.sampled_from(["OM3", "OM4"]),
        media_order=st.permutations(["dac", "acc", "aoc", "mmf", "smf", "cat6"]).map(lambda m: tuple(m[:5])),
    ),
    chance=st.randoms(use_true_random=False),
)
def test_damaged_examples(stem, site, chance):
    plan = example(stem)
    rows = [r for r in (*plan.devices.values(), *plan.cables.values()) if chance.random() < 0.1]
    changes = [Change(r, new) for r in rows if (new := damaged(r, chance)) != r]
    changes.append(Change(plan.table("site").get("site"), site))
    plan.apply(Edit("damage", tuple(c for c in changes if c.before != c.after)))
    plan.apply(Edit("bundle", tuple(bundled(plan.cables, chance))))
    compare(plan)
