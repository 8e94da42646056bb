"""`trunkline figures`: what is computed of a project."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import UsageProblem, add_file, add_json, as_text, opened
from planner.listing import figures_text
from planner.prover import SECONDS, NotProved, narrowed, proofs
from planner.summary import as_json


def add(commands: Any) -> None:
    parser = commands.add_parser("figures", help="print the figures of a project")
    add_file(parser)
    add_json(parser)
    parser.add_argument(
        "--prove",
        type=float,
        nargs="?",
        const=SECONDS,
        metavar="SECONDS",
        help=f"try to make an interval exact, {SECONDS:.0f} seconds a plane if left out",
    )
    parser.set_defaults(command=_figures)


def _figures(parsed: argparse.Namespace) -> int:
    analysis = Analysis(opened(parsed.file).plan)
    if parsed.prove is not None:
        _prove(analysis, parsed.prove)
    figures, report = analysis.figures(), analysis.findings()
    print(as_text(as_json(figures, report)) if parsed.json else figures_text(analysis.plan, figures, report))
    return 0


def _prove(analysis: Analysis, seconds: float) -> None:
    if not 1 <= seconds <= 86_400:
        raise UsageProblem("A proof takes 1 to 86400 seconds a plane.")
    for plane, found in proofs(analysis.network, analysis.figures(), seconds):
        if isinstance(found, NotProved):
            print(f"trunkline: {analysis.plan.planes[plane].name}: {found}", file=sys.stderr)
        else:
            analysis.refine(narrowed(analysis.figures(), plane, found))
