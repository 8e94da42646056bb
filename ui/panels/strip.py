"""The strip on top: the figures of the plan as it is now. A click on one explains it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from planner.figures.report import Figures, PlaneFigures
from planner.rules.finding import Severity
from planner.units import count, length, power, rate, ratio, share
from ui.canvas.style import SEVERITY_TEXT
from ui.document import Document
from ui.panels.explanation import explain

OLD = "Being computed: this is the last value"
PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class Figure(QFrame):
    """One figure: a caption, its value, and a smaller second line."""

    clicked = Signal(str)

    def __init__(self, key: str, caption: str) -> None:
        super().__init__()
        self.key = key
        self.caption, self.value, self.note = QLabel(caption), QLabel("–"), QLabel("")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 3, 8, 4)
        layout.setSpacing(0)
        for label in (self.caption, self.value, self.note):
            label.setTextFormat(Qt.TextFormat.PlainText)
            layout.addWidget(label)
        self._size(self.caption, 0.85, False)
        self._size(self.value, 1.2, True)
        self._size(self.note, 0.85, False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip("Click to see where it comes from")
        self.setAccessibleName(caption)

    def _size(self, label: QLabel, factor: float, bold: bool) -> None:
        font = label.font()
        font.setPointSizeF(font.pointSizeF() * factor)
        font.setBold(bold)
        label.setFont(font)
        if label is not self.value:
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)

    def show_value(self, value: str, note: str = "") -> None:
        self.value.setText(value)
        self.note.setText(note or " ")
        self.setAccessibleDescription(f"{value} {note}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.clicked.emit(self.key)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame says where the keys go."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
            painter.end()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in PRESSES:
            self.clicked.emit(self.key)
            return True
        return super().event(event)


class Explanation(QLabel):
    """Words beneath a figure, gone at the next press or key. A QLabel swallows both, which would leave the program
    deaf behind it."""

    def __init__(self, text: str) -> None:
        super().__init__(text, None, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setMargin(12)
        self.setWordWrap(True)
        self.setFixedWidth(440)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.close()


class Strip(QFrame):
    """All figures of one plane and of the whole."""

    show_ids = Signal(object)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.plane = QComboBox()
        self.plane.setAccessibleName("Plane shown in the strip")
        self.plane.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.plane.setMinimumContentsLength(8)
        self.figures = {
            key: Figure(key, caption)
            for key, caption in (
                ("endpoints", "Endpoints"),
                ("bisection", "Bisection, one way"),
                ("oversubscription", "Oversubscription"),
                ("cables", "Cables"),
                ("length", "Cable length"),
                ("power", "Power"),
                ("findings", "Findings"),
            )
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 2)
        layout.setSpacing(2)
        layout.addWidget(self.plane)
        for figure in self.figures.values():
            layout.addWidget(figure)
            figure.clicked.connect(self._explain)
        layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.plane.currentIndexChanged.connect(self.refresh)
        document.changed.connect(self._stale)
        document.analysed.connect(self._analysed)
        self.popup: QLabel | None = None
        self._analysed()

    def minimumSizeHint(self) -> QSize:
        """On a narrow screen the window must still fit: the last figures are cut off rather than the window."""
        return QSize(320, super().minimumSizeHint().height())

    def plane_id(self) -> str:
        return str(self.plane.currentData() or "")

    def _stale(self, _: object) -> None:
        """Old values stay, greyed, until the new ones are there."""
        self.setEnabled(True)
        for figure in self.figures.values():
            figure.value.setEnabled(False)
            figure.setToolTip(OLD)

    def _analysed(self) -> None:
        stale = self.document.is_stale  # a result may come late: it is shown, but as what it is
        for figure in self.figures.values():
            figure.value.setEnabled(not stale)
            figure.setToolTip(OLD if stale else "Click to see where it comes from")
        self._fill_planes()
        self.refresh()

    def _fill_planes(self) -> None:
        planes = self.document.plan.planes
        wanted = [(p.name, p.id) for p in sorted(planes.values(), key=lambda p: p.id != "training")]
        now = [(self.plane.itemText(n), self.plane.itemData(n)) for n in range(self.plane.count())]
        self.plane.setVisible(bool(wanted))
        if wanted == now:
            return
        chosen = self.plane_id()
        self.plane.blockSignals(True)
        self.plane.clear()
        for name, id in wanted:
            self.plane.addItem(name, id)
        self.plane.setCurrentIndex(max(0, self.plane.findData(chosen)))
        self.plane.blockSignals(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._findings()

    def refresh(self) -> None:
        figures = self.document.figures
        if figures.revision < 0:
            return
        plane = figures.planes.get(self.plane_id())
        self._plane(plane)
        self._whole(figures)
        self._findings()

    def _plane(self, plane: PlaneFigures | None) -> None:
        if plane is None or not plane.endpoints:
            for key in ("endpoints", "bisection", "oversubscription"):
                self.figures[key].show_value("–")
            return
        self.figures["endpoints"].show_value(count(plane.endpoints), f"{count(plane.gpus)} GPUs")
        self.figures["bisection"].show_value(*bisection_words(plane))
        tiers = [t for t in plane.oversubscription if t.worst is not None]
        value = " · ".join(ratio(t.worst) for t in tiers) or "–"
        note = " · ".join(t.name for t in tiers) or ("no tiers" if not plane.tiers else "nothing above")
        self.figures["oversubscription"].show_value(value, note)

    def _whole(self, figures: Figures) -> None:
        counts, lengths = figures.counts, figures.lengths
        self.figures["cables"].show_value(count(counts.cables), f"{count(counts.transceivers)} transceivers")
        unknown = f", {count(lengths.unknown)} unknown" if lengths.unknown else ""
        self.figures["length"].show_value(
            length(lengths.needed_total_m) if counts.cables else "–",
            f"longest {length(lengths.longest_m)}{unknown}" if counts.cables else "",
        )
        unknown = f", {figures.power.unknown} unknown" if figures.power.unknown else ""
        self.figures["power"].show_value(power(figures.power.max_w), f"at most{unknown}")

    def _findings(self) -> None:
        report = self.document.report
        if report.revision < 0:
            return
        figure = self.figures["findings"]
        numbers = {s: report.count(s) for s in Severity}
        worst = next((s for s in Severity if numbers[s]), None)
        value = " · ".join(count(n) for n in numbers.values()) if worst else "none"
        figure.show_value(value, "errors · warnings · advice" if worst else " ")
        dark = self.palette().color(QPalette.ColorRole.Window).lightness() < 128
        colour = SEVERITY_TEXT[dark][worst] if worst else ""
        figure.value.setStyleSheet(f"color: {colour}" if colour else "")

    def _explain(self, key: str) -> None:
        ids: tuple[str, ...] = ()
        self.document.analysis.compute()
        if self.document.is_stale:  # old figures may name what is gone
            text = "This figure is being computed: look again in a moment."
        else:
            figures, report = self.document.figures, self.document.report
            text, ids = explain(self.document.network, figures, report, key, self.plane_id())
        self.popup = Explanation(text)
        at = self.figures[key].mapToGlobal(QPoint(0, self.height()))
        self.popup.move(at)
        self.popup.show()
        if ids:
            self.show_ids.emit(ids)


def bisection_words(plane: PlaneFigures) -> tuple[str, str]:
    """Value and note: an interval is never shown as one number."""
    found = plane.bisection
    if plane.endpoints < 2:
        return "–", "fewer than two endpoints"
    if found.exact:
        return rate(found.high_gbps), f"{share(found.share)} of full, exact"
    return f"{rate(found.low_gbps)} to {rate(found.high_gbps)}", f"at least {share(found.share)} of full"
