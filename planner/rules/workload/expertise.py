"""InfiniBand is run by a subnet manager, with tools and habits of its own. A team that has never done so needs
training or help before the cluster stands, not after."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import listed

RULE = Rule("workload.expertise", Severity.ADVICE, "Nobody has run InfiniBand")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    planes = [p for p in plan.planes.values() if p.protocol == "infiniband"]
    if planes and plan.devices and plan.workload.infiniband_experience is False:
        verb = "is" if len(planes) == 1 else "are"
        yield Finding(
            tuple(p.id for p in planes),
            f"{listed(p.name for p in planes)} {verb} InfiniBand, and nobody on the team has run it.",
            remedy="Plan training or outside help, or compare with Ethernet.",
        )
