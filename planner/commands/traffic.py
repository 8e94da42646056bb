"""`trunkline traffic`: the all-to-all rate and collective times of a plane."""

from __future__ import annotations

import argparse
from typing import Any

from planner.analysis import Analysis
from planner.commands.common import UsageProblem, add_file, add_json, as_text, opened
from planner.figures.traffic.collectives import plane_traffic
from planner.figures.traffic.jobs import Placing
from planner.figures.traffic.loads import FLOWS, MOST_FLOWS
from planner.listing import traffic_text
from planner.summary import traffic_json
from planner.units import parse_size


def add(commands: Any) -> None:
    parser = commands.add_parser("traffic", help="print the all-to-all rate and how long collectives take")
    add_file(parser)
    parser.add_argument("--plane", default="training")
    parser.add_argument("--job", nargs="+", metavar="ID", default=(), help="servers that talk; all if left out")
    parser.add_argument("--packed", type=int, metavar="N", default=0, help="the first N endpoints talk")
    parser.add_argument("--scattered", type=int, metavar="N", default=0, help="N endpoints here and there talk")
    parser.add_argument("--size", default="1 GiB", help="data of one GPU, like 1GiB")
    parser.add_argument("--flows", type=int, default=FLOWS, help="flows of a port at a time, for the hashed end")
    add_json(parser)
    parser.set_defaults(command=_traffic)


def _traffic(parsed: argparse.Namespace) -> int:
    network = Analysis(opened(parsed.file).plan).network
    if parsed.plane not in network.plan.planes:
        raise UsageProblem(f"This project has no plane {parsed.plane}.")
    if not 1 <= parsed.flows <= MOST_FLOWS:
        raise UsageProblem(f"A port has 1 to {MOST_FLOWS} flows at a time, not {parsed.flows}.")
    if sum(map(bool, (parsed.job, parsed.packed, parsed.scattered))) > 1:
        raise UsageProblem("Choose the job by one of --job, --packed and --scattered.")
    try:
        size = parse_size(parsed.size)
    except ValueError as e:
        raise UsageProblem(str(e)) from None
    placing = Placing(parsed.packed or parsed.scattered, bool(parsed.scattered), tuple(parsed.job))
    found = plane_traffic(network, parsed.plane, placing, parsed.flows)
    shown = traffic_json(found, size) if parsed.json else None
    print(as_text(shown) if shown else traffic_text(network.plan, network, parsed.plane, found, size))
    return 0
