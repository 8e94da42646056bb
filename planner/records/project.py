"""What the plan is called and by whom; one row, id "project"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Project:
    id: str = "project"
    name: str = "Untitled cluster"
    author: str = ""
    revision: str = ""  # the planner's own label, shown in the title block
    date: str = ""  # ISO date of that revision
    note: str = ""
