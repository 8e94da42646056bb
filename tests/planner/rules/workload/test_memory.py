"""workload.does-not-fit and workload.single-node: 16 bytes a parameter in training and 80 % of the memory, 2 bytes and
83 % in inference."""

import pytest

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.records import Workload


def _of(server, rule, **answers):
    switch = {"dgx-b300": "q3400-ra"}.get(server, "qm9700")
    plan = build(Recipe(4, server, switch, tiers=1))
    plan.apply(added("answers", Workload(**answers)))
    report = Analysis(plan).findings()
    assert not report.broken
    return [f.message for f in report.open if f.rule == rule]


@pytest.mark.parametrize(
    ("server", "kind", "billions", "fits"),
    [
        ("dgx-h100", "pretraining", 32, True),  # 512 GB of 640 × 0.8 = 512
        ("dgx-h100", "pretraining", 33, False),
        ("dgx-h200", "pretraining", 70, False),  # 1120 of 1128 × 0.8 = 902
        ("dgx-b200", "pretraining", 70, True),  # 1120 of 1440 × 0.8 = 1152
        ("dgx-h100", "inference", 265, True),  # 530 of 640 × 0.83 = 531
        ("dgx-h100", "inference", 266, False),
        ("gb200-nvl72-tray", "pretraining", 660, True),  # 10,560 of 72 × 186 × 0.8 = 10,714
    ],
)
def test_does_not_fit(server, kind, billions, fits):
    assert bool(_of(server, "workload.does-not-fit", kind=kind, model_billion_parameters=billions)) is not fits


def test_says_the_numbers():
    (said,) = _of("dgx-h100", "workload.does-not-fit", kind="pretraining", model_billion_parameters=70)
    assert "70 billion parameters at 16 bytes need 1 120 GB, and 80% of the memory of DGX H100 is 512 GB" in said


@pytest.mark.parametrize(
    ("answers", "fires"),
    [
        ({"kind": "fine-tuning"}, True),
        ({"kind": "fine-tuning", "job_gpus": 8}, True),
        ({"kind": "fine-tuning", "job_gpus": 9}, False),
        ({"kind": "pretraining"}, False),
        ({"kind": "pretraining", "job_gpus": 8}, True),
        ({"kind": ""}, False),
    ],
)
def test_single_node(answers, fires):
    found = _of("dgx-h100", "workload.single-node", model_billion_parameters=13, **answers)
    assert bool(found) is fires
    assert not fires or "joins 4 endpoints at 3.2 Tb/s each" in found[0]


def test_single_node_is_silent_for_a_larger_model():
    assert not _of("dgx-h100", "workload.single-node", kind="fine-tuning", model_billion_parameters=33)
