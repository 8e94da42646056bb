"""Form fields that show a value, report an edit once it is finished, and can be empty where several values differ."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit

MIXED = "several values"


class TextField(QLineEdit):
    """Emits `edited` with the value when Enter is pressed or the field is left, if it changed and could be read."""

    edited = Signal(object)
    refused = Signal(str)

    def __init__(self, read: Callable[[str], Any] = str, hint: str = "") -> None:
        super().__init__()
        self._read, self._shown = read, ""
        self.hint = hint
        self.editingFinished.connect(self._finish)

    def show_values(self, values: Sequence[Any], write: Callable[[Any], str]) -> None:
        """One value, or none when they differ."""
        texts = {write(v) for v in values}
        self._shown = texts.pop() if len(texts) == 1 else ""
        self.setText(self._shown)
        self.setPlaceholderText(MIXED if texts else self.hint)

    def _finish(self) -> None:
        text = self.text().strip()
        if text == self._shown:
            return
        try:
            value = self._read(text)
        except ValueError as e:
            self.refused.emit(str(e))
            self.setText(self._shown)
            return
        self._shown = text
        self.edited.emit(value)


class ChoiceField(QComboBox):
    """Emits `edited` with the value chosen."""

    edited = Signal(object)

    def __init__(self, choices: Sequence[tuple[str, Any]]) -> None:
        super().__init__()
        self._values: list[Any] = []  # kept here: Qt would give a tuple back as a list
        for text, value in choices:
            self._put(text, value)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)  # long names must not widen the form
        self.activated.connect(self._chosen)

    def position(self, value: Any) -> int:
        """Where this value stands; -1 when it is not among the choices."""
        return self._values.index(value) if value in self._values else -1

    def show_values(self, values: Sequence[Any]) -> None:
        same = len(set(values)) == 1
        if same and self.position(values[0]) < 0:
            self._put(str(values[0]), values[0])
        self.setCurrentIndex(self.position(values[0]) if same else -1)
        self.setPlaceholderText("" if same else MIXED)

    def _put(self, text: str, value: Any) -> None:
        self._values.append(value)
        self.addItem(text, value)

    def _chosen(self, at: int) -> None:
        self.edited.emit(self._values[at])


def number(text: str, what: str, whole: bool = False) -> float | int | None:
    """A number as typed, None for nothing; raises ValueError with a sentence."""
    if not text:
        return None
    try:
        value = int(text) if whole else float(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{what} is a {'whole ' if whole else ''}number, not {text[:30]!r}.") from None
    if not -1e9 < value < 1e9:
        raise ValueError(f"{what} is too large.")
    return value


def plain_number(value: float | int | None) -> str:
    return "" if value is None else f"{value:g}"
