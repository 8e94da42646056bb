"""workload.fabric-choice"""

import pytest

from planner.records import Plane, Workload
from planner.rules.finding import Severity


@pytest.mark.parametrize(
    ("protocol", "answers", "severity"),
    [
        ("ethernet", {"kind": "pretraining"}, Severity.WARNING),
        ("ethernet", {"kind": "pretraining", "infiniband_experience": False}, Severity.ADVICE),
        ("infiniband", {"kind": "pretraining"}, None),
        ("infiniband", {"kind": "fine-tuning"}, Severity.WARNING),
        ("infiniband", {"kind": "fine-tuning", "latency_sensitive": True}, None),
        ("infiniband", {"kind": "inference"}, Severity.WARNING),
        ("ethernet", {"kind": "inference"}, None),
        ("infiniband", {"kind": "mixed"}, None),
        ("", {"kind": "pretraining"}, None),
    ],
)
def test_judged_by_workload(clos, add, found, protocol, answers, severity):
    clos(servers=2, leaves=1, spines=0)
    add(Plane("training", "Training", protocol, "own"), Workload(**answers))
    findings = found("workload.fabric-choice")
    assert [f.severity for f in findings] == ([severity] if severity else [])
    assert not findings or ("synchronise at every step" in findings[0].message and "simpler" in findings[0].message)


def test_silent_without_cables(add, found):
    add(Plane("training", "Training", "ethernet"), Workload(kind="pretraining"))
    assert not found("workload.fabric-choice")
