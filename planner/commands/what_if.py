"""`trunkline what-if`: what failures do to the figures."""

from __future__ import annotations

import argparse
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import UsageProblem, add_file, opened
from planner.figures.all import figures
from planner.listing import losses_text
from planner.whatif import figures_without, losses, single_failures, switches_of


def add(commands: Any) -> None:
    parser = commands.add_parser("what-if", help="print what a failure does to the figures; the file is not changed")
    add_file(parser)
    parser.add_argument("failed", nargs="*", metavar="ID", help="racks, devices or cables that fail together")
    parser.add_argument("--each", choices=["switches", "racks"], help="rank every one of these by what it costs alone")
    parser.add_argument("--plane", default="training")
    parser.set_defaults(command=_what_if)


def _what_if(parsed: argparse.Namespace) -> int:
    network = Analysis(opened(parsed.file).plan).network
    before = figures(network)
    if parsed.each:
        if parsed.plane not in before.planes:
            raise UsageProblem(f"This project has no plane {parsed.plane}.")
        ids = switches_of(network, before, parsed.plane) if parsed.each == "switches" else list(network.plan.racks)
        if not ids:
            raise UsageProblem(f"Plane {parsed.plane} of this project has no {parsed.each}.")
        found = single_failures(network, before, ids, parsed.plane)
    elif parsed.failed:
        after = figures_without(network, parsed.failed)
        found = list(losses(before, after, ", ".join(parsed.failed)))
    else:
        raise UsageProblem("Name what fails, or --each switches or --each racks.")
    print(losses_text(network.plan, found))
    return 0
