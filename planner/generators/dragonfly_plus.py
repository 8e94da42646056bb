"""A dragonfly+: cells that are each a leaf-spine fabric, their spines joined cell to cell.

Leaves hold the servers, every leaf has the same number of links to every spine of its cell, and the spines carry the
links between any two cells (Shpiner and others, 2017).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from planner.catalogue import Catalogue, shipped
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.floor import Floor
from planner.generators.groups import (
    MOST_SERVERS,
    Gear,
    cable_nodes,
    gear,
    group_links,
    group_names,
    join_switches,
    nodes_of,
    place_group,
    positive,
)
from planner.plan import Plan
from planner.records import Device, Plane, Project


@dataclass(frozen=True, slots=True)
class DragonflyPlus:
    cells: int
    leaves: int  # of a cell
    spines: int  # of a cell
    ports: int  # of a leaf for servers
    links: int = 1  # between every two cells
    pair_links: int = 1  # between a leaf and each spine of its cell
    server: str = "dgx-a100"
    switch: str = "qm8790"
    used: int = 0  # training ports of each server that are used; 0 takes all
    rack: str = "rack-48u-600x1200"
    name: str = ""


def dragonfly_plus(recipe: DragonflyPlus, catalogue: Catalogue | None = None) -> Plan:
    """The plan of this dragonfly+; raises RecipeRefused with a sentence."""
    draft = Draft(shipped() if catalogue is None else catalogue)
    found = gear(draft, recipe.server, recipe.switch, recipe.used)
    _check(draft, recipe, found)
    each = nodes_of(recipe.leaves, recipe.ports, len(found.ports))
    if recipe.cells * each > MOST_SERVERS:
        raise RecipeRefused(f"A recipe takes at most {MOST_SERVERS} servers, not {recipe.cells * each}.")
    floor = Floor(draft, recipe.rack)
    spines = [_cell(draft, floor, recipe, label, each, found) for label in group_names("cell", recipe.cells)]
    for one, end, other, far in group_links(recipe.cells, recipe.links, recipe.spines):
        join_switches(draft, spines[one][end], spines[other][far], found)
    draft.plane(Plane("training", "Training", found.protocol, "own"))
    title = recipe.name or f"Dragonfly+ of {recipe.cells} cells of {recipe.leaves} leaves"
    return draft.plan(f"New {title}", Project(name=title))


def _check(draft: Draft, recipe: DragonflyPlus, found: Gear) -> None:
    positive(
        cells=recipe.cells, leaves=recipe.leaves, spines=recipe.spines, server_ports=recipe.ports,
        links_between_two_cells=recipe.links, links_between_leaf_and_spine=recipe.pair_links,
    )  # fmt: skip
    up, far = recipe.spines * recipe.pair_links, ceil((recipe.cells - 1) * recipe.links / recipe.spines)
    down = recipe.leaves * recipe.pair_links
    name = draft.catalogue.devices[recipe.switch].name
    if recipe.ports + up > found.radix:
        raise RecipeRefused(
            f"A leaf takes {recipe.ports} server ports and {up} uplinks: {recipe.ports + up} ports, and {name} has "
            f"{found.radix}."
        )
    if down + far > found.radix:
        raise RecipeRefused(
            f"A spine takes {down} links to leaves and {far} to other cells: {down + far} ports, and {name} has "
            f"{found.radix}."
        )


def _cell(draft: Draft, floor: Floor, recipe: DragonflyPlus, label: str, each: int, found: Gear) -> list[Device]:
    """One cell with its cables and its racks; its spines."""

    def switches(role: str, count: int) -> list[Device]:
        names = [f"{label}-{role}-{n + 1:02d}" for n in range(count)]
        return [
            Device(n, n, recipe.switch, role=role, plane="training", group=label, breakout=found.breakout)
            for n in names
        ]

    leaves, spines = switches("leaf", recipe.leaves), switches("spine", recipe.spines)
    names = [f"{label}-n{n + 1:03d}" for n in range(each)]
    nodes = [Device(n, n, recipe.server, group=label) for n in names]
    place_group(floor, nodes, [*leaves, *spines])
    cable_nodes(draft, nodes, leaves, recipe.ports, found)
    for leaf in leaves:
        for spine in spines:
            for _ in range(recipe.pair_links):
                join_switches(draft, leaf, spine, found)
    return spines
