"""Dropping a thing from the palette: a rack onto the floor, a device into a unit, or beside the racks for later."""

from __future__ import annotations

from planner.edit import Edit
from planner.operations.devices import free_unit, place
from planner.operations.racks import add_rack, free_spot
from planner.plan import EditRefused
from ui.canvas.layouts.racks import PX_PER_M, UNIT, rack_height_u, rack_width, strip_tops, unit_at, unit_rect
from ui.canvas.overlay import Ghost
from ui.canvas.tools.base import Board, Drag


class Place(Drag):
    def __init__(self, board: Board, type_id: str) -> None:
        self.board, self.type_id = board, type_id
        self.edit: Edit | None = None
        self.refusal = ""

    def move(self, x: float, y: float, free: bool) -> None:
        self.edit, self.refusal = None, ""
        ghost = Ghost()
        try:
            is_rack = self.type_id in self.board.document.network.catalogue.racks
            self.edit = self._rack(x, y, ghost) if is_rack else self._device(x, y, ghost)
        except EditRefused as e:
            self.refusal = ghost.text = str(e)
            ghost.good = False
        self.board.ghost = ghost

    def _rack(self, x: float, y: float, ghost: Ghost) -> Edit:
        """Beside its neighbour in the row under the pointer."""
        network = self.board.document.network
        width = rack_width(network, self.type_id)
        tops = strip_tops(network)
        if not tops or self.board.picture.layout != "racks":
            x_m, y_m, row = free_spot(network)
        else:
            held = [r for r in sorted(tops) if y >= tops[r] - 60]
            y_m = held[-1] if held else min(tops)
            x_m, row = self._beside(x / PX_PER_M - width / 2 / PX_PER_M, y_m, width / PX_PER_M), ""
        height = network.catalogue.racks[self.type_id].height_u * UNIT
        top = tops.get(y_m, y - height / 2)
        ghost.rects = [(x_m * PX_PER_M, top, width, height)]
        ghost.text = f"{network.catalogue.racks[self.type_id].name} at {x_m:.2f} m"
        return add_rack(network, self.type_id, x_m, y_m, row=row)

    def _beside(self, x_m: float, y_m: float, width_m: float) -> float:
        """The free place nearest to x in this row: against a neighbour when close to one."""
        network = self.board.document.network
        taken = sorted(
            (r.x_m, r.x_m + rack_width(network, r.type) / PX_PER_M) for r in network.plan.racks.values() if r.y_m == y_m
        )
        spots = [round(x_m, 1), *(right for _, right in taken), *(left - width_m for left, _ in taken)]
        free = [s for s in spots if all(s >= right - 1e-6 or s + width_m <= left + 1e-6 for left, right in taken)]
        return min(free, key=lambda s: abs(s - x_m) - (0.16 if s != spots[0] else 0))

    def _device(self, x: float, y: float, ghost: Ghost) -> Edit:
        network = self.board.document.network
        found = network.catalogue.devices.get(self.type_id)
        tall = found.height_u if found else 1.0
        rack_id = self.board.rack_at(x, y) if self.board.picture.layout == "racks" else None
        if rack_id is None:
            ghost.rects = [(x - 104, y - tall * UNIT / 2, 208, tall * UNIT)]
            ghost.text = "In no rack yet: drop it into a rack to give it a place"
            return place(network, self.type_id)
        rack, frame = network.plan.racks[rack_id], self.board.picture.rect(rack_id)
        assert frame is not None
        unit = unit_at(frame, rack_height_u(network, rack), y - tall * UNIT / 2, tall)
        rect = unit_rect(frame, rack_height_u(network, rack), unit, tall)
        ghost.rects = [(float(rect[0]), float(rect[1]), float(rect[2]), float(rect[3]))]
        ghost.text = f"{rack.name}, U{unit:g}"
        return place(network, self.type_id, rack_id, unit)

    def drop(self) -> None:
        document = self.board.document
        if self.edit is None:
            if self.refusal:
                self.board.say(self.refusal)
        elif document.perform(self.edit):
            id = self.edit.changes[-1].row.id
            document.select([id])
            if id in document.plan.devices and not document.plan.devices[id].rack:
                self.board.show_ids([id])  # it lies beside the racks, not where it was dropped


def place_anywhere(board: Board, type_id: str) -> None:
    """Without a mouse: at the next free unit of the rack that is selected or holds the selection, else of any rack."""
    document = board.document
    network, plan = document.network, document.plan
    try:
        if type_id in network.catalogue.racks:
            x_m, y_m, row = free_spot(network)
            edit = add_rack(network, type_id, x_m, y_m, row=row)
        else:
            chosen = [
                i if i in plan.racks else plan.devices[i].rack for i in document.selection if i not in plan.cables
            ]
            racks = [*(r for r in chosen if r), *plan.racks]
            spot = next(((r, u) for r in racks if (u := free_unit(network, type_id, r)) is not None), ("", None))
            edit = place(network, type_id, *spot)
    except EditRefused as e:
        board.say(str(e))
        return
    if document.perform(edit):
        document.select([edit.changes[-1].row.id])
