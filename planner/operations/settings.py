"""Rows about the plan as a whole: project, site, workload, phases, planes, part terms."""

from __future__ import annotations

from collections.abc import Iterable

from planner.edit import Change, Edit
from planner.plan import Plan
from planner.records import TABLE_OF, Plane, Record
from planner.records.plane import DEFAULT_PLANES


def set_row(plan: Plan, label: str, row: Record) -> Edit:
    """Add this row, or put it in place of the one with its id."""
    before = plan.table(TABLE_OF[type(row)]).get(row.id)
    return Edit(label, () if before == row else (Change(before, row),))


def missing_planes(plan: Plan, ids: Iterable[str]) -> list[Plane]:
    """Rows for planes that are named but not in the plan yet."""
    known = {p.id: p for p in DEFAULT_PLANES}
    return [known.get(i) or Plane(i, i) for i in ids if i not in plan.planes]
