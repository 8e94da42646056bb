"""The canvas by mouse: what a drag makes is one undoable edit, and what may not be makes none."""

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from planner.edit import added
from planner.generators.designs import design
from planner.plan import Plan
from planner.records import Device, Rack
from ui.canvas.hands import MIME, Canvas
from ui.document import Document

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@pytest.fixture
def canvas(qtbot):
    """Two racks, two servers in the first, a switch above them and one in the second."""
    plan = Plan()
    rows = [Rack("R1", "R1", "rack-48u-600x1200"), Rack("R2", "R2", "rack-48u-600x1200", 0.6)]
    rows += [Device("s1", "s1", "dgx-h100", "R1", 1.0), Device("s2", "s2", "dgx-h100", "R1", 9.0)]
    rows += [Device("l1", "l1", "qm9700", "R1", 20.0), Device("l2", "l2", "qm9700", "R2", 20.0)]
    plan.apply(added("x", *rows))
    document = Document(plan)
    canvas = Canvas(document)
    qtbot.addWidget(canvas)
    canvas.resize(1400, 1000)
    canvas.show()
    QApplication.processEvents()
    canvas.fit()
    yield canvas
    document.close()


def send(canvas, kind, at, button=LEFT, buttons=LEFT, modifiers=Qt.KeyboardModifier.NoModifier):
    event = QMouseEvent(kind, at, canvas.viewport().mapToGlobal(at), button, buttons, modifiers)
    QApplication.sendEvent(canvas.viewport(), event)


def drag(canvas, start, end, drop=True, **how):
    send(canvas, QEvent.Type.MouseButtonPress, start, **how)
    for n in range(1, 6):
        send(canvas, QEvent.Type.MouseMove, start + (end - start) * n / 5, NONE, **how)
    if drop:
        send(canvas, QEvent.Type.MouseButtonRelease, end, LEFT, NONE, **how)
        QApplication.processEvents()


def middle(canvas, id):
    x, y, w, h = canvas.picture.rect(id)
    return canvas.to_view(x + w * 0.2, y + h / 2)


def close(canvas):
    """Near enough that the ports of a switch can be gripped."""
    x, y, w, _ = canvas.picture.rect("l1")
    canvas._show_area(np.array([x, y - 50, w, 500.0]), 4.0)


def port(canvas, device, name):
    return canvas.to_view(*canvas.picture.port_centre(device, name))


def test_dragging_a_device_is_one_step(canvas):
    document = canvas.document
    drag(canvas, middle(canvas, "s2"), middle(canvas, "s2") - QPointF(0, 12 * 17.78 * canvas.scale_factor()))
    assert document.plan.devices["s2"].unit == 21 and document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert document.plan.devices["s2"].unit == 9


def test_onto_another_it_turns_red_and_nothing_happens(canvas):
    drag(canvas, middle(canvas, "s2"), middle(canvas, "s1"), drop=False)
    assert not canvas.ghost.good and "in the way" in canvas.ghost.text
    said = []
    canvas.status.connect(said.append)
    send(canvas, QEvent.Type.MouseButtonRelease, middle(canvas, "s1"), LEFT, NONE)
    assert canvas.document.plan.devices["s2"].unit == 9 and not canvas.document.undo_stack.count()
    assert said and canvas.ghost is None


def test_escape_forgets_the_drag(canvas, qtbot):
    drag(canvas, middle(canvas, "s2"), middle(canvas, "l2"), drop=False)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    send(canvas, QEvent.Type.MouseButtonRelease, middle(canvas, "l2"), LEFT, NONE)
    assert canvas.document.plan.devices["s2"].rack == "R1" and not canvas.document.undo_stack.count()


def test_out_of_every_rack(canvas):
    x, y, w, _ = canvas.picture.rect("R2")
    drag(canvas, middle(canvas, "s2"), canvas.to_view(x + w + 300, y + 100))
    assert canvas.document.plan.devices["s2"].rack == ""


def test_from_port_to_port(canvas):
    close(canvas)
    drag(canvas, port(canvas, "s1", "osfp1/1"), port(canvas, "l1", "3/2"))
    cable = next(iter(canvas.document.plan.cables.values()))
    assert (cable.a_device, cable.a_port, cable.b_device, cable.b_port) == ("s1", "osfp1/1", "l1", "3/2")


def test_from_port_to_a_device_takes_its_next_port(canvas):
    drag(canvas, port(canvas, "s1", "osfp2/1"), middle(canvas, "l1"))
    assert next(iter(canvas.document.plan.cables.values())).b_port == "1/1"


def test_legal_ports_glow_and_illegal_ones_say_why(canvas):
    close(canvas)
    drag(canvas, port(canvas, "s1", "osfp1/1"), port(canvas, "l1", "1/1"), drop=False)
    assert canvas.ghost.good and len(canvas.ghost.targets) == 64
    canvas.cancel()
    drag(canvas, port(canvas, "s1", "bmc"), port(canvas, "l1", "1/1"), drop=False)
    assert (not canvas.ghost.good and "Gb/s" in canvas.ghost.text) or "speaks" in canvas.ghost.text
    canvas.cancel()


def test_the_cable_tool_joins_devices(canvas):
    canvas.set_tool("connect")
    drag(canvas, middle(canvas, "s1"), middle(canvas, "l1"))
    drag(canvas, middle(canvas, "s1"), middle(canvas, "l1"))
    assert len(canvas.document.plan.cables) == 2


def test_dragging_a_rack_snaps_to_its_neighbour(canvas):
    x, y, w, _ = canvas.picture.rect("R2")
    start = canvas.to_view(x + w / 2, y + 60)
    drag(canvas, start, start + QPointF(0.8 * 400 * canvas.scale_factor(), 0))
    assert canvas.document.plan.racks["R2"].x_m == pytest.approx(1.4)
    x, y, w, _ = canvas.picture.rect("R2")
    start = canvas.to_view(x + w / 2, y + 60)
    drag(canvas, start, start - QPointF(0.75 * 400 * canvas.scale_factor(), 0))
    assert canvas.document.plan.racks["R2"].x_m == pytest.approx(0.6)


def test_a_rack_is_not_dropped_into_another(canvas):
    x, y, w, _ = canvas.picture.rect("R2")
    start = canvas.to_view(x + w / 2, y + 60)
    alt = Qt.KeyboardModifier.AltModifier
    drag(canvas, start, start - QPointF(0.3 * 400 * canvas.scale_factor(), 0), modifiers=alt)
    assert canvas.document.plan.racks["R2"].x_m == 0.6


def test_a_rack_moves_to_a_new_row(canvas):
    x, y, w, h = canvas.picture.rect("R2")
    start = canvas.to_view(x + w / 2, y + 60)
    drag(canvas, start, canvas.to_view(x + w / 2, y + h + 200))
    assert canvas.document.plan.racks["R2"].y_m == pytest.approx(2.4)


def test_rubber_band_and_shift(canvas):
    x, y, w, h = canvas.picture.rect("R1")
    drag(canvas, canvas.to_view(x - 60, y - 30), canvas.to_view(x + w + 2, y + h + 5))
    assert canvas.document.selection == {"R1", "s1", "s2", "l1"}
    shift = Qt.KeyboardModifier.ShiftModifier
    at = middle(canvas, "s1")
    send(canvas, QEvent.Type.MouseButtonPress, at, modifiers=shift)
    send(canvas, QEvent.Type.MouseButtonRelease, at, LEFT, NONE, shift)
    assert canvas.document.selection == {"R1", "s2", "l1"}


@pytest.mark.parametrize(("type", "kind"), [("qm9700", "devices"), ("rack-42u-600x1200", "racks")])
def test_a_drop_from_the_palette(canvas, type, kind):
    before = set(canvas.document.plan.table(kind))
    data = QMimeData()
    data.setData(MIME, QByteArray(type.encode()))
    x, y, w, _ = canvas.picture.rect("R2")
    at = canvas.to_view(x + w / 2, y + 300) if kind == "devices" else canvas.to_view(x + w + 200, y + 300)
    buttons, none, action = LEFT, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
    enter = QDragEnterEvent(at.toPoint(), action, data, buttons, none)
    canvas.dragEnterEvent(enter)
    assert enter.isAccepted()
    canvas.dropEvent(QDropEvent(at, action, data, buttons, none))
    (new,) = set(canvas.document.plan.table(kind)) - before
    assert canvas.document.selection == {new}
    if kind == "devices":
        assert canvas.document.plan.devices[new].rack == "R2"
    else:
        assert canvas.document.plan.racks[new].x_m >= 1.2


def test_something_else_is_not_taken(canvas):
    data = QMimeData()
    data.setText("qm9700")
    enter = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    canvas.dragEnterEvent(enter)
    assert not enter.isAccepted()


def test_the_wheel_keeps_what_is_under_the_pointer(canvas):
    at = QPointF(300, 200)
    before = canvas.to_scene(at)
    for turn in (120, 120, -240, 600):
        wheel = QWheelEvent(
            at, canvas.viewport().mapToGlobal(at), QPoint(), QPoint(0, turn), NONE,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(canvas.viewport(), wheel)
        after = canvas.to_scene(at)
        assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=1e-6)


def test_arrow_keys_nudge_in_one_step_of_undo(canvas, qtbot):
    canvas.document.select(["s2"])
    for _ in range(3):
        qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.document.plan.devices["s2"].unit == 12 and canvas.document.undo_stack.count() == 1


def test_both_views_share_the_selection_and_keep_their_own_zoom(canvas):
    canvas.document.select(["s1"])
    canvas.zoom_in()
    scale = canvas.scale_factor()
    canvas.set_layout("fabric")
    assert canvas.document.selection == {"s1"} and canvas.picture.layout == "fabric"
    canvas.zoom_out()
    canvas.set_layout("racks")
    assert canvas.scale_factor() == scale


def test_no_item_a_cable(qtbot):
    """4,096 cables, and no object of Qt for any of them."""
    document = Document(design("b200-8su"))
    canvas = Canvas(document)
    qtbot.addWidget(canvas)
    canvas.resize(1200, 800)
    canvas.show()
    QApplication.processEvents()
    assert len(canvas.picture.lines.ids) == 4096 and len(canvas.findChildren(QObject)) < 30
    document.close()


def test_badges_stand_on_what_findings_name(canvas):
    drag(canvas, port(canvas, "s1", "osfp1/1"), middle(canvas, "l1"))
    canvas.document.analysis.compute()
    about = [f.message for f in canvas.document.report.open if "s1" in f.about]
    assert any("no cable on the storage plane" in m for m in about)
    assert canvas._badges["s1"].text == about[0] and canvas._badges["s1"].count == len(about)
    assert canvas._badge_place("s1") is not None


def test_an_edit_elsewhere_is_drawn(canvas):
    canvas.document.plan.apply(added("x", Rack("R3", "R3", "rack-42u-600x1200", 1.8)))
    QApplication.processEvents()
    assert "R3" in canvas.picture.frame_row


def inside(canvas, id):
    x, y, w, h = canvas.picture.rect(id).tolist()
    return canvas.visible_area().contains(QRectF(x, y, w, h))


def test_what_was_fitted_stays_in_sight_when_the_window_shrinks_unless_one_moved(canvas):
    canvas.resize(500, 300)
    QApplication.processEvents()
    assert inside(canvas, "R1") and inside(canvas, "R2")
    canvas.zoom_in()
    scale = canvas.scale()
    canvas.resize(400, 250)
    QApplication.processEvents()
    assert canvas.scale() == scale


def test_the_first_thing_on_an_empty_floor_comes_into_view(qtbot):
    document = Document(Plan())
    canvas = Canvas(document)
    qtbot.addWidget(canvas)
    canvas.resize(600, 500)
    canvas.show()
    QApplication.processEvents()
    document.perform(added("x", Rack("R1", "R1", "rack-48u-600x1200", 30.0)))
    QApplication.processEvents()
    assert inside(canvas, "R1")
    scale = canvas.scale()
    document.perform(added("x", Rack("R2", "R2", "rack-48u-600x1200", 40.0)))
    QApplication.processEvents()
    assert canvas.scale() == scale
    document.close()
