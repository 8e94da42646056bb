"""What keys alone can do, what Escape takes back, and what is asked before work is left."""

import subprocess

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtPrintSupport import QPrintPreviewWidget
from PySide6.QtWidgets import QApplication

from ui.panels.palette import TYPE
from ui.paper.preview import Preview

RACK = "rack-48u-600x1200"


def rack_by_keys(window, hand):
    """Search the palette and press Enter, without the mouse."""
    search = window.workbench.palette_panel.search
    search.setFocus()
    hand.type("48U")
    hand.key("Tab", "Down", "Down", "Return")
    assert [r.type for r in window.document.plan.racks.values()] == [RACK]


def test_keys_alone_place_rename_and_remove(window, hand):
    rack_by_keys(window, hand)
    script = "sleep 1; xdotool key ctrl+a; xdotool type --delay 8 'Corner <b>'; sleep 0.2; xdotool key Return"
    with subprocess.Popen(["bash", "-c", script]) as typing:  # the dialog runs a loop inside ours
        hand.key("F2")
        hand.until(lambda: typing.poll() is not None)
    hand.settle()
    assert [r.name for r in window.document.plan.racks.values()] == ["Corner <b>"]
    window.workbench.canvas.viewport().setFocus()
    hand.key("Delete")
    assert not window.document.plan.racks
    hand.key("ctrl+z", "ctrl+z")
    assert [r.name for r in window.document.plan.racks.values()] == ["R-01"]


def test_escape_takes_a_drag_back(window, hand):
    rack_by_keys(window, hand)
    canvas = window.workbench.canvas
    canvas.setFocus()
    canvas.fit()
    hand.settle()
    rack = window.document.plan.racks["R-01"]
    x, y, w, _ = canvas.picture.rect("R-01")
    start = canvas.viewport().mapToGlobal(canvas.to_view(x + w / 2, y + 60).toPoint())
    end = start + QPoint(160, 0)
    steps = [word for n in (1, 2, 3, 4) for word in ("mousemove", start.x() + 40 * n, start.y(), "sleep", 0.04)]
    hand.run("mousemove", start.x(), start.y(), "sleep", 0.05, "mousedown", 1, *steps)
    assert canvas.ghost is not None
    hand.run("key", "Escape", "sleep", 0.05, "mouseup", 1)
    assert canvas.ghost is None and window.document.plan.racks["R-01"] == rack
    assert window.document.undo_stack.count() == 1
    hand.drag(start, end)
    assert window.document.plan.racks["R-01"].x_m > rack.x_m


def test_unsaved_work_is_asked_about_and_escape_stays(window, hand):
    rack_by_keys(window, hand)
    hand.run("key", "ctrl+q", "sleep", 0.6, "key", "Escape", "sleep", 0.2)
    assert window.isVisible() and len(window.document.plan.racks) == 1 and window.isWindowModified()


def test_a_double_press_begins_a_drag(window, hand):
    """Two presses in quick succession: the second drags all the same."""
    rack_by_keys(window, hand)
    canvas = window.workbench.canvas
    canvas.fit()
    hand.settle()
    before = window.document.plan.racks["R-01"].x_m
    x, y, w, _ = canvas.picture.rect("R-01")
    start = canvas.viewport().mapToGlobal(canvas.to_view(x + w / 2, y + 60).toPoint())
    moves = [word for n in (1, 2, 3, 4) for word in ("mousemove", start.x() + 40 * n, start.y(), "sleep", 0.04)]
    hand.run("mousemove", start.x(), start.y(), "click", 1, "sleep", 0.05, "mousedown", 1, *moves, "mouseup", 1)
    assert window.document.plan.racks["R-01"].x_m > before


def test_the_palette_shows_what_is_searched(window, hand):
    palette = window.workbench.palette_panel
    hand.click(palette.search.mapToGlobal(palette.search.rect().center()))
    hand.type("qm97")
    groups = [palette.tree.topLevelItem(n) for n in range(palette.tree.topLevelItemCount())]
    shown = [g.child(n).data(0, TYPE) for g in groups for n in range(g.childCount()) if not g.child(n).isHidden()]
    assert shown == ["qm9700", "qm9790"]


def test_an_explanation_goes_away_with_a_click_or_a_key(window, hand):
    strip = window.workbench.strip
    hand.until(lambda: not window.document.is_stale)
    figure = strip.figures["bisection"]
    for away in ("click", "Escape"):
        hand.click(figure.mapToGlobal(figure.rect().center()))
        hand.until(lambda: QApplication.activePopupWidget() is not None)
        if away == "click":
            hand.click(window.workbench.canvas.viewport().mapToGlobal(QPoint(500, 500)))
        else:
            hand.key(away)
        hand.until(lambda: QApplication.activePopupWidget() is None)
    hand.key("ctrl+2")
    assert window.workbench.canvas.layout_name == "fabric"


def test_print_preview_opens_with_the_page_and_escape_closes_it(window, hand):
    rack_by_keys(window, hand)
    window.workbench.canvas.viewport().setFocus()
    seen = []

    def look():
        found = QApplication.activeModalWidget()
        if isinstance(found, Preview):
            seen.append(found.findChild(QPrintPreviewWidget).pageCount())

    watch = QTimer(interval=100)
    watch.timeout.connect(look)
    watch.start()
    with subprocess.Popen(["bash", "-c", "sleep 2.5; xdotool key Escape"]) as typing:
        hand.key("ctrl+p")
        hand.until(lambda: typing.poll() is not None)
    watch.stop()
    hand.until(lambda: QApplication.activeModalWidget() is None)
    assert seen and seen[-1] == 1


def test_a_bumped_mouse_takes_no_keys_from_who_types(window, hand):
    rack_by_keys(window, hand)
    canvas, search = window.workbench.canvas, window.workbench.palette_panel.search
    hand.click(search.mapToGlobal(search.rect().center()))
    hand.run("mousemove", *canvas.viewport().mapToGlobal(QPoint(300, 300)).toTuple())
    hand.key("ctrl+a", "Delete")
    hand.type("fsc")
    assert search.text() == "fsc" and len(window.document.plan.racks) == 1


def test_space_drags_the_drawing_of_a_fresh_plan(window, hand):
    canvas = window.workbench.canvas
    start = canvas.viewport().mapToGlobal(QPoint(300, 300))
    before = canvas.to_view(0, 0)
    hand.run("mousemove", start.x(), start.y(), "sleep", 0.1, "keydown", "space", "sleep", 0.1, "mousedown", 1)
    hand.run("mousemove", start.x() + 30, start.y(), "mousemove", start.x() + 60, start.y() + 20)
    hand.run("mouseup", 1, "keyup", "space")
    assert (canvas.to_view(0, 0) - before).toTuple() == (60, 20)
