"""`trunkline check`: what is wrong with a project."""

from __future__ import annotations

import argparse
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import add_file, add_json, as_text, opened
from planner.listing import findings_text
from planner.rules.finding import Severity
from planner.summary import findings_json

FOUND = 1  # exit status: there is what --fail-on names


def add(commands: Any) -> None:
    parser = commands.add_parser("check", help="print what is wrong with a project")
    add_file(parser)
    add_json(parser)
    parser.add_argument("--fail-on", choices=[s.value for s in Severity], help="exit with 1 if there is one so bad")
    parser.set_defaults(command=_check)


def _check(parsed: argparse.Namespace) -> int:
    analysis = Analysis(opened(parsed.file).plan)
    report = analysis.findings()
    print(as_text(findings_json(report)) if parsed.json else findings_text(report))
    order = list(Severity)
    worst = order.index(Severity(parsed.fail_on)) if parsed.fail_on else -1
    return FOUND if any(report.count(s) for s in order[: worst + 1]) else 0
