"""The canvas: one plan seen as racks or as a fabric, drawn from a snapshot, with an overlay for everything that
moves."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QPainter, QPaintEvent, QResizeEvent, QTransform, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QFrame,
    QLineEdit,
    QWidget,
)

from ui.canvas import overlay, style
from ui.canvas.geometry import Floats, Ints, Picture
from ui.canvas.overlay import Ghost
from ui.canvas.painter import Look, font
from ui.canvas.scene import Badge, PortsInUse, badges, picture_of
from ui.canvas.snapshot import Snapshot
from ui.canvas.style import Style
from ui.document import Document

SETTLE_MS = 80  # after the last movement the snapshot is drawn afresh
SMALLEST, LARGEST = 0.01, 12.0
FLASH_MS = 900
SMALLEST_PORT_PX = 4.0  # smaller ports can't be gripped
CABLE_REACH_PX = 4.0
BADGES_FROM_PX = 6.0  # things smaller than this carry no badge


class CanvasView(QAbstractScrollArea):
    """Draws; `ui.canvas.hands.Canvas` adds mouse and keys."""

    status = Signal(str)
    layout_changed = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.look: Style = style.LIGHT
        self.layout_name = "racks"
        self.planes: frozenset[str] | None = None
        self.picture: Picture = picture_of(document.network, self.layout_name)
        self.ghost: Ghost | None = None
        self.hovered = ""
        self.pointer = QPointF()
        self._views: dict[str, tuple[float, QPointF]] = {}
        self._scale, self._centre = 1.0, QPointF()
        self._snapshot = Snapshot()
        self._used = PortsInUse(document.network, self.picture)
        self._badges: dict[str, Badge] = {}
        self._own: Ints = np.zeros(0, np.int64)
        self._flash: tuple[str, ...] = ()
        self._settle = QTimer(self, interval=SETTLE_MS, singleShot=True)
        self._settle.timeout.connect(self._render)
        self._rebuild = QTimer(self, interval=0, singleShot=True)
        self._rebuild.timeout.connect(self.rebuild)
        self._unflash = QTimer(self, interval=FLASH_MS, singleShot=True)
        self._unflash.timeout.connect(self._end_flash)
        self._set_up()
        document.changed.connect(self._plan_changed)
        document.analysed.connect(self._analysed)
        document.selection_changed.connect(self._selection_changed)
        self._fitted = False
        self._shows_all = False  # nobody has moved the view since all was fitted into it

    def _set_up(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setAcceptDrops(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Drawing board")

    # what is where ------------------------------------------------------------

    def scale_factor(self) -> float:
        return self._scale

    def transform_now(self) -> QTransform:
        """Scene to viewport pixels."""
        middle = QRectF(self.viewport().rect()).center()
        found = QTransform()
        found.translate(middle.x(), middle.y())
        found.scale(self._scale, self._scale)
        found.translate(-self._centre.x(), -self._centre.y())
        return found

    def to_scene(self, at: QPointF) -> QPointF:
        inverse, _ = self.transform_now().inverted()
        return inverse.map(at)

    def to_view(self, x: float, y: float) -> QPointF:
        return self.transform_now().map(QPointF(x, y))

    def visible_area(self) -> QRectF:
        inverse, _ = self.transform_now().inverted()
        return inverse.mapRect(QRectF(self.viewport().rect()))

    def device_at(self, x: float, y: float) -> str | None:
        return self.picture.boxes.at(x, y)

    def rack_at(self, x: float, y: float) -> str | None:
        if self.layout_name != "racks":
            return None
        return self.picture.frames.at(x, y)

    def rack_title_at(self, x: float, y: float) -> str | None:
        """The rack whose name stands here, under it."""
        return self.rack_at(x, y - 24) if self.rack_at(x, y) is None else None

    def cable_at(self, x: float, y: float) -> str | None:
        return self.picture.lines.near(x, y, CABLE_REACH_PX / self._scale)

    def port_at(self, x: float, y: float) -> tuple[str, str] | None:
        device = self.device_at(x, y)
        if device is None or self.picture.port_size.get(device, (0.0, 0.0))[0] * self._scale < SMALLEST_PORT_PX:
            return None
        port = self.picture.port_at(device, x, y)
        return (device, port) if port else None

    # moving about -------------------------------------------------------------

    def set_layout(self, name: str) -> None:
        """ "racks" or "fabric"; each remembers where it was looked at."""
        if name == self.layout_name:
            return
        self._views[self.layout_name] = self._scale, self._centre
        self.layout_name = name
        self.rebuild()
        if name in self._views:
            self._scale, self._centre = self._views[name]
            self._moved()
        else:
            self.fit()
        self.layout_changed.emit(name)

    def set_planes(self, planes: frozenset[str] | None) -> None:
        """Draw the cables of these planes only; None draws all."""
        self.planes = planes
        self._render()

    def set_style(self, look: Style) -> None:
        self.look = look
        self._render()

    def fit(self) -> None:
        if self._rebuild.isActive():
            self.rebuild()
        self._show_area(self.picture.bounds(), 1.2)
        self._shows_all = True

    def zoom_in(self) -> None:
        self._zoom(1.25, QRectF(self.viewport().rect()).center())

    def zoom_out(self) -> None:
        self._zoom(0.8, QRectF(self.viewport().rect()).center())

    def show_ids(self, ids: Iterable[str]) -> None:
        """Bring these into view and flash them. A cable is shown by its two devices."""
        if self._rebuild.isActive():
            self.rebuild()
        wanted = tuple(ids)
        rects = [r for i in wanted for r in self._rects(i)]
        if not rects:
            return
        table = np.array(rects)
        low, high = table[:, :2].min(axis=0), (table[:, :2] + table[:, 2:]).max(axis=0)
        area = QRectF(low[0], low[1], *(high - low))
        if not self.visible_area().contains(area):
            self._show_area(np.array([area.x() - 60, area.y() - 60, area.width() + 120, area.height() + 120]), 1.5)
        self._flash = wanted
        self._unflash.start()
        self.viewport().update()

    def _rects(self, id: str) -> list[Floats]:
        cable = self.document.plan.cables.get(id)
        ids = [id] if cable is None else [d for k in cable.links for d in (k.a_device, k.b_device)]
        return [r for i in ids if (r := self.picture.rect(i)) is not None]

    def _end_flash(self) -> None:
        self._flash = ()
        self.viewport().update()

    def _show_area(self, area: Floats, most: float) -> None:
        self._shows_all = False
        room = self.viewport().rect()
        scale = min(room.width() / max(area[2], 1), room.height() / max(area[3], 1), most)
        self._scale = float(np.clip(scale, SMALLEST, LARGEST))
        self._centre = QPointF(area[0] + area[2] / 2, area[1] + area[3] / 2)
        self._render()

    def _zoom(self, factor: float, at: QPointF) -> None:
        """The scene point under `at` stays there."""
        before = self.to_scene(at)
        self._scale = float(np.clip(self._scale * factor, SMALLEST, LARGEST))
        after = self.to_scene(at)
        self._centre += before - after
        self._moved()

    def pan(self, by: QPointF) -> None:
        """Shift the drawing by viewport pixels."""
        self._centre -= by / self._scale
        self._moved()

    def _moved(self) -> None:
        self._shows_all = False
        self._settle.start()
        self.viewport().update()

    # keeping current ----------------------------------------------------------

    def _plan_changed(self, _: object) -> None:
        self._rebuild.start()

    def rebuild(self) -> None:
        """Lay the plan out afresh. Where one looks stays, but for the first thing on an empty floor."""
        self._rebuild.stop()
        was_empty = not self.picture.boxes.ids and not self.picture.frames.ids
        self.picture = picture_of(self.document.network, self.layout_name)
        self._used = PortsInUse(self.document.network, self.picture)
        self._selection_changed()
        if was_empty and (self.picture.boxes.ids or self.picture.frames.ids):
            self.fit()
        self._render()

    def _analysed(self) -> None:
        self._badges = badges(self.document.report)
        self.viewport().update()

    def _selection_changed(self) -> None:
        ends: dict[str, tuple[str, ...]] = {}
        for id in self.document.selection:
            if id in self.document.plan.devices:
                ends[id] = tuple(key[0] for key, _ in self.document.network.links_of(id))
        self._own = overlay.own_cables(self.picture, self.document.selection, ends)
        self.viewport().update()

    def _render(self) -> None:
        if self._rebuild.isActive():  # the picture is of before the last edit: cables may name planes it has not
            self.rebuild()
            return
        self._settle.stop()
        look = Look(self.look, self._scale, self.planes, self._used)
        size, ratio = self.viewport().size(), self.devicePixelRatioF()
        self._snapshot.render(self.picture, self.visible_area(), self._scale, size, ratio, look)
        self.viewport().update()

    # drawing ------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._fitted and self.viewport().width() > 50:
            self._fitted = True
            self.fit()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self.look.ground)
        transform = self.transform_now()
        self._snapshot.blit(painter, transform)
        painter.setTransform(transform)
        overlay.draw_selection(painter, self.picture, self.document.selection, self._own, self.look, self._scale)
        if self._flash:
            overlay.draw_selection(painter, self.picture, self._flash, self._own[:0], self.look, self._scale / 3)
        if self.hovered:
            overlay.draw_hover(painter, self.picture, self.hovered, self.look)
        if self.ghost is not None:
            overlay.draw_ghost(painter, self.ghost, self.look)
        painter.resetTransform()
        self._draw_badges(painter)
        if not self.document.plan.racks and not self.document.plan.devices and self.ghost is None:
            self._draw_welcome(painter)
        if self.ghost is not None and self.ghost.text:
            room = QRectF(self.viewport().rect())
            overlay.draw_note(painter, self.pointer, self.ghost.text, self.ghost.good, self.look, room)
        painter.end()

    def _draw_badges(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room = QRectF(self.viewport().rect()).adjusted(-20, -20, 20, 20)
        for id, badge in self._badges.items():
            at = self._badge_place(id)
            if at is not None and room.contains(at):
                overlay.draw_badge(painter, at, badge, self._badge_size(id))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)

    def _badge_size(self, id: str) -> float:
        """Smaller on a box that is itself small on the screen, so that its name stays in sight."""
        rect = self.picture.rect(id)
        height = overlay.BADGE_PX if rect is None else float(rect[3]) * self._scale * 0.7
        return min(max(height, overlay.BADGE_PX * 0.55), overlay.BADGE_PX)

    def _badge_place(self, id: str) -> QPointF | None:
        """The top right corner of a thing; of a cable, the port at its first end."""
        cable = self.document.plan.cables.get(id)
        if cable is not None:
            centre = self.picture.port_centre(cable.a_device, cable.a_port)
            return self.to_view(*centre) if centre and self._scale * 10 > BADGES_FROM_PX else None
        rect = self.picture.rect(id)
        if rect is None or rect[3] * self._scale < BADGES_FROM_PX:
            return None
        return self.to_view(float(rect[0] + rect[2]), float(rect[1])) + QPointF(-4, 4)

    def badge_text_at(self, at: QPointF) -> str:
        for id, badge in self._badges.items():
            place = self._badge_place(id)
            if place is not None and (place - at).manhattanLength() < overlay.BADGE_PX:
                more = f" (and {badge.count - 1} more)" if badge.count > 1 else ""
                return badge.text + more
        return ""

    def _draw_welcome(self, painter: QPainter) -> None:
        """What to do next on an empty canvas."""
        painter.setPen(self.look.faint)
        painter.setFont(font(1.0, 17))
        text = "Drag a rack from the palette to begin,\nor choose File ▸ New from a design."
        painter.drawText(self.viewport().rect(), Qt.AlignmentFlag.AlignCenter, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._shows_all:
            self.fit()
        self._settle.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._zoom(1.0015 ** event.angleDelta().y(), event.position())
        event.accept()

    def enterEvent(self, event: QEnterEvent) -> None:
        """Keys work where the pointer is, but nobody who types a name or walks a list loses the keys to a bumped
        mouse."""
        if not isinstance(QApplication.focusWidget(), QLineEdit | QComboBox | QAbstractItemView):
            self.viewport().setFocus()
        super().enterEvent(event)
