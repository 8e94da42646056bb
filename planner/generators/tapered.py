"""A fabric from given numbers, tier by tier, with switches and rates of their own: what is published as a taper.

Units hold servers and their leaves, pods hold units and their spines, and cores join the pods. The recipes of
`clos` find the numbers themselves; here they are those of a publication.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from planner.catalogue import Catalogue, shipped
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.floor import Floor
from planner.generators.groups import MOST_SERVERS, group_names, place_group, positive
from planner.generators.splitting import split_for
from planner.plan import Plan
from planner.records import Device, Link, Plane, Project

PLANE = "training"


@dataclass(frozen=True, slots=True)
class Tier:
    """Switches above: `count` in a pod (spines) or in all (cores) of one fabric, `links` of `gbps` from each below."""

    switch: str
    count: int
    gbps: int
    links: int = 1
    bundle: int = 1  # links that one cable carries


@dataclass(frozen=True, slots=True)
class Tapered:
    server: str
    servers: int  # of a unit
    leaf: str
    spine: Tier
    core: Tier | None = None
    units: int = 1  # of a pod
    pods: int = 1
    lanes: int = 1  # leaves of a unit and fabric: port i of a server goes to lane i, modulo their number
    fabrics: int = 1  # the parts of a split server port go one to each
    server_breakout: str = ""
    neighbours: int = 1  # servers whose ports of one lane share a cable
    servers_a_rack: int = 0
    rack: str = "rack-48u-600x1200"
    name: str = ""


@dataclass(slots=True)
class _Laid:
    draft: Draft
    recipe: Tapered
    ports: list[str]  # of a server, lane after lane, the parts of a port together
    gbps: int
    protocol: str
    rails: bool
    breakouts: dict[str, str] = field(default_factory=dict)  # by role


def tapered(recipe: Tapered, catalogue: Catalogue | None = None) -> Plan:
    """The plan of this fabric; raises RecipeRefused with a sentence."""
    draft = Draft(shipped() if catalogue is None else catalogue)
    laid = _planned(draft, recipe)
    floor = Floor(draft, recipe.rack)
    spines: list[list[Device]] = [[] for _ in range(recipe.fabrics)]
    for pod in group_names("pod", recipe.pods):
        floor.new_row()
        leaves = [leaf for unit in group_names("su", recipe.units) for leaf in _unit(laid, floor, pod, unit)]
        own = _above(laid, floor, recipe.spine, "spine", f"{pod}-" if recipe.pods > 1 else "")
        for f in range(recipe.fabrics):
            _join(laid, [x for n, x in enumerate(leaves) if n % recipe.fabrics == f], own[f], recipe.spine)
            spines[f] += own[f]
    if recipe.core is not None:
        cores = _above(laid, floor, recipe.core, "core", "")
        for f in range(recipe.fabrics):
            _join(laid, spines[f], cores[f], recipe.core)
    draft.plane(Plane(PLANE, "Training", laid.protocol, "own", rail_optimised=laid.rails))
    title = recipe.name or f"{_nodes(recipe)} × {draft.catalogue.devices[recipe.server].name}"
    return draft.plan(f"New {title}", Project(name=title))


def _nodes(recipe: Tapered) -> int:
    return recipe.pods * recipe.units * recipe.servers


def _planned(draft: Draft, recipe: Tapered) -> _Laid:
    """Ports of the server and breakouts of the switches; refuses what can't be built."""
    tiers = [recipe.spine, *([recipe.core] if recipe.core else [])]
    _check(draft, recipe, tiers)
    ports = [p for p in draft.catalogue.ports(recipe.server, recipe.server_breakout).values() if p.purpose == PLANE]
    if not ports or len(ports) % (recipe.lanes * recipe.fabrics):
        name = draft.catalogue.devices[recipe.server].name
        raise RecipeRefused(
            f"{name} has {len(ports)} training ports, which {recipe.lanes} leaves in each of {recipe.fabrics} fabrics "
            "don't share evenly."
        )
    gbps, spine, core = ports[0].rate_gbps, recipe.spine, recipe.core
    down = len(ports) // (recipe.lanes * recipe.fabrics) * recipe.servers
    needs = {"leaf": _sum((gbps, down), (spine.gbps, spine.count * spine.links))}
    up = (core.gbps, core.count * core.links) if core else (spine.gbps, 0)
    needs["spine"] = _sum((spine.gbps, recipe.units * recipe.lanes * spine.links), up)
    if core:
        needs["core"] = _sum((core.gbps, recipe.pods * spine.count * core.links))
    types = {"leaf": recipe.leaf, "spine": spine.switch, "core": core.switch if core else ""}
    breakouts = {role: split_for(draft.catalogue, types[role], needed) for role, needed in needs.items()}
    rails = recipe.lanes > 1 and recipe.lanes * recipe.fabrics == len(ports) and ports[0].rail is not None
    return _Laid(draft, recipe, [p.name for p in ports], gbps, _protocol(draft, recipe), rails, breakouts)


def _check(draft: Draft, recipe: Tapered, tiers: Sequence[Tier]) -> None:
    positive(servers=recipe.servers, units=recipe.units, pods=recipe.pods, lanes=recipe.lanes, fabrics=recipe.fabrics)
    for tier in tiers:
        positive(switches=tier.count, links=tier.links, links_a_cable=tier.bundle)
    positive(servers_a_cable=recipe.neighbours)
    kinds = [(recipe.server, "gpu-server"), (recipe.leaf, "switch"), *((t.switch, "switch") for t in tiers)]
    for type, kind in kinds:
        found = draft.catalogue.devices.get(type)
        if found is None or found.kind != kind:
            raise RecipeRefused(f"The catalogue has no {kind} called {type}.")
    if _nodes(recipe) > MOST_SERVERS:
        raise RecipeRefused(f"A recipe takes at most {MOST_SERVERS} servers, not {_nodes(recipe)}.")


def _sum(*needs: tuple[int, int]) -> dict[int, int]:
    """Ports by rate, added where two needs have one rate."""
    total: dict[int, int] = {}
    for gbps, count in needs:
        total[gbps] = total.get(gbps, 0) + count
    return total


def _protocol(draft: Draft, recipe: Tapered) -> str:
    """One that the server and the leaf both speak."""
    catalogue = draft.catalogue
    spoken = {x for p in catalogue.ports(recipe.server).values() if p.purpose == PLANE for x in p.protocols}
    leaf = [x for p in catalogue.ports(recipe.leaf).values() if p.purpose != "out-of-band" for x in p.protocols]
    found = next((x for x in leaf if x in spoken), None)
    if found is None:
        raise RecipeRefused(f"{catalogue.devices[recipe.leaf].name} does not speak {' or '.join(sorted(spoken))}.")
    return found


def _side(recipe: Tapered, fabric: int) -> str:
    return chr(ord("a") + fabric) if recipe.fabrics > 1 else ""


def _unit(laid: _Laid, floor: Floor, pod: str, unit: str) -> list[Device]:
    """One unit with its cables to its leaves, and its racks; the leaves, the fabrics of a lane side by side."""
    recipe = laid.recipe
    at = f"{pod}-{unit}" if recipe.pods > 1 else unit
    leaves = []
    for lane in range(recipe.lanes):
        for f in range(recipe.fabrics):
            name, rail = f"{at}-leaf-{lane + 1}{_side(recipe, f)}", lane if laid.rails else None
            leaves.append(
                Device(
                    name, name, recipe.leaf,
                    role="leaf", plane=PLANE, rail=rail, group=at, breakout=laid.breakouts["leaf"],
                )
            )  # fmt: skip
    digits = max(2, len(str(recipe.servers)))
    names = [f"{at}-node-{n + 1:0{digits}d}" for n in range(recipe.servers)]
    nodes = [Device(n, n, recipe.server, group=at, breakout=recipe.server_breakout) for n in names]
    place_group(floor, nodes, leaves, recipe.servers_a_rack)
    for first in range(0, len(nodes), recipe.neighbours):
        for port in range(0, len(laid.ports), recipe.fabrics):
            links = [
                link
                for node in nodes[first : first + recipe.neighbours]
                for link in _down_links(laid, node, leaves, port)
            ]
            laid.draft.cable(links, PLANE)
    return leaves


def _down_links(laid: _Laid, node: Device, leaves: Sequence[Device], port: int) -> list[Link]:
    """The parts of one port of a server, one to each fabric."""
    recipe, draft = laid.recipe, laid.draft
    lane = port // recipe.fabrics % recipe.lanes
    links = []
    for f in range(recipe.fabrics):
        leaf = leaves[lane * recipe.fabrics + f].id
        links.append(
            Link(node.id, draft.claim(node.id, laid.ports[port + f]), leaf, draft.take(leaf, PLANE, laid.gbps))
        )
    return links


def _above(laid: _Laid, floor: Floor, tier: Tier, role: str, prefix: str) -> list[list[Device]]:
    """The switches of a tier by fabric, in a row of their own."""
    names = [
        [f"{prefix}{role}-{n + 1:02d}{_side(laid.recipe, f)}" for n in range(tier.count)]
        for f in range(laid.recipe.fabrics)
    ]
    found = [
        [Device(n, n, tier.switch, role=role, plane=PLANE, breakout=laid.breakouts[role]) for n in fabric]
        for fabric in names
    ]
    floor.new_row()
    floor.stack([d for fabric in found for d in fabric], 32)
    return found


def _join(laid: _Laid, below: Sequence[Device], above: Sequence[Device], tier: Tier) -> None:
    """Every switch below to every one above, the same number of links each."""
    draft = laid.draft
    for lower in below:
        links = []
        for upper in above:
            for _ in range(tier.links):
                own = draft.take(lower.id, PLANE, tier.gbps)
                links.append(Link(lower.id, own, upper.id, draft.take(upper.id, PLANE, tier.gbps)))
        for k in range(0, len(links), tier.bundle):
            draft.cable(links[k : k + tier.bundle], PLANE)
