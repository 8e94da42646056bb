"""Accept a finding with a reason, or stop accepting it."""

from __future__ import annotations

from planner.edit import Change, Edit
from planner.plan import EditRefused, Plan
from planner.records import Waiver
from planner.rules.finding import Finding


def waive(plan: Plan, finding: Finding, reason: str, author: str = "") -> Edit:
    reason = " ".join(reason.split())
    if not reason:
        raise EditRefused("A waiver needs a reason.")
    row = Waiver(finding.key, reason, author, finding.measure)
    return Edit("Waive a finding", (Change(plan.waivers.get(finding.key), row),))


def unwaive(plan: Plan, key: str) -> Edit:
    if key not in plan.waivers:
        raise EditRefused("That waiver is gone already.")
    return Edit("Remove a waiver", (Change(plan.waivers[key], None),))
