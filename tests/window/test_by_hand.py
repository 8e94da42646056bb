"""A small cluster drawn from nothing, by mouse and keys alone: saved, printed, undone to nothing, opened again."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint

from ui.panels.palette import TYPE

ROOT = Path(__file__).parents[2]


class Bench:
    """Where things are on the screen."""

    def __init__(self, window, hand):
        self.window, self.hand = window, hand

    @property
    def canvas(self):
        return self.window.workbench.canvas

    @property
    def plan(self):
        return self.window.document.plan

    def on_screen(self, x, y):
        """Screen position of a scene point."""
        return self.canvas.viewport().mapToGlobal(self.canvas.to_view(x, y).toPoint())

    def palette_item(self, type_id):
        palette = self.window.workbench.palette_panel
        tree = palette.tree
        groups = [tree.topLevelItem(g) for g in range(tree.topLevelItemCount())]
        item = next(g.child(n) for g in groups for n in range(g.childCount()) if g.child(n).data(0, TYPE) == type_id)
        tree.scrollToItem(item)
        self.hand.settle()
        return tree.viewport().mapToGlobal(tree.visualItemRect(item).center())

    def place(self, type_id, at):
        """Drag it there, and see it land."""
        before = self.count()
        self.hand.drag(self.palette_item(type_id), at)
        self.hand.until(lambda: self.count() == before + 1)
        self.hand.settle()

    def cable(self, start, end):
        before = len(self.plan.cables)
        self.hand.drag(start, end)
        self.hand.until(lambda: len(self.plan.cables) == before + 1)

    def count(self):
        return len(self.plan.racks) + len(self.plan.devices)

    def unit(self, rack, unit, height):
        """Screen position of the middle of a device of this height at this unit."""
        rect = self.canvas.picture.rect(rack)
        per_unit = rect[3] / 48
        return self.on_screen(rect[0] + rect[2] / 2, rect[1] + rect[3] - (unit - 1 + height / 2) * per_unit)

    def port(self, device, port):
        return self.on_screen(*self.canvas.picture.port_centre(device, port))


@pytest.fixture
def bench(window, hand):
    return Bench(window, hand)


def draw_cluster(bench, hand):
    """One rack, two servers, two switches, eight cables."""
    view = bench.canvas.viewport()
    bench.place("rack-48u-600x1200", view.mapToGlobal(view.rect().center()))
    assert list(bench.plan.racks) == ["R-01"]
    hand.key("f")
    bench.place("dgx-h100", bench.unit("R-01", 1, 8))
    bench.place("dgx-h100", bench.unit("R-01", 9, 8))
    bench.place("qm9700", bench.unit("R-01", 20, 1))
    bench.place("qm9700", bench.unit("R-01", 23, 1))
    units = {d.id: (d.rack, d.unit) for d in bench.plan.devices.values()}
    assert units == {
        "dgx-h100-01": ("R-01", 1), "dgx-h100-02": ("R-01", 9), "qm9700-01": ("R-01", 20), "qm9700-02": ("R-01", 23),
    }  # fmt: skip
    for server, port in (("dgx-h100-01", "1"), ("dgx-h100-02", "2")):
        for rail in ("osfp1/1", "osfp1/2"):
            switch = "qm9700-01" if rail.endswith("1") else "qm9700-02"
            bench.cable(bench.port(server, rail), bench.port(switch, f"{port}/1"))
    assert len(bench.plan.cables) == 4


def figures_of(path):
    command = [sys.executable, "-m", "planner.cli", "figures", str(path), "--json"]
    return json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def test_the_whole_job(window, hand, bench, tmp_path):
    draw_cluster(bench, hand)
    path, paper = tmp_path / "by-hand.trunkline", tmp_path / "by-hand.pdf"

    hand.answer("ctrl+s", "Save the project", path)
    hand.until(path.exists)
    assert path.exists() and window.document.undo_stack.isClean() and not window.isWindowModified()

    hand.until(lambda: not window.document.is_stale)
    found = figures_of(path)
    training = window.document.figures.planes["training"]
    assert found["planes"]["training"]["endpoints"] == training.endpoints == 2
    assert found["planes"]["training"]["bisection"]["low_gbps"] == training.bisection.low_gbps == 800
    assert found["counts"]["cables"] == window.document.figures.counts.cables == 4
    strip = window.workbench.strip.figures
    assert strip["endpoints"].value.text() == "2" and strip["bisection"].value.text() == "800 Gb/s"
    assert strip["cables"].value.text() == "4"

    hand.answer("ctrl+e", "Export this view", paper)
    hand.until(paper.exists)
    assert paper.read_bytes().startswith(b"%PDF")
    words = subprocess.run(["pdftotext", str(paper), "-"], capture_output=True, text=True, check=True).stdout
    assert "Untitled cluster" in words and "800 Gb/s" in words and "dgx-h100-01" in words

    bench.canvas.viewport().setFocus()
    for _ in range(9):
        hand.key("ctrl+z")
    assert not bench.plan.racks and not bench.plan.devices and not bench.plan.cables
    assert not window.document.undo_stack.canUndo()
    for _ in range(9):
        hand.key("ctrl+shift+z")
    assert len(bench.plan.cables) == 4 and window.document.undo_stack.isClean()

    drawn = window.document.plan
    hand.answer("ctrl+o", "Open a project", path)
    hand.until(lambda: window.document.plan is not drawn)
    assert window.document.plan is not drawn and window.document.plan.same_as(drawn)


def test_a_cable_that_may_not_be_says_why(window, hand, bench):
    view = bench.canvas.viewport()
    bench.place("rack-48u-600x1200", view.mapToGlobal(view.rect().center()))
    hand.key("f")
    bench.place("dgx-h100", bench.unit("R-01", 1, 8))
    bench.place("sn4600c", bench.unit("R-01", 20, 2))
    hand.drag(bench.port("dgx-h100-01", "osfp1/1"), bench.port("sn4600c-01", "swp1"))
    assert not bench.plan.cables
    assert "400 Gb/s" in window.statusBar().currentMessage()


def test_moving_copying_renaming_and_removing(window, hand, bench):
    view = bench.canvas.viewport()
    bench.place("rack-48u-600x1200", view.mapToGlobal(view.rect().center()))
    hand.key("f")
    bench.place("dgx-h100", bench.unit("R-01", 1, 8))
    hand.drag(bench.unit("R-01", 1, 8) - QPoint(60, 0), bench.unit("R-01", 11, 8) - QPoint(60, 0))
    assert bench.plan.devices["dgx-h100-01"].unit == 11
    hand.key("Up")
    assert bench.plan.devices["dgx-h100-01"].unit == 12
    hand.key("ctrl+c", "ctrl+v")
    assert len(bench.plan.devices) == 2
    hand.key("ctrl+a", "Delete")
    assert not bench.plan.devices and not bench.plan.racks
    hand.key("ctrl+z")
    assert len(bench.plan.devices) == 2
    bench.canvas.fit()
    hand.settle()
    before = bench.plan.racks["R-01"].x_m
    rect = bench.canvas.picture.rect("R-01")
    top = bench.on_screen(rect[0] + rect[2] / 2, rect[1] + 60)
    hand.click(bench.on_screen(rect[0] - 200, rect[1] + 60))
    hand.drag(top, top + QPoint(150, 0))
    assert bench.plan.racks["R-01"].x_m > before


def test_nothing_is_dropped_where_it_does_not_fit(window, hand, bench):
    view = bench.canvas.viewport()
    bench.place("rack-48u-600x1200", view.mapToGlobal(view.rect().center()))
    hand.key("f")
    bench.place("dgx-h100", bench.unit("R-01", 1, 8))
    hand.drag(bench.palette_item("dgx-h100"), bench.unit("R-01", 4, 8))
    assert len(bench.plan.devices) == 1
    assert "in the way" in window.statusBar().currentMessage()
