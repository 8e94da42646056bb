"""The published reference designs, by id: what `trunkline new --design` makes.

They hold the training plane alone, as the tables do. The H100 designs have one node fewer than a full unit, since
the fabric manager needs ports, and four links to two UFM appliances. The B300 Ethernet designs count cables of 800G
cages, each of which carries two 400G links, one for either fabric on the servers' side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from planner.generators.clos import Recipe, build
from planner.generators.draft import RecipeRefused
from planner.generators.machines import MACHINES
from planner.plan import Plan


def _h100(units: int) -> Recipe:
    return Recipe(32 * units - 1, "dgx-h100", "qm9700", tiers=2, unit=32, managers=2)


def _b200(units: int) -> Recipe:
    return Recipe(32 * units, "dgx-b200", "qm9700", unit=32)


def _b300_ethernet(units: int) -> Recipe:
    return Recipe(64 * units, "dgx-b300", "sn5600", unit=64, fabrics=2, pairs=True, server_breakout="2")


def _b300_xdr(units: int) -> Recipe:
    return Recipe(72 * units, "dgx-b300", "q3400-ra", unit=72)


def _gb200(units: int) -> Recipe:
    return Recipe(
        144 * units, "gb200-nvl72-tray", "qm9700",
        tiers=2, unit=18, down=18, apart=True, servers_a_rack=18, domain=18,
    )  # fmt: skip


_FAMILIES: tuple[tuple[str, str, Callable[[int], Recipe], tuple[int, ...]], ...] = (
    ("h100", "DGX H100, InfiniBand NDR", _h100, (1, 2, 3, 4)),
    ("b200", "DGX B200, InfiniBand NDR", _b200, (2, 4, 8, 16, 32, 64)),
    ("b300eth", "DGX B300, Ethernet in twin fabrics", _b300_ethernet, (1, 2, 4, 8, 16)),
    ("b300xdr", "DGX B300, InfiniBand XDR", _b300_xdr, (1, 2, 4, 8, 18)),
    ("gb200", "GB200 NVL72, InfiniBand NDR", _gb200, (1,)),
)
_CLOS: dict[str, tuple[str, Recipe]] = {
    f"{id}-{n}su": (f"{title}, {n} scalable unit{'s' if n > 1 else ''}: {make(n).servers} nodes", make(n))
    for id, title, make, sizes in _FAMILIES
    for n in sizes
}
DESIGNS: dict[str, str] = {id: title for id, (title, _) in _CLOS.items()} | {
    id: title for id, (title, _) in MACHINES.items()
}


def design(id: str) -> Plan:
    """A new plan of this design; raises RecipeRefused when there is none."""
    if id not in DESIGNS:
        raise RecipeRefused(f"There is no design called {id}: `trunkline new --design list` names them all.")
    name = DESIGNS[id].partition(":")[0]
    return build(replace(_CLOS[id][1], name=name)) if id in _CLOS else MACHINES[id][1](name)
