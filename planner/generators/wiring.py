"""Laying the cables of one fabric: members to leaves, leaves to spines, spines to cores.

A unit has one leaf a lane. Port i of every member goes to lane i (modulo the number of lanes) of its unit: lanes
are rails in a rail-optimised fabric, one lane is a plain top-of-rack leaf, two are a dual-homed pair, which peer links
may join (MLAG). Twin fabrics repeat this for the n-th part of every split port.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import ceil

from planner.catalogue import Port
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.fabric import (
    Leaf,
    ThreeTier,
    TwoTier,
    breakout_for,
    leaf_ports,
    radix,
    three_tier,
    two_tier,
)
from planner.records import Device, Link


@dataclass(frozen=True, slots=True)
class Spec:
    """A fabric to lay for one plane."""

    plane: str
    switch: str
    ratio: float = 1.0  # down/up at the leaf
    lanes: int = 0  # leaves a unit; 0 gives every port of a member a leaf of its own: rails
    tiers: int = 0  # 0 takes as few as will do
    unit: int = 0  # members a unit; 0 fills the leaves
    fabrics: int = 1  # 2: twin fabrics, each member port split between them
    spines: int = 0  # by hand, of each fabric
    down: int = 0  # down-ports of a leaf, by hand
    apart: bool = False  # two tiers: rails have spines of their own, half of whose ports wait for a third tier
    pairs: bool = False  # a cable runs from cage to cage and carries the links of both its ports
    prefix: str = ""  # of the switches' names
    rate_gbps: int = 0  # of the members' ports; 0 takes that of the first
    ports: int = 0  # of each member, the first so many; 0 takes all
    rail_only: bool = False  # one leaf a rail and nothing above: never one switch for all, never a second tier
    peers: int = 0  # links between the two leaves of a dual-homed pair
    filled: tuple[int, ...] = ()  # members of each unit; empty fills them in turn


@dataclass(slots=True)
class Fabric:
    """What was laid. Leaves by (fabric, unit, lane); switches wait for a place."""

    spec: Spec
    rate_gbps: int
    leaf: Leaf
    lanes: int
    unit: int  # members a unit
    units: int
    above: TwoTier | ThreeTier | None
    breakout: str
    leaves: dict[tuple[int, int, int], Device] = field(default_factory=dict)
    spines: list[Device] = field(default_factory=list)
    cores: list[Device] = field(default_factory=list)

    def unit_of(self, member: int) -> int:
        """Number of the unit that holds the n-th member."""
        filled = self.spec.filled
        return bisect_right(list(accumulate(filled)), member) if filled else member // self.unit


def planned(draft: Draft, members: Sequence[str], spec: Spec) -> Fabric:
    """Sizes, before anything is laid. Refuses with a sentence what can't be built."""
    if not members:
        raise RecipeRefused("A fabric needs at least one server.")
    ports = [p for p in draft.ports(members[0]) if p.purpose in (spec.plane, "any")]
    ports = [p for p in ports if spec.rate_gbps in (0, p.rate_gbps)]
    if not ports:
        name = draft.catalogue.devices[draft.devices[members[0]].type].name
        raise RecipeRefused(f"{name} has no ports for {spec.plane}.")
    rate, protocols = ports[0].rate_gbps, set(ports[0].protocols)
    links = max(1, min(len(ports), spec.ports or len(ports)) // spec.fabrics)
    breakout = breakout_for(draft.catalogue, spec.switch, rate, protocols)
    ports_of_switch = radix(draft.catalogue, spec.switch, breakout, rate, protocols)
    lanes = min(spec.lanes or links, links)
    for_peers = _peer_ports(spec, lanes, ports_of_switch)
    one_will_do = spec.tiers in (0, 1) and len(members) * links <= ports_of_switch
    if one_will_do and spec.lanes in (0, 1) and not spec.unit and not spec.filled and not spec.rail_only:
        leaf = Leaf(ports_of_switch, ports_of_switch, 0)
        return Fabric(spec, rate, leaf, 1, len(members), 1, None, breakout)
    down = ports_of_switch - for_peers
    single = len(members) * ceil(links / lanes) <= down
    flat = spec.tiers == 0 and spec.lanes > 1 and single and not spec.unit and not spec.filled
    if spec.rail_only or spec.tiers == 1 or flat:
        if not single:
            raise RecipeRefused(f"{len(members)} servers do not fit one tier of {ports_of_switch}-port switches.")
        return Fabric(spec, rate, Leaf(ports_of_switch, down, 0), lanes, len(members), 1, None, breakout)
    return _tiered(spec, len(members), links, lanes, rate, ports_of_switch, breakout)


def _tiered(spec: Spec, members: int, links: int, lanes: int, rate: int, ports: int, breakout: str) -> Fabric:
    leaf = leaf_ports(ports - _peer_ports(spec, lanes, ports), spec.ratio, spec.down)
    each = ceil(links / lanes)
    unit = spec.unit or leaf.down // each
    if unit < 1 or unit * each > leaf.down:
        raise RecipeRefused(f"A leaf of {ports} ports has {leaf.down} down-ports, too few for this unit.")
    if spec.filled and max(spec.filled) > unit:
        raise RecipeRefused(f"A unit takes {unit} servers, not {max(spec.filled)}.")
    units = len(spec.filled) or ceil(members / unit)
    above: TwoTier | ThreeTier | None = None
    if spec.tiers in (0, 2):
        groups = lanes if spec.apart else 1
        spine_ports = ports // 2 if spec.apart else ports
        above = two_tier(units * lanes, leaf, spine_ports, groups, spec.spines)
        if above is None and spec.tiers == 2:
            raise RecipeRefused(
                f"{units * lanes} leaves need a third tier: no spine of {spine_ports} ports reaches all."
            )
    if above is None:
        above = three_tier(units, lanes, leaf, ports)
    return Fabric(spec, rate, leaf, lanes, unit, units, above, breakout)


def _peer_ports(spec: Spec, lanes: int, ports: int) -> int:
    """Ports of a leaf that its peer links take."""
    if spec.peers and lanes != 2:
        raise RecipeRefused("Peer links join the two leaves of a dual-homed pair: the servers need two leaves each.")
    if not 0 <= spec.peers < ports:
        raise RecipeRefused(f"A leaf of {ports} ports can't have {spec.peers} peer links.")
    return spec.peers


def lay(draft: Draft, members: Sequence[str], fabric: Fabric) -> None:
    """Add the switches (without a place) and all cables."""
    _name_switches(fabric)
    for device in (*fabric.leaves.values(), *fabric.spines, *fabric.cores):
        draft.device(device)
    _members(draft, members, fabric)
    _peers(draft, fabric)
    if isinstance(fabric.above, TwoTier):
        _two_tiers(draft, fabric, fabric.above)
    elif isinstance(fabric.above, ThreeTier):
        _three_tiers(draft, fabric, fabric.above)


def attach_managers(draft: Draft, managers: Sequence[str], fabric: Fabric) -> None:
    """Cable a fabric manager's ports to free down-ports of the last unit, a leaf after another."""
    leaves = [fabric.leaves[(0, fabric.units - 1, lane)].id for lane in range(fabric.lanes)]
    plane = fabric.spec.plane
    lane = 0
    for manager in managers:
        for port in draft.ports(manager):
            if port.purpose == "any" and port.rate_gbps == fabric.rate_gbps:
                leaf = leaves[lane % len(leaves)]
                end = draft.claim(manager, port.name), leaf, draft.take(leaf, plane, fabric.rate_gbps)
                draft.cable([Link(manager, *end)], plane)
                lane += 1


def _name_switches(fabric: Fabric) -> None:
    spec, above = fabric.spec, fabric.above

    def switch(name: str, role: str, rail: int | None = None, group: str = "") -> Device:
        return Device(
            spec.prefix + name, spec.prefix + name, spec.switch,
            role=role, plane=spec.plane, rail=rail, group=group, breakout=fabric.breakout,
        )  # fmt: skip

    for f in range(spec.fabrics):
        side = chr(ord("a") + f) if spec.fabrics > 1 else ""
        for unit in range(fabric.units):
            for lane in range(fabric.lanes):
                rails = not spec.lanes and fabric.lanes > 1
                part = f"su{unit + 1:02d}-" if fabric.units > 1 or rails else ""
                number = lane + 1 if rails else unit * fabric.lanes + lane + 1
                name = f"{part}leaf-{number}{side}" if rails else f"leaf-{number:02d}{side}"
                group = f"su{unit + 1:02d}" if rails else ""
                fabric.leaves[(f, unit, lane)] = switch(name, "leaf", lane if rails else None, group)
        if isinstance(above, TwoTier):
            count = above.spines * above.groups
            fabric.spines += [switch(f"spine-{n + 1:02d}{side}", "spine") for n in range(count)]
        elif isinstance(above, ThreeTier):
            for pod in range(above.pods):
                for lane in range(fabric.lanes):
                    at = f"pod{pod + 1}-r{lane + 1}"
                    names = (f"{at}-spine-{n + 1:02d}{side}" for n in range(above.spines))
                    fabric.spines += [switch(name, "spine", lane if not spec.lanes else None, at) for name in names]
            for group in _core_groups(fabric, above):
                fabric.cores += [switch(f"{group}-{n + 1}{side}", "core", group=group) for n in range(above.cores)]


def _core_groups(fabric: Fabric, above: ThreeTier) -> list[str]:
    """Names of the core groups: one for each spine of a group, or one for each rail and spine."""
    rails = [f"r{lane + 1}-" for lane in range(fabric.lanes)] if above.apart else [""]
    return [f"core-{rail}g{g + 1:02d}" for rail in rails for g in range(above.spines)]


def _members(draft: Draft, members: Sequence[str], fabric: Fabric) -> None:
    spec = fabric.spec
    for n, member in enumerate(members):
        ports = [p for p in draft.ports(member) if p.purpose in (spec.plane, "any")]
        ports = [p for p in ports if p.rate_gbps == fabric.rate_gbps]
        if not ports:
            raise RecipeRefused(f"{member} has no {fabric.rate_gbps} Gb/s port for {spec.plane}.")
        for lane, cage in enumerate(_cages(ports, spec.fabrics)[: spec.ports or None]):
            links = []
            for f, port in enumerate(cage):
                leaf = fabric.leaves[(f, fabric.unit_of(n), lane % fabric.lanes)].id
                end = leaf, draft.take(leaf, spec.plane, fabric.rate_gbps)
                links.append(Link(member, draft.claim(member, port.name), *end))
            draft.cable(links, spec.plane)


def _peers(draft: Draft, fabric: Fabric) -> None:
    """Links between the two leaves of every pair."""
    for (f, unit, lane), leaf in fabric.leaves.items():
        if lane == 0 and fabric.spec.peers:
            _uplinks(draft, fabric, leaf, [fabric.leaves[(f, unit, 1)]], fabric.spec.peers)


def _cages(ports: list[Port], fabrics: int) -> list[list[Port]]:
    """Ports in the order of their rails; for twin fabrics those of one cage together."""
    ports = sorted(ports, key=lambda p: p.rail or 0)
    return [ports[i : i + fabrics] for i in range(0, len(ports), fabrics)]


def _two_tiers(draft: Draft, fabric: Fabric, above: TwoTier) -> None:
    each = above.spines * above.groups
    for (f, _, lane), leaf in fabric.leaves.items():
        first = f * each + (lane * above.spines if above.groups > 1 else 0)
        _uplinks(draft, fabric, leaf, fabric.spines[first : first + above.spines], fabric.leaf.up)


def _three_tiers(draft: Draft, fabric: Fabric, above: ThreeTier) -> None:
    lanes = fabric.lanes
    a_fabric, cores_a_fabric = above.pods * lanes * above.spines, len(_core_groups(fabric, above)) * above.cores
    for (f, unit, lane), leaf in fabric.leaves.items():
        group = unit // above.units_a_pod * lanes + lane
        first = f * a_fabric + group * above.spines
        _uplinks(draft, fabric, leaf, fabric.spines[first : first + above.spines], fabric.leaf.up)
    up = above.units_a_pod * fabric.leaf.up // above.spines
    for n, spine in enumerate(fabric.spines):
        f, j = n // a_fabric, n % above.spines
        lane = n // above.spines % lanes if above.apart else 0
        first = f * cores_a_fabric + (lane * above.spines + j) * above.cores
        _uplinks(draft, fabric, spine, fabric.cores[first : first + above.cores], up)


def _uplinks(draft: Draft, fabric: Fabric, lower: Device, above: Sequence[Device], count: int) -> None:
    """`count` links spread evenly over the switches above, those to one switch side by side."""
    spec, rate = fabric.spec, fabric.rate_gbps
    links = []
    for k in range(count):
        upper = above[k * len(above) // count].id
        end = upper, draft.take(upper, spec.plane, rate)
        links.append(Link(lower.id, draft.take(lower.id, spec.plane, rate), *end))
    step = 2 if spec.pairs else 1
    for k in range(0, count, step):
        draft.cable(links[k : k + step], spec.plane)
