"""Failures: figures worked out by hand, and a plan that stays as it was."""

from dataclasses import replace

import pytest

from planner.analysis import Analysis
from planner.edit import Change, Edit, added
from planner.fileformat.writer import text
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.operations.devices import set_fields
from planner.operations.remove import remove
from planner.plan import Plan
from planner.whatif.comparing import figures_without, losses, without, worst_ratio
from planner.whatif.ranking import single_failures
from planner.whatif.things import NothingFails, feeds, racks_on, things


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


def ranked(analysis, kind):
    figures = analysis.figures()
    return single_failures(
        analysis.network, figures.planes["training"], things(analysis.network, figures, kind, "training")
    )


def test_the_worst_single_switch_is_named_first(pod):
    """8 leaves of a unit are twins, and so are all 8 spines: three rows for 24 switches."""
    found = ranked(pod, "switches")
    assert [1 + len(x.alike) for x in found] == [8, 8, 8]
    shares = [x.share for x in found]
    assert shares == sorted(shares) and min(shares) == 0.875
    assert all(x.bisection_gbps[1] <= x.bisection_gbps[0] for x in found)


def test_cables_are_ranked_in_groups(pod):
    """512 from nodes and 512 from leaves to spines, in the two units apart. A NIC's cable costs its endpoint 400 Gb/s
    of the half it is in; so does a cable upward."""
    found = ranked(pod, "cables")
    assert [1 + len(x.alike) for x in found] == [256, 256, 256, 256]
    assert {x.bisection_gbps for x in found} == {(102400, 102000)}
    assert found[0].worst_ratio == (1.0, 32 / 31)


@pytest.mark.parametrize("kind", ["switches", "cables", "racks"])
def test_twins_fail_as_each_does_by_itself(kind):
    """Every one of them without the grouping, by the plan built again."""
    plan = build(Recipe(20, server="dgx-h100", switch="qm9700", servers_a_rack=3))
    between = [c.id for c in plan.cables.values() if "leaf" in c.a_device and "spine" in c.b_device]
    plan.apply(remove(plan, between[::41]))
    analysis = Analysis(plan)
    known = {i: x for x in ranked(analysis, kind) for i in (x.failed, *x.alike)}
    figures = analysis.figures()
    ids = list(things(analysis.network, figures, kind, "training"))
    assert sorted(known) == sorted(ids)
    for id in ids[:: max(1, len(ids) // 60)]:
        after = figures_without(analysis.network, [id]).planes["training"]
        loss = known[id]
        assert loss.bisection_gbps[1] == after.bisection.low_gbps, id
        assert loss.endpoints[1] == after.endpoints
        assert loss.worst_ratio[1] == worst_ratio(after)


def test_part_of_a_domain_is_not_like_another_part():
    """A scale-up domain of two servers: one endpoint, which keeps half of itself."""
    plan = build(Recipe(8, server="dgx-h100", switch="qm9700"))
    servers = [d for d in plan.devices.values() if d.type == "dgx-h100"]
    plan.apply(set_fields(plan, [d.id for d in servers[:2]], domain="one"))
    analysis = Analysis(plan)
    figures = analysis.figures().planes["training"]
    found = single_failures(analysis.network, figures, {d.id: [d.id] for d in servers})
    apart = {x.failed: x for x in found}
    assert {servers[0].id, servers[1].id} <= apart.keys()
    assert apart[servers[0].id].endpoints == (7, 7)
    assert sorted(1 + len(x.alike) for x in found) == [1, 1, 6]


@pytest.fixture
def fed(pod):
    """Racks on feed A, on B, on both, and on none."""
    plan = Plan()
    plan.apply(added("Begin", *pod.plan.rows()))
    racks = list(plan.racks.values())
    feeds_of = ["A", "B", " A + B", ""]
    plan.apply(Edit("Feed", tuple(Change(r, replace(r, feed=feeds_of[n % 4])) for n, r in enumerate(racks))))
    return Analysis(plan)


def test_a_rack_on_two_feeds_fails_with_both(fed):
    assert feeds(fed.plan) == ["A", "B"]
    a, b, both = (racks_on(fed.plan, x) for x in (["A"], ["B"], ["A", "B"]))
    assert len(both) > len(a) + len(b) and not set(a) & set(b)
    with pytest.raises(NothingFails, match="feed called C"):
        racks_on(fed.plan, ["A", "C"])


def test_feeds_are_ranked(fed):
    found = ranked(fed, "feeds")
    assert sorted(x.failed for x in found) == ["A", "B"]
    for loss in found:
        after = figures_without(fed.network, racks_on(fed.plan, [loss.failed])).planes["training"]
        assert loss.bisection_gbps[1] == after.bisection.low_gbps and loss.endpoints[1] == after.endpoints


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
