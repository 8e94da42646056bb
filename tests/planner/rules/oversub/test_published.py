"""Published fabrics, built from their numbers, and how they are judged.

The sound ones are the rows of NVIDIA's reference architectures for DGX H100 (RA-11333), B200 (RA-11334), B300 with
Ethernet (RA-11337) and with InfiniBand (RA-11339); H100 rows have one node fewer than full units and 4 links of the
fabric manager. The tapered ones are Narval (Alliance Canada), Meta's 24k cluster (arXiv 2407.21783) and Alibaba HPN
(SIGCOMM 2024).
"""

import pytest

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.generators.draft import RecipeRefused
from planner.operations.settings import set_row
from planner.records import Workload
from planner.rules.finding import Severity

# server, switch, servers a unit, nodes: leaf, spine and core switches, node-leaf, leaf-spine and spine-core cables
SOUND = [
    (("dgx-h100", "qm9700", 32, 31), (8, 4, 0, 252, 256, 0)),
    (("dgx-h100", "qm9700", 32, 63), (16, 8, 0, 508, 512, 0)),
    (("dgx-h100", "qm9700", 32, 95), (24, 16, 0, 764, 768, 0)),
    (("dgx-h100", "qm9700", 32, 127), (32, 16, 0, 1020, 1024, 0)),
    (("dgx-b200", "qm9700", 32, 64), (16, 8, 0, 512, 512, 0)),
    (("dgx-b200", "qm9700", 32, 128), (32, 16, 0, 1024, 1024, 0)),
    (("dgx-b200", "qm9700", 32, 256), (64, 32, 0, 2048, 2048, 0)),
    (("dgx-b200", "qm9700", 32, 512), (128, 128, 64, 4096, 4096, 4096)),
    (("dgx-b200", "qm9700", 32, 1024), (256, 256, 128, 8192, 8192, 8192)),
    (("dgx-b200", "qm9700", 32, 2048), (512, 512, 256, 16384, 16384, 16384)),
    (("dgx-b300", "sn5600", 64, 64), (16, 8, 0, 512, 512, 0)),
    (("dgx-b300", "sn5600", 64, 256), (64, 32, 0, 2048, 2048, 0)),
    (("dgx-b300", "sn5600", 64, 1024), (256, 128, 0, 8192, 8192, 0)),
    (("dgx-b300", "q3400-ra", 72, 72), (8, 4, 0, 576, 576, 0)),
    (("dgx-b300", "q3400-ra", 72, 144), (16, 8, 0, 1152, 1152, 0)),
    (("dgx-b300", "q3400-ra", 72, 288), (32, 18, 0, 2304, 2304, 0)),
    (("dgx-b300", "q3400-ra", 72, 576), (64, 36, 0, 4608, 4608, 0)),
    (("dgx-b300", "q3400-ra", 72, 1296), (144, 72, 0, 10368, 10368, 0)),
]


def _recipe(server: str, switch: str, unit: int, nodes: int) -> Recipe:
    if switch == "sn5600":
        return Recipe(nodes, server, switch, unit=unit, fabrics=2, pairs=True, server_breakout="2")
    h100 = server == "dgx-h100"
    return Recipe(nodes, server, switch, unit=unit, tiers=2 if h100 else 0, managers=2 if h100 else 0)


@pytest.mark.parametrize(("row", "counts"), SOUND, ids=lambda x: "-".join(map(str, x)) if len(x) == 4 else "")
def test_sound_ones_raise_nothing(row, counts):
    plan = build(_recipe(*row))
    plan.apply(added("workload", Workload(kind="pretraining")))
    analysis = Analysis(plan)
    found = analysis.figures().counts
    assert (*found.switches.values(), *found.cables_by_tier.values()) == counts
    report = analysis.findings()
    assert not report.broken
    assert not [f.message for f in report.open if f.family == "oversub"]


def test_more_uplinks_than_spine_ports_are_refused():
    """32 leaves × 16 uplinks are 512, and 8 spines of 32 ports take 256."""
    with pytest.raises(RecipeRefused, match=r"512 uplinks.*256"):
        build(Recipe(512, "dgx-a100", "sn3700", rail_optimised=False, tiers=2, unit=16, down=16, spines=8, rails=1))


def _judged(plan, **answers):
    plan.apply(set_row(plan, "workload", Workload(**answers)))
    report = Analysis(plan).findings()
    assert not report.broken
    return [f for f in report.open if f.rule == "oversub.switch" and not f.detail]


def test_narval():
    """33 nodes and 7 uplinks on a leaf of 40 ports: 4.7:1."""
    plan = build(
        Recipe(66, "dgx-a100", "qm8790", ratio=33 / 7, rail_optimised=False, tiers=2, unit=33, down=33, rails=1)
    )
    (found,) = _judged(plan, kind="pretraining")
    assert found.severity is Severity.ERROR and "is 4.7:1" in found.message and found.measure == pytest.approx(33 / 7)


@pytest.mark.parametrize(("id", "ratio"), [("meta-24k", 7), ("hpn-pod", 15)])
def test_tapers_that_need_placement(id, ratio):
    plan = design(id)
    worst = max(_judged(plan, kind="pretraining"), key=lambda f: f.measure)
    assert worst.severity is Severity.ERROR and f"is {ratio}:1" in worst.message
    assert worst.measure == pytest.approx(ratio, rel=0.005)  # Meta's 7:1 is 6.98 in whole links
    assert all(f.severity is Severity.WARNING for f in _judged(plan, kind="pretraining", topology_aware=True))
