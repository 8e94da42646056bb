"""Dragonflies and dragonfly+: sizes of Kim and others, Frontier's published rates, even spread, what can't be built.

Kim 2008: with a = 2p = 2h there are a·h + 1 groups and 4h^4 + 2h^2 endpoints. Frontier as its centre describes it: 74
compute groups of 32 switches, 4 links of 200 Gb/s between any two; 12.8 TB/s injected and 7.3 TB/s leaving a group,
270 TB/s between groups each way.
"""

from collections import Counter
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.analysis import Analysis
from planner.figures.plane import plane_figures
from planner.generators.designs import design
from planner.generators.draft import RecipeRefused
from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.dragonfly_plus import DragonflyPlus, dragonfly_plus
from planner.generators.groups import group_links
from planner.operations.devices import fits


def of_switches(plan):
    """Links between groups by pair, and each switch's number of them; links within groups."""
    pairs, far, near = Counter(), Counter(), 0
    for cable in plan.cables.values():
        a, b = plan.devices[cable.a_device], plan.devices[cable.b_device]
        if "switch" in {type_of(a), type_of(b)} and type_of(a) == type_of(b):
            if a.group == b.group:
                near += 1
            else:
                pairs[frozenset((a.group, b.group))] += 1
                far.update((a.id, b.id))
    return pairs, far, near


def type_of(device):
    return "switch" if device.type in ("slingshot-200g", "qm8790") else "server"


@pytest.mark.parametrize(("h", "groups", "endpoints"), [(1, 3, 6), (2, 9, 72), (3, 19, 342), (4, 33, 1056)])
def test_balanced_sizes(h, groups, endpoints):
    plan = dragonfly(Dragonfly(2 * h, h, global_links=h, used=1))
    analysis = Analysis(plan)
    found = analysis.figures()
    training = found.planes["training"]
    assert (training.endpoints, len({d.group for d in plan.devices.values()})) == (endpoints, groups)
    assert sum(type_of(d) == "switch" for d in plan.devices.values()) == 2 * h * groups
    assert found.counts.links == endpoints + groups * h * (2 * h - 1) + groups * (groups - 1) // 2
    assert (training.tiers, training.oversubscription) == ({}, ())
    assert found.counts.switches_without_tier == 2 * h * groups and not any(found.counts.switches.values())
    pairs, far, _ = of_switches(plan)
    assert set(pairs.values()) == {1} and len(pairs) == groups * (groups - 1) // 2 and set(far.values()) == {h}
    report = analysis.findings()
    assert not report.broken and not [f.message for f in report.open if f.severity.value == "error"]


def test_frontier():
    """Gb/s one way: 12.8 TB/s is 102,400, 7.3 TB/s is 58,400, 270.1 TB/s is 2,160,800, 136.9 TB/s is 1,095,200."""
    plan = design("frontier")
    network = Analysis(plan).network
    found = plane_figures(network, "training")
    assert (found.endpoints, found.gpus, found.injection_gbps) == (9472, 37_888, 74 * 102_400)
    pairs, far, near = of_switches(plan)
    assert len(pairs) == 2701 and set(pairs.values()) == {4}  # 74 x 73 / 2
    assert sum(pairs.values()) * 200 == 2_160_800 and near == 74 * 496
    leaving = Counter()
    for pair, n in pairs.items():
        leaving.update(dict.fromkeys(pair, n * 200))
    assert set(leaving.values()) == {58_400}
    assert max(far.values()) == 10 and min(far.values()) == 9
    assert found.bisection.low_gbps <= found.bisection.high_gbps <= 1_095_200  # 37 x 37 x 4 x 200
    assert len(plan.racks) == 4 * 74
    ports = Counter(d for c in plan.cables.values() for d in (c.a_device, c.b_device))
    assert max(ports.values()) <= 64


def test_frontier_on_its_floor():
    network = Analysis(design("frontier")).network
    for device in list(network.plan.devices.values())[::37]:
        assert not fits(network, device.type, device.rack, device.unit, {device.id})
    assert {d.unit for d in network.plan.devices.values()} >= {1.0, 40.0}


def test_four_network_ports_of_a_node_go_to_four_switches():
    plan = dragonfly(Dragonfly(8, 4, groups=3))
    for node in (d for d in plan.devices.values() if type_of(d) == "server"):
        assert len({c.b_device for c in plan.cables.values() if c.a_device == node.id}) == 4
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert set(ends.values()) == {1}


@given(st.integers(1, 12), st.integers(1, 5), st.integers(1, 9))
@settings(max_examples=40)
def test_group_links_are_even(groups, links, ends):
    found = list(group_links(groups, links, ends))
    pairs = Counter((one, other) for one, _, other, _ in found)
    assert len(pairs) == groups * (groups - 1) // 2 and set(pairs.values()) <= {links}
    used = Counter()
    for one, end, other, far in found:
        used.update(((one, end), (other, far)))
    most = ceil((groups - 1) * links / ends)
    assert all(most - 1 <= used[(g, e)] <= most for g in range(groups) for e in range(ends))


def test_two_cells():
    """2 cells of 4 leaves and 2 spines, 16 links of 200 Gb/s between: those are all that joins the halves."""
    plan = dragonfly_plus(DragonflyPlus(2, 4, 2, 16, links=16, pair_links=8))
    found = Analysis(plan).figures()
    training = found.planes["training"]
    assert found.counts.switches == {"leaf": 8, "spine": 4, "core": 0}
    assert (training.nodes, training.injection_gbps) == (16, 25_600)
    assert (training.bisection.low_gbps, training.bisection.high_gbps) == (3_200, 3_200)
    assert training.oversubscription[0].worst == 1.0  # 16 x 200 down, 2 x 8 x 200 up
    assert {r.peer_gbps for d, r in training.switches.items() if training.tiers[d] == 2} == {1_600}


def test_many_cells():
    plan = dragonfly_plus(DragonflyPlus(5, 8, 8, 16, links=16))
    analysis = Analysis(plan)
    training = analysis.figures().planes["training"]
    assert training.nodes == 5 * 16 and training.bisection.high_gbps <= 2 * 3 * 16 * 200 + 8 * 1600
    pairs, far, near = of_switches(plan)
    assert set(pairs.values()) == {16} and set(far.values()) == {8} and near == 5 * 64
    report = analysis.findings()
    assert not report.broken
    assert not [f for f in report.open if f.rule in ("oversub.unreachable", "oversub.uneven-uplinks")]


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Dragonfly(0, 4, 2), "number of switches is at least 1, not 0"),
        (Dragonfly(8, -1, 2), "number of server ports is at least 1, not -1"),
        (Dragonfly(8, 4, 2, links=0), "links between two groups is at least 1"),
        (Dragonfly(8, 4), "Say how many groups"),
        (Dragonfly(8, 4, -1), "can't be negative"),
        (Dragonfly(8, 4, 2, 18, links=1), "17 links to the other 17, and 8 switches with 2 global links take 16"),
        (Dragonfly(32, 32, groups=74, links=4), "32 server ports, 31 links in its group and 10 global ones: 73 ports"),
        (Dragonfly(2, 1, 1), "2 ports, which servers of 4 ports don't fill evenly"),
        (Dragonfly(32, 16, groups=300, links=1), "at most 20000 servers, not 38400"),
        (Dragonfly(8, 4, 2, used=5), "has 4 training ports, not 5"),
        (Dragonfly(8, 4, 2, server="qm9700"), "no gpu-server called qm9700"),
        (Dragonfly(8, 4, 2, switch="dgx-h100"), "no switch called dgx-h100"),
        (Dragonfly(8, 4, 2, switch="qm9700"), "no 200 Gb/s ports that speak ethernet"),
        (Dragonfly(8, 4, 2, rack="no-such"), "no rack no-such"),
        (DragonflyPlus(0, 4, 2, 16), "number of cells is at least 1"),
        (DragonflyPlus(2, 4, 20, 24), "24 server ports and 20 uplinks: 44 ports, and Quantum QM8790 has 40"),
        (DragonflyPlus(9, 36, 2, 16, links=2), "36 links to leaves and 8 to other cells: 44 ports"),
        (DragonflyPlus(2, 3, 2, 5), "15 ports, which servers of 8 ports don't fill evenly"),
    ],
)
def test_refuses_with_a_sentence(recipe, why):
    with pytest.raises(RecipeRefused, match=why) as caught:
        (dragonfly if isinstance(recipe, Dragonfly) else dragonfly_plus)(recipe)
    assert str(caught.value).endswith(".")
