"""`trunkline bill`: what a project orders."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import UsageProblem, opened
from planner.commands.sheets import add_list, check_list, deliver
from planner.orders.bill import KINDS, bill
from planner.orders.listing import bill_table
from planner.rules.finding import Severity
from planner.rules.words import counted
from planner.rules.workload.incomplete import open_questions

MOST_PERCENT = 1000


def add(commands: Any) -> None:
    parser = add_list(commands, "bill", "print what a project orders: devices, transceivers, cables, racks")
    parser.add_argument(
        "--spares",
        nargs="+",
        metavar="WHAT=PERCENT",
        default=(),
        help=f"spares of {', '.join(KINDS)} or of one part, as in cable=5; none if left out",
    )
    parser.set_defaults(command=_bill)


def _bill(parsed: argparse.Namespace) -> int:
    check_list(parsed)
    analysis = Analysis(opened(parsed.file).plan)
    found = bill(analysis.network, analysis.figures().lengths, _spares(parsed.spares, analysis))
    table = bill_table(analysis.plan, found)
    deliver(parsed, replace(table, notes=(*readiness(analysis), *table.notes)) if table.rows else table)
    return 0


def _spares(words: list[str], analysis: Analysis) -> dict[str, float]:
    catalogue = analysis.network.catalogue
    known = {*KINDS, *catalogue.devices, *catalogue.media, *catalogue.optics, *catalogue.racks}
    spares = {}
    for word in words:
        what, _, number = word.rpartition("=")
        if what not in known:
            raise UsageProblem(f"Spares are of a {', '.join(KINDS)} or a part of the catalogue, not {what or word!r}.")
        try:
            spares[what] = float(number)
        except ValueError:
            raise UsageProblem(f"Spares are written like cable=5, not {word!r}.") from None
        if not 0 <= spares[what] <= MOST_PERCENT:
            raise UsageProblem(f"Spares are 0 to {MOST_PERCENT} percent, not {number}.")
    return spares


def readiness(analysis: Analysis) -> tuple[str, ...]:
    """A sentence when this should not be ordered yet. The bill is shown all the same."""
    errors = analysis.findings().count(Severity.ERROR)
    questions = len(open_questions(analysis.plan)) + (not analysis.plan.workload.kind)
    why = [
        *([f"{counted(errors, 'error')} {'stands' if errors == 1 else 'stand'}"] if errors else []),
        *([f"{counted(questions, 'question')} about the workload {_are(questions)} open"] if questions else []),
    ]
    return (f"Not ready to order: {' and '.join(why)}. `trunkline check` names them.",) if why else ()


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
