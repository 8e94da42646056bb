"""`trunkline new`: a project from a reference design or from numbers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from planner.commands.common import UsageProblem
from planner.fileformat.reader import SUFFIX
from planner.fileformat.writer import save
from planner.generators.clos import Recipe, build
from planner.generators.designs import DESIGNS, design
from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.dragonfly_plus import DragonflyPlus, dragonfly_plus
from planner.generators.torus import Torus, torus
from planner.plan import Plan
from planner.units import parse_ratio


def add(commands: Any) -> None:
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
