"""The program itself, killed in the middle of work: what was done is offered back, and saved as it was."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from planner.fileformat.reader import open_plan
from planner.fileformat.recovery import found

ROOT = Path(__file__).parents[2]


class Program:
    """The program in a process of its own, with data and settings below `home`."""

    def __init__(self, home):
        self.home = home
        folders = {"HOME": home, "XDG_DATA_HOME": home / "data", "XDG_CONFIG_HOME": home / "config"}
        self.environment = os.environ | {name: str(path) for name, path in folders.items()}
        self.process = None

    def start(self):
        command = [sys.executable, "-m", "planner.cli", "open"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.environment, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def window(self, title):
        """Id of the window of that title, once it is there."""
        found = ""
        ends = time.monotonic() + 30
        while not found:  # a window that goes away while it is looked at makes xdotool fail: look again
            assert time.monotonic() < ends, f"no window is called {title}"
            words = ["xdotool", "search", "--onlyvisible", "--name", title]
            found = subprocess.run(words, capture_output=True, text=True).stdout.strip().rpartition("\n")[2]
            time.sleep(0.1)
        subprocess.run(["xdotool", "windowactivate", "--sync", found], timeout=10, check=True)
        time.sleep(0.8)
        return found

    def hand(self, *words):
        subprocess.run(["xdotool", *map(str, words)], timeout=30, check=True)
        time.sleep(0.4)


def until(done, seconds=15):
    ends = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < ends, "it did not happen"
        time.sleep(0.05)


@pytest.fixture
def program(tmp_path):
    if not os.environ.get("DISPLAY") or not shutil.which("xdotool"):
        pytest.skip("needs a display and xdotool: run packaging/with_display.sh")
    program = Program(tmp_path)
    yield program
    program.kill()


def test_killed_and_taken_back(program, tmp_path):
    journals = tmp_path / "data" / "trunkline" / "recovery"
    program.start()
    window = program.window("^Untitled cluster.*Trunkline")
    program.hand("key", "ctrl+n")
    program.hand("mousemove", "--window", window, 100, 118, "click", 1)
    program.hand("type", "--delay", 8, "48U")
    program.hand("key", "--delay", 60, "Tab", "Down", "Down", "Return", "Return")
    until(lambda: sum(f.read_text().count("\n") for f in journals.glob("*/edits.jsonl")) == 2)
    program.kill()
    assert [r.edits for r in found(journals)] == [2]

    program.start()
    program.window("Recover work")
    program.hand("key", "Return")
    program.window("^Untitled cluster.*Trunkline")
    assert len(found(journals)) == 1  # until it is saved
    path = tmp_path / "back.trunkline"
    program.hand("key", "ctrl+s", "sleep", 1)
    program.hand("key", "ctrl+a", "type", "--delay", 8, str(path))
    program.hand("key", "Return")
    until(path.exists)
    assert len(open_plan(path).plan.racks) == 2
    until(lambda: not found(journals))
