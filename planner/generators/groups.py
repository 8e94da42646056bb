"""What groups joined all to all have in common: which switch takes which link, where servers' ports go, and racks.

Dragonflies join groups of switches so, and dragonfly+ joins cells of leaves and spines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from planner.catalogue import Port
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.fabric import breakout_for, radix
from planner.generators.floor import Floor
from planner.records import Device, Link

MOST_SERVERS = 20_000
PLANE = "training"


@dataclass(frozen=True, slots=True)
class Gear:
    """The server's ports that are used, and the switch as it must be split to take them."""

    ports: tuple[Port, ...]
    breakout: str
    radix: int  # ports of the switch at the servers' rate
    protocol: str

    @property
    def rate_gbps(self) -> int:
        return self.ports[0].rate_gbps


def gear(draft: Draft, server: str, switch: str, used: int) -> Gear:
    """`used` training ports of each server, 0 for all; refuses types that don't go together."""
    for type, kind in ((server, "gpu-server"), (switch, "switch")):
        found = draft.catalogue.devices.get(type)
        if found is None or found.kind != kind:
            raise RecipeRefused(f"The catalogue has no {kind} called {type}.")
    ports = [p for p in draft.catalogue.ports(server).values() if p.purpose == PLANE]
    name = draft.catalogue.devices[server].name
    if used < 0 or used > len(ports) or not ports:
        raise RecipeRefused(f"{name} has {len(ports)} training ports, not {used}.")
    ports = ports[: used or len(ports)]
    rate, protocols = ports[0].rate_gbps, set(ports[0].protocols)
    breakout = breakout_for(draft.catalogue, switch, rate, protocols)
    far = draft.catalogue.ports(switch, breakout).values()
    spoken = next(x for p in far if p.rate_gbps == rate for x in p.protocols if x in protocols)
    return Gear(tuple(ports), breakout, radix(draft.catalogue, switch, breakout, rate, protocols), spoken)


def group_names(stem: str, groups: int) -> list[str]:
    """As wide as the last needs, so that they sort in order."""
    digits = max(2, len(str(groups)))
    return [f"{stem}{n + 1:0{digits}d}" for n in range(groups)]


def group_links(groups: int, links: int, ends: int) -> Iterator[tuple[int, int, int, int]]:
    """(group, end, other group, its end) of `links` between every two groups, spread evenly over `ends` switches of
    each: a group meets the others in turn, beginning with the one after it."""
    for one in range(groups):
        for other in range(one + 1, groups):
            ahead, behind = other - one - 1, groups - (other - one) - 1
            for k in range(links):
                yield one, (ahead * links + k) % ends, other, (behind * links + k) % ends


def positive(**numbers: int) -> None:
    """Refuse the first that is not at least 1, by name."""
    for name, number in numbers.items():
        if number < 1:
            raise RecipeRefused(f"The number of {name.replace('_', ' ')} is at least 1, not {number}.")


def nodes_of(switches: int, ports: int, used: int) -> int:
    """Servers of a group whose switches have `ports` for them each, when a server uses `used`."""
    if switches * ports % used:
        raise RecipeRefused(
            f"{switches} switches with {ports} server ports each are {switches * ports} ports, which servers of {used} "
            "ports don't fill evenly."
        )
    return switches * ports // used


def cable_nodes(draft: Draft, nodes: Sequence[Device], switches: Sequence[Device], ports: int, gear: Gear) -> None:
    """Port i of a server to the i-th of a set of switches, where the switches divide into such sets; else in turn."""
    used = len(gear.ports)
    even = len(switches) % used == 0
    for n, node in enumerate(nodes):
        for i, port in enumerate(gear.ports):
            at = n // ports * used + i if even else (n * used + i) // ports
            join(draft, (node.id, draft.claim(node.id, port.name)), switches[at].id, gear)


def join(draft: Draft, end: tuple[str, str], switch: str, gear: Gear) -> None:
    draft.cable([Link(*end, switch, draft.take(switch, PLANE, gear.rate_gbps))], PLANE)


def join_switches(draft: Draft, one: Device, other: Device, gear: Gear) -> None:
    join(draft, (one.id, draft.take(one.id, PLANE, gear.rate_gbps)), other.id, gear)


def place_group(floor: Floor, nodes: Sequence[Device], switches: Sequence[Device], most: int = 0) -> None:
    """The fewest racks side by side, each with as many of the servers and of the switches as the next, and with at most
    `most` servers where that is given."""
    height_of = floor.draft.height_u
    every = [*nodes, *switches]
    tallest = max(height_of(d.type) for d in every)
    racks = max(1, ceil(sum(height_of(d.type) for d in every) / floor.height_u))
    racks = max(racks, ceil(len(nodes) / most) if most else 1)
    while racks < len(every) and _tallest_rack(floor, nodes, switches, racks) > max(floor.height_u, tallest):
        racks += 1
    floor.room(racks)
    for r in range(racks):
        members = [*_share(nodes, r, racks), *_share(switches, r, racks)]
        floor.stack(members, len(members))


def _tallest_rack(floor: Floor, nodes: Sequence[Device], switches: Sequence[Device], racks: int) -> float:
    height_of = floor.draft.height_u
    shares = ([*_share(nodes, r, racks), *_share(switches, r, racks)] for r in range(racks))
    return max(sum(height_of(d.type) for d in share) for share in shares)


def _share(devices: Sequence[Device], rack: int, racks: int) -> Sequence[Device]:
    return devices[rack * len(devices) // racks : (rack + 1) * len(devices) // racks]
