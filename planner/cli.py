"""The command line. It loads no Qt unless it opens a window or draws."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from planner.analysis import Analysis
from planner.catalogue import CatalogueError
from planner.figures.all import figures
from planner.figures.traffic.collectives import plane_traffic
from planner.figures.traffic.jobs import JobRefused, Placing
from planner.figures.traffic.loads import FLOWS, MOST_FLOWS, Unroutable
from planner.fileformat.problem import FileProblem
from planner.fileformat.reader import SUFFIX, Opened, open_plan
from planner.fileformat.writer import save
from planner.generators.clos import Recipe, build
from planner.generators.designs import DESIGNS, design
from planner.generators.draft import RecipeRefused
from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.dragonfly_plus import DragonflyPlus, dragonfly_plus
from planner.generators.torus import Torus, torus
from planner.listing import figures_text, findings_text, losses_text, traffic_text
from planner.plan import Plan
from planner.prover import SECONDS, NotProved, narrowed, proofs
from planner.rules.finding import Severity
from planner.summary import as_json, findings_json, traffic_json
from planner.units import parse_ratio, parse_size
from planner.whatif import NothingFails, figures_without, losses, single_failures, switches_of

BAD_INPUT = 2
FOUND = 1  # `check` found what --fail-on names


class UsageProblem(Exception):
    """The text is one sentence for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status. What is wrong with the input is one sentence on standard error."""
    parsed = _parser().parse_args(sys.argv[1:] if arguments is None else arguments)
    command: Callable[[argparse.Namespace], int] = getattr(parsed, "command", _open)
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except (FileProblem, RecipeRefused, CatalogueError, NothingFails, JobRefused, Unroutable, UsageProblem) as e:
        print(f"trunkline: {e}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:  # the reader of our output has gone: nothing to say to it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("trunkline", description="Plan the network of a GPU cluster.")
    parser.add_argument("--version", action="version", version=f"trunkline {_version()}")
    commands = parser.add_subparsers(title="commands")
    opening = commands.add_parser("open", help="open the window, on a project if one is named")
    opening.add_argument("file", nargs="?", type=Path)
    opening.set_defaults(command=_open)
    _new_parser(commands)
    figures = commands.add_parser("figures", help="print the figures of a project")
    figures.add_argument("file", type=Path)
    figures.add_argument("--json", action="store_true", help="as JSON")
    figures.add_argument(
        "--prove",
        type=float,
        nargs="?",
        const=SECONDS,
        metavar="SECONDS",
        help=f"try to make an interval exact, {SECONDS:.0f} seconds a plane if left out",
    )
    figures.set_defaults(command=_figures)
    check = commands.add_parser("check", help="print what is wrong with a project")
    check.add_argument("file", type=Path)
    check.add_argument("--json", action="store_true", help="as JSON")
    check.add_argument("--fail-on", choices=[s.value for s in Severity], help="exit with 1 if there is one so bad")
    check.set_defaults(command=_check)
    _what_if_parser(commands)
    _traffic_parser(commands)
    export = commands.add_parser("export", help="draw a project to a file")
    export.add_argument("file", type=Path)
    export.add_argument("--to", choices=["pdf", "svg", "png"], required=True)
    export.add_argument("-o", "--output", type=Path, required=True)
    export.add_argument("--view", choices=["racks", "fabric"], default="racks")
    export.set_defaults(command=_export)
    return parser


def _what_if_parser(commands: Any) -> None:
    parser = commands.add_parser("what-if", help="print what a failure does to the figures; the file is not changed")
    parser.add_argument("file", type=Path)
    parser.add_argument("failed", nargs="*", metavar="ID", help="racks, devices or cables that fail together")
    parser.add_argument("--each", choices=["switches", "racks"], help="rank every one of these by what it costs alone")
    parser.add_argument("--plane", default="training")
    parser.set_defaults(command=_what_if)


def _traffic_parser(commands: Any) -> None:
    parser = commands.add_parser("traffic", help="print the all-to-all rate and how long collectives take")
    parser.add_argument("file", type=Path)
    parser.add_argument("--plane", default="training")
    parser.add_argument("--job", nargs="+", metavar="ID", default=(), help="servers that talk; all if left out")
    parser.add_argument("--packed", type=int, metavar="N", default=0, help="the first N endpoints talk")
    parser.add_argument("--scattered", type=int, metavar="N", default=0, help="N endpoints here and there talk")
    parser.add_argument("--size", default="1 GiB", help="data of one GPU, like 1GiB")
    parser.add_argument("--flows", type=int, default=FLOWS, help="flows of a port at a time, for the hashed end")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(command=_traffic)


def _new_parser(commands: Any) -> None:
    new = commands.add_parser("new", help="write a new project, from a reference design or from numbers")
    new.add_argument("--design", metavar="ID", help="a published design; `list` names them")
    new.add_argument("-o", "--output", type=Path)
    new.add_argument("--force", action="store_true", help="write over a file that is there")
    new.add_argument("--servers", type=int)
    new.add_argument("--server", help="id of a server or chip in the catalogue; a DGX H100 if left out")
    new.add_argument("--switch", help="id of a switch in the catalogue; a QM9700 if left out")
    new.add_argument("--ratio", default="1:1", help="down:up of a leaf")
    new.add_argument("--tiers", type=int, default=0, help="1, 2 or 3; as few as will do if left out")
    wiring = new.add_mutually_exclusive_group()
    wiring.add_argument("--plain", action="store_true", help="one leaf a rack instead of one a rail")
    wiring.add_argument("--rail-only", action="store_true", help="one leaf a rail and no spines")
    wiring.add_argument("--dual-homed", action="store_true", help="two leaves for every server, as with MLAG")
    new.add_argument("--peer-links", type=int, default=0, help="links between the two leaves of a dual-homed pair")
    new.add_argument("--rails", type=int, default=0, help="training ports of each server to use; all if left out")
    new.add_argument("--planes", default="training", help="e.g. training,storage,in-band,out-of-band")
    new.add_argument("--storage-servers", type=int, default=0)
    new.add_argument("--management-servers", type=int, default=0)
    new.add_argument("--servers-a-rack", type=int, default=0)
    _shapes(new)
    new.set_defaults(command=_new)


def _shapes(new: argparse.ArgumentParser) -> None:
    """Fabrics that are no tree of leaves and spines."""
    shape = new.add_mutually_exclusive_group()
    shape.add_argument("--torus", metavar="SIDES", help="chips along each side, e.g. 16x16 or 4x4x4")
    shape.add_argument("--dragonfly", metavar="GxAxP", help="groups, switches of a group, server ports of a switch")
    shape.add_argument(
        "--dragonfly-plus", metavar="CxLxSxP", help="cells, leaves and spines of a cell, server ports of a leaf"
    )
    new.add_argument("--group-links", type=int, default=1, help="links between every two groups or cells")
    new.add_argument("--pair-links", type=int, default=1, help="links between a leaf and a spine of one cell")


def _version() -> str:
    try:
        return version("trunkline")
    except PackageNotFoundError:
        return "from source"


def _open(parsed: argparse.Namespace) -> int:
    file = getattr(parsed, "file", None)
    status: int = import_module("ui.app").main([str(file)] if file else [])
    return status


def _new(parsed: argparse.Namespace) -> int:
    if parsed.design == "list":
        width = max(map(len, DESIGNS))
        for id, title in DESIGNS.items():
            print(f"{id:{width}}  {title}")
        return 0
    if parsed.output is None:
        raise UsageProblem(f"Name the file to write, with -o NAME{SUFFIX}.")
    if parsed.output.exists() and not parsed.force:
        raise UsageProblem(f"{parsed.output} is there already: use another name, or --force to write over it.")
    save(design(parsed.design) if parsed.design else _shaped(parsed) or build(_recipe(parsed)), parsed.output)
    print(f"{parsed.output} written.")
    return 0


def _shaped(parsed: argparse.Namespace) -> Plan | None:
    """A torus or dragonfly when one is asked for."""
    gear = {**_gear(parsed), "used": parsed.rails}
    if parsed.torus:
        sides = _numbers(parsed.torus, "16x16 or 4x4x4", (2, 3))
        return torus(Torus(tuple(sides), parsed.server) if parsed.server else Torus(tuple(sides)))
    if parsed.dragonfly:
        groups, switches, ports = _numbers(parsed.dragonfly, "9x8x4", (3,))
        return dragonfly(Dragonfly(switches, ports, groups=groups, links=parsed.group_links, **gear))
    if parsed.dragonfly_plus:
        cells, leaves, spines, ports = _numbers(parsed.dragonfly_plus, "4x8x8x16", (4,))
        return dragonfly_plus(
            DragonflyPlus(cells, leaves, spines, ports, parsed.group_links, parsed.pair_links, **gear)
        )
    return None


def _numbers(text: str, example: str, counts: tuple[int, ...]) -> list[int]:
    """ "16x16" -> 16, 16."""
    words = text.lower().split("x")
    if len(words) not in counts or not all(w.isascii() and w.isdecimal() and len(w) < 7 for w in words):
        raise UsageProblem(f"That is written as in {example}, not {text!r}.")
    return [int(w) for w in words]


def _recipe(parsed: argparse.Namespace) -> Recipe:
    if parsed.servers is None:
        raise UsageProblem(
            "Say what to build: --design ID, --servers N with --server and --switch, --torus or --dragonfly."
        )
    try:
        ratio = parse_ratio(parsed.ratio)
    except ValueError as e:
        raise UsageProblem(str(e)) from None
    return Recipe(
        parsed.servers,
        rail_optimised=not parsed.plain,
        rail_only=parsed.rail_only,
        dual_homed=parsed.dual_homed,
        peers=parsed.peer_links,
        ratio=ratio,
        tiers=parsed.tiers,
        servers_a_rack=parsed.servers_a_rack,
        rails=parsed.rails,
        planes=tuple(parsed.planes.replace(",", " ").split()),
        storage_servers=parsed.storage_servers,
        management_servers=parsed.management_servers,
        **_gear(parsed),
    )


def _gear(parsed: argparse.Namespace) -> dict[str, Any]:
    """The types that are named; what is left out is the recipe's own choice."""
    return {k: v for k in ("server", "switch") if (v := getattr(parsed, k)) is not None}


def _opened(path: Path) -> Opened:
    opened = open_plan(path)
    for note in opened.notes:
        print(f"trunkline: {note}", file=sys.stderr)
    return opened


def _figures(parsed: argparse.Namespace) -> int:
    analysis = Analysis(_opened(parsed.file).plan)
    if parsed.prove is not None:
        _prove(analysis, parsed.prove)
    figures, report = analysis.figures(), analysis.findings()
    print(_json(as_json(figures, report)) if parsed.json else figures_text(analysis.plan, figures, report))
    return 0


def _prove(analysis: Analysis, seconds: float) -> None:
    if not 1 <= seconds <= 86_400:
        raise UsageProblem("A proof takes 1 to 86400 seconds a plane.")
    for plane, found in proofs(analysis.network, analysis.figures(), seconds):
        if isinstance(found, NotProved):
            print(f"trunkline: {analysis.plan.planes[plane].name}: {found}", file=sys.stderr)
        else:
            analysis.refine(narrowed(analysis.figures(), plane, found))


def _check(parsed: argparse.Namespace) -> int:
    analysis = Analysis(_opened(parsed.file).plan)
    report = analysis.findings()
    print(_json(findings_json(report)) if parsed.json else findings_text(report))
    order = list(Severity)
    worst = order.index(Severity(parsed.fail_on)) if parsed.fail_on else -1
    return FOUND if any(report.count(s) for s in order[: worst + 1]) else 0


def _what_if(parsed: argparse.Namespace) -> int:
    network = Analysis(_opened(parsed.file).plan).network
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


def _traffic(parsed: argparse.Namespace) -> int:
    network = Analysis(_opened(parsed.file).plan).network
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
    print(_json(shown) if shown else traffic_text(network.plan, network, parsed.plane, found, size))
    return 0


def _export(parsed: argparse.Namespace) -> int:
    plan = _opened(parsed.file).plan
    import_module("ui.paper.export").export_file(plan, parsed.output, parsed.to, parsed.view)
    print(f"{parsed.output} written.")
    return 0


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False)


if __name__ == "__main__":
    sys.exit(main())
