"""Tori: published bisection and egress of TPU pods, sides of two, what can't be built, and how they are judged.

Google prints bisection one way: 1.6 TB/s for v5e, 3.2 TB/s for v6e; and the egress of all chips, 51.2 and 102.4 TB/s.
"""

from collections import Counter
from dataclasses import replace

import pytest

from planner.analysis import Analysis
from planner.edit import Change, Edit
from planner.figures.fabric import fabric
from planner.figures.plane import plane_figures
from planner.generators.designs import design
from planner.generators.draft import RecipeRefused
from planner.generators.torus import Torus, torus
from planner.operations.devices import fits
from planner.operations.remove import remove

# id: chips, links, cut in Gb/s one way, egress in Gb/s
PUBLISHED = {
    "tpu-v5e": (256, 512, 12_800, 409_600),
    "tpu-v6e": (256, 512, 25_600, 819_200),
    "tpu-v4": (4096, 12_288, 512 * 400, 9_830_400),  # 2 x 16 x 16 links
}


@pytest.mark.parametrize("id", PUBLISHED)
def test_the_published_pods(id):
    chips, links, cut, egress = PUBLISHED[id]
    analysis = Analysis(design(id))
    figures = analysis.figures()
    found = figures.planes["training"]
    assert (found.endpoints, found.gpus, figures.counts.links) == (chips, chips, links)
    assert (found.bisection.high_gbps, found.injection_gbps) == (cut, egress)
    assert found.bisection.low_gbps <= cut
    assert (found.tiers, found.oversubscription) == ({}, ())
    assert figures.lengths.unknown == 0 and figures.lengths.longest_m < 50
    report = analysis.findings()
    assert not report.broken
    assert not [f.message for f in report.open if f.severity.value == "error"]
    assert not [f.message for f in report.open if f.rule == "oversub.unreachable"]


@pytest.mark.parametrize(
    ("sides", "links"), [((4, 4), 8), ((2, 4), 4), ((2, 2), 4), ((6, 4), 8), ((4, 2, 2), 8), ((4, 4, 4), 32)]
)
def test_even_cut(sides, links):
    """2 x chips / longest side, worked out by hand; a side of two has two links a pair."""
    analysis = Analysis(torus(Torus(sides, "tpu-v4")))
    found = plane_figures(analysis.network, "training").bisection
    assert found.high_gbps == links * 400
    assert found.low_gbps <= links * 400


def test_every_chip_has_its_neighbours():
    plan = torus(Torus((3, 2), "tpu-v5e"))
    assert len(plan.cables) == 12
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert set(ends.values()) == {1} and len(ends) == 6 * 4
    near = Counter(frozenset((c.a_device, c.b_device)) for c in plan.cables.values())
    assert near[frozenset(("chip-0-0", "chip-0-1"))] == 2  # a side of two
    assert near[frozenset(("chip-0-0", "chip-2-0"))] == 1  # round the end


def test_stands_in_racks():
    network = Analysis(design("tpu-v5e")).network
    assert len(network.plan.racks) == 4
    for device in network.plan.devices.values():
        assert not fits(network, device.type, device.rack, device.unit, {device.id})


def test_longest_side_first_whatever_the_order():
    assert Counter(torus(Torus((4, 6))).devices) == Counter(torus(Torus((6, 4))).devices)


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Torus((16,)), "two or three sides, not 1"),
        (Torus((2, 2, 2, 2)), "two or three sides, not 4"),
        (Torus((0, 4)), "at least 2 chips long, not 0"),
        (Torus((-3, 4)), "at least 2 chips long, not -3"),
        (Torus((1, 4)), "at least 2 chips long, not 1"),
        (Torus((1000, 1000)), "at most 20000 chips, not 1000000"),
        (Torus((4, 4, 4), "tpu-v5e"), "takes 6 ports of a chip, and TPU v5e chip has 4"),
        (Torus((4, 4), "dgx-h100"), "DGX H100 does not forward"),
        (Torus((4, 4), "no-such"), "no chip called no-such"),
        (Torus((4, 4), "qm9700"), "no chip called qm9700"),
        (Torus((4, 4), rack="no-such"), "no rack no-such"),
    ],
)
def test_refuses_with_a_sentence(recipe, why):
    with pytest.raises(RecipeRefused, match=why) as caught:
        torus(recipe)
    assert str(caught.value).endswith(".")


def test_chips_forward_and_servers_do_not():
    plan = torus(Torus((3, 3)))
    network = Analysis(plan).network
    assert fabric(network, "training").transit.all()
    assert not fabric(Analysis(design("h100-1su")).network, "training").transit.any()


def test_a_chip_cut_off_is_named():
    plan = torus(Torus((3, 3)))
    lost = [c.id for c in plan.cables.values() if "chip-1-1" in (c.a_device, c.b_device)]
    kept = lost.pop()
    plan.apply(remove(plan, lost))
    assert not [f for f in Analysis(plan).findings().open if f.rule == "oversub.unreachable"]
    other = plan.cables[kept]
    far = other.b_device if other.a_device == "chip-1-1" else other.a_device
    plan.apply(remove(plan, [k for k in plan.cables if plan.cables[k].id != kept and far in _ends(plan, k)]))
    found = [f for f in Analysis(plan).findings().open if f.rule == "oversub.unreachable"]
    assert len(found) == 1 and set(found[0].about) == {"chip-1-1", far}


def _ends(plan, cable):
    return plan.cables[cable].a_device, plan.cables[cable].b_device


def test_a_limit_set_by_hand_still_holds():
    plan = torus(Torus((8, 8)))
    row = plan.planes["training"]
    plan.apply(Edit("limit", (Change(row, replace(row, max_ratio=2.0)),)))
    found = [f for f in Analysis(plan).findings().open if f.rule == "oversub.bisection"]
    assert [f.severity.value for f in found] == ["error"]
