"""A finding the planner accepts, and why."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Waiver:
    id: str  # key of the finding
    reason: str
    author: str = ""
    worst: float | None = None  # the finding's measure when it was waived; a worse one lapses the waiver
