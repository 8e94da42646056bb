"""A fabric is sized by what it will be, not by what it is on day one: without a target node count and a date, nobody
can tell whether today's spines and tiers still serve in a year."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity

RULE = Rule("growth.no-target", Severity.WARNING, "No target size or date")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    if not design.network.is_switch()[design.network.devices.rows()].any():
        return
    nodes = any(p.nodes is not None for p in plan.phases.values())
    date = any(p.nodes is not None and p.date for p in plan.phases.values())
    if nodes and date:
        return
    missing = "no date for the target node count" if nodes else "no target node count and date"
    yield Finding(
        (),
        f"Switches are placed, but the plan has {missing}.",
        remedy="Add a phase with the node count planned for 12 months from now and its date.",
    )
