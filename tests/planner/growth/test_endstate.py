"""A recipe read off the cables makes the same fabric again, and what is none is refused."""

from collections import Counter
from dataclasses import replace

import pytest

from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.torus import Torus, torus
from planner.growth.endstate import grown, shape_of
from planner.growth.ports import GrowthRefused
from planner.network import Network

RECIPES = {
    "plain": Recipe(40, rail_optimised=False, tiers=2),
    "uneven": Recipe(40, ratio=3.0, tiers=2),
    "small units": Recipe(20, tiers=2, unit=8),
    "dual-homed": Recipe(30, rail_optimised=False, dual_homed=True, tiers=2, peers=4),
    "some rails": Recipe(40, tiers=2, rails=4),
    "one switch": Recipe(6, rail_optimised=False),
    "rails alone": Recipe(20, rail_only=True),
    "ethernet": Recipe(30, server="hgx-h200-oem", switch="sn5600", tiers=2, rail_optimised=False),
}


def pattern(plan):
    """How many device pairs have how many links, by their roles."""
    pairs = Counter(frozenset((k.a_device, k.b_device)) for c in plan.cables.values() for k in c.links)
    roles = {d.id: d.role for d in plan.devices.values()}
    return Counter((tuple(sorted(roles[d] for d in pair)), n) for pair, n in pairs.items())


@pytest.mark.parametrize("name", RECIPES)
def test_the_recipe_of_a_plan_makes_it_again(name):
    plan = build(RECIPES[name])
    assert pattern(build(shape_of(Network(plan), "training").recipe)) == pattern(plan)


@pytest.mark.parametrize("id", ["b200-4su", "b300eth-1su", "b300eth-2su", "b300xdr-2su", "gb200-1su"])
def test_the_recipe_of_a_design_makes_it_again(id):
    plan = design(id)
    assert pattern(build(shape_of(Network(plan), "training").recipe)) == pattern(plan)


@pytest.mark.parametrize("name", RECIPES)
def test_growth_fills_units_first(name):
    shape = shape_of(Network(build(RECIPES[name])), "training")
    more = grown(shape, shape.recipe.servers + 50)
    assert more.servers == shape.recipe.servers + 50
    if more.filled:
        full = [n for n in more.filled if n < shape.recipe.unit]
        assert len(full) <= 1 and all(a <= b for a, b in zip(shape.recipe.filled, more.filled, strict=False))


def test_spines_that_are_there_are_kept():
    """One unit on 16 spines grows to two, for which 8 would do."""
    shape = shape_of(Network(build(Recipe(32, tiers=2, spines=16))), "training")
    assert shape.recipe.spines == 16 and grown(shape, 64).spines == 16
    assert grown(replace(shape, recipe=replace(shape.recipe, spines=4)), 64).spines == 8


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (lambda: torus(Torus((4, 4))), "no servers on leaf switches"),
        (lambda: dragonfly(Dragonfly(4, 2, groups=3)), "no servers on leaf switches"),
        (lambda: build(Recipe(4)), "has 4 servers already"),
    ],
)
def test_refused(plan, said):
    with pytest.raises(GrowthRefused, match=said):
        grown(shape_of(Network(plan()), "training"), 4)


def test_other_planes_are_left_to_a_second_file():
    with pytest.raises(GrowthRefused, match="second file"):
        shape_of(Network(build(Recipe(4))), "storage")
