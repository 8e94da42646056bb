"""Taking things out, with what can't stand without them."""

from __future__ import annotations

from collections.abc import Iterable

from planner.edit import Change, Edit
from planner.plan import EditRefused, Plan
from planner.records import Record


def remove(plan: Plan, ids: Iterable[str]) -> Edit:
    """Devices go with their cables, racks with what is in them. Ids that are gone already are passed over."""
    wanted = set(ids)
    racks = [plan.racks[i] for i in sorted(wanted & plan.racks.keys())]
    inside = {r.id for r in racks}
    devices = [d for d in plan.devices.values() if d.id in wanted or d.rack in inside]
    gone = {d.id for d in devices}
    cables = [
        c
        for c in plan.cables.values()
        if c.id in wanted or any(link.a_device in gone or link.b_device in gone for link in c.links)
    ]
    rows: list[Record] = [*cables, *devices, *racks]
    if not rows:
        raise EditRefused("Select something to remove first.")
    return Edit(f"Remove {_what(len(racks), len(devices), len(cables))}", tuple(Change(r, None) for r in rows))


def _what(racks: int, devices: int, cables: int) -> str:
    parts = ((racks, "rack"), (devices, "device"), (cables, "cable"))
    return ", ".join(f"{n} {noun}{'s' if n != 1 else ''}" for n, noun in parts if n)
