"""Starting the window: the application, its font and colours, what is said when something breaks, and recovery."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget

from ui import theme


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window on a file, or on the start page; returns the exit status."""
    first_frame(list(arguments or ()))
    return QApplication.exec()


def first_frame(files: list[str]) -> QWidget:
    """The window, shown; what it opens comes right after."""
    app = QApplication.instance() or QApplication(["trunkline"])
    assert isinstance(app, QApplication)
    app.setApplicationName("trunkline")
    app.setOrganizationName("trunkline")
    app.setApplicationDisplayName("Trunkline")
    app.setDesktopFileName("trunkline")
    theme.load_font(app)
    theme.use(app, theme.saved())
    sys.excepthook = report_exception
    from ui.main_window import MainWindow

    window = MainWindow()
    window.first_painted.connect(_Begin(window, files).when_painted)
    window.show()
    return window


_waiting: list[_Begin] = []  # kept until they have run


class _Begin:
    """What happens once the first frame stands."""

    def __init__(self, window: object, files: list[str]) -> None:
        self.window, self.files = window, files
        _waiting.append(self)

    def when_painted(self) -> None:
        QTimer.singleShot(0, self.run)

    def run(self) -> None:
        from planner.fileformat.recovery import found
        from ui.main_window import MainWindow

        _waiting.remove(self)
        assert isinstance(self.window, MainWindow)
        self.window.start()
        if self.files:
            self.window.open_path(Path(self.files[0]))
        else:
            self.window.show_start()
        self.window.offer_recovery(found())


_saying: list[str] = []


def report_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """A mistake of ours: the details go to the terminal, the user gets one sentence. Edits are in the journal
    already."""
    traceback.print_exception(kind, error, trace)
    if issubclass(kind, KeyboardInterrupt):
        QApplication.quit()
        return
    if QApplication.instance() is not None and not _saying:
        from ui.dialogs import message

        text = f"Something went wrong ({kind.__name__}). Your edits are kept: save under a new name, then go on."
        _saying.append(text)  # one box at a time: a fault while painting comes again with every frame
        try:
            message(QApplication.activeWindow(), "Trunkline", text)
        finally:
            _saying.clear()
