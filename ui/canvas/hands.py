"""Mouse, keys and drops on the canvas: which tool a press begins, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from planner.operations.devices import move
from planner.operations.racks import move_racks
from planner.plan import EditRefused
from ui.canvas.overlay import Ghost
from ui.canvas.tools.base import Drag
from ui.canvas.tools.connect import Connect
from ui.canvas.tools.move import MoveDevices, MoveRacks
from ui.canvas.tools.place import Place
from ui.canvas.view import CanvasView
from ui.document import Document

MIME = "application/x-trunkline-type"
DRAG_PX = 4  # the pointer must move this far before a press becomes a drag
NUDGE_M = 0.1
ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class Canvas(CanvasView):
    """The canvas with hands. Tools: "select" (also cables from a port), "connect", "pan"."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, parent)
        self.tool = "select"
        self._drag: Drag | None = None
        self._pressed: QPointF | None = None  # viewport pixels; None when no button is down
        self._panning: QPointF | None = None
        self._band: QPointF | None = None  # scene point where a rubber band began
        self._space = False

    def scale(self) -> float:
        return self._scale

    def say(self, text: str) -> None:
        self.status.emit(text)

    def set_tool(self, name: str) -> None:
        self.tool = name
        cursors = {"connect": Qt.CursorShape.CrossCursor, "pan": Qt.CursorShape.OpenHandCursor}
        self.viewport().setCursor(cursors.get(name, Qt.CursorShape.ArrowCursor))

    # mouse --------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        self.pointer = at
        middle = event.button() == Qt.MouseButton.MiddleButton
        if middle or (event.button() == Qt.MouseButton.LeftButton and (self._space or self.tool == "pan")):
            self._panning = at
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed = at
            self._choose(at, event.modifiers())
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second of two quick presses is a press like any other: a fast hand begins its next drag with it."""
        self.mousePressEvent(event)

    def _choose(self, at: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """Select what is under the press; Shift and Ctrl add or take away."""
        point = self.to_scene(at)
        hit = self._thing_at(point)
        chosen = self.document.selection
        if modifiers & (Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier):
            if hit:
                self.document.select(chosen ^ {hit})
        elif hit and hit not in chosen:
            self.document.select([hit])
        elif not hit:
            self.document.select(())

    def _thing_at(self, point: QPointF) -> str | None:
        x, y = point.x(), point.y()
        device = self.device_at(x, y)
        if device is not None:
            return device
        cable = self.cable_at(x, y)
        if cable is not None and self.rack_title_at(x, y) is None:
            return cable
        return self.rack_at(x, y) or self.rack_title_at(x, y)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        self.pointer = at
        if self._panning is not None:
            self.pan(at - self._panning)
            self._panning = at
            return
        far = self._pressed is not None and (at - self._pressed).manhattanLength() >= DRAG_PX
        if self._pressed is not None and far and self._drag is None and self._band is None:
            self._begin(self.to_scene(self._pressed), event.modifiers())
        point = self.to_scene(at)
        if self._drag is not None:
            self._drag.move(point.x(), point.y(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier))
            self._follow()
        elif self._band is not None:
            start = self._band
            self.ghost = Ghost(band=(start.x(), start.y(), point.x() - start.x(), point.y() - start.y()))
            self.viewport().update()
        else:
            self._hover(point)

    def _follow(self) -> None:
        if self.ghost is not None:
            self.status.emit(self.ghost.text)
        self.viewport().update()

    def _hover(self, point: QPointF) -> None:
        hit = self.device_at(point.x(), point.y()) or ""
        if hit != self.hovered:
            self.hovered = hit
            self.viewport().update()

    def _begin(self, point: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """The press has become a drag: of what was pressed."""
        x, y = point.x(), point.y()
        port, device = self.port_at(x, y), self.device_at(x, y)
        self.hovered = ""
        if port is not None:
            self._drag = Connect(self, *port)
        elif (device is not None and self.tool == "connect") or (device is not None and self.layout_name == "fabric"):
            self._drag = Connect(self, device, "")
        elif device is not None:
            self._drag = MoveDevices(self, device, x, y)
        elif (rack := self.rack_at(x, y) or self.rack_title_at(x, y)) and self.tool == "select":
            self._drag = MoveRacks(self, rack, x, y)
        else:
            self._band = point

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.pointer = event.position()
        if self._panning is not None:
            self._panning = None
            self.set_tool(self.tool)
        elif self._drag is not None:
            drag, self._drag = self._drag, None
            self.ghost = None
            drag.drop()
        elif self._band is not None:
            self._choose_band(self.to_scene(event.position()), event.modifiers())
        self._pressed = None
        self.viewport().update()
        event.accept()

    def _choose_band(self, end: QPointF, modifiers: Qt.KeyboardModifier) -> None:
        """All devices that the band holds whole; racks, where it holds none of their devices but all of them."""
        assert self._band is not None
        left, right = sorted((self._band.x(), end.x()))
        top, bottom = sorted((self._band.y(), end.y()))
        self._band, self.ghost = None, None
        found: set[str] = set()
        for boxes in (self.picture.boxes, self.picture.frames):
            r = boxes.rects
            inside = (r[:, 0] >= left) & (r[:, 0] + r[:, 2] <= right) & (r[:, 1] >= top) & (r[:, 1] + r[:, 3] <= bottom)
            found |= {boxes.ids[n] for n in inside.nonzero()[0].tolist()}
        keep = self.document.selection if modifiers & Qt.KeyboardModifier.ShiftModifier else frozenset()
        self.document.select(keep | found)

    def cancel(self) -> bool:
        """Forget the drag; True when there was one."""
        active = self._drag is not None or self._band is not None
        self._drag, self._band, self._pressed, self.ghost = None, None, None, None
        self.viewport().update()
        return active

    # keys ---------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape and (self.cancel() or self.document.selection):
            self.document.select(())
        elif key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = True
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif key in ARROWS and self.document.selection and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._nudge(*ARROWS[key])
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space = False
            self.set_tool(self.tool)
        else:
            super().keyReleaseEvent(event)

    def _nudge(self, right: int, up: int) -> None:
        """Devices by a unit, racks by 10 cm along their row; a row of nudges is one step of undo."""
        plan, network = self.document.plan, self.document.network
        devices = [plan.devices[i] for i in self.document.selection if i in plan.devices]
        mounted = {d.id: (d.rack, d.unit + up) for d in devices if d.unit is not None}
        racks = [i for i in self.document.selection if i in plan.racks]
        try:
            if racks and right:
                edit = move_racks(plan, racks, right * NUDGE_M, 0, "nudge " + " ".join(sorted(racks)))
            elif mounted and up:
                edit = replace(move(network, mounted), merge_key="nudge " + " ".join(sorted(mounted)))
            else:
                return
        except EditRefused as e:
            self.say(str(e))
            return
        self.document.perform(edit)

    # drops from the palette ---------------------------------------------------

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(MIME):
            self._drag = Place(self, bytes(event.mimeData().data(MIME).data()).decode())
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        if self._drag is None:
            event.ignore()
            return
        self.pointer = event.position()
        point = self.to_scene(self.pointer)
        self._drag.move(point.x(), point.y(), False)
        self._follow()
        event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.cancel()

    def dropEvent(self, event: QDropEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is None:
            event.ignore()
            return
        point = self.to_scene(event.position())
        drag.move(point.x(), point.y(), False)
        self.ghost = None
        drag.drop()
        event.acceptProposedAction()
        self.viewport().setFocus()

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            text = self.badge_text_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), text, self.viewport()) if text else QToolTip.hideText()
            return True
        return super().viewportEvent(event)
