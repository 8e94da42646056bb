"""The command line. It loads no Qt unless it opens a window or draws."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version

from planner.catalogue import CatalogueError
from planner.commands import advise, bill, check, figures, grow, labels, new, schedule, traffic, what_if, window
from planner.commands.common import UsageProblem
from planner.figures.traffic.jobs import JobRefused
from planner.figures.traffic.loads import Unroutable
from planner.fileformat.problem import FileProblem
from planner.generators.draft import RecipeRefused
from planner.growth.ports import GrowthRefused
from planner.whatif.things import NothingFails

COMMANDS = (window, new, figures, check, what_if, traffic, bill, schedule, labels, grow, advise)
PROBLEMS = (
    FileProblem,
    RecipeRefused,
    CatalogueError,
    NothingFails,
    JobRefused,
    Unroutable,
    UsageProblem,
    GrowthRefused,
)
BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. What is wrong with the input is one sentence on standard error."""
    parsed = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    command: Callable[[argparse.Namespace], int] = getattr(parsed, "command", window.open_window)
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except PROBLEMS as e:
        print(f"trunkline: {e}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # the reader of our output has gone: nothing to say to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("trunkline", description="Plan the network of a GPU cluster.")
    parser.add_argument("--version", action="version", version=f"trunkline {_version()}")
    commands = parser.add_subparsers(title="commands")
    for command in COMMANDS:
        command.add(commands)
    return parser


def _version() -> str:
    try:
        return version("trunkline")
    except PackageNotFoundError:
        return "from source"


if __name__ == "__main__":
    sys.exit(main())
