"""InfiniBand pays where nodes wait for each other at every step; Ethernet where jobs stay small and the tools should be
the familiar ones. A choice against the usual one may be right, but it should be a choice."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import name

RULE = Rule("workload.fabric-choice", Severity.WARNING, "Fabric against the usual choice")
FOR_INFINIBAND = "InfiniBand pays where nodes synchronise at every step"
FOR_ETHERNET = "Ethernet is simpler to run and to buy"
USUAL = {"pretraining": "infiniband", "fine-tuning": "ethernet", "inference": "ethernet"}
NAMES = {"infiniband": "InfiniBand", "ethernet": "Ethernet"}


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    w, plane = plan.workload, plan.planes.get("training")
    usual = USUAL.get(w.kind)
    if plane is None or usual is None or plane.protocol not in NAMES or plane.protocol == usual:
        return
    if not len(design.network.links_in("training")) or (plane.protocol == "infiniband" and w.latency_sensitive):
        return
    own, other = (FOR_ETHERNET, FOR_INFINIBAND) if plane.protocol == "ethernet" else (FOR_INFINIBAND, FOR_ETHERNET)
    untried = plane.protocol == "ethernet" and w.infiniband_experience is False
    yield Finding(
        (plane.id,),
        f"{name(plan, plane.id)} is {NAMES[plane.protocol]}, and for {w.kind} {NAMES[usual]} is the usual choice: "
        f"{other}; {own}.",
        Severity.ADVICE if untried else None,  # a team that has not run InfiniBand has a reason
        remedy="Compare both, and accept this with the reason for the choice.",
    )
