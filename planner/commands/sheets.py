"""What the commands that make a list share: printing it, or writing it to a file for a spreadsheet."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from planner.commands.common import UsageProblem, add_file, add_json, as_text
from planner.fileformat.put import put
from planner.orders import table as tables
from planner.orders.sheets import SHEETS, SheetRefused
from planner.orders.table import Table


def add_list(commands: Any, name: str, help: str) -> argparse.ArgumentParser:
    """A command that prints a list of a project, or writes it with --to and -o."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=help)
    add_file(parser)
    add_json(parser)
    parser.add_argument("--to", choices=list(SHEETS), help="write a file instead of printing; name it with -o")
    parser.add_argument("-o", "--output", type=Path)
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    return parser


def check_list(parsed: argparse.Namespace) -> None:
    """Refuse, before any work is done, what can't be written."""
    output, to = parsed.output, parsed.to
    if to is None and output is None:
        return
    if output is None:
        raise UsageProblem(f"Name the file to write, with -o NAME.{to}.")
    if to is None:
        raise UsageProblem(f"Say what to write to {output}: --to {' or --to '.join(SHEETS)}.")
    if parsed.json:
        raise UsageProblem("Choose one of --json and --to.")
    if output.exists() and parsed.file.exists() and output.samefile(parsed.file):
        raise UsageProblem(f"{output} is the project itself: use another name.")
    if output.exists() and not parsed.force:
        raise UsageProblem(f"{output} is there already: use another name, or --force to write over it.")


def deliver(parsed: argparse.Namespace, table: Table) -> None:
    """Print the list, or write it and print its notes, which a CSV file does not hold."""
    if parsed.to is None:
        print(as_text(tables.as_objects(table)) if parsed.json else tables.as_text(table))
        return
    try:
        put(parsed.output, SHEETS[parsed.to](table))
    except SheetRefused as e:
        raise UsageProblem(str(e)) from None
    except OSError as e:
        raise UsageProblem(f"{parsed.output} was not written: {e.strerror or e}.") from None
    print("\n".join([f"{parsed.output} written.", *table.notes]))
