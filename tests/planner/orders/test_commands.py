"""The commands that make lists, as a user types them."""

import csv
import json
import zipfile
from dataclasses import replace
from io import StringIO

import pytest

from planner.cli import main
from planner.edit import Change, Edit
from planner.fileformat.writer import save
from planner.generators.examples import example
from planner.plan import Plan

COMMANDS = ["bill", "schedule", "labels"]


@pytest.fixture
def project(tmp_path):
    path = tmp_path / "a.trunkline"
    save(example("five-mistakes"), path)
    return path


def said(capsys, *arguments):
    assert main([str(a) for a in arguments]) == 0
    return capsys.readouterr().out


def test_bill(project, capsys):
    text = said(capsys, "bill", project)
    assert "DGX H100" in text and "In all 66 devices, 508 transceivers, 512 cables and 15 racks" in text
    assert "Not ready to order: 4 errors stand and 11 questions about the workload are open." in text
    found = json.loads(said(capsys, "bill", project, "--json"))
    assert found["rows"][0] == {
        "kind": "device",
        "part": "dgx-h100",
        "name": "DGX H100",
        "phase": "day one",
        "quantity": 48,
        "spares": 0,
        "ordered": 48,
        "typical_w": None,
        "max_w": 10200,
        "typical_total_w": None,
        "max_total_w": 489600,
        "weight_kg": 130.45,
        "weight_total_kg": 6261.6,
        "lead_weeks": None,
        "order_by": None,
    }


def test_spares(project, capsys):
    rows = json.loads(said(capsys, "bill", project, "--json", "--spares", "device=0", "qm9700=10", "cable=5"))["rows"]
    assert {r["part"]: r["spares"] for r in rows if r["kind"] == "device"} == {"dgx-h100": 0, "qm9700": 2}
    assert next(r for r in rows if r["kind"] == "cable")["spares"] == 1


def test_a_design_that_is_ready(tmp_path, capsys):
    path = tmp_path / "ready.trunkline"
    save(example("h100-1su"), path)
    assert "Not ready" not in said(capsys, "bill", path)


def test_schedule(project, capsys):
    assert "512 cables with 512 links." in said(capsys, "schedule", project)
    row = json.loads(said(capsys, "schedule", project, "--json"))["rows"][0]
    assert (row["cable"], row["from_rack"], row["from_unit"], row["from_device"]) == ("C-0001", "R01", 1, "node-01")
    assert (row["to_rack"], row["to_unit"], row["to_device"], row["to_port"]) == ("R04", 2, "su01-leaf-2", "1/1")
    # Up 2.52 m and down 2.63 m, three racks of 0.6 m along, 1 m dressed, a tenth on top: 8.75 m.
    assert (row["media"], row["from_transceiver"], row["ordered_m"]) == ("sr4-400g", "mma4z00-ns", 9)


def test_labels(project, capsys):
    text = said(capsys, "labels", project, "--pattern", "{cable} {device}")
    assert "C-0001 node-01" in text and "1 024 labels for 512 cables." in text and "not unique" not in text
    rows = json.loads(said(capsys, "labels", project, "--json"))["rows"]
    assert rows[0]["text"] == "R01-U01:osfp1/1 / R04-U02:1/1" and len(rows) == 1024
    assert main(["labels", str(project), "--pattern", "{colour}"]) == 2
    error = capsys.readouterr().err
    assert "no field 'colour'" in error and error.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_files(command, project, tmp_path, capsys):
    rows = json.loads(said(capsys, command, project, "--json"))["rows"]
    sheet, text = tmp_path / "b.xlsx", tmp_path / "b.csv"
    assert said(capsys, command, project, "--to", "xlsx", "-o", sheet).startswith(f"{sheet} written.\n")
    assert zipfile.ZipFile(sheet).testzip() is None
    said(capsys, command, project, "--to", "csv", "-o", text)
    with StringIO(text.read_bytes().decode("utf-8-sig"), newline="") as file:
        assert len(list(csv.reader(file))) == len(rows) + 1


def test_a_name_is_no_formula(tmp_path, capsys):
    plan, path, out = example("h100-1su"), tmp_path / "a.trunkline", tmp_path / "b.csv"
    spine = plan.devices["spine-01"]
    plan.apply(Edit("Rename", (Change(spine, replace(spine, name="=HYPERLINK(1)")),)))
    save(plan, path)
    said(capsys, "schedule", path, "--to", "csv", "-o", out)
    lines = list(csv.reader(StringIO(out.read_bytes().decode("utf-8-sig"), newline="")))
    assert sum("'=HYPERLINK(1)" in line for line in lines) == 64  # ports of a spine
    assert not any(cell.startswith("=") for line in lines for cell in line)


@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_written_over_without_asking(command, project, tmp_path, capsys):
    output = tmp_path / "b.csv"
    output.write_text("mine")
    asked = [command, str(project), "--to", "csv", "-o", str(output)]
    assert main(asked) == 2
    assert "--force" in capsys.readouterr().err and output.read_text() == "mine"
    assert main([*asked, "--force"]) == 0 and output.read_text() != "mine"
    before = project.read_bytes()
    assert main([command, str(project), "--to", "csv", "-o", str(project), "--force"]) == 2
    assert "the project itself" in capsys.readouterr().err and project.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.trunkline", "b.csv"]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (["--to", "csv"], "-o NAME.csv"),
        (["-o", "x.csv"], "--to csv or --to xlsx"),
        (["--to", "csv", "-o", "x.csv", "--json"], "one of --json and --to"),
        (["--to", "xlsx", "-o", "gone/x.xlsx"], "was not written"),
    ],
)
def test_bad_input_is_one_sentence(command, asked, why, project, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main([command, str(project), *asked]) == 2
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1
    assert [p.name for p in tmp_path.iterdir()] == ["a.trunkline"]


@pytest.mark.parametrize(
    ("spares", "why"),
    [
        ("cable", "not 'cable'"),
        ("cat=5", "not 'cat'"),
        ("cable=x", "like cable=5"),
        ("cable=-1", "0 to 1000 percent"),
        ("cable=nan", "0 to 1000 percent"),
        ("cable=", "like cable=5"),
    ],
)
def test_spares_that_are_none(spares, why, project, capsys):
    assert main(["bill", str(project), "--spares", spares]) == 2
    error = capsys.readouterr().err
    assert why in error and error.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_empty_plan(command, tmp_path, capsys):
    path = tmp_path / "empty.trunkline"
    save(Plan(), path)
    text = said(capsys, command, path)
    assert text.count("\n") == 3 and text.strip().endswith("yet.")
    assert json.loads(said(capsys, command, path, "--json"))["rows"] == []
    assert said(capsys, command, path, "--to", "xlsx", "-o", tmp_path / "e.xlsx")


def test_a_folder_of_that_name(project, tmp_path, capsys):
    (tmp_path / "b.csv").mkdir()
    assert main(["bill", str(project), "--to", "csv", "-o", str(tmp_path / "b.csv"), "--force"]) == 2
    assert "was not written: there is something else of that name." in capsys.readouterr().err
