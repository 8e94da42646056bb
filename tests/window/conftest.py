"""A real window on a real display, driven by xdotool: what a hand does, down to the pixel and the key."""

import os
import shutil
import subprocess
import sys
import time

import pytest
from PySide6.QtCore import QPoint, QSettings
from PySide6.QtWidgets import QApplication


def pytest_collection_modifyitems(items):
    """These need a screen of their own: packaging/with_display.sh gives one, and `make test` uses it."""
    missing = not os.environ.get("DISPLAY") or not shutil.which("xdotool")
    for item in items:
        if missing and "window" in str(item.path.parent.name):
            item.add_marker(pytest.mark.skip(reason="needs a display and xdotool: run packaging/with_display.sh"))


class Hand:
    """Mouse and keyboard. Each call returns when the window has seen what was done."""

    def __init__(self, window):
        self.window = window

    def run(self, *words):
        """Let xdotool act while the window's event loop runs, as it does for a user."""
        with subprocess.Popen(["xdotool", *(str(w) for w in words)]) as process:
            while process.poll() is None:
                QApplication.processEvents()
                time.sleep(0.004)
            assert process.returncode == 0
        self.settle()

    def settle(self, seconds=0.15):
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            QApplication.processEvents()
            time.sleep(0.004)

    def until(self, done, seconds=10):
        ends = time.monotonic() + seconds
        while not done():
            assert time.monotonic() < ends, "it did not happen"
            QApplication.processEvents()
            time.sleep(0.004)

    def click(self, at, button=1):
        self.run("mousemove", at.x(), at.y(), "sleep", 0.03, "click", button)

    def drag(self, start, end):
        """Press, move in small steps, release."""
        steps = 8
        words = ["mousemove", start.x(), start.y(), "sleep", 0.05, "mousedown", 1, "sleep", 0.05]
        for n in range(1, steps + 1):
            at = start + QPoint((end.x() - start.x()) * n // steps, (end.y() - start.y()) * n // steps)
            words += ["mousemove", at.x(), at.y(), "sleep", 0.03]
        self.run(
            *words,
            "mousemove",
            end.x() + 1,
            end.y(),
            "sleep",
            0.05,
            "mousemove",
            end.x(),
            end.y(),
            "sleep",
            0.05,
            "mouseup",
            1,
        )

    def key(self, *keys):
        self.run("key", "--delay", 40, *keys)

    def answer(self, keys, title, text):
        """Press the keys that open a dialog, wait for it, type into its field and press Enter. The dialog runs a
        loop of its own inside ours, so the answer comes from another process."""
        script = (
            f"xdotool search --sync --onlyvisible --name '^{title}$' windowactivate --sync; sleep 0.5; "
            f"xdotool key ctrl+a; xdotool type --delay 8 '{text}'; sleep 0.2; xdotool key Return"
        )
        with subprocess.Popen(["timeout", "25", "bash", "-c", script]) as typing:
            self.key(keys)
            self.until(lambda: typing.poll() is not None, 30)
        self.settle(0.5)

    def type(self, text):
        self.run("type", "--delay", 8, text)


@pytest.fixture
def window(tmp_path, monkeypatch):
    """The program's window on an empty plan, with settings and recovery of its own."""
    if not os.environ.get("DISPLAY"):
        pytest.skip("needs a display")
    app = QApplication.instance() or QApplication(["trunkline"])
    app.setOrganizationName("trunkline-test")
    app.setApplicationName("trunkline-test")
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))
    errors = []
    monkeypatch.setattr(sys, "excepthook", lambda *error: errors.append(error))
    from ui import theme
    from ui.main_window import MainWindow

    theme.load_font(app)
    theme.use(app, "light")
    window = MainWindow(tmp_path / "recovery")
    window.resize(1400, 900)
    window.move(40, 40)
    window.show()
    window.start()
    hand = Hand(window)
    hand.until(window.isActiveWindow)
    hand.settle(0.5)
    yield window
    window.document.undo_stack.setClean()
    window.close()
    hand.settle()
    assert not errors


@pytest.fixture
def hand(window):
    return Hand(window)
