"""The questions about the plan: what is answered becomes one edit, what can't be read keeps the dialog open."""

import pytest

from planner.generators.clos import Recipe, build
from planner.network import Network
from planner.plan import Plan
from planner.records import Plane
from ui.pages.plan import PartsForm, PhasesForm, PlanesForm, ProjectForm, SiteForm, WorkloadForm


@pytest.fixture
def plan():
    return build(Recipe(4, tiers=2))


def choose(form, key, data):
    box = form.choices[key]
    box.setCurrentIndex(box.findData(data))
    assert box.currentData() == data


@pytest.mark.parametrize("make", [WorkloadForm, PlanesForm, PhasesForm, SiteForm, ProjectForm])
def test_nothing_answered_changes_nothing(qtbot, plan, make):
    for start in (plan, Plan()):
        form = make(start)
        qtbot.addWidget(form)
        form.check()
        assert not form.edit(start).changes


def test_workload(qtbot, plan):
    form = WorkloadForm(plan)
    qtbot.addWidget(form)
    choose(form, "kind", "pretraining")
    choose(form, "topology", "no")
    choose(form, "latency", "yes")
    for key, text in (("size", "70"), ("job", "256"), ("checkpoint", "1120"), ("minutes", "2.5")):
        form.texts[key].setText(text)
    form.check()
    plan.apply(form.edit(plan))
    w = plan.workload
    assert (w.kind, w.topology_aware, w.model_billion_parameters, w.cable_plan) == ("pretraining", False, 70, None)
    assert (w.job_gpus, w.latency_sensitive, w.checkpoint_gb, w.checkpoint_minutes) == (256, True, 1120, 2.5)
    for bad in ("-1", "0", "many"):
        form.texts["size"].setText(bad)
        with pytest.raises(ValueError, match="Model size"):
            form.check()


def test_workload_for_the_advice(qtbot, plan):
    form = WorkloadForm(plan)
    qtbot.addWidget(form)
    for key, answer in (("sustained", "yes"), ("critical", "no"), ("first", "yes"), ("simple", "no"), ("plain", "yes")):
        choose(form, key, answer)
    form.texts["job"].setText("512")
    form.check()
    plan.apply(form.edit(plan))
    w = plan.workload
    assert (w.job_gpus, w.sustained_training, w.scaling_critical) == (512, True, False)
    assert (w.first_cluster, w.prefers_simplicity, w.simple_procurement) == (True, False, True)
    form.texts["job"].setText("0")
    with pytest.raises(ValueError, match="more than zero"):
        form.check()


def test_planes(qtbot, plan):
    form = PlanesForm(plan)
    qtbot.addWidget(form)
    choose(form, "storage state", "shared training")
    form.texts["storage apart"].setText("ETS queue, 30 %")
    form.texts["training limit"].setText("1,5")
    choose(form, "training rails", False)
    form.texts["new"].setText("backup")
    form.check()
    plan.apply(form.edit(plan))
    storage = plan.planes["storage"]
    assert (storage.state, storage.shared_with, storage.separated_by) == ("shared", "training", "ETS queue, 30 %")
    assert plan.planes["training"].max_ratio == 1.5 and not plan.planes["training"].rail_optimised
    assert plan.planes["backup"] == Plane("backup", "backup") and "in-band" not in plan.planes
    again = PlanesForm(plan)
    qtbot.addWidget(again)
    again.texts["new"].setText("backup")
    with pytest.raises(ValueError, match="already"):
        again.check()


def test_phases(qtbot, plan):
    form = PhasesForm(plan)
    qtbot.addWidget(form)
    for key, text in (("0 nodes", "4"), ("0 date", "2027-03-01"), ("1 name", "End"), ("1 nodes", "64")):
        form.texts[key].setText(text)
    form.check()
    plan.apply(form.edit(plan))
    assert [(p.name, p.nodes, p.date) for p in plan.phases.values()] == [("Step 1", 4, "2027-03-01"), ("End", 64, "")]
    again = PhasesForm(plan)
    qtbot.addWidget(again)
    for key in ("0 name", "0 nodes", "0 date"):
        again.texts[key].setText("")
    plan.apply(again.edit(plan))
    assert [p.name for p in plan.phases.values()] == ["End"]
    again.texts["1 date"].setText("next spring")
    with pytest.raises(ValueError, match="2027-06-30"):
        again.check()


def test_site(qtbot, plan):
    form = SiteForm(plan)
    qtbot.addWidget(form)
    form.texts["tray"].setText("3.2")
    form.texts["order"].setText("aoc mmf, aoc")
    form.texts["power"].setText("40")
    form.check()
    plan.apply(form.edit(plan))
    assert plan.site.tray_height_m == 3.2 and plan.site.media_order == ("aoc", "mmf")
    assert plan.site.rack_power_kw == 40
    for key, bad in (
        ("tray", ""),
        ("tray", "50"),
        ("slack", "-1"),
        ("power", "0"),
        ("order", "wet string"),
        ("order", ""),
    ):
        fresh = SiteForm(plan)
        qtbot.addWidget(fresh)
        fresh.texts[key].setText(bad)
        with pytest.raises(ValueError):
            fresh.check()


def test_parts(qtbot, plan):
    form = PartsForm(Network(plan), ("sr4-400g",))
    qtbot.addWidget(form)
    assert {"dgx-h100", "qm9700", "sr4-400g", "mma4z00-ns", "rack-48u-600x1200"} <= set(form.parts)
    form.texts["qm9700"].setText("12")
    form.check()
    plan.apply(form.edit(plan))
    assert plan.parts["qm9700"].lead_weeks == 12
    form.texts["qm9700"].setText("5000")
    with pytest.raises(ValueError, match="1000 weeks"):
        form.check()


def test_title_block(qtbot, plan):
    form = ProjectForm(plan)
    qtbot.addWidget(form)
    form.texts["name"].setText("Pod 7")
    form.texts["date"].setText("2027-02-30")
    with pytest.raises(ValueError, match="date"):
        form.check()
    form.texts["date"].setText("2027-02-28")
    form.check()
    plan.apply(form.edit(plan))
    assert (plan.project.name, plan.project.date) == ("Pod 7", "2027-02-28")


def test_what_cannot_be_read_keeps_the_dialog_open(qtbot, plan):
    form = WorkloadForm(plan)
    qtbot.addWidget(form)
    form.show()
    form.texts["size"].setText("lots")
    form._accept()
    assert form.isVisible() and "Model size" in form.problem.text()
