"""A checkpoint written over the links that gradients use stalls the step it meets, unless a queue or a rate share
keeps the two apart. Sharing may be right, but someone must have decided how."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planner.plan import Plan
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name
from planner.units import share

RULE = Rule("mixed.shared-link", Severity.ERROR, "Storage and training on one cable")
_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    shared = [c.id for c in plan.cables.values() if "training" in c.planes and "storage" in c.planes]
    if not shared:
        return
    what = f"{counted(len(shared), 'cable')} {'carries' if len(shared) == 1 else 'carry'} both"
    names = f"{name(plan, 'training')} and {name(plan, 'storage')}"
    decision = separation(plan)
    if decision is None:
        yield Finding(
            tuple(sorted(shared)),
            f"{what} {names}, and nothing says how they are kept apart.",
            subject="training+storage",
            remedy="Give storage cables of its own, or state the queue or rate share on the plane.",
            measure=float(len(shared)),
        )
    else:
        yield Finding(
            tuple(sorted(shared)),
            f"{what} {names}, separated by {decision}{_left(plan)}.",
            Severity.ADVICE,
            subject="training+storage",
            remedy="Check that training still gets the rate it needs.",
            measure=float(len(shared)),
        )


def separation(plan: Plan) -> str | None:
    """How storage and training are kept apart, in the planner's words; None when that was not decided."""
    for plane, other in (("storage", "training"), ("training", "storage")):
        row = plan.planes.get(plane)
        if row and row.state == "shared" and row.shared_with == other and row.separated_by.strip():
            return row.separated_by.strip()
    return None


def _left(plan: Plan) -> str:
    """What each gets, when the separation names a percentage for the plane it stands on."""
    for plane, other in (("storage", "training"), ("training", "storage")):
        row = plan.planes.get(plane)
        found = _PERCENT.search(row.separated_by) if row and row.state == "shared" else None
        if found and 0 < float(found[1]) < 100:
            part = float(found[1]) / 100
            return f": {share(part)} for {name(plan, plane)} leaves {share(1 - part)} for {name(plan, other)}"
    return "; it names no share in per cent, so what is left to each is not known"
