"""What a start without a file shows: recent projects, examples, and the ways to begin."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout, QWidget

from planner.generators.examples import EXAMPLES
from resources import FOLDER

PATH = Qt.ItemDataRole.UserRole
MOST_RECENT = 10


def recent_files() -> list[Path]:
    """Those that are still there, newest first."""
    found = QSettings().value("recent", [])
    texts = [found] if isinstance(found, str) else list(found) if isinstance(found, list) else []
    return [p for p in (Path(str(t)) for t in texts) if p.is_file()]


def remember(path: Path) -> None:
    others = [p for p in recent_files() if p != path]
    QSettings().setValue("recent", [str(p) for p in [path, *others][:MOST_RECENT]])


class StartPage(QWidget):
    open_path = Signal(object)  # Path
    open_example = Signal(object)  # Path: opens as a new project
    begin = Signal(str)  # "empty", "design" or "open"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        column = QVBoxLayout()
        outer.addLayout(column, 3)
        outer.addStretch(1)
        column.addStretch(1)
        title = QLabel("Trunkline")
        font = title.font()
        font.setPointSizeF(font.pointSizeF() * 2.4)
        font.setBold(True)
        title.setFont(font)
        column.addWidget(title)
        column.addWidget(QLabel("Plan the network of a GPU cluster."))
        column.addSpacing(16)
        buttons = QHBoxLayout()
        self.buttons: dict[str, QPushButton] = {}
        for key, text in (("empty", "New"), ("design", "New from a design…"), ("open", "Open…")):
            button = QPushButton(text)
            button.setObjectName(key)
            button.clicked.connect(self._begin)
            buttons.addWidget(button)
            self.buttons[key] = button
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addSpacing(12)
        lists = QHBoxLayout()
        self.recent, self.examples = QListWidget(), QListWidget()
        for heading, box in (("Recent", self.recent), ("Examples", self.examples)):
            part = QVBoxLayout()
            part.addWidget(QLabel(heading))
            part.addWidget(box)
            box.setAccessibleName(heading)
            box.setWordWrap(True)
            box.setSpacing(3)
            box.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            lists.addLayout(part)
        column.addLayout(lists, 4)
        column.addStretch(1)
        self.recent.itemActivated.connect(self._recent)
        self.examples.itemActivated.connect(self._example)
        self.recent.itemClicked.connect(self._recent)
        self.examples.itemClicked.connect(self._example)
        for stem, words in EXAMPLES.items():
            item = QListWidgetItem(words, self.examples)
            item.setData(PATH, FOLDER / "examples" / f"{stem}.trunkline")
        self.refresh()

    def refresh(self) -> None:
        self.recent.clear()
        for path in recent_files():
            item = QListWidgetItem(f"{path.stem}\n{path.parent}", self.recent)
            item.setData(PATH, path)
        if not self.recent.count():
            empty = QListWidgetItem("Projects you save or open appear here.", self.recent)
            empty.setFlags(Qt.ItemFlag.NoItemFlags)

    def _begin(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.begin.emit(sender.objectName())

    def _recent(self, item: QListWidgetItem) -> None:
        if item.data(PATH):
            self.open_path.emit(item.data(PATH))

    def _example(self, item: QListWidgetItem) -> None:
        self.open_example.emit(item.data(PATH))
