"""`trunkline labels`: what is stuck to both ends of every cable."""

from __future__ import annotations

import argparse
from typing import Any

from planner.commands.common import UsageProblem, opened
from planner.commands.sheets import add_list, check_list, deliver
from planner.figures.lengths import lengths
from planner.network import Network
from planner.orders.labels import FIELDS, PATTERN, PatternRefused, check_pattern, labels, labels_table
from planner.orders.schedule import schedule


def add(commands: Any) -> None:
    parser = add_list(commands, "labels", "print a label for each end of every cable")
    parser.add_argument("--pattern", default=PATTERN, help=f"of a label, from {', '.join(FIELDS)}; {PATTERN}")
    parser.set_defaults(command=_labels)


def _labels(parsed: argparse.Namespace) -> int:
    check_list(parsed)
    try:
        check_pattern(parsed.pattern)
    except PatternRefused as e:
        raise UsageProblem(str(e)) from None
    network = Network(opened(parsed.file).plan)
    found = labels(network.plan, schedule(network, lengths(network)), parsed.pattern)
    deliver(parsed, labels_table(network.plan, found))
    return 0
