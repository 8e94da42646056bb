"""A pixmap of what is in view and the transform it was made with: frames in motion only blit it, shifted and scaled."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap, QTransform

from ui.canvas.geometry import Floats, Picture
from ui.canvas.painter import Look, paint

MARGIN = 0.15  # of the view on each side, so that a short pan shows no edge


class Snapshot:
    def __init__(self) -> None:
        self._pixmap: QPixmap | None = None
        self._area = QRectF()  # scene rectangle it shows
        self._scale = 0.0

    def render(self, picture: Picture, view: QRectF, scale: float, size: QSize, ratio: float, look: Look) -> None:
        """Draw the picture afresh for this view (scene rectangle) at `scale` device-independent pixels a unit."""
        grown = view.adjusted(
            -view.width() * MARGIN, -view.height() * MARGIN, view.width() * MARGIN, view.height() * MARGIN
        )
        pixels = QSize(round(size.width() * (1 + 2 * MARGIN) * ratio), round(size.height() * (1 + 2 * MARGIN) * ratio))
        pixmap = QPixmap(pixels)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(look.style.ground)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        painter.scale(scale, scale)
        painter.translate(-grown.left(), -grown.top())
        area: Floats = np.array([grown.left(), grown.top(), grown.width(), grown.height()])
        paint(painter, picture, area, look)
        painter.end()
        self._pixmap, self._area, self._scale = pixmap, grown, scale

    def fits(self, scale: float) -> bool:
        return self._pixmap is not None and self._scale == scale

    def blit(self, painter: QPainter, transform: QTransform) -> None:
        """In device-independent pixels; `transform` maps the scene to them now."""
        if self._pixmap is None:
            return
        corner = transform.map(self._area.topLeft())
        if transform.m11() == self._scale:
            painter.drawPixmap(QPointF(round(corner.x()), round(corner.y())), self._pixmap)
        else:
            target = QRectF(corner, transform.map(self._area.bottomRight()))
            painter.drawPixmap(target, self._pixmap, QRectF(self._pixmap.rect()))
