"""A checkpoint written over the links that gradients use stalls the step it meets, unless a queue or a rate share
keeps the two apart. Sharing may be right, but someone must have decided how."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.sharing import left, separation
from planner.rules.words import counted, name

RULE = Rule("mixed.shared-link", Severity.ERROR, "Storage and training on one cable")


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
            f"{what} {names}, separated by {decision}{left(plan)}.",
            Severity.ADVICE,
            subject="training+storage",
            remedy="Check that training still gets the rate it needs.",
            measure=float(len(shared)),
        )
