"""Writing a view to a PDF, SVG or PNG file: made whole beside the target, then put in place."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from planner.analysis import Analysis
from planner.fileformat.problem import FileProblem
from planner.fileformat.put import put
from planner.plan import Plan
from ui.paper.sheet import Sheet, draw, sheet
from ui.paper.svg import svg

A3_MM = (420.0, 297.0)
PDF_DPI = 300
PNG_DPI = 150
MM_PER_INCH = 25.4


def export_file(plan: Plan, path: Path, to: str, layout: str) -> None:
    """Draw the plan on an A3 sheet; `to` is pdf, svg or png. Raises FileProblem, and then nothing has changed."""
    application = _application()
    page = sheet(Analysis(plan), layout)
    makers = {"pdf": _pdf, "svg": _svg, "png": _png}
    data = makers[to](page)
    del application
    try:
        put(path, data)
    except OSError as e:
        raise FileProblem(f"{path.name} was not written: {e.strerror or e}. Choose another place.") from None


def _application() -> QGuiApplication | None:
    """Fonts need an application; one without a screen does."""
    if QGuiApplication.instance() is not None:
        return None
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from ui.theme import load_font

    application = QApplication(["trunkline"])
    load_font(application)
    return application


def _pdf(page: Sheet) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(page.block.name)
    writer.setCreator("Trunkline")
    writer.setResolution(PDF_DPI)
    size = QPageSize(QSizeF(*A3_MM), QPageSize.Unit.Millimeter, "A3")
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    painter = QPainter(writer)
    draw(painter, page, *A3_MM, PDF_DPI / MM_PER_INCH)
    painter.end()
    return bytes(buffer.data().data())


def _svg(page: Sheet) -> bytes:
    return svg(page, *A3_MM).encode()


def _png(page: Sheet) -> bytes:
    scale = PNG_DPI / MM_PER_INCH
    image = QImage(round(A3_MM[0] * scale), round(A3_MM[1] * scale), QImage.Format.Format_RGB32)
    image.setDotsPerMeterX(round(scale * 1000))
    image.setDotsPerMeterY(round(scale * 1000))
    painter = QPainter(image)
    draw(painter, page, *A3_MM, scale)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
