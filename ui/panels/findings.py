"""Findings, grouped by the five mistakes: click to see where, mend what can be mended, accept what is meant so."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from planner.operations.waivers import unwaive, waive
from planner.plan import EditRefused
from planner.rules import all_rules
from planner.rules.finding import Finding, Severity
from ui.canvas.overlay import draw_badge
from ui.canvas.scene import Badge
from ui.dialogs import ask_text
from ui.document import Document

FAMILIES = {
    "growth": "Growth: the end state",
    "oversub": "Oversubscription",
    "mixed": "Mixed traffic",
    "physical": "Physical design",
    "workload": "Workload",
}
FINDING = Qt.ItemDataRole.UserRole
ICON_PX = 30  # icon and the space around the text
MOST = 300  # shown a family; all are counted


class Wrapped(QStyledItemDelegate):
    """Rows as high as their sentence needs in the width there is."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        size = super().sizeHint(option, index)
        tree = self.parent()
        assert isinstance(tree, QTreeWidget)
        depth = 2 if index.parent().isValid() else 1
        room = tree.viewport().width() - depth * tree.indentation() - (ICON_PX if depth == 2 else 0)
        flags = int(Qt.TextFlag.TextWordWrap.value)
        text = str(index.data() or "")
        box = option.fontMetrics.boundingRect(QRect(0, 0, max(room, 80), 10_000), flags, text)
        return QSize(size.width(), max(size.height(), box.height() + 6))


class Findings(QWidget):
    show_ids = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.tree = QTreeWidget()
        self.tree.setHeaderHidden(True)
        self.tree.setWordWrap(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.tree.setItemDelegate(Wrapped(self.tree))
        self.tree.header().sectionResized.connect(self.tree.scheduleDelayedItemsLayout)
        self.tree.setIndentation(12)
        self.tree.setAccessibleName("Findings")
        self.about = QLabel()
        self.about.setTextFormat(Qt.TextFormat.PlainText)
        self.about.setWordWrap(True)
        self.about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.fix = QPushButton("Mend")
        self.waive = QPushButton("Accept…")
        self.fix.setToolTip("Make the change that this finding proposes")
        self.waive.setToolTip("Accept this finding with a reason; it comes back when it gets worse")
        buttons = QHBoxLayout()
        buttons.addWidget(self.fix)
        buttons.addWidget(self.waive)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.about)
        layout.addLayout(buttons)
        self._icons = {s: badge_icon(s) for s in Severity}
        self._why = {r.id: r.why for r in all_rules()}
        self.tree.currentItemChanged.connect(self._selected)
        self.tree.itemClicked.connect(self._clicked)
        self.fix.clicked.connect(self._mend)
        self.waive.clicked.connect(self._waive)
        document.analysed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        report = self.document.report
        chosen = self._key()
        self.tree.clear()
        for family, title in FAMILIES.items():
            found = [f for f in report.open if f.family == family]
            if found:
                self._group(f"{title} ({len(found)})", found, chosen)
        if report.waived:
            self._group(f"Accepted ({len(report.waived)})", list(report.waived), chosen, faint=True)
        if not report.open:
            said = "Nothing found." if self.document.plan.devices else "Nothing to check yet."
            empty = QTreeWidgetItem(self.tree, [said])
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
        self._selected()

    def _group(self, title: str, found: list[Finding], chosen: str, faint: bool = False) -> None:
        group = QTreeWidgetItem(self.tree, [title])
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = group.font(0)
        font.setBold(True)
        group.setFont(0, font)
        for finding in found[:MOST]:
            item = QTreeWidgetItem(group, [finding.message])
            item.setIcon(0, self._icons[finding.severity or Severity.ADVICE])
            item.setData(0, FINDING, finding)
            item.setToolTip(0, f"{finding.rule}\n{finding.message}")
            if faint:
                item.setForeground(0, QBrush(self.palette().placeholderText()))
            if finding.key == chosen:
                self.tree.setCurrentItem(item)
        if len(found) > MOST:
            QTreeWidgetItem(group, [f"and {len(found) - MOST} more"]).setFlags(Qt.ItemFlag.NoItemFlags)
        group.setExpanded(True)

    def current(self) -> Finding | None:
        item = self.tree.currentItem()
        found = item.data(0, FINDING) if item is not None else None
        return found if isinstance(found, Finding) else None

    def _key(self) -> str:
        found = self.current()
        return found.key if found else ""

    def _is_waived(self, found: Finding) -> bool:
        return any(f.key == found.key for f in self.document.report.waived)

    def _selected(self) -> None:
        found = self.current()
        self.fix.setVisible(found is not None and found.fix is not None)
        self.waive.setVisible(found is not None)
        self.about.setVisible(found is not None)
        if found is None:
            return
        waived = self._is_waived(found)
        self.waive.setText("No longer accept" if waived else "Accept…")
        waiver = self.document.plan.waivers.get(found.key)  # gone already when the report is of an older revision
        reason = f"Accepted: {waiver.reason}\n\n" if waived and waiver else ""
        parts = (found.message, f"{reason}{found.remedy}", self._why.get(found.rule, ""))
        self.about.setText("\n\n".join(p for p in parts if p))

    def _clicked(self, item: QTreeWidgetItem) -> None:
        found = item.data(0, FINDING)
        if isinstance(found, Finding) and found.about:
            self.document.select(found.about)
            self.show_ids.emit(found.about)

    def _mend(self) -> None:
        found = self.current()
        if found is not None and found.fix is not None:
            self.document.perform(found.fix)

    def _waive(self) -> None:
        found = self.current()
        if found is None:
            return
        plan = self.document.plan
        try:
            if self._is_waived(found):
                self.document.perform(unwaive(plan, found.key))
                return
            reason = ask_text(self, "Accept a finding", "Why is this meant so?")
            if reason is not None:
                self.document.perform(waive(plan, found, reason, plan.project.author))
        except EditRefused as e:
            self.document.refused.emit(str(e))


def badge_icon(severity: Severity) -> QIcon:
    """The same shape as on the canvas."""
    pixmap = QPixmap(32, 32)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(QColor(0, 0, 0, 0))
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_badge(painter, QPointF(8, 8), Badge(severity, 1, ""), 13)
    painter.end()
    return QIcon(pixmap)
