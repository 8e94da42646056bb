"""`trunkline grow` as a user types it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from planner.cli import main
from planner.edit import Change, Edit
from planner.growth.step import step_between
from planner.growth.text import step_text, warnings

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "resources" / "examples"


@pytest.fixture
def project(tmp_path, capsys):
    def make(design):
        path = tmp_path / f"{design}.trunkline"
        assert main(["new", "--design", design, "-o", str(path)]) == 0
        capsys.readouterr()
        return path

    return make


def test_by_number(project, capsys):
    assert main(["grow", str(project("h100-4su")), "--nodes", "255"]) == 0
    said = capsys.readouterr().out
    assert "127 to 255 GPU servers" in said and "2 048 new, 512 move, 1 528 stay, 0 go" in said
    assert "32 Quantum-2 QM9700 (leaf), 16 Quantum-2 QM9700 (spine)" in said
    assert "Training, today: 2 links a leaf and spine, room for 0 more leaves" in said
    assert "Each of 32 devices like su01-leaf-1: 16 of 32 cables to switches move." in said
    assert "Every plane stays joined through each batch." in said
    assert "Spines later: buy 16 then, and 512 cables move." in said
    assert "Spines now: buy 16 more today, and 0 cables move." in said
    assert "2. move 32 from spine-01 to spine-17, plug in 32 new (1 of 32" in said and "C-" not in said


def test_every_cable(project, capsys):
    assert main(["grow", str(project("h100-1su")), "--nodes", "63", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sum(": spine-0" in line and " to spine-0" in line for line in lines) == 128
    assert sum("  new: " in line for line in lines) == 512


def test_from_file_to_file(project, capsys):
    """The fabric manager stands at the last unit of either plan: with the leaves' 192 its four cables move."""
    one, four = project("h100-1su"), project("h100-4su")
    assert main(["grow", str(one), str(four), "--json"]) == 0
    (step,) = json.loads(capsys.readouterr().out)["steps"]
    assert step["nodes"] == [31, 127] and step["spines"] is None
    assert step["cables"]["move"] == 196 == len(step["moves"]) and step["cables"]["stay"] == 31 * 8 + 8 * 8
    assert not step["take_out"] and sum(len(b["move"]) for b in step["batches"]) == 196


def test_step_by_step_and_written(project, capsys, tmp_path):
    """Each step begins where the last one ended."""
    out = tmp_path / "grown.trunkline"
    assert main(["grow", str(project("h100-1su")), "--nodes", "63", "127", "-o", str(out), "--json"]) == 0
    steps = json.loads(capsys.readouterr().out)["steps"]
    assert [s["nodes"] for s in steps] == [[31, 63], [63, 127]]
    assert [s["cables"]["move"] for s in steps] == [128, 256]
    assert main(["figures", str(out), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["switches"] == {"leaf": 32, "spine": 16, "core": 0} and found["counts"]["cables"] == 2044
    assert main(["check", str(out), "--fail-on", "error"]) == 0


def test_by_the_phases_of_the_plan(capsys):
    assert main(["grow", str(EXAMPLES / "ethernet-fine-tuning.trunkline")]) == 0
    said = capsys.readouterr().out
    assert "4 to 8 GPU servers" in said and "Not grown here: " in said and "Spines" not in said


def sentences(day, end):
    step = step_between(day, end)
    return list(warnings(day, step)), step_text(day, step)


def test_what_to_know_before_it_is_begun(fabric):
    """The only uplink of leaf 2 moves; then two of leaf 0's four cables; then an end state that leaves a leaf out."""
    few = [(0, 0), (1, 0), (1, 1)]
    said, text = sentences(fabric([*few, (2, 1)], 2), fabric([*few, (2, 0)], 2))
    assert "l2: 1 of 1 cables to switches move." in said
    assert "Batch 1 can't be done without parting a plane for its time." in said
    assert "move 1 from t1 to t0 (1 of 1 cables to switches out at a time); parts training" in text
    said, _ = sentences(fabric([*few, (2, 0), (2, 1), (2, 1)], 2), fabric([*few, (2, 0), (2, 0), (2, 1)], 2))
    assert "l2: 1 of 3 cables to switches move." in said and "Every plane stays joined through each batch." in said
    said, text = sentences(fabric([*few, (2, 0)], 2), fabric(few, 2))
    assert "Training joins less in the end state than today." in said and "take out 1" in text
    said, text = sentences(fabric([*few, (2, 0)], 2), fabric([(0, 0), (1, 0), (2, 0)], 1))
    assert "  To take out    t1" in text


def test_moves_whose_length_is_short_or_not_known(fabric):
    """A cable typed as 1 m long does not reach; without a rack no one can tell."""
    few = [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]
    day, end = fabric([*few, (2, 1)], 2), fabric([*few, (2, 0)], 2)
    reaches, _ = sentences(day, end)
    assert not any("too short" in s or "no known run" in s for s in reaches)
    short = [replace(c, length_m=0.5) for c in day.plan.cables.values()]
    day.plan.apply(Edit("x", tuple(Change(day.plan.cables[c.id], c) for c in short)))
    said, _ = sentences(day, end)
    assert "1 moving cable is too short for the new run: order anew." in said
    spine = day.plan.devices["t0"]
    day.plan.apply(Edit("x", (Change(spine, replace(spine, rack="", unit=None)),)))
    said, _ = sentences(day, end)
    assert "1 moving cable has no known run, so its reach is open." in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "No phase of this project has more than its 31 GPU servers"),
        (["--nodes", "31"], "has 31 servers already"),
        ([str(EXAMPLES / "inference.trunkline"), "--nodes", "40"], "either"),
        (["--nodes", "40", "-o", str(ROOT / "README.md")], "--force"),
    ],
)
def test_bad_input_is_one_sentence(project, capsys, arguments, said):
    assert main(["grow", str(project("h100-1su")), *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
