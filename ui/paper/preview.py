"""Print with a preview: what is seen there is what is drawn on the page, by the same code."""

from __future__ import annotations

from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtWidgets import QWidget

from planner.analysis import Analysis
from planner.plan import Plan
from ui.paper.sheet import Sheet, draw, sheet

MM_PER_INCH = 25.4


class Preview(QPrintPreviewDialog):
    """The sheet is made once, when the dialog opens: the plan can't change meanwhile."""

    def __init__(self, plan: Plan, layout: str, parent: QWidget | None = None) -> None:
        self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        self._printer.setPageOrientation(QPageLayout.Orientation.Landscape)
        self._printer.setDocName(plan.project.name)
        self._printer.setCreator("Trunkline")
        super().__init__(self._printer, parent)
        self.page: Sheet = sheet(Analysis(plan), layout)
        self.setWindowTitle("Print")
        self.resize(1000, 760)
        self.paintRequested.connect(self.draw)

    def draw(self, printer: QPrinter) -> None:
        """One page of any size: the view fitted, the block below."""
        printer.setFullPage(True)
        paper = printer.pageLayout().fullRect(QPageLayout.Unit.Millimeter)
        painter = QPainter(printer)
        draw(painter, self.page, paper.width(), paper.height(), printer.resolution() / MM_PER_INCH)
        painter.end()


def print_preview(parent: QWidget | None, plan: Plan, layout: str) -> None:
    Preview(plan, layout, parent).exec()
