"""One port takes one cable. Two in the plan mean that one of them was never thought to its end, and that every count
of ports and capacity is too high."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import listed

RULE = Rule("physical.port-shared", Severity.ERROR, "Two cables in one port")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    first: dict[tuple[str, str], str] = {}
    again: dict[tuple[str, str], list[str]] = {}
    for cable in plan.cables.values():
        for link in cable.links:
            for end in ((link.a_device, link.a_port), (link.b_device, link.b_port)):
                if first.setdefault(end, cable.id) != cable.id:
                    again.setdefault(end, [first[end]]).append(cable.id)
    for (device, port), cables in again.items():
        yield Finding(
            (device,),
            f"{plan.devices[device].name} {port} holds {len(cables)} cables: {listed(cables)}.",
            detail=port,
            remedy="Move all but one to free ports.",
        )
