"""The command line as a user types it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from planner.cli import main
from planner.generators.designs import DESIGNS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path, capsys):
    path = tmp_path / "a.trunkline"
    assert main(["new", "--design", "h100-4su", "-o", str(path)]) == 0
    capsys.readouterr()
    return path


def test_figures_as_json(project, capsys):
    """H100, 4 units: the published row, every key of the format."""
    assert main(["figures", str(project), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    training = found["planes"]["training"]
    assert training["endpoints"] == 127 and training["gpus"] == 1016
    assert training["injection_gbps"] == 127 * 8 * 400
    assert training["bisection"] == {"low_gbps": 201600, "high_gbps": 201600, "exact": True, "share": 1.0}
    leaf = training["oversubscription"][0]
    assert leaf["tier"] == 1 and leaf["name"] == "leaf" and leaf["worst"] == 1.0
    assert leaf.keys() == {"tier", "name", "worst", "aggregate", "cumulative"}
    assert found["switches"] == {"leaf": 32, "spine": 16, "core": 0}
    assert found["counts"] == {"links": 2044, "cables": 2044, "transceivers": 2048}
    assert found["links_by_tier"] == {"endpoint_leaf": 1020, "leaf_spine": 1024, "spine_core": 0}
    assert found["cable_length"].keys() == {"needed_total_m", "ordered_total_m", "longest_m", "unknown"}
    assert found["cable_length"]["unknown"] == 0
    assert found["findings"].keys() == {"error", "warning", "advice"}


def test_figures_as_text(project, capsys):
    assert main(["figures", str(project)]) == 0
    said = capsys.readouterr().out
    assert "127 with 1 016 GPUs" in said and "201.6 Tb/s, 100 % of full, exact" in said


def test_check_fails_only_on_what_was_asked(project, capsys):
    assert main(["check", str(project)]) == 0
    assert "growth.no-target" in capsys.readouterr().out
    assert main(["check", str(project), "--fail-on", "error"]) == 0
    assert main(["check", str(project), "--fail-on", "warning"]) == 1
    capsys.readouterr()
    assert main(["check", str(project), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"]["error"] == 0


def test_every_design_is_listed(capsys):
    assert main(["new", "--design", "list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == list(DESIGNS) and "h100-4su" in listed and "tpu-v5e" in listed


def test_new_from_numbers(tmp_path, capsys):
    path = tmp_path / "b.trunkline"
    asked = ["--servers", "64", "--server", "dgx-h100", "--switch", "qm9700", "--ratio", "3:1", "--tiers", "2"]
    assert main(["new", *asked, "-o", str(path)]) == 0
    capsys.readouterr()
    main(["figures", str(path), "--json"])
    training = json.loads(capsys.readouterr().out)["planes"]["training"]
    assert training["endpoints"] == 64 and training["oversubscription"][0]["worst"] == 3.0


@pytest.mark.parametrize(
    ("asked", "endpoints", "links", "without_tier"),
    [
        (["--torus", "4x4"], 16, 32, 0),
        (["--torus", "2x4X4", "--server", "tpu-v4"], 32, 96, 0),
        (["--dragonfly", "9x8x4", "--group-links", "2"], 72, 72 * 4 + 9 * 28 + 36 * 2, 72),
        (["--dragonfly", "3x4x2", "--rails", "2"], 12, 24 + 18 + 3, 12),
        (["--dragonfly-plus", "2x4x2x16", "--group-links", "4", "--pair-links", "8"], 16, 128 + 128 + 4, 0),
    ],
)
def test_new_of_another_shape(asked, endpoints, links, without_tier, tmp_path, capsys):
    path = tmp_path / "c.trunkline"
    assert main(["new", *asked, "-o", str(path)]) == 0
    capsys.readouterr()
    assert main(["figures", str(path), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["planes"]["training"]["endpoints"] == endpoints
    assert (said["counts"]["links"], said["switches_without_tier"]) == (links, without_tier)
    assert main(["figures", str(path)]) == 0
    assert ("without a tier" in capsys.readouterr().out) == (without_tier > 0)


def test_what_if_without_tiers(tmp_path, capsys):
    """3 groups of 2 switches fail one by one, and a torus has none that could."""
    path, other = tmp_path / "d.trunkline", tmp_path / "t.trunkline"
    assert main(["new", "--dragonfly", "3x2x2", "-o", str(path)]) == 0
    assert main(["new", "--torus", "4x2", "-o", str(other)]) == 0
    capsys.readouterr()
    assert main(["what-if", str(path), "--each", "switches"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 6 and not any("ratio" in line for line in said)
    assert main(["what-if", str(other), "--each", "switches"]) == 2
    assert "has no switches" in capsys.readouterr().err
    assert main(["what-if", str(other), "chip-0-0"]) == 0
    assert capsys.readouterr().out.strip().endswith("1 endpoint lost")
    assert main(["figures", str(other)]) == 0
    assert "to order unknown" in capsys.readouterr().out


def test_what_if_a_spine_fails(project, capsys):
    """One of 16: a sixteenth of the uplinks between the units."""
    assert main(["what-if", str(project), "spine-01"]) == 0
    said = capsys.readouterr().out
    assert "Training: bisection 201.6 Tb/s → 192 Tb/s" in said and "worst ratio 1:1 → 1.1:1" in said
    before = project.read_bytes()
    assert main(["what-if", str(project), "--each", "switches"]) == 0
    said = capsys.readouterr().out  # the leaves of each of four units are twins, and so are all spines
    assert len(said.splitlines()) == 5 and "spine-01 and 15 alike" in said and project.read_bytes() == before
    assert main(["what-if", str(project), "no-such"]) == 2
    assert main(["what-if", str(project)]) == 2
    assert main(["what-if", str(project), "--each", "racks", "--plane", "x"]) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["figures", "no-such.trunkline"], "no file"),
        (["new", "--design", "h100-9su", "-o", "x.trunkline"], "no design called h100-9su"),
        (["new", "--servers", "4"], "-o"),
        (["new", "-o", "x.trunkline"], "Say what to build"),
        (["new", "--servers", "4", "--ratio", "much", "-o", "x.trunkline"], "down:up"),
        (["new", "--servers", "0", "-o", "x.trunkline"], "1 to 20000"),
        (["new", "--servers", "4", "--server", "cat", "-o", "x.trunkline"], "called cat"),
        (["new", "--torus", "4", "-o", "x.trunkline"], "written as in 16x16 or 4x4x4, not '4'"),
        (["new", "--torus", "4x-4", "-o", "x.trunkline"], "written as in 16x16"),
        (["new", "--torus", "4x1", "-o", "x.trunkline"], "at least 2 chips long"),
        (["new", "--dragonfly", "9x8", "-o", "x.trunkline"], "written as in 9x8x4"),
        (["new", "--dragonfly", "9x8x4", "--group-links", "-1", "-o", "x.trunkline"], "at least 1, not -1"),
        (["new", "--dragonfly-plus", "9x8x4", "-o", "x.trunkline"], "written as in 4x8x8x16"),
        (["new", "--servers", "4", "-o", "gone/x.trunkline"], "not saved"),
    ],
)
def test_bad_input_is_one_sentence(arguments, said, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_nothing_is_written_over_without_asking(project, capsys):
    before = project.read_bytes()
    assert main(["new", "--servers", "4", "-o", str(project)]) == 2
    assert "--force" in capsys.readouterr().err and project.read_bytes() == before
    assert main(["new", "--servers", "4", "-o", str(project), "--force"]) == 0


def test_no_qt_is_loaded(project):
    script = "import sys; from planner.cli import main; main(['figures', sys.argv[1], '--json']); "
    script += "assert not [m for m in sys.modules if 'PySide' in m or 'pyqtgraph' in m or m.startswith('ui')]"
    run = subprocess.run([sys.executable, "-c", script, str(project)], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_a_reader_that_goes_away(project):
    command = f"{sys.executable} -m planner.cli figures {project} --json | head -1"
    run = subprocess.run(["bash", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout == "{\n" and not run.stderr
