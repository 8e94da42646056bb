"""`trunkline schedule`: every cable with both its ends, in the order in which one pulls them."""

from __future__ import annotations

import argparse
from typing import Any

from planner.commands.common import opened
from planner.commands.sheets import add_list, check_list, deliver
from planner.figures.lengths import lengths
from planner.network import Network
from planner.orders.schedule import schedule, schedule_table


def add(commands: Any) -> None:
    parser = add_list(commands, "schedule", "print every cable with both its ends")
    parser.set_defaults(command=_schedule)


def _schedule(parsed: argparse.Namespace) -> int:
    check_list(parsed)
    network = Network(opened(parsed.file).plan)
    deliver(parsed, schedule_table(network.plan, schedule(network, lengths(network))))
    return 0
