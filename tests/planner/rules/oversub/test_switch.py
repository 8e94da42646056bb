"""oversub.switch"""

import pytest

from planner.records import Phase, Plane, Workload
from planner.rules.finding import Severity


@pytest.mark.parametrize(
    ("kind", "topology_aware", "severity"),
    [
        ("pretraining", None, Severity.ERROR),
        ("pretraining", True, Severity.WARNING),
        ("fine-tuning", None, Severity.WARNING),
        ("inference", None, None),
        ("", None, Severity.WARNING),
    ],
)
def test_judged_by_workload(clos, add, found, kind, topology_aware, severity):
    clos(servers=10, leaves=2, spines=4, pair=4)  # 40 down, 16 up: 2.5:1
    add(Workload(kind=kind, topology_aware=topology_aware))
    findings = [f for f in found("oversub.switch") if not f.detail]
    assert [f.severity for f in findings] == ([severity] if severity else [])
    assert not findings or "2.5:1" in findings[0].message
    assert not findings or set(findings[0].about) == {"l0", "l1"}


def test_a_limit_set_by_hand_wins(clos, add, found):
    clos(servers=10, leaves=2, spines=4, pair=4)
    add(Workload(kind="pretraining"), Plane("training", "Training", max_ratio=2.5))
    assert not [f for f in found("oversub.switch") if not f.detail]
    add(Plane("training", "Training", max_ratio=2.4))
    assert [f.severity for f in found("oversub.switch") if not f.detail] == [Severity.ERROR]


def test_silent_at_one_to_one(clos, add, found):
    clos(servers=8, leaves=2, spines=4, pair=8)  # 32 down, 32 up, no port free
    add(Workload(kind="pretraining"))
    assert not found("oversub.switch")


def test_free_ports_give_advice_where_growth_is_planned(clos, add, found):
    clos(servers=4, leaves=2, spines=4, pair=4)  # 16 down, 16 up, 32 free: 48:16 when full
    add(Workload(kind="pretraining"))
    assert not found("oversub.switch")
    add(Phase("end", "End", "2028-01-01", 12))
    finding = found("oversub.switch")[0]
    assert finding.severity is Severity.ADVICE and "3:1" in finding.message
