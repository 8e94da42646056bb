"""Files, unsaved work, recovery: nothing a user made is lost, and nothing is thrown away unasked."""

import pytest
from PySide6.QtWidgets import QFileDialog

from planner.fileformat.reader import open_plan
from planner.fileformat.recovery import found
from planner.generators.examples import example
from planner.operations.devices import set_fields
from planner.plan import Plan
from ui import app, dialogs
from ui.dialogs import Button
from ui.start_page import recent_files


@pytest.fixture
def answers(monkeypatch):
    """What the user answers to each question, and what was said."""
    given = {"save": Button.Cancel, "text": None, "ask": "Take back", "path": "", "said": []}
    monkeypatch.setattr(dialogs, "ask_to_save", lambda *_: given["save"])
    monkeypatch.setattr(dialogs, "ask_text", lambda *_: given["text"])
    monkeypatch.setattr(dialogs, "ask", lambda *_: given["ask"])
    monkeypatch.setattr(dialogs, "message", lambda _, title, text: given["said"].append(text))
    for name in ("getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_: (given["path"], ""))
    return given


def test_save_and_open_again(window, answers, tmp_path, fill):
    fill(window.document)
    assert window.isWindowModified()
    answers["path"] = str(tmp_path / "mine")
    assert window.save_file()
    path = tmp_path / "mine.trunkline"
    assert not window.isWindowModified() and "mine.trunkline" in window.windowTitle()
    assert recent_files() == [path] and open_plan(path).plan.same_as(window.document.plan)
    before = window.document
    assert window.open_path(path)
    assert window.document is not before and window.document.plan.same_as(before.plan)


def test_unsaved_work_stays_when_the_question_is_cancelled(window, answers, tmp_path, fill):
    fill(window.document)
    document = window.document
    window.new_plan()
    assert window.document is document and not window.close()
    answers["save"] = Button.Save  # and the file dialog is cancelled: nothing is saved, so nothing is left
    window.new_plan()
    assert window.document is document
    answers["path"] = str(tmp_path / "kept.trunkline")
    window.new_plan()
    assert window.document is not document and open_plan(tmp_path / "kept.trunkline").plan.same_as(document.plan)


def test_discard_gives_it_up(window, answers, fill):
    fill(window.document)
    answers["save"] = Button.Discard
    window.new_plan()
    assert window.document.plan.same_as(Plan())


def test_a_file_that_can_not_be_opened_is_one_sentence(window, answers, tmp_path):
    (tmp_path / "torn.trunkline").write_text('{"format": "trunkline", "vers')
    document = window.document
    assert not window.open_path(tmp_path / "torn.trunkline")
    assert window.document is document and "torn.trunkline" in answers["said"][0]
    assert "\n" not in answers["said"][0] and recent_files() == []


def test_a_save_that_fails_leaves_it_unsaved(window, answers, tmp_path, fill):
    fill(window.document)
    answers["path"] = str(tmp_path / "no-such-folder" / "x.trunkline")
    assert not window.save_file()
    assert answers["said"] and window.isWindowModified() and window.document.path is None


@pytest.fixture
def crashed(window, tmp_path, monkeypatch, fill):
    """What a process that was killed left: its journal without its lock."""
    fill(window.document)
    kept = window.document.plan
    window.keeping._journal._lock.close()
    window.keeping._journal._edits.close()
    window.keeping._journal._unsubscribe()
    window.keeping._journal = None
    window.document.undo_stack.setClean()
    return kept


def test_recovered_work_stays_on_disk_until_it_is_saved(window, answers, crashed, tmp_path):
    folder = tmp_path / "recovery"
    window.offer_recovery(found(folder))
    assert window.document.plan.same_as(crashed) and window.isWindowModified()
    assert len(found(folder)) == 1, "a second crash before the first edit must not lose it"
    answers["path"] = str(tmp_path / "back.trunkline")
    assert window.save_file()
    assert found(folder) == [] and open_plan(tmp_path / "back.trunkline").plan.same_as(crashed)


def test_recovery_that_is_put_off_is_offered_again(window, answers, crashed, tmp_path):
    answers["ask"] = "Not now"
    window.offer_recovery(found(tmp_path / "recovery"))
    assert window.document.plan.same_as(crashed) and len(found(tmp_path / "recovery")) == 1


def test_recovery_that_is_thrown_away_is_gone(window, answers, crashed, tmp_path):
    answers["ask"] = "Throw away"
    before = window.document
    window.offer_recovery(found(tmp_path / "recovery"))
    assert window.document is before and found(tmp_path / "recovery") == []


def test_a_journal_that_can_not_be_written_is_said(window, fill):
    window.keeping._journal._edits.close()
    fill(window.document)
    assert "recovery" in window.statusBar().currentMessage()


def test_a_fault_is_one_sentence_and_one_box(window, answers, monkeypatch, capsys):
    monkeypatch.setattr(
        dialogs,
        "message",
        lambda *a: (answers["said"].append(a[2]), app.report_exception(KeyError, KeyError("x"), None)),
    )
    app.report_exception(ZeroDivisionError, ZeroDivisionError("hidden"), None)
    assert len(answers["said"]) == 1 and "hidden" not in answers["said"][0]
    assert "ZeroDivisionError: hidden" in capsys.readouterr().err


def test_closing_while_figures_are_computed(window, qtbot, fill):
    window.document.analysis._slow = True
    fill(window.document)
    window.document.analysis.compute()
    assert window.document.analysis._worker.busy
    window.document.undo_stack.setClean()
    assert window.close()


def test_copy_paste_rename_remove_and_back(window, answers, fill):
    fill(window.document)
    plan, steps = window.document.plan, window.document.undo_stack.count()
    window.document.select(["R-01"])
    window.do("duplicate")
    assert (len(plan.racks), len(plan.devices), len(plan.cables)) == (2, 6, 2)
    answers["text"] = "<b>spare</b>"
    window.do("rename")
    assert "<b>spare</b>" in {r.name for r in plan.racks.values()}
    window.do("select_all")
    window.do("remove")
    assert not plan.racks and not plan.devices and not plan.cables
    for _ in range(3):
        window.do("undo")
    assert window.document.undo_stack.index() == steps and len(plan.devices) == 3
    window.document.perform(set_fields(plan, ["qm9700-01"], role="leaf"))
    assert not window.document.undo_stack.canRedo()


def test_find_selects_by_name(window, answers, fill):
    fill(window.document)
    answers["text"] = "DGX-h100-02"
    window.do("find_thing")
    assert window.document.selection == {"dgx-h100-02"}
    answers["text"] = "nowhere"
    window.do("find_thing")
    assert "nowhere" in window.statusBar().currentMessage()


def test_the_cables_of_one_plane_alone(window):
    from planner.generators.examples import example

    window.new_document(example("ethernet-fine-tuning"))
    window.document.analysis.compute()
    action = window.actions_by_name["only_this_plane"]
    action.trigger()
    bench = window.workbench
    assert action.isChecked() and bench.canvas.planes == {"training"}
    bench.strip.plane.setCurrentIndex(bench.strip.plane.findData("storage"))
    assert bench.canvas.planes == {"storage"}
    action.trigger()
    assert not action.isChecked() and bench.canvas.planes is None


def test_the_window_fits_a_small_screen(window):
    for plan in (Plan(), example("h100-4su"), example("five-mistakes")):
        window.document.undo_stack.setClean()
        window.new_document(plan)
        window.document.analysis.compute()
        hint = window.minimumSizeHint()
        assert hint.width() <= 800 and hint.height() <= 600
