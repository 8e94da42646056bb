"""What several commands share: opening a project, printing JSON, and a sentence for the user."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from planner.fileformat.reader import Opened, open_plan


class UsageProblem(Exception):
    """The text is one sentence for the user."""


def add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as JSON")


def opened(path: Path) -> Opened:
    found = open_plan(path)
    for note in found.notes:
        print(f"trunkline: {note}", file=sys.stderr)
    return found


def as_text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)
