"""`trunkline grow`: what it takes to grow a project, and which cables move."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from planner.commands.common import UsageProblem, add_file, add_json, as_text, opened
from planner.fileformat.writer import save
from planner.growth.buying import Choice, buy_now_or_later
from planner.growth.step import Step, after, step_between
from planner.growth.text import step_json, step_text
from planner.network import Network


def add(commands: Any) -> None:
    parser = commands.add_parser("grow", help="print what it takes to grow a project, and which cables move")
    add_file(parser)
    parser.add_argument("end", nargs="?", type=Path, help="the end state; without it, one like the project is made")
    parser.add_argument("--nodes", type=int, nargs="+", metavar="N", help="GPU servers in all, by step; else by phase")
    parser.add_argument("--list", action="store_true", help="every cable and every batch")
    parser.add_argument("-o", "--output", type=Path, help="write the project as it is after the last step")
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    add_json(parser)
    parser.set_defaults(command=_grow)


def _grow(parsed: argparse.Namespace) -> int:
    if parsed.output and parsed.output.exists() and not parsed.force:
        raise UsageProblem(f"{parsed.output} is there already: use another name, or --force to write over it.")
    if parsed.end and parsed.nodes:
        raise UsageProblem("Give either the end state as a file, or --nodes.")
    day = Network(opened(parsed.file).plan)
    texts: list[str] = []
    rows: list[dict[str, Any]] = []
    for step, choice in _steps(day, parsed):
        if parsed.json:
            rows.append(step_json(step, choice))
        else:
            texts.append(step_text(day, step, choice, parsed.list))
        day = after(day, step)
    if parsed.output:
        save(day.plan, parsed.output)
    print(as_text({"steps": rows}) if parsed.json else "\n\n".join(texts))
    return 0


def _steps(day: Network, parsed: argparse.Namespace) -> list[tuple[Step, Choice | None]]:
    if parsed.end:
        return [(step_between(day, Network(opened(parsed.end).plan)), None)]
    sizes = parsed.nodes or _phases(day)
    found: list[tuple[Step, Choice | None]] = []
    for nodes in sizes:
        choice = buy_now_or_later(day, nodes)
        found.append((choice.later, choice))
        day = after(day, choice.later)
    return found


def _phases(day: Network) -> list[int]:
    """Node counts of the plan's phases that are above today's, rising."""
    servers = int((day.devices["gpus"][day.devices.rows()] > 0).sum())
    sizes = sorted({p.nodes for p in day.plan.phases.values() if p.nodes is not None and p.nodes > servers})
    if not sizes:
        raise UsageProblem(f"No phase of this project has more than its {servers} GPU servers: say --nodes N.")
    return sizes
