"""Each failure by itself, ranked: which switch, cable, rack or feed costs the most alone.

Twins fail alike. Endpoints or switches with the same links to the same neighbours can be exchanged without changing
the plane, so a cable between two of them stands for every cable between such, and is worked out once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from planner.figures.bisection import bisection, halves
from planner.figures.fabric import Fabric, Failed, Ints
from planner.figures.fabric import fabric as fabric_of
from planner.figures.oversubscription import switch_ratios
from planner.figures.reduction import reduced
from planner.figures.reduction.graph import Graph
from planner.figures.reduction.twins import merge_host_twins, merge_switch_twins
from planner.figures.report import PlaneFigures
from planner.figures.tiers import tiers
from planner.network import Network
from planner.whatif.comparing import Loss, worst_ratio

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Rows:
    """What fails, as rows of the network's tables."""

    devices: list[int]
    links: list[int]


def single_failures(network: Network, before: PlaneFigures, things: Mapping[str, Sequence[str]]) -> list[Loss]:
    """The loss that each of these causes alone on one plane, worst first: least bisection left, then most endpoints
    lost, then the worst ratio. Those alike are one row."""
    found = list(each_failure(network, before, things))
    return sorted(found, key=lambda x: (x.share, x.endpoints[1] - x.endpoints[0], -(x.worst_ratio[1] or 0), x.failed))


def each_failure(network: Network, before: PlaneFigures, things: Mapping[str, Sequence[str]]) -> Iterator[Loss]:
    """The same as they are worked out."""
    twins = _Twins(network, before.plane)
    groups: dict[Key, list[str]] = {}
    first: dict[Key, _Rows] = {}
    for name, ids in things.items():
        rows = _rows(network, ids)
        key = twins.key(rows)
        groups.setdefault(key, []).append(name)
        first.setdefault(key, rows)
    for key, names in groups.items():
        yield _loss(network, before, first[key], names)


def _rows(network: Network, ids: Sequence[str]) -> _Rows:
    devices: list[int] = []
    links: list[int] = []
    for id in ids:
        if id in network.plan.racks:
            devices += [network.devices.row[d] for d in network.in_rack.get(id, ())]
        elif id in network.plan.devices:
            devices.append(network.devices.row[id])
        else:
            cable = network.plan.cables[id]
            links += [network.links.row[(id, n)] for n in range(len(cable.links))]
    return _Rows(sorted(devices), links)


def _loss(network: Network, before: PlaneFigures, rows: _Rows, names: list[str]) -> Loss:
    failed = Failed(np.zeros(len(network.devices.id), np.bool_), np.zeros(len(network.links.id), np.bool_))
    failed.devices[rows.devices] = True
    failed.links[rows.links] = True
    fabric = fabric_of(network, before.plane, failed)
    left = bisection(fabric.weight, fabric.u, fabric.v, fabric.gbps).low_gbps
    full = before.bisection.low_gbps
    return Loss(
        names[0],
        before.plane,
        (before.endpoints, int(fabric.endpoint.sum())),
        (full, left),
        left / full if full else 1.0,
        (worst_ratio(before), _worst(network, fabric)),
        tuple(names[1:]),
    )


def _worst(network: Network, fabric: Fabric) -> float | None:
    down, up, _ = switch_ratios(fabric, tier := tiers(network, fabric))
    there = (tier > 0) & (up > 0)
    return float((down[there] / up[there]).max()) if there.any() else None


class _Twins:
    """Of each vertex of a plane, its class: all of one class can be exchanged."""

    def __init__(self, network: Network, plane: str) -> None:
        self.fabric = fabric = fabric_of(network, plane)
        self.at = np.full(len(network.links.id), -1, np.int64)  # by row of network.links: the fabric's link
        self.at[fabric.link] = np.arange(len(fabric.link))
        self.devices = np.bincount(fabric.vertex[fabric.vertex >= 0], minlength=len(fabric.row))  # by vertex
        self.kind = _classes(network, fabric) if int((fabric.weight > 0).sum()) > 1 else np.arange(len(fabric.row))

    def key(self, rows: _Rows) -> Key:
        """Equal keys: there is an exchange of twins that takes one failure to the other."""
        gone = self.fabric.vertex[rows.devices]
        vertices, count = np.unique(gone[gone >= 0], return_counts=True)
        partly = count < self.devices[vertices]  # of a scale-up domain, which is then like no other
        kinds = sorted(self.kind[vertices[~partly]].tolist())
        apart = [r for r in rows.devices if self.fabric.vertex[r] in set(vertices[partly].tolist())]
        links = [int(n) for n in self.at[rows.links] if n >= 0]
        ends = list(chain.from_iterable((int(self.fabric.u[n]), int(self.fabric.v[n])) for n in links))
        pattern = [ends.index(v) for v in ends]  # which of the links meet
        wires = [(int(self.kind[v]), at) for v, at in zip(ends, pattern, strict=True)]
        return tuple(kinds), tuple(apart), tuple(wires), tuple(self.fabric.gbps[links].tolist())


def _classes(network: Network, fabric: Fabric) -> Ints:
    units, _, _ = halves(fabric.weight)
    graph = reduced(Graph(units, fabric.u, fabric.v, fabric.gbps), (merge_host_twins, merge_switch_twins))
    count = len(fabric.row)
    total = np.bincount(fabric.u, fabric.gbps, count) + np.bincount(fabric.v, fabric.gbps, count)
    dead = np.zeros(count, np.bool_)  # a link that carries nothing is not in the graph
    dead[fabric.u[fabric.gbps <= 0]] = dead[fabric.v[fabric.gbps <= 0]] = True
    own = np.where(dead, np.arange(count), -1)
    role = network.devices["role"][fabric.row].astype(np.int64)
    table = np.column_stack([graph.origin, total.astype(np.int64), role, fabric.gpus, fabric.transit, own])
    found: Ints = np.unique(table, axis=0, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return found
