"""The guide, the sheet of shortcuts, and what this program is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QListWidget,
    QMessageBox,
    QTableWidget,
    QTableWidgetItem,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from resources import FOLDER
from ui.actions import TABLE, plain


class GuideWindow(QWidget):
    """Pages of the guide, read from resources/guide, in a window beside the plan."""

    def __init__(self) -> None:
        super().__init__()
        self.setWindowTitle("Guide – Trunkline")
        self.resize(880, 640)
        self.pages = sorted((FOLDER / "guide").glob("*.md"))
        self.contents, self.text = QListWidget(), QTextBrowser()
        self.contents.setMaximumWidth(240)
        self.contents.setAccessibleName("Contents")
        self.text.setOpenLinks(False)
        layout = QHBoxLayout(self)
        layout.addWidget(self.contents)
        layout.addWidget(self.text, 1)
        for page in self.pages:
            self.contents.addItem(page.read_text("utf-8").splitlines()[0].lstrip("# "))
        self.contents.currentRowChanged.connect(self._show)
        self.contents.setCurrentRow(0)

    def _show(self, row: int) -> None:
        self.text.setMarkdown(self.pages[row].read_text("utf-8") if 0 <= row < len(self.pages) else "")


def shortcuts(parent: QWidget) -> None:
    """Every action with its keys, from the table that makes the menus."""
    rows = [r for r in TABLE if r.method]
    dialog = QDialog(parent)
    dialog.setWindowTitle("Shortcuts")
    dialog.resize(520, 640)
    table = QTableWidget(len(rows), 3)
    table.setHorizontalHeaderLabels(["Menu", "Action", "Keys"])
    table.verticalHeader().hide()
    table.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
    table.horizontalHeader().setStretchLastSection(True)
    for n, row in enumerate(rows):
        for column, text in enumerate((plain(row.menu), plain(row.text), row.keys)):
            table.setItem(n, column, QTableWidgetItem(text))
    table.resizeColumnsToContents()
    layout = QVBoxLayout(dialog)
    layout.addWidget(table)
    dialog.exec()


def about(parent: QWidget) -> None:
    from planner.cli import _version

    text = (
        f"Trunkline {_version()}\n\nPlan the network of a GPU cluster: racks, cables, figures.\n"
        "Apache License 2.0. Works offline; sends nothing anywhere."
    )
    box = QMessageBox(QMessageBox.Icon.Information, "About Trunkline", text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()
