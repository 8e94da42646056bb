"""`trunkline open` and `export`: the commands that need Qt, which is loaded only when they run."""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path
from typing import Any

from planner.commands.common import add_file, opened


def add(commands: Any) -> None:
    opening = commands.add_parser("open", help="open the window, on a project if one is named")
    opening.add_argument("file", nargs="?", type=Path)
    opening.set_defaults(command=open_window)
    export = commands.add_parser("export", help="draw a project to a file")
    add_file(export)
    export.add_argument("--to", choices=["pdf", "svg", "png"], required=True)
    export.add_argument("-o", "--output", type=Path, required=True)
    export.add_argument("--view", choices=["racks", "fabric"], default="racks")
    export.set_defaults(command=_export)


def open_window(parsed: argparse.Namespace) -> int:
    file = getattr(parsed, "file", None)
    status: int = import_module("ui.app").main([str(file)] if file else [])
    return status


def _export(parsed: argparse.Namespace) -> int:
    plan = opened(parsed.file).plan
    import_module("ui.paper.export").export_file(plan, parsed.output, parsed.to, parsed.view)
    print(f"{parsed.output} written.")
    return 0
