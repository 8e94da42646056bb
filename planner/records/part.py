"""What the planner typed about buying a part. Nothing is shipped: no price and no lead time is invented."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PartTerms:
    id: str  # id of a device, media, optic or rack type in the catalogue
    lead_weeks: float | None = None
