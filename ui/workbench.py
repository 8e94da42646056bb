"""Everything that belongs to one open plan: canvas, palette, inspector, findings, history and the strip of figures.

The window makes a new workbench for each plan it opens and throws the old one away, so nothing of one plan can show in
another.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QTabWidget, QUndoView, QVBoxLayout, QWidget

from ui.canvas.hands import Canvas
from ui.canvas.style import Style
from ui.canvas.tools.place import place_anywhere
from ui.document import Document
from ui.panels.findings import Findings
from ui.panels.inspector import Inspector
from ui.panels.palette import Palette
from ui.panels.strip import Strip


class Workbench(QWidget):
    status = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self._filtered = False
        document.setParent(self)
        self.canvas = Canvas(document)
        self.palette_panel = Palette(document.network.catalogue)
        self.inspector = Inspector(document)
        self.findings = Findings(document)
        self.history = QUndoView(document.undo_stack)
        self.history.setEmptyLabel("As opened")
        self.strip = Strip(document)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.inspector, "Inspector")
        self.tabs.addTab(self.findings, "Findings")
        self.tabs.addTab(self.history, "History")
        split = QSplitter(Qt.Orientation.Horizontal)
        for widget, stretch in ((self.palette_panel, 0), (self.canvas, 1), (self.tabs, 0)):
            split.addWidget(widget)
            split.setStretchFactor(split.count() - 1, stretch)
        split.setSizes([290, 830, 330])
        split.setChildrenCollapsible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.strip)
        layout.addWidget(split, 1)
        self._join()

    def _join(self) -> None:
        self.canvas.status.connect(self.status)
        self.document.refused.connect(self.status)
        self.palette_panel.place.connect(self._place)
        self.findings.show_ids.connect(self.canvas.show_ids)
        self.inspector.show_ids.connect(self.canvas.show_ids)
        self.strip.show_ids.connect(self._point_out)
        self.strip.plane.currentIndexChanged.connect(self._plane_changed)
        self.strip.figures["findings"].clicked.connect(self._show_findings)
        self.document.analysed.connect(self._count_findings)

    def _place(self, type_id: str) -> None:
        place_anywhere(self.canvas, type_id)
        self.canvas.show_ids(self.document.selection)

    def _point_out(self, ids: object) -> None:
        assert isinstance(ids, tuple)
        self.document.select(ids)
        self.canvas.show_ids(ids)

    def _show_findings(self, _: str) -> None:
        self.tabs.setCurrentWidget(self.findings)

    def _count_findings(self) -> None:
        count = len(self.document.report.open)
        self.tabs.setTabText(1, f"Findings ({count})" if count else "Findings")

    def filter_by_plane(self, on: bool) -> None:
        """Draw only the cables of the plane that the strip shows, or all again."""
        self._filtered = on
        self.canvas.set_planes(frozenset({self.strip.plane_id()}) if on else None)

    def _plane_changed(self) -> None:
        if self._filtered:
            self.filter_by_plane(True)

    def set_style(self, look: Style) -> None:
        self.canvas.set_style(look)
        self.palette_panel.set_style(look, self.document.network.catalogue)
