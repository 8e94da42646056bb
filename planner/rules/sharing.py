"""How storage and training share: the decision that was made about it, and what it leaves to each."""

from __future__ import annotations

import re

from planner.plan import Plan
from planner.rules.words import name
from planner.units import share

_PERCENT = re.compile(r"(\d+(?:\.\d+)?)\s*%")


def separation(plan: Plan) -> str | None:
    """How storage and training are kept apart, in the planner's words; None when that was not decided."""
    for plane, other in (("storage", "training"), ("training", "storage")):
        row = plan.planes.get(plane)
        if row and row.state == "shared" and row.shared_with == other and row.separated_by.strip():
            return row.separated_by.strip()
    return None


def storage_share(plan: Plan) -> float | None:
    """Part of a shared link that storage gets at most; None when the separation names no percentage."""
    for plane, other in (("storage", "training"), ("training", "storage")):
        row = plan.planes.get(plane)
        shares = row is not None and row.state == "shared" and row.shared_with == other
        found = _PERCENT.search(row.separated_by) if row is not None and shares else None
        if found and 0 < float(found[1]) < 100:
            part = float(found[1]) / 100
            return part if plane == "storage" else 1 - part
    return None


def left(plan: Plan) -> str:
    """What each gets, when the separation names a percentage for the plane it stands on."""
    for plane, other in (("storage", "training"), ("training", "storage")):
        row = plan.planes.get(plane)
        found = _PERCENT.search(row.separated_by) if row and row.state == "shared" else None
        if found and 0 < float(found[1]) < 100:
            part = float(found[1]) / 100
            return f": {share(part)} for {name(plan, plane)} leaves {share(1 - part)} for {name(plan, other)}"
    return "; it names no share in per cent, so what is left to each is not known"
