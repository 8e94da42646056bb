"""A dialog of labelled fields."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from planner.edit import Edit
from planner.plan import Plan
from ui.panels.fields import number


class Form(QDialog):
    """Fields are added by kind; `values` reads them, and the dialog stays open while one can't be read."""

    def __init__(self, title: str, intro: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(480)
        self.texts: dict[str, QLineEdit] = {}
        self.choices: dict[str, QComboBox] = {}
        self._numbers: dict[str, tuple[str, bool]] = {}
        words = QLabel(intro)
        words.setWordWrap(True)
        words.setTextFormat(Qt.TextFormat.PlainText)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.setForegroundRole(QPalette.ColorRole.Text)
        bold = self.problem.font()
        bold.setBold(True)
        self.problem.setFont(bold)
        self._fields = QWidget()
        self.form = QFormLayout(self._fields)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(words)
        self._area = QScrollArea(widgetResizable=True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setWidget(self._fields)
        layout.addWidget(self._area, 1)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def exec(self) -> int:
        """As high as its fields, or as the screen, where they scroll; sized before it is placed."""
        wanted, hint = self._fields.sizeHint(), self.sizeHint()
        height = wanted.height() + hint.height() - self._area.sizeHint().height() + 12
        room = self.screen().availableSize()
        self.resize(max(hint.width(), wanted.width() + 50), min(height, room.height() - 60))
        return super().exec()

    def heading(self, text: str) -> None:
        """A bold line over the fields that belong together."""
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        font = label.font()
        font.setBold(True)
        label.setFont(font)
        self.form.addRow(label)

    def text(self, key: str, label: str, value: str, hint: str = "") -> None:
        field = QLineEdit(value, placeholderText=hint)
        field.setAccessibleName(label)
        self.texts[key] = field
        self.form.addRow(label, field)

    def number(self, key: str, label: str, value: float | int | None, whole: bool = False, hint: str = "") -> None:
        self.text(key, label, "" if value is None else f"{value:g}", hint)
        self._numbers[key] = label, whole

    def choice(self, key: str, label: str, choices: list[tuple[str, object]], value: object) -> None:
        field = QComboBox()
        for words, data in choices:
            field.addItem(words, data)
        field.setCurrentIndex(max(0, field.findData(value)))
        field.setAccessibleName(label)
        self.choices[key] = field
        self.form.addRow(label, field)

    def yes_no(self, key: str, label: str, value: bool | None) -> None:
        """Three answers: "don't know yet" always stands open."""
        self.choice(key, label, [("don't know yet", "unknown"), ("yes", "yes"), ("no", "no")], _WORDS[value])

    def answer(self, key: str) -> bool | None:
        return {"yes": True, "no": False}.get(str(self.choices[key].currentData()))

    def value(self, key: str) -> float | int | None:
        label, whole = self._numbers[key]
        return number(self.texts[key].text().strip(), label, whole)

    def check(self) -> None:
        """Raise ValueError with a sentence when a field can't be read. Extended by each dialog."""
        for key in self._numbers:
            self.value(key)

    def edit(self, plan: Plan) -> Edit:
        """What the answers change in the plan. Given by each dialog."""
        raise NotImplementedError

    def _accept(self) -> None:
        try:
            self.check()
        except ValueError as e:
            self.problem.setText(str(e))
            return
        self.accept()


_WORDS = {None: "unknown", True: "yes", False: "no"}
