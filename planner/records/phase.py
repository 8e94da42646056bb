"""A step of growth: day one, then more, the last being the end state."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phase:
    id: str
    name: str
    date: str = ""  # ISO date by which it must stand; empty when open
    nodes: int | None = None  # GPU servers in all at that time; None when open
