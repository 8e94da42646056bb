"""One step of growth: what it adds, what moves, in which order, and the plan it ends in, as one edit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from planner.edit import Change, Edit, added
from planner.figures.lengths import lengths
from planner.figures.power import power
from planner.figures.report import PowerFigure
from planner.generators.clos import build
from planner.growth.endstate import Shape, grown, shape_of
from planner.growth.headroom import Headroom, headroom
from planner.growth.matching import Side, match, same_devices
from planner.growth.order import Batch, batches, cables_to_switches
from planner.growth.placing import placed
from planner.growth.ports import GrowthRefused
from planner.growth.reach import reach
from planner.growth.recable import Recabling, recable
from planner.network import Network
from planner.plan import Plan
from planner.records import Rack


@dataclass(frozen=True, slots=True)
class Step:
    """From one size to the next, told in today's names."""

    nodes: tuple[int, int]  # GPU servers before and after
    listed: Recabling
    racks: tuple[Rack, ...]  # to add
    devices: dict[tuple[str, str], int]  # (type, role) -> number to add
    power: PowerFigure  # what comes on top
    moved: dict[str, tuple[int, int]]  # device at an end that stays -> (its cables that move, its cables to switches)
    batches: tuple[Batch, ...]
    headroom: dict[str, tuple[Headroom, Headroom]]  # plane -> before, after
    tiers: dict[str, tuple[int, int]]  # plane -> switch tiers before, after
    parted: tuple[str, ...]  # planes that the end state itself does not join as today does
    too_short: tuple[str, ...]  # cables that move and whose ordered length is less than the new run needs
    unknown_length: int  # moves whose run is not known
    other_planes: tuple[str, ...]  # planes with cables that this step does not grow
    edit: Edit  # turns today's plan into the one after the step

    @property
    def switches(self) -> int:
        """To add."""
        return sum(n for (_, role), n in self.devices.items() if role)


def step_between(day: Network, end: Network) -> Step:
    """From one plan to another of the same fabric, on all planes. What has the same id and type is the same server."""
    planes = frozenset([*day.plan.planes, *end.plan.planes])
    return _step(Side(day, planes), Side(end, planes), same_devices(day, end))


def step_to(day: Network, nodes: int, plane: str = "training") -> Step:
    """From a plan of leaves and spines to so many servers, on one plane. Raises GrowthRefused or RecipeRefused."""
    shape = shape_of(day, plane)
    return grown_step(day, shape, Network(build(grown(shape, nodes), day.catalogue), day.catalogue))


def grown_step(day: Network, shape: Shape, end: Network) -> Step:
    """From a plan of this shape to one that a recipe made of it. Servers go by their unit and place in it."""
    made = iter(d.id for d in end.plan.devices.values() if d.type == shape.recipe.server)
    units = shape_of(end, shape.plane).units if shape.recipe.filled else ()
    same: dict[str, str] = {}
    for unit, later in zip(shape.units, units, strict=False):
        same |= dict(zip(unit.servers, later.servers, strict=False))
    if not units:
        same = dict(zip(shape.servers, made, strict=False))
    planes = frozenset([shape.plane])
    style = {shape.recipe.server: shape.servers[-1]}
    return _step(Side(day, planes, shape.others), Side(end, planes), same, style)


def after(day: Network, step: Step) -> Network:
    """Today's plan once the step is done. Today's own is not touched."""
    network = _copy(day)
    network.plan.apply(step.edit)
    return network


def _copy(network: Network) -> Network:
    plan = Plan()
    plan.apply(added("Copy", *network.plan.rows()))
    return Network(plan, network.catalogue)


def _step(day: Side, end: Side, same: Mapping[str, str], style: Mapping[str, str] | None = None) -> Step:
    network = day.network
    listed = recable(day, end, match(day, end, same), style)
    devices, racks = placed(network, end.network, listed.names, listed.devices)
    planes = [p for id, p in end.network.plan.planes.items() if id not in network.plan.planes]
    first = added("New gear", *planes, *racks, *devices)
    last = Edit("Old gear", tuple(Change(d, None) for d in listed.gone))
    moved = [Change(m.before, m.after) for m in listed.moves]
    cabling = Edit("Re-cable", (*moved, *(Change(c, None) for c in listed.removed), *added("", *listed.new).changes))
    edit = Edit("Grow", (*first.changes, *cabling.changes, *last.changes))
    goal, work = _copy(network), _copy(network)
    goal.plan.apply(edit)
    work.plan.apply(first)
    needed = reach(work, goal)
    work.plan.apply(cabling)
    parted = needed.broken(work)
    work.plan.apply(cabling.inverted())
    order = tuple(batches(work, listed, needed.without(parted)))
    work.plan.apply(last)
    if not work.plan.same_as(goal.plan):
        raise GrowthRefused("The order of work does not end at the end state: please report this plan.")
    return Step(
        (_nodes(network), _nodes(goal)),
        listed,
        racks,
        dict(Counter((d.type, d.role) for d in devices)),
        _on_top(power(network), power(goal)),
        _moved(network, listed),
        order,
        {p: (headroom(network, p), headroom(goal, p)) for p in sorted(day.planes) if p in goal.plan.planes},
        {p: (_tiers(network, p), _tiers(goal, p)) for p in sorted(day.planes) if p in goal.plan.planes},
        parted,
        *_short(network, goal, listed),
        _other_planes(network, day),
        edit,
    )


def _nodes(network: Network) -> int:
    rows = network.devices.rows()
    return int((network.devices["gpus"][rows] > 0).sum())


def _tiers(network: Network, plane: str) -> int:
    return len(headroom(network, plane).tiers)


def _moved(network: Network, listed: Recabling) -> dict[str, tuple[int, int]]:
    moves = Counter(m.anchor for m in listed.moves)
    return {d: (n, max(n, cables_to_switches(network, d))) for d, n in moves.items()}


def _on_top(before: PowerFigure, later: PowerFigure) -> PowerFigure:
    return PowerFigure(later.typical_w - before.typical_w, later.max_w - before.max_w, later.unknown - before.unknown)


def _short(day: Network, goal: Network, listed: Recabling) -> tuple[tuple[str, ...], int]:
    """Moved cables that are too short for their new run, and how many have no known run."""
    had, need = lengths(day), lengths(goal)
    ordered = dict(zip(had.ids, np.where(np.isnan(had.ordered_m), had.needed_m, had.ordered_m).tolist(), strict=True))
    run = dict(zip(need.ids, need.needed_m.tolist(), strict=True))
    pairs = {m.before.id: (ordered[m.before.id], run[m.before.id]) for m in listed.moves}
    typed = {m.before.id: m.before.length_m for m in listed.moves}
    short = tuple(id for id, (has, needs) in pairs.items() if (typed[id] or has) < needs)
    return short, sum(bool(np.isnan(needs)) for _, needs in pairs.values())


def _other_planes(network: Network, day: Side) -> tuple[str, ...]:
    used = {p for c in network.plan.cables.values() for p in c.planes}
    return tuple(p for p in network.plan.planes if p in used and p not in day.planes)
