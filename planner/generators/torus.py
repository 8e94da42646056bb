"""A torus: chips in a grid of two or three dimensions, each cabled to both neighbours along every side, ends joined.

There are no switches. A chip forwards for others through its own ports, so its type must have `transit`. Along a side
of two both neighbours are the same chip, and the pair has two links: every port is used, and the even cut of
2 x chips / longest side links holds there too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from planner.catalogue import Catalogue, Port, shipped
from planner.generators.draft import Draft, RecipeRefused
from planner.generators.floor import Floor
from planner.plan import Plan
from planner.records import Device, Link, Plane, Project

MOST_CHIPS = 20_000
BLOCK = {2: 8, 3: 4}  # chips along each side of a rack's block, by dimensions: 64 chips a rack, as TPU v4 has them
Place = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Torus:
    """`sides` in chips; the order makes no difference, since the longest always comes first."""

    sides: tuple[int, ...]
    chip: str = "tpu-v5e"  # id of a type with transit
    rack: str = "rack-48u-600x1200"
    name: str = ""


def torus(recipe: Torus, catalogue: Catalogue | None = None) -> Plan:
    """The plan of this torus; raises RecipeRefused with a sentence."""
    draft = Draft(shipped() if catalogue is None else catalogue)
    ports = _ports(recipe, draft.catalogue)
    sides = tuple(sorted(recipe.sides, reverse=True))
    chips = _chips(sides, recipe.chip)
    for chip in chips.values():
        draft.device(chip)
    _place(Floor(draft, recipe.rack), chips, BLOCK[len(sides)])
    for place, chip in chips.items():
        for n, side in enumerate(sides):
            after = (*place[:n], (place[n] + 1) % side, *place[n + 1 :])
            low, high = ports[2 * n].name, ports[2 * n + 1].name
            draft.cable([Link(chip.id, high, chips[after].id, low)], "training")
    draft.plane(Plane("training", "Training", ports[0].protocols[0], "own"))
    kind = draft.catalogue.devices[recipe.chip].name
    title = recipe.name or f"Torus {' × '.join(map(str, sides))} of {kind}"
    return draft.plan(f"New {title}", Project(name=title))


def _ports(recipe: Torus, catalogue: Catalogue) -> list[Port]:
    """A chip's ports for training, two for each side; refuses what can't be built."""
    sides = recipe.sides
    if len(sides) not in BLOCK:
        raise RecipeRefused(f"A torus has two or three sides, not {len(sides)}.")
    if min(sides) < 2:
        raise RecipeRefused(f"Every side of a torus is at least 2 chips long, not {min(sides)}.")
    if prod(sides) > MOST_CHIPS:
        raise RecipeRefused(f"A torus has at most {MOST_CHIPS} chips, not {prod(sides)}.")
    found = catalogue.devices.get(recipe.chip)
    if found is None or found.is_switch:
        raise RecipeRefused(f"The catalogue has no chip called {recipe.chip}.")
    if not found.transit:
        raise RecipeRefused(f"{found.name} does not forward for others, which a torus needs.")
    ports = [p for p in catalogue.ports(recipe.chip).values() if p.purpose == "training"]
    if len(ports) < 2 * len(sides):
        raise RecipeRefused(
            f"A torus of {len(sides)} sides takes {2 * len(sides)} ports of a chip, and {found.name} has {len(ports)}."
        )
    return ports


def _chips(sides: Place, type: str) -> dict[Place, Device]:
    """By place, in an order in which the first half is one side of an even cut across the longest side."""
    digits = len(str(max(sides) - 1))
    chips = {}
    for place in product(*map(range, sides)):
        name = "chip-" + "-".join(f"{n:0{digits}d}" for n in place)
        chips[place] = Device(name, name, type, group=name.rpartition("-")[0])
    return chips


def _place(floor: Floor, chips: dict[Place, Device], edge: int) -> None:
    """A rack holds a block of neighbours, and a row those of one layer of blocks."""
    blocks: dict[Place, list[Device]] = {}
    for place, chip in chips.items():
        blocks.setdefault(tuple(n // edge for n in place), []).append(chip)
    layer = 0
    for at, members in sorted(blocks.items()):
        if at[0] != layer:
            floor.new_row()
            layer = at[0]
        floor.stack(members, len(members))
