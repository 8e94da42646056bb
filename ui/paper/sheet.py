"""A sheet: frame, the view fitted into it, and the title block below. Drawn in millimetres on any QPainter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from planner.analysis import Analysis
from ui.canvas.geometry import Picture
from ui.canvas.painter import Look, paint
from ui.canvas.scene import PortsInUse, picture_of
from ui.canvas.style import PAPER
from ui.paper.block import TitleBlock, title_block

MARGIN_MM = 8.0
BLOCK_MM = 34.0
MM_PER_SCREEN_PX = 25.4 / 96
TEXT_PT, SMALL_PT, NAME_PT = 7.0, 6.0, 13.0
MM_PER_PT = 25.4 / 72
FONT_PX = 100  # fonts are made large and scaled down: a painter in millimetres knows no small ones


@dataclass(frozen=True, slots=True)
class Sheet:
    """One view of a plan, ready to be drawn on a page of any size."""

    picture: Picture
    used: PortsInUse
    block: TitleBlock


def sheet(analysis: Analysis, layout: str) -> Sheet:
    picture = picture_of(analysis.network, layout)
    return Sheet(picture, PortsInUse(analysis.network, picture), title_block(analysis, layout))


def view_area(width_mm: float, height_mm: float) -> QRectF:
    """Where on the page the view is drawn."""
    return QRectF(MARGIN_MM, MARGIN_MM, width_mm - 2 * MARGIN_MM, height_mm - 2 * MARGIN_MM - BLOCK_MM)


def fitted(picture: Picture, area: QRectF) -> tuple[float, float, float]:
    """(millimetres a scene unit, left, top) that fit the whole picture into an area, in its middle."""
    x, y, w, h = picture.bounds().tolist()
    scale = min(area.width() / w, area.height() / h)
    return scale, area.center().x() - (x + w / 2) * scale, area.center().y() - (y + h / 2) * scale


def draw(painter: QPainter, page: Sheet, width_mm: float, height_mm: float, pixels_per_mm: float) -> None:
    """The painter is at the page's corner, in device pixels."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, width_mm * pixels_per_mm, height_mm * pixels_per_mm), PAPER.ground)
    _view(painter, page, view_area(width_mm, height_mm), pixels_per_mm)
    painter.scale(pixels_per_mm, pixels_per_mm)
    _frame(painter, width_mm, height_mm)
    top = height_mm - MARGIN_MM - BLOCK_MM
    _block(painter, page.block, QRectF(MARGIN_MM, top, width_mm - 2 * MARGIN_MM, BLOCK_MM))
    painter.restore()


def _view(painter: QPainter, page: Sheet, area: QRectF, pixels_per_mm: float) -> None:
    scale, left, top = fitted(page.picture, area)
    painter.save()
    painter.scale(pixels_per_mm, pixels_per_mm)
    painter.setClipRect(area)
    painter.translate(left, top)
    painter.scale(scale, scale)
    look = Look(PAPER, scale / MM_PER_SCREEN_PX, None, page.used, paper=True)
    paint(painter, page.picture, np.array(page.picture.bounds()), look)
    painter.restore()


def _frame(painter: QPainter, width_mm: float, height_mm: float) -> None:
    painter.setPen(QPen(PAPER.text, 0.35))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    frame = QRectF(MARGIN_MM, MARGIN_MM, width_mm - 2 * MARGIN_MM, height_mm - 2 * MARGIN_MM)
    painter.drawRect(frame)
    line = frame.bottom() - BLOCK_MM
    painter.drawLine(QPointF(frame.left(), line), QPointF(frame.right(), line))


def text(painter: QPainter, box: QRectF, words: str, points: float, bold: bool = False) -> None:
    """One line at the top left of a box in millimetres, shrunk in width to fit rather than cut."""
    painter.save()
    font = QFont("DejaVu Sans")
    font.setPixelSize(FONT_PX)
    font.setBold(bold)
    size = points * MM_PER_PT / FONT_PX
    metrics = QFontMetricsF(font)
    wide = metrics.horizontalAdvance(words) * size
    squeeze = min(1.0, box.width() / wide) if wide else 1.0
    painter.translate(box.left(), box.top())
    painter.scale(size * squeeze, size * squeeze)
    painter.setFont(font)
    painter.setPen(PAPER.text)
    line = QRectF(0, 0, metrics.horizontalAdvance(words) + 50, metrics.height())
    painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, words)
    painter.restore()


def _block(painter: QPainter, block: TitleBlock, box: QRectF) -> None:
    """Name and facts on the left, figures in the middle, legend on the right."""
    left, right = box.width() * 0.26, box.width() * 0.16
    text(painter, QRectF(box.left() + 3, box.top() + 2, left - 6, 8), block.name, NAME_PT, True)
    for n, (label, value) in enumerate(block.facts):
        y = box.top() + 11 + n * 5
        text(painter, QRectF(box.left() + 3, y, 16, 5), label, SMALL_PT)
        text(painter, QRectF(box.left() + 20, y, left - 22, 5), value, TEXT_PT)
    painter.setPen(QPen(PAPER.text, 0.2))
    for x in (box.left() + left, box.right() - right):
        painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
    for n, line in enumerate(block.figures):
        place = QRectF(box.left() + left + 3, box.top() + 2 + n * 4.4, box.width() - left - right - 6, 5)
        text(painter, place, line, TEXT_PT)
    for n, (id, name) in enumerate(block.planes[:6]):
        y = box.top() + 2.5 + n * 5
        x = box.right() - right + 3
        painter.setPen(QPen(PAPER.plane(id, n), 1.2))
        painter.drawLine(QPointF(x, y + 1.6), QPointF(x + 9, y + 1.6))
        text(painter, QRectF(x + 11, y, right - 15, 5), name, TEXT_PT)
