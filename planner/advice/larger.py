"""What GPUs with more memory would save: nodes for as many copies of the model, and the fabric between them.

It is memory that is compared, not speed: the same number of copies of the model, each on as few nodes as hold it.
"""

from __future__ import annotations

from dataclasses import dataclass

from planner.advice.memory import Fit, Use, fit
from planner.catalogue import Catalogue
from planner.generators.clos import MOST_SERVERS, Recipe, build
from planner.generators.draft import RecipeRefused


@dataclass(frozen=True, slots=True)
class Bill:
    """Of one plane: servers, switches, cables."""

    nodes: int
    switches: int
    cables: int


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another server that holds the same copies of the model."""

    fit: Fit
    copies: int  # of the model
    bill: Bill | None  # None where its ports do not fit the switch; `why_not` says so
    saved: Bill | None
    why_not: str = ""


def bill(recipe: Recipe, catalogue: Catalogue) -> Bill:
    """Counts of the fabric that this recipe makes. Raises RecipeRefused."""
    plan = build(recipe, catalogue)
    switches = sum(catalogue.devices[d.type].is_switch for d in plan.devices.values())
    return Bill(recipe.servers, switches, len(plan.cables))


def alternatives(catalogue: Catalogue, recipe: Recipe, billion: float, use: Use) -> list[Alternative]:
    """Servers whose GPUs have more memory and that need fewer nodes for a copy, fewest nodes first. `recipe` is of
    today's plan; empty when its own server holds a copy on one node, or when it has too few for one."""
    chosen = catalogue.devices[recipe.server]
    own = fit(chosen, billion, use)
    if own is None or own.nodes < 2 or recipe.servers < own.nodes:
        return []
    copies = recipe.servers // own.nodes
    today = bill(
        Recipe(copies * own.nodes, recipe.server, recipe.switch, rail_optimised=recipe.rail_optimised), catalogue
    )
    found = []
    for server in catalogue.devices.values():
        other = fit(server, billion, use)
        if other is None or other.nodes >= own.nodes or (server.gpu_memory_gb or 0) <= (chosen.gpu_memory_gb or 0):
            continue
        found.append(_alternative(catalogue, recipe, other, copies, today))
    return sorted(found, key=lambda a: (a.fit.nodes, a.bill is None, a.fit.type))


def _alternative(catalogue: Catalogue, recipe: Recipe, other: Fit, copies: int, today: Bill) -> Alternative:
    nodes = min(copies * other.nodes, MOST_SERVERS)
    asked = Recipe(nodes, other.type, recipe.switch, rail_optimised=recipe.rail_optimised)
    try:
        made = bill(asked, catalogue)
    except RecipeRefused as e:
        return Alternative(other, copies, None, None, str(e))
    saved = Bill(today.nodes - made.nodes, today.switches - made.switches, today.cables - made.cables)
    return Alternative(other, copies, made, saved)
