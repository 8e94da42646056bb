"""How much oversubscription a plane may have, by workload: one table, which a plane's own limit overrides.

The figures for storage follow published reference designs, which oversubscribe it 4:3 (NVIDIA's DGX SuperPOD); the
others are our opinion of common practice, since no standard gives any.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from planner.plan import Plan
from planner.rules.finding import Severity
from planner.units import ratio

MANAGEMENT = ("in-band", "out-of-band")


@dataclass(frozen=True, slots=True)
class Limit:
    """Ratios down/up above which a finding is due; infinity where there is no limit."""

    advice: float = inf
    warning: float = inf
    error: float = inf
    reason: str = ""  # whose limit it is, for the sentence: "for pretraining"

    def severity(self, measured: float) -> Severity | None:
        """How bad this ratio is; None when it is within the limit. A part in a million is rounding, not excess."""
        for bound, severity in (
            (self.error, Severity.ERROR),
            (self.warning, Severity.WARNING),
            (self.advice, Severity.ADVICE),
        ):
            if measured > bound * (1 + 1e-6):
                return severity
        return None

    @property
    def lowest(self) -> float:
        return min(self.advice, self.warning, self.error)

    def __str__(self) -> str:
        return f"{ratio(self.lowest)} {self.reason}"


BY_WORKLOAD = {
    "pretraining": Limit(warning=1, error=2, reason="for large pretraining"),
    "fine-tuning": Limit(warning=2, error=3, reason="for fine-tuning"),
    "inference": Limit(reason="for inference"),
    "mixed": Limit(warning=2, error=3, reason="for a mixed workload"),
    "": Limit(warning=2, error=3, reason="while the workload is not chosen"),
}
STORAGE = Limit(warning=2, error=3, reason="for storage")
FRONT_END = Limit(advice=3, reason="for the front end of inference")


def limit_of(plan: Plan, plane: str) -> Limit:
    """The limit of one plane of this plan. Planes of the user's own are held to the training limit."""
    row = plan.planes.get(plane)
    if row is not None and row.max_ratio is not None:
        return Limit(error=row.max_ratio, reason="set for this plane")
    kind = plan.workload.kind
    if plane in MANAGEMENT:
        return FRONT_END if kind == "inference" and plane == "in-band" else Limit()
    if plane == "storage":
        return STORAGE
    found = BY_WORKLOAD.get(kind, BY_WORKLOAD[""])
    if kind == "pretraining" and plan.workload.topology_aware:
        return Limit(warning=found.warning, reason="for large pretraining placed by topology")
    return found
