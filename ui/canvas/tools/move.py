"""Dragging devices between units and racks, and racks about the floor."""

from __future__ import annotations

from planner.edit import Edit
from planner.operations.devices import move
from planner.operations.racks import move_racks
from planner.plan import EditRefused
from planner.records import Rack
from ui.canvas.layouts.racks import PX_PER_M, UNIT, rack_height_u, rack_width, strip_tops, unit_at, unit_rect
from ui.canvas.overlay import Ghost
from ui.canvas.tools.base import Board, Drag

SNAP_M = 0.15  # to a neighbour's side
NEW_ROW_M = 2.4


def height_u(board: Board, device: str) -> float:
    found = board.document.network.device_type(device)
    return found.height_u if found else 1.0


class MoveDevices(Drag):
    """The device that was gripped goes to the unit under it; the others keep their distance from it, in units."""

    def __init__(self, board: Board, gripped: str, x: float, y: float) -> None:
        self.board, self.gripped = board, gripped
        plan = board.document.plan
        chosen = [i for i in board.document.selection if i in plan.devices]
        self.ids = chosen if gripped in chosen else [gripped]
        rect = board.picture.rect(gripped)
        assert rect is not None
        self.grip = x - float(rect[0]), y - float(rect[1])
        self.edit: Edit | None = None
        self.refusal = ""

    def move(self, x: float, y: float, free: bool) -> None:
        board = self.board
        rack_id = board.rack_at(x, y)
        self.edit, self.refusal = None, ""
        ghost = Ghost()
        moves: dict[str, tuple[str, float | None]] = {}
        if rack_id is None:
            moves = dict.fromkeys(self.ids, ("", None))
            rect = board.picture.rect(self.gripped)
            assert rect is not None
            ghost.rects = [(x - self.grip[0], y - self.grip[1], float(rect[2]), float(rect[3]))]
            ghost.text = "Out of its rack"
        else:
            moves = self._into(rack_id, y, ghost)
        try:
            self.edit = move(board.document.network, moves)
        except EditRefused as e:
            self.refusal = ghost.text = str(e)
            ghost.good = False
        board.ghost = ghost

    def _into(self, rack_id: str, y: float, ghost: Ghost) -> dict[str, tuple[str, float | None]]:
        network = self.board.document.network
        rack, frame = network.plan.racks[rack_id], self.board.picture.rect(rack_id)
        assert frame is not None
        tall = rack_height_u(network, rack)
        first = unit_at(frame, tall, y - self.grip[1], height_u(self.board, self.gripped))
        base = network.plan.devices[self.gripped].unit
        moves: dict[str, tuple[str, float | None]] = {}
        for n, id in enumerate(self.ids):
            own = network.plan.devices[id].unit
            step = own - base if own is not None and base is not None else float(n)
            moves[id] = (rack_id, first + step)
            rect = unit_rect(frame, tall, first + step, height_u(self.board, id))
            ghost.rects.append((float(rect[0]), float(rect[1]), float(rect[2]), float(rect[3])))
        ghost.text = f"{rack.name}, U{first:g}"
        return moves

    def drop(self) -> None:
        if self.edit is not None:
            self.board.document.perform(self.edit)
        elif self.refusal:
            self.board.say(self.refusal)


class MoveRacks(Drag):
    """Along their row, snapping to neighbours; onto another row; below the last row to begin a new one."""

    def __init__(self, board: Board, gripped: str, x: float, y: float) -> None:
        self.board, self.gripped = board, gripped
        plan = board.document.plan
        chosen = [i for i in board.document.selection if i in plan.racks]
        self.ids = chosen if gripped in chosen else [gripped]
        self.start = x, y
        self.shift = 0.0, 0.0

    def move(self, x: float, y: float, free: bool) -> None:
        network = self.board.document.network
        rack = network.plan.racks[self.gripped]
        dx = (x - self.start[0]) / PX_PER_M
        row = self._row(y)
        if not free:
            dx = self._snapped(rack, dx, row)
        self.shift = round(dx, 3), round(row - rack.y_m, 3)
        ghost = Ghost()
        for id in self.ids:
            rect = self.board.picture.rect(id)
            if rect is not None:
                top = float(rect[1]) + (y - self.start[1] if self.shift[1] else 0.0)
                ghost.rects.append((float(rect[0]) + dx * PX_PER_M, top, float(rect[2]), float(rect[3])))
        ghost.good = not self._taken()
        ghost.text = f"{rack.name} at {rack.x_m + dx:.2f} m, row at {row:g} m"
        if not ghost.good:
            ghost.text += ": another rack stands there"
        self.board.ghost = ghost

    def _row(self, y: float) -> float:
        """The floor row whose strip holds this height; below the last one, a new row."""
        tops = strip_tops(self.board.document.network)
        rows = sorted(tops)
        held = [r for r in rows if y >= tops[r] - 60]
        last = rows[-1]
        racks = self.board.document.plan.racks.values()
        tallest = max(rack_height_u(self.board.document.network, r) for r in racks if r.y_m == last)
        if y > tops[last] + tallest * UNIT + 40:
            return round(last + NEW_ROW_M, 3)
        return held[-1] if held else rows[0]

    def _others(self, row: float) -> list[Rack]:
        racks = self.board.document.plan.racks.values()
        return [r for r in racks if r.id not in self.ids and r.y_m == row]

    def _snapped(self, rack: Rack, dx: float, row: float) -> float:
        network = self.board.document.network
        width = rack_width(network, rack.type) / PX_PER_M
        edges = [0.0]
        for other in self._others(row):
            edges += [other.x_m + rack_width(network, other.type) / PX_PER_M, other.x_m - width]
        at = rack.x_m + dx
        best = min(edges, key=lambda e: abs(e - at))
        return best - rack.x_m if abs(best - at) <= SNAP_M else round(at, 1) - rack.x_m

    def _taken(self) -> bool:
        network = self.board.document.network
        for id in self.ids:
            rack = network.plan.racks[id]
            left, row = rack.x_m + self.shift[0], round(rack.y_m + self.shift[1], 3)
            right = left + rack_width(network, rack.type) / PX_PER_M
            for other in self._others(row):
                if left < other.x_m + rack_width(network, other.type) / PX_PER_M - 0.001 and right > other.x_m + 0.001:
                    return True
        return False

    def drop(self) -> None:
        if self._taken():
            self.board.say("Another rack stands there.")
            return
        try:
            edit = move_racks(self.board.document.plan, self.ids, *self.shift)
        except EditRefused as e:
            self.board.say(str(e))
            return
        self.board.document.perform(edit)
