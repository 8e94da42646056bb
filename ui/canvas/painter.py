"""Draws a picture on any QPainter: the screen's snapshot, a printer, a PNG. How much is drawn follows from how much is
in sight: cables become bundles, devices become racks, names and ports appear when there is room to read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from shiboken6 import Shiboken

from ui.canvas.geometry import Floats, Ints, Picture
from ui.canvas.style import Style

MOST_LINES = 3000
MOST_BOXES = 4000
MOST_PORTS = 5000
READABLE_PX = 8.0  # height of a line of text on the device
NAME_PX = 11.0  # of a device's name when its box has room for it
SMALLEST_PORT_PX = 4.0
CALM_LINES = 400  # in the fabric view, more cables than these are drawn as bundles


@dataclass(frozen=True, slots=True)
class Look:
    """What is to be drawn, and how large a scene unit is on the device."""

    style: Style
    scale: float  # of a screen of 96 dots an inch: decides what can be read
    planes: frozenset[str] | None = None  # only these; None draws all
    used: Mapping[str, Mapping[str, int]] | None = None  # device -> port -> position of the plane plugged into it
    paper: bool = False  # lines as thick as on a screen, whatever the device's pixels are


def draw_lines(painter: QPainter, pieces: Floats) -> None:
    """All pieces in one call, straight from the array."""
    if len(pieces):
        data = np.ascontiguousarray(pieces, np.float64)
        first: Any = Shiboken.wrapInstance(data.ctypes.data, QLineF)
        painter.drawLines(first, len(data))


def draw_rects(painter: QPainter, rects: Floats) -> None:
    if len(rects):
        data = np.ascontiguousarray(rects, np.float64)
        first: Any = Shiboken.wrapInstance(data.ctypes.data, QRectF)
        painter.drawRects(first, len(data))


def paint(painter: QPainter, picture: Picture, area: Floats, look: Look) -> None:
    """Draw what is in `area` (x, y, width, height in scene units); the painter maps scene units already."""
    _frames(painter, picture, area, look)
    shown = picture.boxes.within(area)
    over = picture.layout == "racks" and _ports_readable(picture, shown, look)
    if not over:  # where no port can be told, cables would only cross out the names
        _cables(painter, picture, area, look)
    if len(shown) <= MOST_BOXES:
        _boxes(painter, picture, shown, look)
    if over:
        _cables(painter, picture, area, look)
    _captions(painter, picture, look)


def _pen(look: Look, colour: QColor, width: float = 1.0) -> QPen:
    """A line as wide as this on a screen, whatever the zoom. On paper its width is of the drawing, not of the device:
    a print preview plays the page back on a screen, whose pixels are not the printer's."""
    pen = QPen(colour, width / look.scale if look.paper else width)
    pen.setCosmetic(not look.paper)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    return pen


def font(scale: float, height: float) -> QFont:
    """A font of this height in scene units."""
    found = QFont("DejaVu Sans")
    found.setPixelSize(max(1, round(height)))
    return found


def _frames(painter: QPainter, picture: Picture, area: Floats, look: Look) -> None:
    style = look.style
    shown = picture.frames.within(np.array([area[0], area[1] - 40, area[2], area[3] + 80]))
    racks = picture.layout == "racks"
    painter.setPen(_pen(look, style.rack_line, 1.5))
    painter.setBrush(style.rack)
    draw_rects(painter, picture.frames.rects[shown])
    if racks:
        _units(painter, picture, shown, look)
    height = min(max(13.0, 11 / look.scale), 46.0)
    if height * look.scale < READABLE_PX * 0.8:
        return
    painter.setPen(style.text)
    painter.setFont(font(look.scale, height))
    for n in shown.tolist():
        x, y, w, h = picture.frames.rects[n].tolist()
        box = QRectF(x, y + h + 4, w, height * 1.4)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(box, flags | Qt.TextFlag.TextSingleLine, _cut(painter, picture.frames.names[n], w))


def _units(painter: QPainter, picture: Picture, shown: Ints, look: Look) -> None:
    """Marks at every unit, numbers at every one that can be read."""
    from ui.canvas.layouts.racks import RAIL, UNIT

    rects = picture.frames.rects[shown]
    if UNIT * look.scale < 3 or not len(rects):
        return
    painter.setPen(_pen(look, look.style.unit, 0.8))
    marks = []
    for x, y, w, h in rects.tolist():
        steps = np.arange(1, round(h / UNIT))
        ys = y + h - steps * UNIT
        marks.append(np.stack([np.full(len(ys), x + RAIL), ys, np.full(len(ys), x + w - RAIL), ys], axis=1))
        marks.append(np.array([[x + RAIL, y, x + RAIL, y + h], [x + w - RAIL, y, x + w - RAIL, y + h]]))
    draw_lines(painter, np.concatenate(marks))
    if UNIT * look.scale * 0.55 < 7:
        return
    painter.setPen(look.style.faint)
    painter.setFont(font(look.scale, 9))
    for x, y, _, h in rects.tolist():
        for unit in range(1, round(h / UNIT) + 1):
            box = QRectF(x, y + h - unit * UNIT, RAIL, UNIT)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(unit))


def _boxes(painter: QPainter, picture: Picture, shown: Ints, look: Look) -> None:
    style = look.style
    kinds = np.array([picture.kinds[n] for n in shown.tolist()])
    rects = picture.boxes.rects
    small = look.scale * 16 < 2
    painter.setPen(Qt.PenStyle.NoPen if small else _pen(look, style.device_line))
    for kind in np.unique(kinds) if len(kinds) else ():
        painter.setBrush(style.kind(str(kind)))
        draw_rects(painter, rects[shown[kinds == kind]])
    painter.setPen(Qt.PenStyle.NoPen)
    for plane, name in enumerate(picture.planes):
        striped = shown[picture.stripes[shown] == plane]
        painter.setBrush(style.plane(name, plane))
        band = rects[striped].copy()
        band[:, 2] = 5.0
        draw_rects(painter, band)
    _names(painter, picture, shown, look)
    _ports(painter, picture, shown, look)


def _names(painter: QPainter, picture: Picture, shown: Ints, look: Look) -> None:
    painter.setPen(look.style.device_text)
    close = _ports_readable(picture, shown, look)
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    size = 0.0
    for n in shown.tolist():
        x, y, w, h = picture.boxes.rects[n].tolist()
        height = min(max(10.5, NAME_PX / look.scale), h * 0.8)
        if height * look.scale < READABLE_PX * 0.85:
            continue
        if height != size:
            size = height
            painter.setFont(font(look.scale, height))
        wide = (_name_room(picture, n) if close and _draws_ports(picture, n, look) else w) - 14
        painter.drawText(QRectF(x + 9, y, wide, h), flags, _cut(painter, picture.boxes.names[n], wide))


def _draws_ports(picture: Picture, box: int, look: Look) -> bool:
    """Those of a switch can be too small to be told apart where those of a server are not."""
    return picture.port_size.get(picture.boxes.ids[box], (0.0, 0.0))[0] * look.scale >= SMALLEST_PORT_PX / 2


def _name_room(picture: Picture, box: int) -> float:
    """Width of a box from its left edge to its first port."""
    id = picture.boxes.ids[box]
    left = min((x for x, _ in picture.ports.get(id, {}).values()), default=None)
    whole = float(picture.boxes.rects[box, 2])
    return whole if left is None else left - picture.port_size.get(id, (0.0, 0.0))[0] / 2


def _ports_readable(picture: Picture, shown: Ints, look: Look) -> bool:
    sizes = [picture.port_size.get(picture.boxes.ids[n], (0.0, 0.0))[0] for n in shown.tolist()]
    count = sum(len(picture.ports.get(picture.boxes.ids[n], ())) for n in shown.tolist())
    return bool(sizes) and count <= MOST_PORTS and max(sizes) * look.scale >= SMALLEST_PORT_PX


def _ports(painter: QPainter, picture: Picture, shown: Ints, look: Look) -> None:
    """Each port a square, filled in its plane's colour when something is plugged in."""
    if not _ports_readable(picture, shown, look):
        return
    drawn = [n for n in shown.tolist() if _draws_ports(picture, n, look)]
    sizes = [picture.port_size.get(picture.boxes.ids[n], (0.0, 0.0)) for n in drawn]
    by_plane: dict[int, list[tuple[float, float, float, float]]] = {}
    for n, (w, h) in zip(drawn, sizes, strict=True):
        id = picture.boxes.ids[n]
        x, y = picture.boxes.rects[n, :2].tolist()
        used = (look.used or {}).get(id, {})
        for port, (dx, dy) in picture.ports.get(id, {}).items():
            by_plane.setdefault(used.get(port, -2), []).append((x + dx - w / 2, y + dy - h / 2, w, h))
    painter.setPen(_pen(look, look.style.device_line, 0.8))
    for plane, rects in by_plane.items():
        painter.setBrush(look.style.port if plane == -2 else _colour(picture, plane, look))
        draw_rects(painter, np.array(rects))


def _colour(picture: Picture, plane: int, look: Look) -> QColor:
    return look.style.faint if plane < 0 else look.style.plane(picture.planes[plane], plane)


def _cables(painter: QPainter, picture: Picture, area: Floats, look: Look) -> None:
    lines = picture.lines
    wanted = _wanted(picture, look)
    shown = lines.within(area)
    shown = shown[wanted[lines.plane[lines.owner[shown]] + 1]] if len(shown) else shown
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if len(shown) > (CALM_LINES if picture.layout == "fabric" else MOST_LINES):
        _bundles(painter, picture, area, look, wanted)
        return
    plane = lines.plane[lines.owner[shown]] if len(shown) else shown
    for p in np.unique(plane).tolist():
        colour = QColor(_colour(picture, p, look))
        colour.setAlpha(200)
        painter.setPen(_pen(look, colour, 1.0))
        draw_lines(painter, lines.pieces[shown[plane == p]])


def _wanted(picture: Picture, look: Look) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """By plane position + 1 (0: a cable of no plane): whether it is drawn."""
    if look.planes is None:
        return np.ones(len(picture.planes) + 1, np.bool_)
    return np.array([True, *(p in look.planes for p in picture.planes)], np.bool_)


def _bundles(
    painter: QPainter, picture: Picture, area: Floats, look: Look, wanted: np.ndarray[tuple[int], np.dtype[np.bool_]]
) -> None:
    """The heaviest bundles in sight, as wide as they are thick, the largest with their number."""
    b = picture.bundles
    if not len(b.pieces):
        return
    p = b.pieces
    inside = (np.minimum(p[:, 0], p[:, 2]) <= area[0] + area[2]) & (np.maximum(p[:, 0], p[:, 2]) >= area[0])
    inside &= (np.minimum(p[:, 1], p[:, 3]) <= area[1] + area[3]) & (np.maximum(p[:, 1], p[:, 3]) >= area[1])
    shown = np.nonzero(inside & wanted[b.plane[b.owner] + 1])[0]
    if len(shown) > MOST_LINES:
        shown = shown[np.argsort(-b.count[b.owner[shown]], kind="stable")[:MOST_LINES]]
    weight = np.clip(np.log2(b.count[b.owner[shown]] + 1).astype(int), 1, 7)
    plane = b.plane[b.owner[shown]]
    for key in np.unique(np.stack([plane, weight], axis=1), axis=0).tolist() if len(shown) else ():
        mine = shown[(plane == key[0]) & (weight == key[1])]
        colour = QColor(_colour(picture, key[0], look))
        colour.setAlpha(150)
        painter.setPen(_pen(look, colour, key[1] * 0.6))
        draw_lines(painter, b.pieces[mine])
    _bundle_numbers(painter, picture, shown, look)


def _bundle_numbers(painter: QPainter, picture: Picture, shown: Ints, look: Look) -> None:
    """ "×512" in the middle of the longest piece of the heaviest bundles, where it is long enough to hold it."""
    b = picture.bundles
    height = 11 / look.scale
    painter.setFont(font(look.scale, height))
    taken: list[QRectF] = []
    for piece in shown[np.argsort(-b.count[b.owner[shown]], kind="stable")[:60]].tolist():
        x1, y1, x2, y2 = b.pieces[piece].tolist()
        n = int(b.count[b.owner[piece]])
        text = f"×{n}"
        width = QFontMetricsF(painter.font()).horizontalAdvance(text) + 6 / look.scale
        if n < 2 or abs(x2 - x1) + abs(y2 - y1) < 1.5 * width:
            continue
        box = QRectF((x1 + x2 - width) / 2, (y1 + y2 - height * 1.3) / 2, width, height * 1.3)
        if any(box.intersects(t) for t in taken):
            continue
        taken.append(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.style.ground)
        painter.drawRoundedRect(box, height / 3, height / 3)
        painter.setPen(look.style.text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _captions(painter: QPainter, picture: Picture, look: Look) -> None:
    painter.setPen(look.style.faint)
    painter.setFont(font(look.scale, 13))
    for x, y, text in picture.bands:
        painter.drawText(QPointF(x, y), text)


def _cut(painter: QPainter, text: str, width: float) -> str:
    """The text, or as much as fits with its end, since it is the number there that tells things apart."""
    metrics = QFontMetricsF(painter.font())
    if metrics.horizontalAdvance(text) <= width:
        return text
    found = metrics.elidedText(text, Qt.TextElideMode.ElideLeft, width)
    return found if len(found) > 2 else ""  # dots alone say nothing
