"""mixed.no-management-path"""

import pytest

from planner.analysis import Analysis
from planner.edit import added
from planner.operations.settings import set_row
from planner.plan import Plan
from planner.records import Cable, Device, Plane
from planner.rules.finding import Severity


@pytest.fixture
def two():
    """A DGX H100 and a QM9700, joined for training, beside a SN2201."""
    plan = Plan()
    plan.apply(
        added(
            "two",
            Plane("training", "Training"),
            Plane("out-of-band", "Out-of-band"),
            Device("node", "node", "dgx-h100"),
            Device("leaf", "leaf", "qm9700"),
            Device("oob", "oob", "sn2201", plane="out-of-band"),
            Cable("T", "node", "osfp1/1", "leaf", "1/1", ("training",)),
        )
    )
    return plan


def _of(plan):
    report = Analysis(plan).findings()
    assert not report.broken
    return {f.subject: f for f in report.open if f.rule == "mixed.no-management-path"}


def test_servers_are_a_warning_and_switches_advice(two):
    found = _of(two)
    assert found["servers"].severity is Severity.WARNING and found["switches"].severity is Severity.ADVICE
    assert "1 server (node) has no cable on a management plane" in found["servers"].message
    assert found["switches"].about == ("leaf",)  # an SN2201 has no port for it


def test_silent_when_cabled(two):
    bmc = Cable("B", "node", "bmc", "oob", "swp1", ("out-of-band",))
    two.apply(added("bmc", bmc, Cable("M", "leaf", "mgmt0", "oob", "swp2", ("out-of-band",))))
    assert not _of(two)


def test_only_over_training(two):
    two.apply(set_row(two, "share", Plane("out-of-band", "Out-of-band", state="shared", shared_with="training")))
    found = _of(two)
    assert "1 server (node) has a management cable only over Training" in found["servers over training"].message


def test_silent_on_what_has_no_port_for_it(add, found):
    add(Device("s", "s", "server"))
    assert not found("mixed.no-management-path")
