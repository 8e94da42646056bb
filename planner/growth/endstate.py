"""The end state of a plan of leaves and spines, as a recipe: read off the cables, and made larger.

Servers stay in the unit they are in. New ones fill what is free in today's units first, then units of their own.
Appliances on the fabric stay where they are, and the ports they take are not given to servers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from math import ceil

import networkx as nx

from planner.figures.fabric import fabric as fabric_of
from planner.figures.tiers import tiers
from planner.generators.clos import Recipe
from planner.generators.fabric import leaf_ports, two_tier
from planner.growth.ports import GrowthRefused
from planner.network import Network
from planner.rules.pairs import uplinks


@dataclass(frozen=True, slots=True)
class Unit:
    """Servers that share leaves."""

    leaves: tuple[str, ...]
    servers: tuple[str, ...]
    others: int  # ports that appliances take on the leaf that has most of them


@dataclass(frozen=True, slots=True)
class Shape:
    """A plane of leaves and spines, and the recipe that makes one like it."""

    plane: str
    recipe: Recipe
    units: tuple[Unit, ...]
    others: frozenset[str]  # devices that are neither GPU servers nor switches of this plane
    radix: int  # ports of a switch at the fabric's rate
    each: int  # links of a server to one leaf
    lanes: int  # leaves of a unit, in each of twin fabrics
    down: int  # ports of a leaf that are no uplinks and no peer links

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(s for unit in self.units for s in unit.servers)


def shape_of(network: Network, plane: str) -> Shape:
    """Raises GrowthRefused with a sentence for what is no fabric of leaves and spines, all alike."""
    if plane != "training":
        raise GrowthRefused("Only the training plane is grown by number: give the end state as a second file.")
    tier = tiers_of(network, plane)
    units = _units(network, plane, tier)
    if not units:
        raise GrowthRefused("This plan has no servers on leaf switches: give the end state as a second file.")
    servers = [s for u in units for s in u.servers]
    server, breakout = _only(network, servers, "server")
    switch, _ = _only(network, tier, "switch")
    leaf = units[0].leaves[0]
    links = _links_of(network, plane, servers[0])
    up = _uplinks(network, plane, tier, units)
    fabrics, apart = _fabrics(network, plane, tier, breakout, len(units[0].leaves))
    lanes = len(units[0].leaves) // fabrics
    peers = sum(a in units[0].leaves for a in _neighbours(network, plane, leaf))
    each = ceil(links // fabrics / lanes)
    radix = _radix(network, plane, leaf)
    down = radix - peers - up
    rails = lanes == links // fabrics and lanes > 1
    if not rails and lanes > 2:
        raise GrowthRefused(
            f"Servers are cabled to {lanes} leaves by {links} links: give the end state as a second file."
        )
    recipe = Recipe(
        len(servers), server, switch, rail_optimised=rails, dual_homed=not rails and lanes == 2, peers=peers,
        fabrics=fabrics, server_breakout=breakout, rails=links // fabrics, domain=_domain(network, servers),
        rail_only=rails and not up, tiers=1,
    )  # fmt: skip
    if up:
        unit = _unit(units, down // each)
        recipe = replace(
            recipe, unit=unit, down=unit * each, ratio=unit * each / up, apart=apart, filled=_filled(units),
            pairs=any(len(c.links) == 2 and c.a_device in tier for c in network.plan.cables.values()),
            tiers=max(tier.values()), spines=_spines(tier, fabrics * (lanes if apart else 1)),
        )  # fmt: skip
    inside = {*servers, *tier}
    others = frozenset(d for d in network.plan.devices if d not in inside)
    return Shape(plane, recipe, units, others, radix, each, lanes, down)


def grown(shape: Shape, nodes: int) -> Recipe:
    """The recipe for so many servers in all. It keeps spines that are there already, and takes a third tier when two
    reach no further. Raises GrowthRefused."""
    recipe, now = shape.recipe, shape.recipe.servers
    if nodes <= now:
        raise GrowthRefused(f"This plan has {now} servers already: growth needs more than that, not {nodes}.")
    if recipe.tiers == 1:
        if nodes * shape.each <= shape.down:
            return replace(recipe, servers=nodes)
        return replace(recipe, servers=nodes, tiers=0, rail_only=False)
    filled = [len(u.servers) for u in shape.units]
    left = nodes - now
    for n, unit in enumerate(shape.units):
        room = min(recipe.unit, (shape.down - unit.others) // shape.each) - filled[n]
        filled[n] += min(max(room, 0), left)
        left = nodes - sum(filled)
    while left:
        filled.append(min(recipe.unit, left))
        left = nodes - sum(filled)
    recipe = replace(recipe, servers=nodes, filled=tuple(filled))
    leaf = leaf_ports(shape.radix - recipe.peers, recipe.ratio, recipe.down)
    ports = shape.radix // 2 if recipe.apart else shape.radix
    groups = shape.lanes if recipe.apart else 1
    above = two_tier(len(filled) * shape.lanes, leaf, ports, groups)
    if above is None or recipe.tiers == 3:
        return replace(recipe, tiers=3, spines=0, apart=False)
    kept = recipe.spines if leaf.up % max(recipe.spines, 1) == 0 else 0
    return replace(recipe, spines=max(above.spines, kept))


def tiers_of(network: Network, plane: str) -> dict[str, int]:
    """Switch of the plane -> its tier, 1 the leaf; empty for a plane that has none."""
    fabric = fabric_of(network, plane)
    found = tiers(network, fabric).tolist()
    return {str(network.devices.id[fabric.row[v]]): t for v, t in enumerate(found) if t > 0}


def _units(network: Network, plane: str, tier: Mapping[str, int]) -> tuple[Unit, ...]:
    """Connected sets of GPU servers and leaves, in the order of the plan; leaves without servers are in none."""
    hangs = {
        d.id: [n for n in _neighbours(network, plane, d.id) if tier.get(n) == 1]
        for d in network.plan.devices.values()
        if d.id not in tier and network.devices["gpus"][network.devices.row[d.id]] > 0
    }
    home: dict[str, str] = {}  # leaf -> the leaf that stands for its unit
    for leaves in hangs.values():
        roots = {_root(home, leaf) for leaf in leaves}
        for leaf in roots:
            home[leaf] = min(roots)
    members: dict[str, list[str]] = defaultdict(list)
    for server, leaves in hangs.items():
        if leaves:
            members[_root(home, leaves[0])].append(server)
    by_home: dict[str, list[str]] = defaultdict(list)
    for leaf in (d for d in network.plan.devices if d in home):
        by_home[_root(home, leaf)].append(leaf)
    return tuple(
        Unit(tuple(by_home[h]), tuple(servers), max(_others(network, plane, leaf, hangs, tier) for leaf in by_home[h]))
        for h, servers in members.items()
    )


def _root(home: dict[str, str], leaf: str) -> str:
    home.setdefault(leaf, leaf)
    while home[leaf] != leaf:
        leaf = home[leaf]
    return leaf


def _others(network: Network, plane: str, leaf: str, servers: Mapping[str, object], tier: Mapping[str, int]) -> int:
    return sum(n not in servers and n not in tier for n in _neighbours(network, plane, leaf))


def _neighbours(network: Network, plane: str, device: str) -> list[str]:
    """The other end of each link that the device has in the plane."""
    cables = network.plan.cables
    return [link.b_device for key, link in network.links_of(device) if plane in cables[key[0]].planes]


def _only(network: Network, devices: Iterable[str], what: str) -> tuple[str, str]:
    found = {(network.plan.devices[d].type, network.plan.devices[d].breakout) for d in devices}
    if len(found) > 1:
        raise GrowthRefused(f"The plane has more than one kind of {what}: give the end state as a second file.")
    return next(iter(found))


def _links_of(network: Network, plane: str, server: str) -> int:
    return len(_neighbours(network, plane, server))


def _uplinks(network: Network, plane: str, tier: Mapping[str, int], units: Iterable[Unit]) -> int:
    pairs = uplinks(network, plane, tier)
    counts = (sum(n.total() for n in pairs.get(leaf, {}).values()) for u in units for leaf in u.leaves)
    return Counter(counts).most_common(1)[0][0]


def _radix(network: Network, plane: str, leaf: str) -> int:
    used = {k.a_port for key, k in network.links_of(leaf) if plane in network.plan.cables[key[0]].planes}
    ports = network.ports(leaf)
    rate = Counter(ports[p].rate_gbps for p in used if p in ports).most_common(1)[0][0]
    return sum(p.rate_gbps == rate and p.purpose != "out-of-band" for p in ports.values())


def _fabrics(network: Network, plane: str, tier: Mapping[str, int], breakout: str, leaves: int) -> tuple[int, bool]:
    """(twin fabrics, whether rails have spines of their own), by how many parts the switches fall into."""
    inner = network.graph.subgraph(tier)
    parts = nx.number_connected_components(nx.Graph(inner)) if max(tier.values()) > 1 else 1
    if parts == 1:
        return 1, False
    return (parts, False) if breakout and leaves % parts == 0 else (1, parts == leaves)


def _unit(units: Iterable[Unit], most: int) -> int:
    """Servers a unit: what leaves take, or fewer where today's units stop well before that."""
    sizes = [len(u.servers) + u.others for u in units]
    return max(sizes) if len(sizes) > 1 and max(sizes) < most else most


def _filled(units: Iterable[Unit]) -> tuple[int, ...]:
    return tuple(len(u.servers) for u in units)


def _spines(tier: Mapping[str, int], parts: int) -> int:
    """By hand only where two tiers are all."""
    return sum(t == 2 for t in tier.values()) // parts if max(tier.values()) == 2 else 0


def _domain(network: Network, servers: Iterable[str]) -> int:
    """Servers of one scale-up domain; 0 when they share none."""
    found = Counter(d for s in servers if (d := network.plan.devices[s].domain))
    return max(found.values(), default=0)
