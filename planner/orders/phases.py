"""When things are bought: the order of the phases, the earliest of several, and the day to order by."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

from planner.plan import Plan
from planner.rules.physical.lead_time import MOST_WEEKS, parse_date

DAY_ONE = "day one"


class PhaseOrder:
    """Phases of a plan in the order of their dates; those without one come last. "" is day one, and first."""

    def __init__(self, plan: Plan) -> None:
        rows = sorted(plan.phases.values(), key=lambda p: (parse_date(p.date) or date.max, p.nodes or 0, p.id))
        self._place = {"": 0} | {p.id: n for n, p in enumerate(rows, 1)}

    def key(self, phase: str) -> tuple[int, str]:
        return self._place.get(phase, len(self._place)), phase

    def earliest(self, phases: Iterable[str]) -> str:
        """Day one when there are none."""
        return min(phases, key=self.key, default="")


def phase_name(plan: Plan, phase: str) -> str:
    """A phase the plan does not hold goes by its id."""
    row = plan.phases.get(phase)
    return row.name if row else phase or DAY_ONE


def order_by(needed: date | None, lead_weeks: float | None) -> date | None:
    """The last day to order what is needed on a day; None when one of the two is not known."""
    if needed is None or lead_weeks is None:
        return None
    try:
        return needed - timedelta(weeks=min(lead_weeks, MOST_WEEKS))
    except OverflowError:  # before the calendar begins
        return None
