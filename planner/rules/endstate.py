"""Planes at the end state: how many servers there will be, and what today's switches can take of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.figures.report import PlaneFigures
from planner.network import Network
from planner.rules.finding import Design
from planner.rules.pairs import Pairs, tier_by_row, uplinks_by_plane


@dataclass(frozen=True, slots=True)
class Shape:
    """A plane's lowest two switch tiers, as cabled today."""

    leaves: tuple[str, ...]
    spines: tuple[str, ...]  # those the most connected leaf reaches
    links_a_pair: int
    uplinks: int  # of one leaf
    down_ports: int  # of one leaf: its ports of the uplinks' rate less the uplinks
    radix: int  # ports of one spine at that rate


@dataclass(frozen=True, slots=True)
class Growth:
    """One plane that is to serve more GPU servers than it does."""

    plane: str
    nodes: int  # GPU servers with a link in it
    placed: int  # GPU servers in the plan
    target: int  # at the end state
    links: int  # from those servers to leaves
    gbps: int  # rate of most of these links
    leaves: tuple[str, ...]  # switches they end at
    down_ports: int  # of these leaves at that rate: all but those that hold something else
    tiers: int  # of switches
    groups: int  # sets of switches with no cable between them, as rails or twin fabrics are

    @property
    def links_a_node(self) -> float:
        return self.links / self.nodes

    @property
    def needed(self) -> int:
        """Ports for all servers of the end state."""
        return ceil(self.target * self.links / self.nodes - 1e-9)


def end_state(design: Design) -> int | None:
    """GPU servers at the end state: the largest count of any phase."""
    return max((p.nodes for p in design.network.plan.phases.values() if p.nodes is not None), default=None)


def growths(design: Design) -> tuple[Growth, ...]:
    """Planes that must grow to reach the end state. Ask for it with `design.once`."""
    target = end_state(design)
    if target is None:
        return ()
    found = (_growth(design.network, f, target) for f in design.figures.planes.values() if f.tiers)
    return tuple(g for g in found if g is not None)


def shapes(design: Design) -> dict[str, Shape]:
    """Plane -> its lowest two tiers, where it has two. Ask for it with `design.once`."""
    found = {
        plane: shape_of(design.network, pairs, design.figures.planes[plane].tiers)
        for plane, pairs in design.once(uplinks_by_plane).items()
    }
    return {plane: shape for plane, shape in found.items() if shape is not None}


def shape_of(network: Network, uplinks: Pairs, tiers: dict[str, int]) -> Shape | None:
    """None when the plane has no two tiers of switches."""
    pairs = {k: v for k, v in uplinks.items() if tiers[k] == 1}
    if not pairs:
        return None
    leaf = max(pairs, key=lambda k: (len(pairs[k]), sum(n.total() for n in pairs[k].values())))
    spines = tuple(pairs[leaf])
    count = sum(n.total() for n in pairs[leaf].values())
    rate = max(r for n in pairs[leaf].values() for r in n)
    if rate == 0:
        return None  # its uplinks do not come up: oversub.rate-mismatch says so
    leaves = tuple(k for k, v in pairs.items() if v.keys() & set(spines))
    return Shape(
        leaves,
        spines,
        ceil(count / len(spines)),
        count,
        ports_at(network, leaf, rate) - count,
        min(ports_each(network, spines, rate)),
    )


def ports_at(network: Network, device: str, gbps: int) -> int:
    """Ports of a device at this rate, its management ports left out."""
    return ports_each(network, [device], gbps)[0]


def ports_each(network: Network, devices: Iterable[str], gbps: int) -> list[int]:
    """`ports_at` of each of these: devices of one type and breakout are counted once."""
    known: dict[tuple[str, str], int] = {}
    found = []
    for device in devices:
        row = network.plan.devices[device]
        kind = row.type, row.breakout
        if kind not in known:
            ports = network.ports(device).values()
            known[kind] = sum(p.rate_gbps == gbps and p.purpose != "out-of-band" for p in ports)
        found.append(known[kind])
    return found


def _growth(network: Network, figures: PlaneFigures, target: int) -> Growth | None:
    rows = network.links_in(figures.plane)
    rows = rows[network.links["forwards"][rows]]
    a, b = (network.links[end][rows].astype(np.int64) for end in ("a", "b"))
    tier, server = tier_by_row(network, figures.tiers), network.devices["gpus"] > 0
    down = (server[a] & (tier[b] == 1)) | (server[b] & (tier[a] == 1))
    nodes = len(np.unique(np.concatenate([a[down & server[a]], b[down & server[b]]])))
    if not nodes or target <= nodes:
        return None
    rates, number = np.unique(network.links["gbps"][rows[down]], return_counts=True)
    gbps = int(rates[np.argmax(number)])
    leaf_rows = np.unique(np.where(tier[a] == 1, a, b)[down])
    leaves = tuple(str(network.devices.id[r]) for r in leaf_rows.tolist())
    held = _held_otherwise(network, gbps)
    return Growth(
        figures.plane,
        nodes,
        int(server[network.devices.rows()].sum()),
        target,
        int(down.sum()),
        gbps,
        leaves,
        int(np.maximum(ports_each(network, leaves, gbps) - held[leaf_rows], 0).sum()),
        max(figures.tiers.values()),
        _groups(tier, a, b),
    )


def _held_otherwise(network: Network, gbps: int) -> NDArray[np.int64]:
    """By device row: ports of this rate that hold a cable to something other than a GPU server."""
    rows = network.links.rows()
    server = network.devices["gpus"] > 0
    found = np.zeros(len(network.devices.id), np.int64)
    for here, there in (("a", "b"), ("b", "a")):
        ends, others = network.links[here][rows], network.links[there][rows]
        other = (network.links[f"gbps_{here}"][rows] == gbps) & ~server[others] & network.links["forwards"][rows]
        found += np.bincount(ends[other], minlength=len(found))
    return found


def _groups(tier: NDArray[np.int64], a: NDArray[np.int64], b: NDArray[np.int64]) -> int:
    inner = (tier[a] > 0) & (tier[b] > 0)
    graph = coo_array((np.ones(int(inner.sum()), np.int8), (a[inner], b[inner])), (len(tier), len(tier)))
    label = connected_components(graph, directed=False)[1]
    return len(np.unique(label[tier > 0]))
