"""`trunkline what-if`: what failures do to the figures."""

from __future__ import annotations

import argparse
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import UsageProblem, add_file, opened
from planner.figures.all import figures
from planner.listing import losses_text
from planner.network import Network
from planner.whatif.comparing import Loss, figures_without, losses
from planner.whatif.ranking import single_failures
from planner.whatif.things import KINDS, racks_on, things

MOST_ROWS = 100  # printed unless all are asked for


def add(commands: Any) -> None:
    parser = commands.add_parser("what-if", help="print what a failure does to the figures; the file is not changed")
    add_file(parser)
    parser.add_argument("failed", nargs="*", metavar="ID", help="racks, devices or cables that fail together")
    parser.add_argument("--feed", action="append", default=[], metavar="NAME", help="a power feed that fails with them")
    parser.add_argument("--each", choices=KINDS, help="rank every one of these by what it costs alone")
    parser.add_argument("--plane", default="training")
    parser.add_argument("--all", action="store_true", help=f"print more than {MOST_ROWS} rows")
    parser.set_defaults(command=_what_if)


def _what_if(parsed: argparse.Namespace) -> int:
    network = Analysis(opened(parsed.file).plan).network
    if parsed.each:
        if parsed.failed or parsed.feed:
            raise UsageProblem("Name what fails, or --each, not both.")
        found = _each(network, parsed.each, parsed.plane)
    elif parsed.failed or parsed.feed:
        together = [*parsed.failed, *racks_on(network.plan, parsed.feed)]
        if not together:
            raise UsageProblem("No rack is without power then: each has another feed.")
        name = ", ".join([*parsed.failed, *(f"feed {f}" for f in parsed.feed)])
        found = list(losses(figures(network), figures_without(network, together), name))
    else:
        raise UsageProblem("Name what fails, --feed NAME, or --each with one of " + ", ".join(KINDS) + ".")
    print(losses_text(network.plan, found if parsed.all else found[:MOST_ROWS]))
    if len(found) > MOST_ROWS and not parsed.all:
        print(f"and {len(found) - MOST_ROWS} more rows, with --all")
    return 0


def _each(network: Network, kind: str, plane: str) -> list[Loss]:
    before = figures(network)
    if plane not in before.planes:
        raise UsageProblem(f"This project has no plane {plane}.")
    ids = things(network, before, kind, plane)
    if not ids and kind == "feeds":
        raise UsageProblem("No rack of this project has a power feed named.")
    if not ids:
        raise UsageProblem(f"Plane {plane} of this project has no {kind}.")
    return single_failures(network, before.planes[plane], ids)
