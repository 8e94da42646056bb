"""Devices: mount, move, rename, change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from planner.catalogue import DeviceType, parse_breakout
from planner.edit import Change, Edit, added
from planner.network import Network
from planner.operations.naming import clean_name, next_id
from planner.plan import EditRefused, Plan
from planner.records import Device, Phase, Plane, Rack

EVERY_UNIT = 1.0


def fits(network: Network, type_id: str, rack_id: str, unit: float, ignore: Collection[str] = ()) -> str:
    """Why a device of this type does not fit at this unit; "" when it does. `ignore`: devices about to leave."""
    rack = network.plan.racks.get(rack_id)
    if rack is None:
        return f"There is no rack {rack_id}."
    shape, height = network.catalogue.racks.get(rack.type), _height(network, type_id)
    if unit < 1 or (shape is not None and unit + height - 1 > shape.height_u):
        tall = f"{shape.height_u} units" if shape else "its height"
        return f"It would stick out of {rack.name}, which has {tall}."
    for other in network.in_rack.get(rack_id, ()):
        row = network.plan.devices[other]
        if other in ignore or row.unit is None:
            continue
        if unit < row.unit + _height(network, row.type) and row.unit < unit + height:
            return f"{row.name} is in the way at U{row.unit:g}."
    return ""


def free_unit(network: Network, type_id: str, rack_id: str, near: float | None = None) -> float | None:
    """The lowest unit of the rack where the type fits, or the one nearest to `near`; None when there is none."""
    rack = network.plan.racks.get(rack_id)
    shape = network.catalogue.racks.get(rack.type) if rack else None
    units = [float(u) for u in range(1, (shape.height_u if shape else 0) + 1)]
    units.sort(key=lambda u: (abs(u - (near if near is not None else 1)), u))
    return next((u for u in units if not fits(network, type_id, rack_id, u)), None)


def place(
    network: Network,
    type_id: str,
    rack_id: str = "",
    unit: float | None = None,
    name: str = "",
    plane: str = "",
    role: str = "",
) -> Edit:
    """Add one device, in a rack or not placed yet."""
    found = network.catalogue.devices.get(type_id)
    if found is None:
        raise EditRefused(f"The catalogue has no {type_id}.")
    if rack_id and unit is not None and (why := fits(network, type_id, rack_id, unit)):
        raise EditRefused(why)
    new = next_id(type_id, network.plan.devices)
    row = Device(new, name or new, type_id, rack_id if unit is not None else "", unit, role, plane)
    return added(f"Add {row.name}", row)


def move(network: Network, moves: Mapping[str, tuple[str, float | None]], merge_key: str = "") -> Edit:
    """Devices to (rack, unit); ("", None) takes one out of its rack. They may take each other's places."""
    devices = network.plan.devices
    for id, (rack, unit) in moves.items():
        if rack and unit is not None and (why := fits(network, devices[id].type, rack, unit, moves.keys())):
            raise EditRefused(f"{devices[id].name} can't go there. {why}")
    _refuse_clash(network, moves)
    changes = [
        Change(devices[i], replace(devices[i], rack=r if u is not None else "", unit=u)) for i, (r, u) in moves.items()
    ]
    what = devices[next(iter(moves))].name if len(moves) == 1 else f"{len(moves)} devices"
    return Edit(f"Move {what}", tuple(c for c in changes if c.before != c.after), merge_key)


def rename(plan: Plan, id: str, name: str) -> Edit:
    """Give a device, rack, plane or phase another name. Two things of a kind can't share one."""
    try:
        name = clean_name(name)
    except ValueError as e:
        raise EditRefused(str(e)) from None
    for table in ("devices", "racks", "planes", "phases"):
        rows: dict[str, Device | Rack | Plane | Phase] = plan.table(table)
        if id in rows:
            if any(r.name == name for r in rows.values() if r.id != id):
                raise EditRefused(f"Another of the {table} is called {name} already.")
            return Edit(f"Rename {rows[id].name}", (Change(rows[id], replace(rows[id], name=name)),))
    raise EditRefused(f"There is nothing called {id} to rename.")


def swap_type(network: Network, ids: Iterable[str], type_id: str) -> Edit:
    """Make these devices of another type. Cables stay; a port the new type lacks shows as a finding."""
    if type_id not in network.catalogue.devices:
        raise EditRefused(f"The catalogue has no {type_id}.")
    for id in ids:
        row = network.plan.devices[id]
        if row.unit is not None and (why := fits(network, type_id, row.rack, row.unit, {id})):
            raise EditRefused(f"{row.name} can't become {type_id}. {why}")
    return set_fields(network.plan, ids, type=type_id)


def set_fields(plan: Plan, ids: Iterable[str], **fields: Any) -> Edit:
    """Set fields of devices, e.g. role, plane, rail, group, phase, breakout."""
    try:
        parse_breakout(fields.get("breakout", ""))
    except ValueError as e:
        raise EditRefused(f"That can't be set: {e}.") from None
    rows = [plan.devices[i] for i in ids]
    what = rows[0].name if len(rows) == 1 else f"{len(rows)} devices"
    changes = (Change(r, replace(r, **fields)) for r in rows)
    return Edit(f"Change {what}", tuple(c for c in changes if c.before != c.after))


def _height(network: Network, type_id: str) -> float:
    found: DeviceType | None = network.catalogue.devices.get(type_id)
    return found.height_u if found else EVERY_UNIT


def _refuse_clash(network: Network, moves: Mapping[str, tuple[str, float | None]]) -> None:
    """Devices moved together must not land on each other."""
    landed: dict[str, list[tuple[float, float, str]]] = {}
    for id, (rack, unit) in moves.items():
        if not rack or unit is None:
            continue
        row = network.plan.devices[id]
        top = unit + _height(network, row.type)
        for low, high, other in landed.setdefault(rack, []):
            if unit < high and low < top:
                raise EditRefused(f"{row.name} and {other} can't share units.")
        landed[rack].append((unit, top, row.name))
