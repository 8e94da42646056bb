"""Inspector, findings, palette and strip on a small cluster: what they show is the plan, what they do is one step."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from planner.operations.devices import place, rename, set_fields
from planner.operations.racks import add_rack
from planner.operations.remove import remove
from ui.canvas.hands import MIME
from ui.panels import findings as findings_panel
from ui.panels.findings import Findings
from ui.panels.inspector import Inspector
from ui.panels.palette import TYPE, Palette
from ui.panels.strip import Strip
from ui.workbench import Workbench


@pytest.fixture
def inspector(filled, qtbot):
    made = Inspector(filled)
    qtbot.addWidget(made)
    return made


def type_in(qtbot, inspector, label, text):
    field = inspector.fields[label]
    field.setText(text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    inspector.refresh()


def choose(inspector, label, value):
    field = inspector.fields[label]
    field.setCurrentIndex(field.position(value))
    field.activated.emit(field.currentIndex())
    inspector.refresh()


def test_a_field_is_one_undoable_step(inspector, filled, qtbot):
    filled.select(["dgx-h100-02"])
    inspector.refresh()
    steps = filled.undo_stack.count()
    type_in(qtbot, inspector, "Name", "trainer")
    type_in(qtbot, inspector, "Unit", "20")
    type_in(qtbot, inspector, "Group", "su1")
    row = filled.plan.devices["dgx-h100-02"]
    assert (row.name, row.unit, row.group) == ("trainer", 20, "su1") and filled.undo_stack.count() == steps + 3
    filled.undo_stack.undo()
    inspector.refresh()
    assert inspector.fields["Group"].text() == ""


def test_what_does_not_fit_is_refused_and_the_field_shows_what_is(inspector, filled, qtbot):
    said = []
    filled.refused.connect(said.append)
    filled.select(["dgx-h100-02"])
    inspector.refresh()
    type_in(qtbot, inspector, "Unit", "4")
    type_in(qtbot, inspector, "Unit", "four")
    assert len(said) == 2 and filled.plan.devices["dgx-h100-02"].unit == 9
    assert inspector.fields["Unit"].text() == "9"


def test_several_at_once_share_their_fields(inspector, filled, qtbot):
    filled.select(["dgx-h100-01", "dgx-h100-02"])
    inspector.refresh()
    assert "Name" not in inspector.fields
    type_in(qtbot, inspector, "Group", "su2")
    assert {d.group for d in filled.plan.devices.values() if d.type == "dgx-h100"} == {"su2"}


def test_a_type_is_swapped_and_the_cable_stays(inspector, filled):
    filled.select(["dgx-h100-01"])
    inspector.refresh()
    choose(inspector, "Type", "dgx-h200")
    assert filled.plan.devices["dgx-h100-01"].type == "dgx-h200" and len(filled.plan.cables) == 1


def test_a_switch_and_a_cable(inspector, filled, qtbot):
    filled.select(["qm9700-01"])
    inspector.refresh()
    choose(inspector, "Role", "spine")
    type_in(qtbot, inspector, "Rail", "3")
    row = filled.plan.devices["qm9700-01"]
    assert (row.role, row.rail) == ("spine", 2)
    filled.select(["C-0001"])
    inspector.refresh()
    assert inspector.fields["Plane"].currentText() == filled.plan.planes["training"].name
    choose(inspector, "Plane", ())
    assert filled.plan.cables["C-0001"].planes == ()
    choose(inspector, "Plane", ("training",))
    assert filled.plan.cables["C-0001"].planes == ("training",)
    type_in(qtbot, inspector, "Length by hand, m", "2,5")
    assert filled.plan.cables["C-0001"].length_m == 2.5
    type_in(qtbot, inspector, "Length by hand, m", "")
    assert filled.plan.cables["C-0001"].length_m is None


def test_the_ports_say_what_is_plugged_in(inspector, filled):
    filled.select(["dgx-h100-01"])
    inspector.refresh()
    rows = {
        inspector.ports.item(n, 0).text(): inspector.ports.item(n, 2).text() for n in range(inspector.ports.rowCount())
    }
    assert rows["osfp1/1"] == "qm9700-01 1/1" and rows["osfp1/2"] == ""


def test_names_are_never_markup(inspector, filled):
    filled.perform(rename(filled.plan, "R-01", "<img src=x>"))
    filled.select(["R-01"])
    inspector.refresh()
    labels = [w for w in inspector.findChildren(QLabel) if w.text() == "<img src=x>"]
    assert labels and all(w.textFormat() == Qt.TextFormat.PlainText for w in labels)


@pytest.fixture
def findings(filled, qtbot):
    made = Findings(filled)
    qtbot.addWidget(made)
    return made


def items(tree):
    groups = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    return [g.child(n) for g in groups for n in range(g.childCount())]


def test_every_finding_is_listed_and_counted(findings, filled):
    assert len(items(findings.tree)) == len(filled.report.open) > 0


def test_a_finding_is_accepted_with_a_reason_and_taken_back(findings, filled, qtbot, monkeypatch):
    first = items(findings.tree)[0]
    findings.tree.setCurrentItem(first)
    found = findings.current()
    monkeypatch.setattr(findings_panel, "ask_text", lambda *_: "it is a lab")
    findings.waive.click()
    qtbot.waitUntil(lambda: not filled.is_stale)
    assert filled.plan.waivers[found.key].reason == "it is a lab"
    assert found.key not in {f.key for f in filled.report.open}
    again = next(i for i in items(findings.tree) if i.data(0, findings_panel.FINDING).key == found.key)
    findings.tree.setCurrentItem(again)
    assert "it is a lab" in findings.about.text() and found.message in findings.about.text()
    findings.waive.click()
    assert not filled.plan.waivers


def test_a_click_shows_where(findings, filled, qtbot):
    shown = []
    findings.show_ids.connect(shown.append)
    item = next(i for i in items(findings.tree) if i.data(0, findings_panel.FINDING).about)
    findings.tree.itemClicked.emit(item, 0)
    assert tuple(shown[0]) == item.data(0, findings_panel.FINDING).about


def test_a_fix_is_one_step(findings, filled, qtbot):
    fix = set_fields(filled.plan, ["qm9700-01"], role="leaf")
    analysis = filled.analysis
    mendable = replace(analysis.report.open[0], fix=fix)
    analysis.report = replace(analysis.report, open=(mendable, *analysis.report.open[1:]))
    analysis.finished.emit()
    findings.tree.setCurrentItem(next(i for i in items(findings.tree) if i.data(0, findings_panel.FINDING) == mendable))
    steps = filled.undo_stack.count()
    findings.fix.click()
    assert filled.plan.devices["qm9700-01"].role == "leaf" and filled.undo_stack.count() == steps + 1


def test_the_palette_finds_and_hands_over_types(filled, qtbot):
    palette = Palette(filled.network.catalogue)
    qtbot.addWidget(palette)
    listed = {i.data(0, TYPE) for i in items(palette.tree)}
    assert listed == filled.network.catalogue.devices.keys() | filled.network.catalogue.racks.keys()
    palette.search.setText("qm9700")
    shown = [i for i in items(palette.tree) if not i.isHidden()]
    assert [i.data(0, TYPE) for i in shown] == ["qm9700"]
    assert bytes(palette.tree.mimeData(shown).data(MIME).data()) == b"qm9700"


def test_placing_without_a_mouse_takes_the_next_free_unit(filled, qtbot):
    bench = Workbench(filled)
    qtbot.addWidget(bench)
    bench.palette_panel.place.emit("qm9700")
    new = next(d for d in filled.plan.devices.values() if d.id not in ("qm9700-01", "dgx-h100-01", "dgx-h100-02"))
    assert (new.rack, new.unit) == ("R-01", 17) and filled.selection == {new.id}
    bench.palette_panel.place.emit("rack-42u-600x1200")
    assert len(filled.plan.racks) == 2
    filled.setParent(None)


def test_the_strip_greys_what_is_not_of_this_revision(filled, qtbot):
    strip = Strip(filled)
    qtbot.addWidget(strip)
    power = strip.figures["power"].value
    before = power.text()
    assert power.isEnabled()
    filled.perform(place(filled.network, "dgx-h100", "R-01", 20.0))
    assert filled.is_stale and not power.isEnabled() and power.text() == before
    qtbot.waitUntil(lambda: not filled.is_stale)
    assert power.isEnabled() and power.text() != before


def test_a_late_result_leaves_the_strip_grey(filled, qtbot):
    strip = Strip(filled)
    qtbot.addWidget(strip)
    filled.perform(add_rack(filled.network, "rack-42u-600x1200", 5.0, 0.0))
    filled.analysis._quiet.stop()
    filled.analysis.finished.emit()  # of the revision before
    assert not strip.figures["power"].value.isEnabled()


def test_a_figure_is_explained_with_what_is_there_now(filled, qtbot):
    strip = Strip(filled)
    qtbot.addWidget(strip)
    filled.perform(remove(filled.plan, ["qm9700-01"]))
    for key, figure in strip.figures.items():
        figure.clicked.emit(key)
        assert strip.popup.text() and strip.popup.textFormat() == Qt.TextFormat.PlainText
        strip.popup.close()
    assert not filled.is_stale


def test_old_figures_are_not_explained(filled, qtbot, monkeypatch):
    strip = Strip(filled)
    qtbot.addWidget(strip)
    monkeypatch.setattr(filled.analysis, "compute", lambda: None)  # as when a process of its own still computes
    filled.perform(remove(filled.plan, ["qm9700-01"]))
    strip.figures["oversubscription"].clicked.emit("oversubscription")
    assert "being computed" in strip.popup.text()
    strip.popup.close()


def test_a_waiver_undone_before_the_report_is_new(findings, filled, qtbot, monkeypatch):
    findings.tree.setCurrentItem(items(findings.tree)[0])
    key = findings.current().key
    monkeypatch.setattr(findings_panel, "ask_text", lambda *_: "a lab")
    findings.waive.click()
    qtbot.waitUntil(lambda: not filled.is_stale)
    filled.undo_stack.undo()
    item = next(i for i in items(findings.tree) if i.data(0, findings_panel.FINDING).key == key)
    findings.tree.setCurrentItem(None)
    findings.tree.setCurrentItem(item)
    assert filled.is_stale and "Accepted" not in findings.about.text()


def test_the_figure_that_has_the_keys_shows_it(filled, qtbot):
    strip = Strip(filled)
    qtbot.addWidget(strip)
    figure = strip.figures["bisection"]
    before = figure.grab().toImage()
    strip.show()
    figure.setFocus()
    qtbot.waitUntil(figure.hasFocus)
    assert figure.grab().toImage() != before
