"""The rows a plan is made of. Frozen: a change is a new row, never an edit in place.

`TABLES` names every table in the order in which it is written to a file and in which it may be applied: rows only
point at rows of tables before their own.
"""

from __future__ import annotations

from planner.records.cable import Cable, Link
from planner.records.device import Device
from planner.records.part import PartTerms
from planner.records.phase import Phase
from planner.records.plane import Plane
from planner.records.project import Project
from planner.records.rack import Rack
from planner.records.site import Site
from planner.records.waiver import Waiver
from planner.records.workload import Workload

Record = Project | Site | Workload | Phase | Plane | Rack | Device | Cable | PartTerms | Waiver

TABLES: dict[str, type[Record]] = {
    "project": Project,
    "site": Site,
    "workload": Workload,
    "phases": Phase,
    "planes": Plane,
    "racks": Rack,
    "devices": Device,
    "cables": Cable,
    "parts": PartTerms,
    "waivers": Waiver,
}
TABLE_OF: dict[type[Record], str] = {record: name for name, record in TABLES.items()}


def references(row: Record) -> tuple[tuple[str, str], ...]:
    """(table, id) of every row that must exist for this one to stand."""
    if isinstance(row, Cable):
        if not row.more_links:
            return ("devices", row.a_device), ("devices", row.b_device)
        return tuple(("devices", d) for link in row.links for d in (link.a_device, link.b_device))
    if isinstance(row, Device) and row.rack:
        return (("racks", row.rack),)
    return ()


__all__ = [
    "TABLES",
    "TABLE_OF",
    "Cable",
    "Device",
    "Link",
    "PartTerms",
    "Phase",
    "Plane",
    "Project",
    "Rack",
    "Record",
    "Site",
    "Waiver",
    "Workload",
    "references",
]
