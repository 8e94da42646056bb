"""Failures: figures worked out by hand, and a plan that stays as it was."""

import pytest

from planner.analysis import Analysis
from planner.fileformat.writer import text
from planner.generators.designs import design
from planner.whatif import NothingFails, figures_without, losses, single_failures, switches_of, without


@pytest.fixture(scope="module")
def pod():
    """DGX B200, 2 units: 64 nodes, 16 leaves of 32 links up, 8 spines with 4 links a leaf. 102.4 Tb/s, 1:1."""
    return Analysis(design("b200-2su"))


def test_one_spine_of_eight(pod):
    """An eighth of the uplinks is gone: each leaf has 28 of 32, so 32:28. Between the units 16 leaves × 28 × 400 /
    2 are left, which is 7/8 of 102.4 Tb/s."""
    after = figures_without(pod.network, ["spine-01"])
    (loss,) = losses(pod.figures(), after, "spine-01")
    assert loss.bisection_gbps == (102400, 89600) and loss.share == 0.875
    assert loss.worst_ratio == (1.0, 32 / 28) and loss.endpoints == (64, 64)


def test_one_leaf_takes_its_rail_from_one_unit(pod):
    """The unit's 32 nodes keep 7 of 8 rails. Half of all nodes: cutting the access of a whole unit costs 32 × 7 ×
    400."""
    (loss,) = losses(pod.figures(), figures_without(pod.network, ["su01-leaf-1"]), "su01-leaf-1")
    assert loss.bisection_gbps[1] == 32 * 7 * 400 and loss.endpoints == (64, 64)


def test_one_cable_of_a_node(pod):
    """One of 512 NICs: the half that holds this node loses 400 Gb/s."""
    cable = next(c.id for c in pod.plan.cables.values() if c.a_device == "node-01")
    (loss,) = losses(pod.figures(), figures_without(pod.network, [cable]), cable)
    assert loss.bisection_gbps == (102400, 102000)


def test_a_rack_goes_with_all_in_it(pod):
    rack = pod.plan.devices["node-01"].rack
    inside = [d for d in pod.plan.devices.values() if d.rack == rack]
    after = without(pod.plan, [rack])
    assert len(after.devices) == len(pod.plan.devices) - len(inside) == 88 - 4
    assert not any(k.a_device == "node-01" for c in after.cables.values() for k in c.links)


def test_the_worst_single_switch_is_named_first(pod):
    ranked = single_failures(
        pod.network, pod.figures(), switches_of(pod.network, pod.figures(), "training"), "training"
    )
    assert len(ranked) == 24
    shares = [x.share for x in ranked]
    assert shares == sorted(shares) and min(shares) == 0.875
    assert all(x.bisection_gbps[1] <= x.bisection_gbps[0] for x in ranked)


def test_the_plan_is_not_touched(pod):
    before, revision = text(pod.plan), pod.plan.revision
    figures_without(pod.network, ["spine-01", "spine-02", "R01"])
    assert text(pod.plan) == before and pod.plan.revision == revision


def test_all_spines_part_the_plane(pod):
    after = Analysis(without(pod.plan, [f"spine-{n:02d}" for n in range(1, 9)]))
    assert after.figures().planes["training"].bisection.high_gbps == 0
    assert any(f.rule == "oversub.unreachable" for f in after.findings().open)


def test_nothing_of_that_name(pod):
    with pytest.raises(NothingFails, match="no-such"):
        without(pod.plan, ["no-such"])
