"""Every dependency is pinned to a version within its range, and no host is named."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
NEEDED = [Requirement(r) for r in (*PROJECT["dependencies"], *EXTRAS["dev"], *EXTRAS["bench"])]
LINES = [line for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines() if line and line[0] != "#"]
PINNED = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in LINES}


@pytest.mark.parametrize("needed", NEEDED, ids=str)
def test_pinned_within_its_range(needed):
    if needed.marker is None or needed.marker.evaluate():
        assert needed.specifier.contains(PINNED[canonicalize_name(needed.name)])


def test_exact_versions_and_nothing_else():
    assert all(re.fullmatch(r"[A-Za-z0-9_.-]+==[A-Za-z0-9.+!]+", line) for line in LINES)


def test_qt_without_the_lost_reference():
    """6.12.0 loses a reference to None on every void call below Python 3.12 and aborts after some thousands."""
    qt = next(n for n in NEEDED if n.name == "PySide6-Essentials" and "<" in str(n.marker))
    assert not qt.specifier.contains("6.12.0")
