"""Named wirings of a recipe: rail-only and dual-homed pairs with and without peer links; and counts of fat trees.

A non-blocking fat tree of k-port switches takes k^2/2 ports in two tiers, from k leaves and k/2 spines, and k^3/4 in
three.
"""

from collections import Counter

import pytest

from planner.analysis import Analysis
from planner.cli import main
from planner.fileformat.reader import open_plan
from planner.generators.clos import Recipe, build
from planner.generators.draft import RecipeRefused
from planner.generators.fabric import leaf_ports, three_tier


def between(plan, *roles):
    """Cables whose ends have these roles; "" is a server."""
    found = (tuple(sorted(plan.devices[d].role for d in (c.a_device, c.b_device))) for c in plan.cables.values())
    return sum(f == tuple(sorted(roles)) for f in found)


@pytest.mark.parametrize("servers", [2, 8, 64])
def test_rail_only(servers):
    """8 rails of 400 Gb/s, a leaf each, nothing above: no cut is thinner than half the servers' own ports."""
    plan = build(Recipe(servers, rail_only=True))
    analysis = Analysis(plan)
    figures = analysis.figures()
    training = figures.planes["training"]
    assert figures.counts.switches == {"leaf": 8, "spine": 0, "core": 0}
    assert sorted(d.rail for d in plan.devices.values() if d.role == "leaf") == list(range(8))
    assert training.bisection.low_gbps == training.bisection.high_gbps == servers // 2 * 3200
    assert between(plan, "", "leaf") == servers * 8 and len(plan.cables) == servers * 8
    report = analysis.findings()
    assert not report.broken and not [f.message for f in report.open if f.severity.value == "error"]
    assert plan.planes["training"].rail_optimised


def test_dual_homed_pairs():
    """32 nodes of 8 ports, 4 to either leaf of a pair; a leaf of 64 ports holds 32 down: 8 nodes, 4 pairs."""
    plan = build(Recipe(32, dual_homed=True, tiers=2))
    figures = Analysis(plan).figures()
    assert figures.counts.switches["leaf"] == 8 and between(plan, "leaf", "leaf") == 0
    for server in (d for d in plan.devices.values() if not d.role):
        leaves = Counter(c.b_device for c in plan.cables.values() if c.a_device == server.id)
        assert sorted(leaves.values()) == [4, 4]
    assert figures.planes["training"].oversubscription[0].worst == 1.0


def test_peer_links_take_ports_of_the_leaves():
    """60 ports are left of 64: 30 down is 7 nodes of 4 ports, so 32 nodes need 5 pairs with 4 links each."""
    plan = build(Recipe(32, dual_homed=True, peers=4, tiers=2))
    training = Analysis(plan).figures().planes["training"]
    leaves = [d.id for d in plan.devices.values() if d.role == "leaf"]
    assert len(leaves) == 10 and between(plan, "leaf", "leaf") == 5 * 4
    assert {training.switches[d].peer_gbps for d in leaves} == {1600}
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert max(ends.values()) == 1


def test_one_pair_without_spines():
    plan = build(Recipe(8, dual_homed=True, peers=2))
    figures = Analysis(plan).figures()
    assert figures.counts.switches == {"leaf": 2, "spine": 0, "core": 0} and between(plan, "leaf", "leaf") == 2
    assert figures.planes["training"].bisection.low_gbps == 4 * 3200


@pytest.mark.parametrize(
    ("recipe", "why"),
    [
        (Recipe(65, rail_only=True), "65 servers do not fit one tier of 64-port switches"),
        (Recipe(8, rail_only=True, tiers=2), "rail-only fabric has one tier"),
        (Recipe(8, rail_only=True, dual_homed=True), "a leaf for each rail"),
        (Recipe(8, peers=2), "two leaves each"),
        (Recipe(8, dual_homed=True, peers=-1), "negative"),
        (Recipe(8, dual_homed=True, peers=64), "A leaf of 64 ports can't have 64 peer links"),
        (Recipe(8, dual_homed=True, peers=63, tiers=2), "too few"),
    ],
)
def test_refuses_with_a_sentence(recipe, why):
    with pytest.raises(RecipeRefused, match=why) as caught:
        build(recipe)
    assert str(caught.value).endswith(".")


# switch, server, whether by rail, ports in all: leaves, spines, cores
FAT_TREES = [
    ("qm8790", "dgx-a100", True, 40 * 40 // 2, 40, 20, 0),
    ("qm9790", "dgx-h100", False, 64 * 64 // 2, 64, 32, 0),
    ("qm9790", "dgx-h100", False, 64 * 64, 128, 128, 64),
]


@pytest.mark.parametrize(("switch", "server", "rails", "ports", "leaf", "spine", "core"), FAT_TREES)
def test_non_blocking_fat_tree(switch, server, rails, ports, leaf, spine, core):
    plan = build(Recipe(ports // 8, server, switch, rail_optimised=rails))
    figures = Analysis(plan).figures()
    training = figures.planes["training"]
    assert figures.counts.switches == {"leaf": leaf, "spine": spine, "core": core}
    assert training.bisection.low_gbps == training.bisection.high_gbps == training.injection_gbps // 2
    assert {t.worst for t in training.oversubscription} <= {1.0, None}


def test_pods_are_sized_to_save_cores():
    """50 leaves with 20 uplinks in 3 pods: pods of 17 leaves would give spines 17 uplinks to 17 cores each, 340 in
    all; pods of 18 leave 20 groups of 2."""
    draft = three_tier(50, 1, leaf_ports(40, 1.0), 40)
    assert (draft.pods, draft.units_a_pod, draft.spines, draft.cores) == (3, 18, 20, 2)


@pytest.mark.parametrize(
    ("asked", "leaves"),
    [(["--rail-only"], 8), (["--dual-homed", "--peer-links", "4"], 2), (["--plain"], 1)],
)
def test_from_the_command_line(asked, leaves, tmp_path):
    path = tmp_path / "a.trunkline"
    assert main(["new", "--servers", "8", *asked, "-o", str(path)]) == 0
    assert sum(d.role == "leaf" for d in open_plan(path).plan.devices.values()) == leaves


def test_only_one_wiring_at_a_time(tmp_path, capsys):
    with pytest.raises(SystemExit):
        main(["new", "--servers", "8", "--rail-only", "--dual-homed", "-o", str(tmp_path / "a.trunkline")])
    assert "not allowed with" in capsys.readouterr().err


def test_the_most_that_oversubscribed_leaves_take():
    """Spine radix x down-ports: 64 leaves of 42 ports down at 2:1 are 2688 ports, 336 nodes of 8; one more is too
    many."""
    figures = Analysis(build(Recipe(336, ratio=2.0, tiers=2))).figures()
    assert figures.counts.switches == {"leaf": 64, "spine": 21, "core": 0}
    assert figures.planes["training"].oversubscription[0].worst == 2.0
    with pytest.raises(RecipeRefused, match="third tier"):
        build(Recipe(337, ratio=2.0, tiers=2))


def test_units_filled_by_hand():
    """Units of 3, 1 and 2 servers, each on the leaves of its own unit."""
    plan = build(Recipe(6, tiers=2, unit=8, filled=(3, 1, 2)))
    homes = {c.a_device: plan.devices[c.b_device].group for c in plan.cables.values() if c.a_device.startswith("node")}
    assert homes == dict(zip([f"node-0{n}" for n in range(1, 7)], ["su01"] * 3 + ["su02"] + ["su03"] * 2, strict=True))
    assert build(Recipe(6, tiers=2, unit=8, filled=(6, 0))).devices["su02-leaf-1"].rack


@pytest.mark.parametrize(
    ("filled", "more", "said"),
    [
        ((3, 2), {}, "hold 5 servers, not the 6"),
        ((6,), {"tiers": 1}, "one tier has one unit"),
        ((4, 2), {"unit": 3}, "takes 3 servers, not 4"),
    ],
)
def test_units_that_do_not_add_up(filled, more, said):
    with pytest.raises(RecipeRefused, match=said):
        build(Recipe(6, filled=filled, **more))
