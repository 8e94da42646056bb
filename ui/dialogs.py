"""Questions and messages: one sentence each, always plain text, since names may look like markup."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

Button = QMessageBox.StandardButton


def message(parent: QWidget | None, title: str, text: str) -> None:
    box = QMessageBox(QMessageBox.Icon.Warning, title, text, Button.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.exec()


def ask_to_save(parent: QWidget | None, name: str) -> QMessageBox.StandardButton:
    """Save, Discard or Cancel."""
    box = QMessageBox(QMessageBox.Icon.Question, "Unsaved changes", f"Save the changes to {name}?", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setStandardButtons(Button.Save | Button.Discard | Button.Cancel)
    box.setDefaultButton(Button.Save)
    box.exec()
    return box.standardButton(box.clickedButton())


def ask(parent: QWidget | None, title: str, text: str, yes: str, later: str, never: str) -> str:
    """The answer that was chosen; closing the box means `later`."""
    box = QMessageBox(QMessageBox.Icon.Question, title, text, parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    roles = QMessageBox.ButtonRole
    box.setDefaultButton(box.addButton(yes, roles.AcceptRole))
    box.setEscapeButton(box.addButton(later, roles.RejectRole))
    box.addButton(never, roles.DestructiveRole)
    box.exec()
    return box.clickedButton().text()


def ask_text(parent: QWidget | None, title: str, label: str, text: str = "") -> str | None:
    """None when cancelled."""
    answer, accepted = QInputDialog.getText(parent, title, label, text=text)
    return answer if accepted else None


def choose(parent: QWidget | None, title: str, label: str, items: list[str]) -> int | None:
    """Position of the item chosen, None when cancelled."""
    item, accepted = QInputDialog.getItem(parent, title, label, items, 0, False)
    return items.index(item) if accepted else None
