"""Collective libraries keep traffic on one rail: NIC 3 of every server talks to NIC 3 of every other through one leaf.
One crossed cable sends that traffic over the spines, and the rail's other members wait for it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import name

RULE = Rule("physical.rail-crossed", Severity.ERROR, "Cable on the wrong rail")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    for plane in network.plan.planes.values():
        if plane.rail_optimised:
            yield from _crossed(network, plane.id)


def _crossed(network: Network, plane: str) -> Iterator[Finding]:
    plan = network.plan
    ends = list(_server_ends(network, plane))
    rail_of = leaf_rails(network, ends)
    for cable, server, port, rail, leaf in ends:
        expected = rail_of.get(leaf)
        if expected is not None and expected != rail:
            yield Finding(
                (cable,),
                f"{name(plan, server)} {port} is on rail {rail + 1}, but its cable ends on {name(plan, leaf)}, "
                f"a leaf of rail {expected + 1}.",
                detail=f"{server} {port}",
                remedy=f"Move it to the leaf of rail {rail + 1}.",
            )


def _server_ends(network: Network, plane: str) -> Iterator[tuple[str, str, str, int, str]]:
    """(cable, server, port, rail, leaf) of every link from a port with a rail to a switch."""
    switch = network.is_switch()
    row = network.devices.row
    for cable in network.plan.cables.values():
        if plane not in cable.planes:
            continue
        for link in cable.links:
            a, b = (link.a_device, link.a_port), (link.b_device, link.b_port)
            if switch[row[link.a_device]] == switch[row[link.b_device]]:
                continue
            (server, port), (leaf, _) = (b, a) if switch[row[link.a_device]] else (a, b)
            found = network.ports(server).get(port)
            if found is not None and found.rail is not None:
                yield cable.id, server, port, found.rail, leaf


def leaf_rails(network: Network, ends: list[tuple[str, str, str, int, str]]) -> dict[str, int]:
    """Leaf -> its rail: the one set on it, else that of most of its cables. None for a leaf with no clear majority."""
    rails: dict[str, Counter[int]] = defaultdict(Counter)
    for _, _, _, rail, leaf in ends:
        rails[leaf][rail] += 1
    found = {}
    for leaf, seen in rails.items():
        stated = network.plan.devices[leaf].rail
        rail, number = seen.most_common(1)[0]
        if stated is not None:
            found[leaf] = stated
        elif number * 2 > seen.total():
            found[leaf] = rail
    return found
