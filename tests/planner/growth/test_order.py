"""The order of work: nothing is parted that need not be, and what must be is said."""

import pytest

from planner.growth.step import step_between


def parted(step):
    return [(len(b.moves), b.parted_during, b.parted_after) for b in step.batches if b.parted_during or b.parted_after]


def test_two_uplinks_move_one_after_the_other(fabric):
    """Both uplinks of two leaves go to another spine. Together they would part the leaves."""
    day = fabric([(0, 0), (0, 0), (1, 0), (1, 0)], 2, 2, 2)
    end = fabric([(0, 1), (0, 1), (1, 1), (1, 1), (0, 0), (1, 0)], 2, 2, 2)
    step = step_between(day, end)
    assert not parted(step)


def test_the_only_uplink_parts_the_plane(fabric):
    """Each of two leaves has one cable to spine 0; leaf 0's becomes one to spine 1, which has one to spine 0's leaf."""
    day = fabric([(0, 0), (1, 0)], 2, 2, 2)
    end = fabric([(0, 1), (1, 1)], 2, 2, 2)
    # spine 1 is named spine 0 in the end state, so nothing moves at all
    assert not step_between(day, end).listed.moves
    day, end = fabric([(0, 0), (1, 0), (2, 1), (1, 1)], 2), fabric([(0, 0), (1, 0), (2, 0), (1, 1)], 2)
    step = step_between(day, end)
    assert [m.before.id for m in step.listed.moves] == ["C-002"]
    assert parted(step) == [(1, ("training",), ())]


def test_an_end_state_that_parts_is_said(fabric):
    day = fabric([(0, 0), (1, 0), (2, 0)], 1)
    end = fabric([(0, 0), (1, 0)], 1)
    step = step_between(day, end)
    assert step.parted == ("training",) and [c.a_device for c in step.listed.removed] == ["l2"]


def test_ports_in_a_ring_are_freed_together(fabric):
    """Spines of 8 ports, all taken: leaf 0 gives 2 on spine 0 to leaf 1, which gives 2 on spine 1 to leaf 0."""
    day = fabric([(0, 0)] * 6 + [(1, 0)] * 2 + [(0, 1)] * 2 + [(1, 1)] * 6, 2, 2, 2, "small")
    end = fabric([(leaf, upper) for leaf in (0, 1) for upper in (0, 1) for _ in range(4)], 2, 2, 2, "small")
    step = step_between(day, end)
    assert len(step.listed.moves) == 4 and len(step.listed.stays) == 2 + 12
    assert sum(len(b.moves) for b in step.batches) == 4 and not parted(step)


@pytest.mark.parametrize("spines", [2, 3])
def test_a_spine_is_taken_out(fabric, spines):
    """With its three cables, while the others carry on."""
    pairs = [(leaf, s) for leaf in range(3) for s in range(spines)]
    step = step_between(fabric(pairs, spines), fabric([p for p in pairs if p[1] < spines - 1], spines - 1))
    assert len(step.listed.removed) == 3 and not parted(step) and not step.listed.moves
    assert [d.role for d in step.listed.gone] == ["spine"] and step.power.unknown == -1
