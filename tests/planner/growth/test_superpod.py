"""The steps between the scalable units of an H100 SuperPOD: counts that its published tables and arithmetic fix.

Four units are 32 leaves with 32 uplinks each, on 16 spines of 64 ports by two links a pair: full. Eight are 64 leaves
on 32 spines by one link a pair, so that of two links to each of 16 spines every leaf keeps one.
"""

from collections import Counter

import pytest

from planner.analysis import Analysis
from planner.generators.designs import design
from planner.growth.buying import buy_now_or_later
from planner.growth.step import after, step_to
from planner.network import Network


@pytest.fixture(scope="module")
def four():
    return Network(design("h100-4su"))


@pytest.fixture(scope="module")
def doubled(four):
    return step_to(four, 255)


def test_four_units_are_full(doubled):
    before, later = doubled.headroom["training"]
    assert (before.leaves, before.links_a_pair, before.leaves_most, before.leaves_left) == (32, 2, 32, 0)
    assert (later.leaves, later.links_a_pair, later.leaves_most) == (64, 1, 64)
    leaf, spine = before.tiers
    assert (spine.switches, spine.ports, spine.free) == (16, 16 * 64, 0)
    assert (leaf.switches, leaf.free) == (32, 4)  # one of 32 nodes is left out for the fabric manager: 8 ports less 4
    assert [t.switches for t in later.tiers] == [64, 32]


def test_half_of_every_leafs_uplinks_move(doubled):
    assert len(doubled.listed.moves) == 512
    assert doubled.moved == dict.fromkeys([f"su{u:02d}-leaf-{n}" for u in range(1, 5) for n in range(1, 9)], (16, 32))
    left = Counter(m.source for m in doubled.listed.moves)
    assert left == dict.fromkeys([f"spine-{n:02d}" for n in range(1, 17)], 32)
    came = Counter(m.target for m in doubled.listed.moves)
    assert came == dict.fromkeys([f"spine-{n:02d}" for n in range(17, 33)], 32)


def test_what_is_bought(doubled):
    assert doubled.devices == {("dgx-h100", ""): 128, ("qm9700", "leaf"): 32, ("qm9700", "spine"): 16}
    assert doubled.nodes == (127, 255) and not doubled.listed.gone and not doubled.listed.removed
    assert len(doubled.listed.stays) == 127 * 8 + 512  # UFM's four cables take no part
    assert len(doubled.listed.new) == 128 * 8 + 1024
    assert doubled.power.max_w == pytest.approx(128 * 10_200 + 48 * 1_720, rel=0.02)


def test_a_leaf_misses_one_uplink_at_a_time(doubled):
    first, *rest = doubled.batches
    assert not first.moves and len(rest) == 16
    assert all(len(b.moves) == 32 and (b.out, b.of) == (1, 32) for b in rest)
    assert not any(b.parted_during or b.parted_after for b in doubled.batches)
    assert sum(len(b.new) for b in doubled.batches) == 2048


def test_the_plan_after_it_is_non_blocking(four, doubled):
    """255 endpoints of 8 by 400 Gb/s: 127 of them on the smaller side."""
    before = four.plan.revision
    grown = Analysis(after(four, doubled).plan).figures()
    assert grown.planes["training"].bisection.low_gbps == grown.planes["training"].bisection.high_gbps == 406_400
    assert grown.counts.switches == {"leaf": 64, "spine": 32, "core": 0}
    assert four.plan.revision == before


def test_grown_four_units_are_the_published_four():
    """One unit grown to four has the counts and the bisection of four units built at once."""
    one = Network(design("h100-1su"))
    grown = Analysis(after(one, step_to(one, 127)).plan).figures()
    built = Analysis(design("h100-4su")).figures()
    assert grown.counts == built.counts and built.counts.cables == 2044
    assert grown.planes["training"].bisection.low_gbps == built.planes["training"].bisection.low_gbps == 201_600
    assert [(t.worst, t.aggregate) for t in grown.planes["training"].oversubscription] == [(1, 127 / 128), (None, None)]


def test_spines_bought_at_once_move_nothing():
    """One unit on 4 spines has 8 links a pair; on the 16 of the end state 2, as at the end. Else 24 of 32 move."""
    choice = buy_now_or_later(Network(design("h100-1su")), 127)
    assert choice.spines == (4, 16) and choice.extra_now == 12
    assert choice.now is not None and not choice.now.listed.moves and not choice.now.listed.removed
    assert len(choice.later.listed.moves) == 8 * 24 == choice.saved
    assert choice.now.devices == {("dgx-h100", ""): 96, ("qm9700", "leaf"): 24}


def test_each_unit_in_turn(four):
    """From one to two units the 8 links a pair become 4, from three to four they stay at 2 on the same 16 spines."""
    counts = {}
    for units, nodes in ((1, 63), (2, 95), (3, 127)):
        step = step_to(Network(design(f"h100-{units}su")), nodes)
        counts[units] = len(step.listed.moves), step.devices.get(("qm9700", "spine"), 0)
    assert counts == {1: (8 * 16, 4), 2: (16 * 16, 8), 3: (0, 0)}


def test_a_unit_that_is_not_full(four):
    """200 nodes: the fourth unit keeps its 31 and its fabric manager, and the seventh gets the rest."""
    step = step_to(four, 200)
    assert len(step.listed.moves) == 512 and step.devices[("dgx-h100", "")] == 73
    assert step.devices[("qm9700", "leaf")] == 24 and step.headroom["training"][1].leaves_left == 8


def test_to_a_third_tier():
    """Eight units of B200 are all that two tiers of 64 ports hold; sixteen have 128 spines and 64 cores, as printed."""
    eight = Network(design("b200-8su"))
    step = step_to(eight, 512)
    assert step.headroom["training"][0].leaves_left == 0
    assert step.devices == {
        ("dgx-b200", ""): 256, ("qm9700", "leaf"): 64, ("qm9700", "spine"): 96, ("qm9700", "core"): 64,
    }  # fmt: skip
    assert len(step.listed.stays) + len(step.listed.moves) == 4096 and not step.listed.removed
    assert len(step.listed.stays) == 2048 + 256  # a spine keeps one link to each of the 8 leaves of its group and pod
    assert not any(b.parted_during or b.parted_after for b in step.batches)
