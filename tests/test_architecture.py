"""Who may import whom, and who may change a plan."""

import ast
from pathlib import Path

import pytest
from pytest_archon import archrule

ROOT = Path(__file__).parents[1]
LAYERS = [
    "planner.units",
    "planner.catalogue",
    "planner.records",
    "planner.edit",
    "planner.plan",
    "planner.network",
    "planner.operations",
    "planner.figures",
    "planner.rules",
    "planner.orders",
    "planner.fileformat",
    "planner.generators",
    "planner.analysis",
    "planner.worker",
    "planner.prover",
    "planner.summary",
    "planner.whatif",
    "planner.growth",
    "planner.advice",
    "planner.listing",
    "planner.commands",
    "planner.cli",
]
# Waiving takes a finding, which is data of the rules.
KNOWN = {("planner.operations.waivers", "planner.rules.finding")}


def imports(path: Path) -> set[str]:
    tree = ast.parse(path.read_text("utf-8"))
    found = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module}
    return found | {a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names}


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def layer(name: str) -> int:
    return next((n for n, at in enumerate(LAYERS) if name == at or name.startswith(at + ".")), -1)


def test_the_planner_knows_no_window():
    (
        archrule("planner without Qt")
        .match("planner*")
        .should_not_import("PySide6*", "shiboken6*", "pyqtgraph*", "ui*")
        .check("planner")
    )


@pytest.mark.parametrize("path", sorted((ROOT / "planner").rglob("*.py")), ids=module)
def test_imports_run_one_way(path):
    own = module(path)
    upward = {name for name in imports(path) if layer(name) > layer(own)}
    assert not {name for name in upward if (own, name) not in KNOWN}


@pytest.mark.parametrize("path", sorted((ROOT / "planner" / "rules").glob("*/*.py")), ids=module)
def test_rules_do_not_know_each_other(path):
    families = tuple(f"planner.rules.{f.name}" for f in (ROOT / "planner" / "rules").iterdir() if f.is_dir())
    assert not [name for name in imports(path) if name.startswith(families)]


MAY_APPLY = (
    "ui/undo.py",
    "planner/worker.py",
    "planner/plan.py",
    "planner/generators/",
    "planner/fileformat/",
    "planner/whatif/",
    "planner/growth/",  # on copies: a step is tried there, and given as an edit
)


@pytest.mark.parametrize(
    "path", sorted(p for part in ("planner", "ui") for p in (ROOT / part).rglob("*.py")), ids=module
)
def test_only_undo_changes_a_plan(path):
    if str(path.relative_to(ROOT)).startswith(MAY_APPLY):
        return
    calls = [n.func for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]
    assert not [c for c in calls if isinstance(c, ast.Attribute) and c.attr == "apply"]


@pytest.mark.parametrize("name", ["geometry", "painter", "style"])
def test_drawing_knows_no_widgets(name):
    path = ROOT / "ui" / "canvas" / f"{name}.py"
    assert not [m for m in imports(path) if m.startswith(("PySide6.QtWidgets", "ui.document", "ui.main_window"))]


def test_packaging_hides_no_package():
    assert not (ROOT / "packaging" / "__init__.py").exists()
