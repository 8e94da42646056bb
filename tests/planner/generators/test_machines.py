"""Fabrics with a published taper: counts and ratios as printed, and what can't be built.

Sources: EE Times on Summit; The Llama 3 Herd of Models, 3.3.1 (16 GPUs a rack, 192 racks a pod, 8 pods, 1:7 above);
Alibaba HPN, SIGCOMM 2024 (a leaf has 128 ports of 200 Gb/s in use and 60 uplinks of 400, 15 segments, 15:1 above);
Juniper's validated design (six ratios of two stripes of eight leaves under four spines).
"""

from collections import Counter
from dataclasses import replace

import pytest

from planner.analysis import Analysis
from planner.catalogue import shipped
from planner.generators.designs import design
from planner.generators.draft import RecipeRefused
from planner.generators.machines import juniper
from planner.generators.splitting import split_for
from planner.generators.tapered import Tapered, Tier, tapered
from planner.operations.devices import fits

BASE = Tapered("dgx-a100", 4, "juniper-qfx5240-64od", Tier("juniper-qfx5240-64od", 4, 400), units=2, lanes=8)


def analysed(plan):
    """Figures, after what every machine must hold: each port once, every link up, no false finding, all in place."""
    analysis = Analysis(plan)
    network = analysis.network
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert max(ends.values()) == 1
    assert (network.links["gbps"][network.links.rows()] > 0).all()
    report = analysis.findings()
    assert not report.broken
    false = {"oversub.unreachable", "oversub.uneven-uplinks", "physical.reach", "physical.rail-crossed"}
    false |= {"physical.overlap", "physical.ports-uncabled", "physical.port-shared"}
    assert not [f.message for f in report.open if f.rule in false]
    for device in list(plan.devices.values())[::11]:
        assert not fits(network, device.type, device.rack, device.unit, {device.id})
    return analysis.figures()


def test_summit():
    """Gb/s one way: injection of 115.2 TB/s is 921,600, bisection of 57.6 TB/s is 460,800. 18 nodes a rack."""
    figures = analysed(design("summit"))
    found = figures.planes["training"]
    assert (found.nodes, found.injection_gbps) == (4608, 921_600)
    assert (found.bisection.low_gbps, found.bisection.high_gbps) == (460_800, 460_800)
    assert figures.counts.switches["leaf"] == 512 and found.oversubscription[0].worst == 1.0


def test_meta():
    """Half of 24,576 GPUs at 400 Gb/s is 4,915,200 Gb/s; a seventh of it is 702,171 (87.8 TB/s). Links are whole."""
    figures = analysed(design("meta-24k"))
    found = figures.planes["training"]
    assert (found.nodes, found.gpus, found.injection_gbps) == (3072, 24_576, 9_830_400)
    leaf, spine, core = found.oversubscription
    assert leaf.worst == 1.0 and core.worst is None
    assert round(spine.worst, 1) == round(spine.cumulative, 1) == 7.0
    assert found.bisection.high_gbps == pytest.approx(702_171, rel=0.003)
    assert figures.counts.switches["leaf"] == 8 * 192


def test_hpn():
    figures = analysed(design("hpn-pod"))
    found = figures.planes["training"]
    assert (found.nodes, found.gpus) == (1920, 15_360)
    leaf, spine, _ = found.oversubscription
    assert leaf.worst == pytest.approx(1.067, abs=0.001) and spine.worst == 15.0
    assert figures.counts.switches == {"leaf": 240, "spine": 120, "core": 16}  # 16 a segment, 60 a plane
    assert figures.counts.links_by_tier["endpoint_leaf"] == 15 * 2048
    assert figures.counts.links_by_tier["leaf_spine"] == 15 * 960


def test_planes_of_hpn_meet_in_the_hosts_alone():
    plan = design("hpn-pod")
    for cable in plan.cables.values():
        for link in cable.links:
            a, b = plan.devices[link.a_device], plan.devices[link.b_device]
            assert a.type == "hpn-host" or a.name[-1] == b.name[-1]


# leaf to spine in Gb/s, servers a stripe: ratio, servers to leaves and leaves to spines in Gb/s
JUNIPER = {
    (200, 4): (1.0, 12_800, 12_800),
    (200, 8): (2.0, 25_600, 12_800),
    (400, 4): (0.5, 12_800, 25_600),
    (400, 8): (1.0, 25_600, 25_600),
    (800, 4): (0.25, 12_800, 51_200),
    (800, 8): (0.5, 25_600, 51_200),
}


@pytest.mark.parametrize("row", JUNIPER)
def test_six_ratios_of_juniper(row):
    ratio, down, up = JUNIPER[row]
    figures = analysed(juniper(*row))
    found = figures.planes["training"]
    assert figures.counts.switches == {"leaf": 16, "spine": 4, "core": 0}
    assert (found.oversubscription[0].worst, found.injection_gbps) == (ratio, down)
    assert sum(r.up_gbps for d, r in found.switches.items() if found.tiers[d] == 1) == up
    assert found.bisection.low_gbps == found.bisection.high_gbps == min(down, up) // 2


def test_base_of_juniper():
    found = Analysis(design("juniper-jvd")).figures().planes["training"]
    assert (found.nodes, found.oversubscription[0].worst) == (16, 1.0)


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (replace(BASE, servers=0), "number of servers is at least 1, not 0"),
        (replace(BASE, units=-1), "number of units is at least 1, not -1"),
        (replace(BASE, pods=20_000), "at most 20000 servers, not 160000"),
        (replace(BASE, lanes=3), "8 training ports, which 3 leaves in each of 1 fabrics don't share evenly"),
        (replace(BASE, server="no-such"), "no gpu-server called no-such"),
        (replace(BASE, spine=Tier("dgx-a100", 4, 400)), "no switch called dgx-a100"),
        (replace(BASE, leaf="qm8790", spine=Tier("qm8790", 30, 200), servers=12), "too few ports for this design"),
        (replace(BASE, spine=Tier("juniper-qfx5240-64od", 0, 400)), "number of switches is at least 1"),
        (replace(BASE, spine=Tier("juniper-qfx5240-64od", 4, 300)), "too few ports for this design: 4 of 200"),
        (replace(BASE, leaf="sb7800"), "too few ports"),
        (replace(BASE, server="summit-node", lanes=2), "too few ports|does not speak"),
        (replace(BASE, server="grand-teton", leaf="qm9700", spine=Tier("qm9700", 4, 400)), "does not speak ethernet"),
    ],
)
def test_refuses_with_a_sentence(recipe, why):
    with pytest.raises(RecipeRefused, match=why) as caught:
        tapered(recipe)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("switch", "needs", "breakout"),
    [
        ("sn4700", {400: 32}, ""),
        ("sn4700", {200: 64}, "2"),
        ("sn4700", {200: 3, 400: 2}, "swp1=2 swp2=2"),
        ("qm9700", {400: 40, 200: 8}, "21=2 22=2"),
    ],
)
def test_cages_are_split_as_needed(switch, needs, breakout):
    catalogue = shipped()
    found = split_for(catalogue, switch, needs)
    assert found == breakout
    ports = Counter(p.rate_gbps for p in catalogue.ports(switch, found).values() if p.purpose != "out-of-band")
    assert all(ports[rate] >= count for rate, count in needs.items())
