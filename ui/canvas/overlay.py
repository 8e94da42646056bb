"""What lies over the snapshot and is drawn every frame: selection, hover, badges, and what a tool shows while it
drags."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from planner.rules.finding import Severity
from ui.canvas.geometry import Ints, Picture
from ui.canvas.painter import draw_lines, font
from ui.canvas.scene import Badge
from ui.canvas.style import SEVERITY_COLOURS, Style

MOST_OWN_CABLES = 600  # pieces; with more selected they would hide everything
BOLD_OWN_CABLES = 120  # pieces; more are drawn thin
MOST_CLIPPED = 400  # boxes in sight; with more no name can be read anyway
BADGE_PX = 15.0


@dataclass(slots=True)
class Ghost:
    """What a drag would do if it ended now."""

    rects: list[tuple[float, float, float, float]] = field(default_factory=list)
    line: tuple[float, float, float, float] | None = None
    targets: list[tuple[float, float, float, float]] = field(default_factory=list)  # ports that may be joined
    band: tuple[float, float, float, float] | None = None  # rubber band
    good: bool = True
    text: str = ""  # said beside the pointer


def own_cables(picture: Picture, ids: Iterable[str], ends: Mapping[str, tuple[str, ...]]) -> Ints:
    """Pieces of the cables that are in `ids` or end at a device that is."""
    wanted = set(ids)
    cables = {c for i in wanted for c in ends.get(i, ())} | wanted
    rows = np.array([n for n, id in enumerate(picture.lines.ids) if id in cables], np.int64)
    return np.nonzero(np.isin(picture.lines.owner, rows))[0]


def draw_selection(
    painter: QPainter, picture: Picture, ids: Iterable[str], pieces: Ints, style: Style, scale: float
) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if 0 < len(pieces) <= MOST_OWN_CABLES:
        painter.save()
        if picture.layout == "fabric":
            _keep_off_boxes(painter, picture)
        painter.setPen(_line(style.select, 2.5 if len(pieces) <= BOLD_OWN_CABLES else 1.0))
        draw_lines(painter, picture.lines.pieces[pieces])
        painter.restore()
    painter.setPen(_line(style.select, 2.5))
    grow = 1.5 / scale
    for id in ids:
        rect = picture.rect(id)
        if rect is not None:
            painter.drawRect(QRectF(*rect.tolist()).adjusted(-grow, -grow, grow, grow))


def _keep_off_boxes(painter: QPainter, picture: Picture) -> None:
    """Clip, so that no cable crosses the name of a box that it only passes."""
    inverse, _ = painter.transform().inverted()
    area = inverse.mapRect(QRectF(painter.viewport()))
    shown = picture.boxes.within(np.array(area.getRect()))
    if len(shown) > MOST_CLIPPED:
        return
    outside = QPainterPath()
    outside.addRect(area.adjusted(-1, -1, 1, 1))
    for rect in picture.boxes.rects[shown].tolist():
        outside.addRect(QRectF(*rect).intersected(area))
    painter.setClipPath(outside)


def _line(colour: QColor, width: float) -> QPen:
    """As wide as this on the screen, whatever the zoom."""
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    return pen


def draw_hover(painter: QPainter, picture: Picture, id: str, style: Style) -> None:
    rect = picture.rect(id)
    if rect is None:
        return
    pen = _line(style.select, 1.5)
    pen.setStyle(Qt.PenStyle.DotLine)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(QRectF(*rect.tolist()))


def draw_ghost(painter: QPainter, ghost: Ghost, style: Style) -> None:
    colour = style.good if ghost.good else style.bad
    fill = QColor(colour)
    fill.setAlpha(70)
    painter.setPen(_line(colour, 2.0))
    painter.setBrush(fill)
    for rect in ghost.rects:
        painter.drawRect(QRectF(*rect))
    for rect in ghost.targets:
        painter.drawRect(QRectF(*rect))
    if ghost.line is not None:
        painter.drawLine(QPointF(*ghost.line[:2]), QPointF(*ghost.line[2:]))
    if ghost.band is not None:
        fill = QColor(style.select)
        fill.setAlpha(40)
        painter.setPen(_line(style.select, 1.0))
        painter.setBrush(fill)
        painter.drawRect(QRectF(*ghost.band))


def draw_badge(painter: QPainter, at: QPointF, badge: Badge, size: float = BADGE_PX) -> None:
    """A shape a severity, so that colour is never the only sign: octagon, triangle, circle. In device pixels."""
    painter.setBrush(QColor(SEVERITY_COLOURS[badge.severity]))
    painter.setPen(QPen(QColor("#ffffff"), 1.2))
    r = size / 2
    if badge.severity is Severity.ERROR:
        c = r * 0.42
        corners = ((c, r), (r, c), (r, -c), (c, -r), (-c, -r), (-r, -c), (-r, c), (-c, r))
        painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]))
    elif badge.severity is Severity.WARNING:
        painter.drawPolygon(QPolygonF([at + QPointF(0, -r), at + QPointF(r * 1.1, r), at + QPointF(-r * 1.1, r)]))
    else:
        painter.drawEllipse(at, r, r)
    painter.setPen(QColor("#ffffff"))
    painter.setFont(font(1.0, size * 0.62))
    mark = "i" if badge.severity is Severity.ADVICE else "!"
    drop = size * 0.12 if badge.severity is Severity.WARNING else 0
    painter.drawText(QRectF(at.x() - r, at.y() - r + drop, size, size), Qt.AlignmentFlag.AlignCenter, mark)


def draw_note(painter: QPainter, at: QPointF, text: str, good: bool, style: Style, room: QRectF) -> None:
    """A short text beside the pointer, kept inside the view. In device pixels."""
    painter.setFont(font(1.0, 13))
    metrics = QFontMetricsF(painter.font())
    width = min(metrics.horizontalAdvance(text) + 20, 420.0)
    inner = metrics.boundingRect(QRectF(0, 0, width - 18, 400), int(Qt.TextFlag.TextWordWrap), text)
    box = QRectF(at.x() + 16, at.y() + 18, width, inner.height() + 12)
    box.moveLeft(max(room.left() + 4, min(box.left(), room.right() - width - 4)))
    box.moveTop(max(room.top() + 4, min(box.top(), room.bottom() - box.height() - 4)))
    painter.setPen(QPen(style.good if good else style.bad, 1.5))
    painter.setBrush(style.rack)
    painter.drawRoundedRect(box, 5, 5)
    painter.setPen(style.text)
    painter.drawText(box.adjusted(9, 6, -9, -6), Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter, text)
