"""Recipes: what any of them must hold, and those that can't be built."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.analysis import Analysis
from planner.generators.clos import Recipe, build
from planner.generators.draft import RecipeRefused
from planner.generators.fabric import leaf_ports, three_tier
from planner.operations.devices import fits


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Recipe(0), "1 to 20000 servers"),
        (Recipe(4, server="no-such"), "no-such"),
        (Recipe(4, switch="dgx-h100"), "dgx-h100"),
        (Recipe(4, ratio=0), "ratio"),
        (Recipe(4, ratio=float("nan")), "ratio"),
        (Recipe(4, tiers=4), "tiers"),
        (Recipe(4, switch="sn2201"), "no 400 Gb/s ports"),
        (Recipe(4, rack="no-such"), "no rack"),
        (Recipe(100, tiers=1), "do not fit one tier"),
        (Recipe(4000, tiers=2), "third tier"),
        (Recipe(20000, switch="qm8790", server="dgx-a100"), "too small"),
        (Recipe(128, tiers=2, unit=32, spines=4), "take"),
        (Recipe(4, unit=1000), "too few"),
        (Recipe(4, rails=-1), "negative"),
        (Recipe(1600, planes=("training", "out-of-band")), "34 out-of-band leaves"),
        (Recipe(4, planes=("training", "coffee")), "coffee"),
        (Recipe(4, server="hgx-h200-oem", planes=("training", "storage")), "no ports of one rate for storage"),
    ],
)
def test_refuses_with_a_sentence(recipe, why):
    with pytest.raises(RecipeRefused, match=why):
        build(recipe)


def test_uplinks_that_do_not_fit_are_counted():
    """32 leaves × 32 uplinks into 8 spines × 64 ports."""
    with pytest.raises(RecipeRefused, match="1024 uplinks, and 8 spines with 64 ports take 512"):
        build(Recipe(128, tiers=2, unit=32, spines=8))


@pytest.mark.parametrize(("ratio", "shown"), [(1, 1.0), (2, 2.0), (3, 3.0)])
def test_the_ratio_is_the_one_asked_for(ratio, shown):
    plan = build(Recipe(96, ratio=ratio, tiers=2))
    leaf = Analysis(plan).figures().planes["training"].oversubscription[0]
    assert leaf.worst == pytest.approx(shown)


def test_all_planes_from_one_recipe():
    """40 nodes and 4 storage servers: two storage ports each at 400 Gb/s on leaf pairs, in-band at 100, a BMC each."""
    planes = ("training", "storage", "in-band", "out-of-band")
    plan = build(Recipe(40, planes=planes, storage_servers=4, management_servers=2))
    analysis = Analysis(plan)
    found = analysis.figures().planes
    assert {p: found[p].endpoints for p in planes} == {"training": 40, "storage": 44, "in-band": 46, "out-of-band": 46}
    assert found["storage"].injection_gbps == 44 * 2 * 400 and found["in-band"].injection_gbps == 46 * 2 * 100
    assert found["out-of-band"].injection_gbps == 46
    assert not [f.message for f in analysis.findings().open if f.severity.value == "error"]
    assert not [f.message for f in analysis.findings().open if f.rule == "mixed.no-storage-path"]


def test_fewer_rails():
    plan = build(Recipe(64, rails=4, tiers=2))
    training = Analysis(plan).figures().planes["training"]
    assert training.injection_gbps == 64 * 4 * 400
    assert {d.rail for d in plan.devices.values() if d.role == "leaf"} == {0, 1, 2, 3}


def test_rails_with_cores_of_their_own_go_further():
    """12 pods of 32 units: 96 groups of spines can't share cores of 64 ports, so each rail has 32 groups of 8 of
    its own. The published 2,048 nodes need 2 pods, and share 32 groups of 8."""
    draft = three_tier(384, 8, leaf_ports(64, 1.0), 64)
    assert (draft.pods, draft.spines, draft.cores, draft.apart) == (12, 32, 8, True)
    shared = three_tier(64, 8, leaf_ports(64, 1.0), 64)
    assert (shared.pods, shared.spines, shared.cores, shared.apart) == (2, 32, 8, False)


def test_few_servers_share_one_switch():
    plan = build(Recipe(8))
    assert [d.type for d in plan.devices.values()].count("qm9700") == 1
    assert Analysis(plan).figures().planes["training"].bisection.low_gbps == 12800  # 4 nodes × 8 × 400


@settings(max_examples=settings().max_examples // 2)
@given(
    st.integers(1, 90),
    st.sampled_from(["dgx-h100", "dgx-b200", "mi300x-oam", "dgx-a100"]),
    st.booleans(),
    st.sampled_from([1.0, 2.0, 3.0]),
    st.sampled_from([0, 2]),
    st.sampled_from([0, 1, 2, 4]),
)
def test_whatever_can_be_built_is_sound(servers, server, rails, ratio, tiers, servers_a_rack):
    switch = "qm8790" if server == "dgx-a100" else "qm9790"
    try:
        plan = build(Recipe(servers, server, switch, rails, ratio, tiers, servers_a_rack=servers_a_rack))
    except RecipeRefused as refused:
        assert str(refused).endswith(".")
        return
    analysis = Analysis(plan)
    assert sum(d.type == server for d in plan.devices.values()) == servers
    assert len({d.name for d in plan.devices.values()}) == len(plan.devices)
    for device in plan.devices.values():
        assert not fits(analysis.network, device.type, device.rack, device.unit, {device.id})
    bad = {"oversub.unreachable", "oversub.rate-mismatch", "oversub.uneven-uplinks", "physical.port-shared"}
    bad |= {"physical.overlap", "physical.rail-crossed"}
    assert not bad & {f.rule for f in analysis.findings().open}
    assert analysis.figures().planes["training"].nodes == servers
