"""Where generated gear stands: servers in rows of racks, switches in racks of their own, rows an aisle apart."""

from __future__ import annotations

from dataclasses import replace

from planner.generators.draft import ROW_PITCH_M, WIDEST_ROW, Draft, RecipeRefused
from planner.records import Device


class Floor:
    """Rows fill from the wall inward; a new row begins when one is full or when asked for."""

    def __init__(self, draft: Draft, rack: str) -> None:
        self.draft, self.type = draft, rack
        shape = draft.catalogue.racks.get(rack)
        if shape is None:
            raise RecipeRefused(f"The catalogue has no rack {rack}.")
        self.width_m, self.height_u = shape.width_mm / 1000, shape.height_u
        self._row, self._in_row, self._racks = 0, 0, 0

    def new_row(self) -> None:
        if self._in_row:
            self._row, self._in_row = self._row + 1, 0

    def room(self, racks: int) -> None:
        """Begin a new row when fewer racks than that fit into this one."""
        if self._in_row + racks > WIDEST_ROW:
            self.new_row()

    def rack(self) -> str:
        if self._in_row == WIDEST_ROW:
            self.new_row()
        self._racks += 1
        self._in_row += 1
        name = f"R{self._racks:02d}"
        row = _letters(self._row)
        return self.draft.rack(name, self.type, (self._in_row - 1) * self.width_m, self._row * ROW_PITCH_M, row)

    def stack(self, devices: list[Device], most: int, reserve: int = 0) -> list[str]:
        """Mount devices from the bottom up, at most `most` in a rack, `reserve` units left free on top. Their racks."""
        racks: list[str] = []
        unit, held = 1.0, 0
        for device in devices:
            height = self.draft.height_u(device.type)
            if height > self.height_u - reserve:
                raise RecipeRefused(f"{device.type} is {height:g} units high, and {self.type} has {self.height_u}.")
            if not racks or held == most or unit + height - 1 > self.height_u - reserve:
                racks.append(self.rack())
                unit, held = 1.0, 0
            self.draft.device(replace(device, rack=racks[-1], unit=unit))
            unit, held = unit + height, held + 1
        return racks

    def top(self, device: Device, rack: str, unit: float) -> None:
        """Mount one device at a unit of a rack that `stack` left free."""
        self.draft.device(replace(device, rack=rack, unit=unit))


def _letters(number: int) -> str:
    """0 is A, 25 Z, 26 AA."""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
