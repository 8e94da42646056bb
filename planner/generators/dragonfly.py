"""A dragonfly: groups of switches joined all to all, and groups joined to each other all to all.

Every switch has servers' ports, one link to each switch of its group, and its part of the group's links to others
(Kim and others, ISCA 2008, with a, p and h). Switches have no tier, since all of them hold servers.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
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
class Dragonfly:
    """Zero means: as the others need. Groups then are as many as the global links reach, a·h / links + 1."""

    switches: int  # of a group: a
    ports: int  # of a switch for servers: p
    global_links: int = 0  # of a switch, at most: h
    groups: int = 0
    links: int = 1  # between every two groups
    server: str = "frontier-node"
    switch: str = "slingshot-200g"
    used: int = 0  # training ports of each server that are used; 0 takes all
    rack: str = "rack-48u-600x1200"
    name: str = ""


def dragonfly(recipe: Dragonfly, catalogue: Catalogue | None = None) -> Plan:
    """The plan of this dragonfly; raises RecipeRefused with a sentence."""
    draft = Draft(shipped() if catalogue is None else catalogue)
    found = gear(draft, recipe.server, recipe.switch, recipe.used)
    groups = _groups(recipe)
    _check_ports(draft, recipe, groups, found)
    each = nodes_of(recipe.switches, recipe.ports, len(found.ports))
    if groups * each > MOST_SERVERS:
        raise RecipeRefused(f"A recipe takes at most {MOST_SERVERS} servers, not {groups * each}.")
    floor = Floor(draft, recipe.rack)
    switches = [_group(draft, floor, recipe, label, each, found) for label in group_names("g", groups)]
    for one, end, other, far in group_links(groups, recipe.links, recipe.switches):
        join_switches(draft, switches[one][end], switches[other][far], found)
    draft.plane(Plane("training", "Training", found.protocol, "own"))
    title = recipe.name or f"Dragonfly of {groups} groups of {recipe.switches} switches"
    return draft.plan(f"New {title}", Project(name=title))


def _groups(recipe: Dragonfly) -> int:
    positive(switches=recipe.switches, server_ports=recipe.ports, links_between_two_groups=recipe.links)
    if min(recipe.groups, recipe.global_links) < 0:
        raise RecipeRefused("A number of groups or of global links can't be negative.")
    if not recipe.groups and not recipe.global_links:
        raise RecipeRefused("Say how many groups a dragonfly has, or how many global links a switch.")
    return recipe.groups or recipe.switches * recipe.global_links // recipe.links + 1


def _check_ports(draft: Draft, recipe: Dragonfly, groups: int, found: Gear) -> None:
    leaving = (groups - 1) * recipe.links
    far = ceil(leaving / recipe.switches)
    if recipe.global_links and leaving > recipe.switches * recipe.global_links:
        raise RecipeRefused(
            f"A group has {leaving} links to the other {groups - 1}, and {recipe.switches} switches with "
            f"{recipe.global_links} global links take {recipe.switches * recipe.global_links}."
        )
    needed = recipe.ports + recipe.switches - 1 + far
    if needed > found.radix:
        name = draft.catalogue.devices[recipe.switch].name
        raise RecipeRefused(
            f"A switch takes {recipe.ports} server ports, {recipe.switches - 1} links in its group and {far} global "
            f"ones: {needed} ports, and {name} has {found.radix}."
        )


def _group(draft: Draft, floor: Floor, recipe: Dragonfly, label: str, each: int, found: Gear) -> list[Device]:
    """One group with its cables and its racks; its switches."""
    switches = [
        Device(
            f"{label}-s{n + 1:02d}", f"{label}-s{n + 1:02d}", recipe.switch,
            plane="training", group=label, breakout=found.breakout,
        )
        for n in range(recipe.switches)
    ]  # fmt: skip
    nodes = [Device(f"{label}-n{n + 1:03d}", f"{label}-n{n + 1:03d}", recipe.server, group=label) for n in range(each)]
    place_group(floor, nodes, switches)
    cable_nodes(draft, nodes, switches, recipe.ports, found)
    for one, other in combinations(switches, 2):
        join_switches(draft, one, other, found)
    return switches
