"""The examples that come with the program: they open, they are what the code makes, and they are judged rightly."""

from pathlib import Path

import pytest

from planner.analysis import Analysis
from planner.fileformat.reader import open_plan
from planner.fileformat.writer import text
from planner.generators.examples import EXAMPLES, example
from planner.rules.finding import Severity

FOLDER = Path(__file__).parents[3] / "resources" / "examples"


def test_all_are_there():
    assert {p.stem for p in FOLDER.glob("*.trunkline")} == set(EXAMPLES)


@pytest.mark.parametrize("stem", EXAMPLES)
def test_opens_and_is_current(stem):
    path = FOLDER / f"{stem}.trunkline"
    opened = open_plan(path)
    assert not opened.notes
    assert path.read_text("utf-8") == text(example(stem)), "run python -m planner.generators.examples"


@pytest.mark.parametrize("stem", [s for s in EXAMPLES if s != "five-mistakes"])
def test_good_ones_have_neither_errors_nor_warnings(stem):
    report = Analysis(example(stem)).findings()
    assert not report.broken
    assert not [f.message for f in report.open if f.severity is not Severity.ADVICE]


def test_every_mistake_is_flagged():
    report = Analysis(example("five-mistakes")).findings()
    assert {f.family for f in report.open} == {"growth", "oversub", "mixed", "physical", "workload"}
    assert report.count(Severity.ERROR) >= 4


def test_superpod_of_four_units_has_the_published_storage_fabric():
    """16 storage switches with 254 node and 240 leaf-spine links (RA-11333, tables 7 and 8)."""
    plan = example("h100-4su")
    switches = [d for d in plan.devices.values() if d.role and d.type in ("qm9700", "sn4600c")]
    assert sum(d.plane == "training" for d in switches) == 48
    assert sum(d.plane == "storage" for d in switches) == 16
    cables = [c for c in plan.cables.values() if c.planes == ("storage",)]
    assert sum(c.a_device.startswith("node") for c in cables) == 254
    assert sum(c.a_device.startswith("storage-leaf") for c in cables) == 240
    assert sum(c.planes == ("in-band",) and c.a_device.startswith("node") for c in plan.cables.values()) == 254
