"""Racks: put on the floor, move about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from planner.edit import Change, Edit, added
from planner.network import Network
from planner.operations.naming import next_id
from planner.plan import EditRefused, Plan
from planner.records import Rack

ROW_PITCH_M = 2.4  # rack depth and an aisle: only where a new rack lands first, the user moves it
FARTHEST_M = 10_000.0


def add_rack(network: Network, type_id: str, x_m: float, y_m: float, name: str = "", row: str = "") -> Edit:
    if type_id not in network.catalogue.racks:
        raise EditRefused(f"The catalogue has no rack {type_id}.")
    _refuse_far(x_m, y_m)
    new = next_id("R", network.plan.racks)
    rack = Rack(new, name or new, type_id, round(x_m, 3), round(y_m, 3), row)
    return added(f"Add rack {rack.name}", rack)


def move_racks(plan: Plan, ids: Iterable[str], dx_m: float, dy_m: float, merge_key: str = "") -> Edit:
    racks = [plan.racks[i] for i in ids]
    moved = [replace(r, x_m=round(r.x_m + dx_m, 3), y_m=round(r.y_m + dy_m, 3)) for r in racks]
    for r in moved:
        _refuse_far(r.x_m, r.y_m)
    what = f"rack {racks[0].name}" if len(racks) == 1 else f"{len(racks)} racks"
    changes = (Change(a, b) for a, b in zip(racks, moved, strict=True))
    return Edit(f"Move {what}", tuple(c for c in changes if c.before != c.after), merge_key)


def free_spot(network: Network) -> tuple[float, float, str]:
    """(x_m, y_m, row) at the end of the last row."""
    racks = network.plan.racks.values()
    if not racks:
        return 0.0, 0.0, ""
    last_y = max(r.y_m for r in racks)
    last = max((r for r in racks if r.y_m == last_y), key=lambda r: r.x_m)
    shape = network.catalogue.racks.get(last.type)
    return round(last.x_m + (shape.width_mm / 1000 if shape else 0.6), 3), last_y, last.row


def _refuse_far(x_m: float, y_m: float) -> None:
    if not (abs(x_m) <= FARTHEST_M and abs(y_m) <= FARTHEST_M):
        raise EditRefused(f"A rack must stand within {FARTHEST_M:g} m of the corner of the room.")
