"""The document: every change is one undo step, and a figure is current or says that it is not."""

import pytest

import ui.analysis
from planner.edit import Change, Edit
from planner.operations.devices import place, set_fields
from planner.operations.racks import add_rack, move_racks
from planner.operations.remove import remove
from planner.plan import Plan
from ui.document import Document


@pytest.fixture
def document(qapp):
    document = Document()
    document.perform(add_rack(document.network, "rack-42u-600x1200", 0.0, 0.0))
    yield document
    document.close()


def rack(document):
    return next(iter(document.plan.racks))


def test_perform_undo_redo(document):
    heard = []
    document.changed.connect(heard.append)
    assert document.perform(place(document.network, "qm9700", rack(document), 40.0))
    document.undo_stack.undo()
    assert not document.plan.devices
    document.undo_stack.redo()
    assert len(document.plan.devices) == 1 and len(heard) == 3
    while document.undo_stack.canUndo():
        document.undo_stack.undo()
    assert document.plan.same_as(Plan()) and not len(document.network.devices)


def test_edits_of_one_key_are_one_step_and_vanish_when_they_cancel(document):
    for dx in (0.5, 0.5):
        document.perform(move_racks(document.plan, [rack(document)], dx, 0, "nudge"))
    assert document.undo_stack.count() == 2
    document.perform(move_racks(document.plan, [rack(document)], -1, 0, "nudge"))
    assert document.undo_stack.count() == 1 and document.plan.racks[rack(document)].x_m == 0


def test_an_edit_made_for_another_state_is_refused(document):
    said = []
    document.refused.connect(said.append)
    stale = place(document.network, "qm9700", rack(document), 40.0)
    device = stale.changes[0].after
    document.perform(remove(document.plan, [rack(document)]))
    assert not document.perform(stale)
    assert said and device.id not in document.plan.devices and document.undo_stack.count() == 2


def test_selection_follows_the_plan(document):
    document.select([rack(document), "nothing"])
    assert document.selection == {rack(document)}
    document.perform(remove(document.plan, document.selection))
    assert document.selection == frozenset()


def test_a_result_is_stale_until_it_is_of_this_revision(document, qtbot):
    qtbot.waitUntil(lambda: not document.is_stale)
    with qtbot.waitSignal(document.analysed):
        document.perform(place(document.network, "qm9700", rack(document), 40.0))
        assert document.is_stale
    assert not document.is_stale and document.figures.revision == document.plan.revision
    assert document.figures.power.max_w == document.network.catalogue.devices["qm9700"].power_max_w


def test_the_worker_gives_the_same_figures_and_follows_edits(document, qtbot, monkeypatch):
    monkeypatch.setattr(ui.analysis, "PATIENCE_S", -1.0)
    document.analysis._slow = True
    for unit in (1.0, 9.0, 17.0):
        document.perform(place(document.network, "dgx-h100", rack(document), unit))
        qtbot.waitUntil(lambda: not document.is_stale, timeout=20000)
        assert document.figures.power.max_w == pytest.approx(10200 * len(document.plan.devices))
    assert document.analysis._worker is not None
    document.perform(set_fields(document.plan, list(document.plan.devices)[:1], group="su1"))
    assert document.is_stale
    document.close()  # while it computes


def test_an_edit_while_the_worker_computes_leaves_the_result_stale(document, qtbot):
    document.analysis._slow = True
    document.analysis.compute()
    with qtbot.waitSignal(document.analysed, timeout=20000):
        document.perform(place(document.network, "qm9700", rack(document), 40.0))
        document.analysis._quiet.stop()
    assert document.is_stale and document.figures.power.max_w == 0
    qtbot.waitUntil(lambda: not document.is_stale, timeout=20000)


def test_an_edit_without_changes_leaves_no_step(document):
    assert document.perform(Edit("nothing", ()))
    assert document.undo_stack.count() == 1


def test_a_row_changed_behind_is_noticed(document):
    row = document.plan.racks[rack(document)]
    wrong = Edit("wrong", (Change(None, row),))
    assert not document.perform(wrong)
