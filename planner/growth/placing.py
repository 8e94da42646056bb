"""Where new gear stands: in today's racks where the end state puts it beside what is there, else in new racks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from planner.generators.draft import ROW_PITCH_M
from planner.network import Network
from planner.operations.naming import FreshNames
from planner.records import Device, Rack

STEP_U = 0.5


class _Racks:
    """The racks of today and what fills them."""

    def __init__(self, day: Network) -> None:
        self.day = day
        self.filled: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for device in day.plan.devices.values():
            if device.unit is not None:
                self.fill(device.rack, device.unit, device.type)

    def height(self, type: str) -> float:
        found = self.day.catalogue.devices.get(type)
        return found.height_u if found else 1.0

    def fill(self, rack: str, unit: float, type: str) -> None:
        self.filled[rack].append((unit, unit + self.height(type)))

    def unit(self, rack: Rack, type: str, wanted: float) -> float | None:
        """The wanted unit when it is free, else the lowest that is."""
        found = self.day.catalogue.racks.get(rack.type)
        height, top = self.height(type), (found.height_u if found else 42) + 1
        lowest = sorted({1.0, *(end for _, end in self.filled[rack.id])})
        for start in (wanted, *lowest):
            clear = all(start + height <= low or end <= start for low, end in self.filled[rack.id])
            if clear and start + height <= top:
                return start
        return None


def placed(
    day: Network, end: Network, names: Mapping[str, str], new: Sequence[Device]
) -> tuple[tuple[Device, ...], tuple[Rack, ...]]:
    """The new devices with a place on today's floor, and the racks to add. `names`: end state -> today."""
    racks = _Racks(day)
    beside = _beside(day, end, names)
    added: dict[str, Rack] = {}
    fresh = FreshNames(day.plan.racks)
    found = []
    for device in new:
        goal = end.plan.racks.get(device.rack)
        if goal is None or device.unit is None:
            found.append(replace(device, rack="", unit=None))
            continue
        here = day.plan.racks.get(beside.get(goal.id, ""))
        unit = racks.unit(here, device.type, device.unit) if here else None
        if here is None or unit is None:
            if goal.id not in added:
                id = _free_name(goal.id, day, added, fresh)
                added[goal.id] = replace(goal, id=id, name=id)
            here = added[goal.id]
            unit = racks.unit(here, device.type, device.unit)
        if unit is not None:
            racks.fill(here.id, unit, device.type)
        found.append(replace(device, rack=here.id if unit is not None else "", unit=unit))
    return tuple(found), _behind(day, tuple(added.values()))


def _free_name(name: str, day: Network, added: Mapping[str, Rack], fresh: FreshNames) -> str:
    """The name of the end state, or the next like it when today has it."""
    taken = {*day.plan.racks, *(r.id for r in added.values())}
    while name in taken:
        name = fresh.like(name)
    return name


def _beside(day: Network, end: Network, names: Mapping[str, str]) -> dict[str, str]:
    """Rack of the end state -> the rack of today that holds most of what is in it."""
    held: dict[str, Counter[str]] = defaultdict(Counter)
    for device in end.plan.devices.values():
        today = day.plan.devices.get(names[device.id])
        if today is not None and today.rack and device.rack:
            held[device.rack][today.rack] += 1
    return {rack: counts.most_common(1)[0][0] for rack, counts in held.items()}


def _behind(day: Network, new: tuple[Rack, ...]) -> tuple[Rack, ...]:
    """New racks that would stand in others go behind the last row of today, in the order they had."""
    taken = {(r.x_m, r.y_m) for r in day.plan.racks.values()}
    if not new or taken.isdisjoint((r.x_m, r.y_m) for r in new):
        return new
    down = max(y for _, y in taken) + ROW_PITCH_M - min(r.y_m for r in new)
    rows = FreshNames(r.row for r in day.plan.racks.values())
    row = {r.row: rows.like(r.row) if r.row in {x.row for x in day.plan.racks.values()} else r.row for r in new}
    return tuple(replace(r, y_m=round(r.y_m + down, 3), row=row[r.row]) for r in new)
