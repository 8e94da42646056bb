"""Copy and paste: racks with what is in them, devices, and the cables between them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from planner.edit import Edit, added
from planner.network import Network
from planner.operations.devices import free_unit
from planner.operations.naming import FreshNames, number_order
from planner.plan import EditRefused, Plan
from planner.records import Cable, Device, Rack, Record

Row = TypeVar("Row", Rack, Device)


@dataclass(frozen=True, slots=True)
class Clip:
    """Rows as they were when copied; pasting gives them new ids."""

    racks: tuple[Rack, ...] = ()
    devices: tuple[Device, ...] = ()
    cables: tuple[Cable, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.racks or self.devices)


def copy(plan: Plan, ids: Iterable[str]) -> Clip:
    """What is selected: racks bring their devices, and every cable with both ends inside comes along."""
    wanted = set(ids)
    racks = tuple(r for r in plan.racks.values() if r.id in wanted)
    inside = {r.id for r in racks}
    devices = tuple(d for d in plan.devices.values() if d.id in wanted or d.rack in inside)
    kept = {d.id for d in devices}
    cables = (c for c in plan.cables.values() if all({e.a_device, e.b_device} <= kept for e in c.links))
    return Clip(_in_order(racks), _in_order(devices), tuple(cables))


def _in_order(rows: Iterable[Row]) -> tuple[Row, ...]:
    """By name, so that copies are numbered as the originals are, whatever was undone between."""
    return tuple(sorted(rows, key=lambda row: number_order(row.name)))


def paste(network: Network, clip: Clip, rack_id: str = "", dx_m: float = 0.0, dy_m: float = 0.0) -> Edit:
    """New rows like those copied. Racks land beside the last one (or moved by dx, dy); devices without their rack
    take free units of `rack_id`, else of their old rack, else wait to be placed."""
    if not clip:
        raise EditRefused("There is nothing to paste: copy a rack or a device first.")
    ids: dict[str, str] = {}
    racks = _racks(network, clip, ids, dx_m, dy_m)
    devices = _devices(network, clip, ids, rack_id)
    cables = _cables(network, clip, ids)
    rows: list[Record] = [*racks, *devices, *cables]
    return added(f"Paste {len(racks) + len(devices)} things", *rows)


def _racks(network: Network, clip: Clip, ids: dict[str, str], dx_m: float, dy_m: float) -> list[Rack]:
    if not clip.racks:
        return []
    if not (dx_m or dy_m):
        dx_m = _beside(network, clip.racks)
    fresh = FreshNames([*network.plan.racks, *(r.name for r in network.plan.racks.values())])
    rows = []
    for r in clip.racks:
        ids[r.id] = new = fresh.like(r.name)
        rows.append(replace(r, id=new, name=new, x_m=round(r.x_m + dx_m, 3), y_m=round(r.y_m + dy_m, 3)))
    return rows


def _beside(network: Network, racks: tuple[Rack, ...]) -> float:
    """How far to the right the copies must go to stand clear of every rack in the same rows."""
    rows = {r.y_m for r in racks}
    there = [r for r in network.plan.racks.values() if r.y_m in rows] or list(racks)
    last = max(there, key=lambda r: r.x_m)
    shape = network.catalogue.racks.get(last.type)
    return last.x_m + (shape.width_mm / 1000 if shape else 0.6) - min(r.x_m for r in racks)


def _devices(network: Network, clip: Clip, ids: dict[str, str], rack_id: str) -> list[Device]:
    fresh = FreshNames([*network.plan.devices, *(d.name for d in network.plan.devices.values())])
    filled: dict[str, list[tuple[float, float]]] = {}
    rows = []
    for d in clip.devices:
        ids[d.id] = new = fresh.like(d.name)
        rack, unit = (ids[d.rack], d.unit) if d.rack in ids else _spot(network, d, rack_id or d.rack, filled)
        rows.append(replace(d, id=new, name=new, rack=rack, unit=unit))
    return rows


def _spot(
    network: Network, device: Device, rack: str, filled: dict[str, list[tuple[float, float]]]
) -> tuple[str, float | None]:
    """A free unit above what this paste has put into the rack already."""
    found = network.catalogue.devices.get(device.type)
    height = found.height_u if found else 1.0
    pasted = filled.setdefault(rack, [])
    low = max((top for _, top in pasted), default=device.unit or 1.0)
    unit = free_unit(network, device.type, rack, near=low)
    if unit is None or any(unit < top and bottom < unit + height for bottom, top in pasted):
        return "", None
    pasted.append((unit, unit + height))
    return rack, unit


def _cables(network: Network, clip: Clip, ids: dict[str, str]) -> list[Cable]:
    fresh = FreshNames(network.plan.cables)
    rows = []
    for c in clip.cables:
        new = fresh.like(c.id)
        more = tuple((ids[a], ap, ids[b], bp) for a, ap, b, bp in c.more_links)
        rows.append(replace(c, id=new, a_device=ids[c.a_device], b_device=ids[c.b_device], more_links=more))
    return rows
