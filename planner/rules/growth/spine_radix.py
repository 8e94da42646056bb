"""Every leaf needs a link to every spine of its group. When the end state has more leaves than a spine has ports,
spines must be added and cables moved on a running fabric, or a whole tier is missing: cheap on paper, dear later."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

import numpy as np

from planner.figures.report import PlaneFigures
from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.pairs import uplinks
from planner.rules.words import counted, name, names

RULE = Rule("growth.spine-radix", Severity.WARNING, "Spines too small for the end state")


@dataclass(frozen=True, slots=True)
class Shape:
    """A plane's lowest two switch tiers, as cabled today."""

    leaves: tuple[str, ...]
    spines: tuple[str, ...]  # those the most connected leaf reaches
    links_a_pair: int
    uplinks: int  # of one leaf
    down_ports: int  # of one leaf: its ports of the uplinks' rate less the uplinks
    radix: int  # ports of one spine at that rate


def check(design: Design) -> Iterator[Finding]:
    target = end_state(design)
    if target is None:
        return
    for plane, figures in design.figures.planes.items():
        shape = shape_of(design.network, plane, figures)
        nodes = gpu_servers(design.network, plane)
        if shape is not None and nodes and target > nodes:
            yield from _outgrown(design.network, plane, shape, nodes, target)


def end_state(design: Design) -> int | None:
    """GPU servers at the end state: the largest count of any phase."""
    return max((p.nodes for p in design.network.plan.phases.values() if p.nodes is not None), default=None)


def gpu_servers(network: Network, plane: str) -> int:
    """GPU servers with a link in the plane."""
    rows = network.links_in(plane)
    ends = np.unique(np.concatenate([network.links["a"][rows], network.links["b"][rows]]))
    return int((network.devices["gpus"][ends] > 0).sum())


def shape_of(network: Network, plane: str, figures: PlaneFigures) -> Shape | None:
    """None when the plane has no two tiers of switches."""
    pairs = {k: v for k, v in uplinks(network, plane, figures.tiers).items() if figures.tiers[k] == 1}
    if not pairs:
        return None
    leaf = max(pairs, key=lambda k: (len(pairs[k]), sum(n.total() for n in pairs[k].values())))
    spines = tuple(pairs[leaf])
    count = sum(n.total() for n in pairs[leaf].values())
    rate = max(r for n in pairs[leaf].values() for r in n)
    leaves = tuple(k for k, v in pairs.items() if set(v) & set(spines))
    return Shape(
        leaves,
        spines,
        ceil(count / len(spines)),
        count,
        _ports(network, leaf, rate) - count,
        min(_ports(network, s, rate) for s in spines),
    )


def _ports(network: Network, device: str, rate_gbps: int) -> int:
    return sum(p.rate_gbps == rate_gbps for p in network.ports(device).values())


def _outgrown(network: Network, plane: str, shape: Shape, nodes: int, target: int) -> Iterator[Finding]:
    per_leaf = max(shape.down_ports, 1)
    down_links = sum(_down_links(network, plane, leaf) for leaf in shape.leaves)
    end = max(len(shape.leaves), ceil(down_links / nodes * target / per_leaf))
    needed = end * shape.links_a_pair
    if needed <= shape.radix:
        return
    plan = network.plan
    head = (
        f"{target} nodes on {name(plan, plane)} need {end} leaves; with {counted(shape.links_a_pair, 'link')} a pair "
        f"that is {needed} ports on each of {names(plan, shape.spines)}, which have {shape.radix}."
    )
    spines = spines_for(end, shape.uplinks, shape.radix)
    if spines is None:
        tail = f"A third tier is needed: no spine of {shape.radix} ports reaches {end} leaves."
    else:
        moved = len(shape.leaves) * (shape.uplinks - len(shape.spines) * (shape.uplinks // spines))
        tail = f"It takes {spines} spines instead of {len(shape.spines)}, and {moved} cables must move."
    yield Finding(
        shape.spines,
        f"{head} {tail}",
        subject=plane,
        remedy="Buy and cable the spines of the end state now, or plan the re-cabling.",
        measure=float(needed),
    )


def _down_links(network: Network, plane: str, leaf: str) -> int:
    return sum(
        plane in network.plan.cables[key[0]].planes
        and network.plan.devices[link.b_device].role not in ("leaf", "spine", "core")
        and not _switch(network, link.b_device)
        for key, link in network.links_of(leaf)
    )


def _switch(network: Network, device: str) -> bool:
    return bool(network.is_switch()[network.devices.row[device]])


def spines_for(leaves: int, uplinks_a_leaf: int, radix: int) -> int | None:
    """Fewest spines that take all uplinks and divide those of a leaf evenly; None when no number of them does."""
    least = ceil(leaves * uplinks_a_leaf / radix)
    return next((s for s in range(least, uplinks_a_leaf + 1) if uplinks_a_leaf % s == 0), None)
