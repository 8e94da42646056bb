"""Expected load of every link when traffic takes shortest paths, split over equal ones by capacity.

One destination at a time: hops to it by breadth-first search, then amounts are pushed from the farthest inward, each
vertex sending over the links that lead one hop nearer. Endpoints do not forward for others unless they are made to.
Beside the amount, its spread is kept: the sum of amount times the chance that a flow takes this very link. Amount and
spread together tell how uneven a link's load gets when whole flows are hashed onto links (see `hashing`). Where paths
of one flow meet again its chances are taken as those of different flows, which makes the spread no larger than it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.figures.reduction.graph import Bools, Graph, Ints

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Routed:
    """By edge of the graph, both ways: row 0 from a to b, row 1 from b to a."""

    load: Floats  # [2, edge]
    spread: Floats  # [2, edge]
    undelivered: float  # amount whose ends are not connected


class Router:
    """Arcs are the edges a to b, then b to a. Of the original vertices and links that an arc stands for: `choices`
    links leave one vertex at its tail, `parallel` of them to the same vertex."""

    def __init__(self, graph: Graph, forwards: Bools, choices: Floats, parallel: Floats) -> None:
        self.size = len(graph)
        self.hosts: Ints = np.nonzero(graph.host)[0]
        self.tail: Ints = np.concatenate([graph.a, graph.b])
        self.head: Ints = np.concatenate([graph.b, graph.a])
        self.capacity: Floats = np.concatenate([graph.capacity, graph.capacity]).astype(float)
        self.closed: Bools = graph.host & ~forwards
        self.choices, self.parallel = choices, parallel
        self._by_head: Ints = np.argsort(self.head, kind="stable")
        self._start: Ints = np.searchsorted(self.head[self._by_head], np.arange(self.size + 1))

    def route(self, demand: Floats) -> Routed:
        """`demand[i, j]`: amount from host class i to host class j, in the order of `hosts`."""
        load, spread = np.zeros(len(self.tail)), np.zeros(len(self.tail))
        undelivered = 0.0
        for j, target in enumerate(self.hosts.tolist()):
            if demand[:, j].any():
                undelivered += self._toward(target, demand[:, j], float(demand[j, j]), load, spread)
        return Routed(load.reshape(2, -1), spread.reshape(2, -1), undelivered)

    def _toward(self, target: int, amount: Floats, own: float, load: Floats, spread: Floats) -> float:
        hops = self._hops(target)
        reached = hops[self.hosts] > 0
        at = np.zeros(self.size)
        at[self.hosts[reached]] = amount[reached]
        second = at.copy()
        arcs = self._inward(target, hops)
        share = self.capacity[arcs] / np.bincount(self.tail[arcs], self.capacity[arcs], self.size)[self.tail[arcs]]
        level = hops[self.tail[arcs]]
        for now in range(int(level.max(initial=0)), 0, -1):
            here = level == now
            arc, part = arcs[here], share[here]
            sent = at[self.tail[arc]] * part
            chance = second[self.tail[arc]] * part**2 / self.choices[arc]
            load[arc] += sent
            spread[arc] += chance
            at += np.bincount(self.head[arc], sent, self.size)
            second += np.bincount(self.head[arc], chance * self.parallel[arc], self.size)
        if own > 0:
            self._within(target, own, load, spread)
        return float(amount[~reached].sum()) - (own if hops[target] == 0 and own > 0 else 0.0)

    def _hops(self, target: int) -> Ints:
        """By vertex: hops to the target, -1 where there is no way."""
        hops = np.full(self.size, -1, np.int64)
        hops[target] = 0
        front = np.array([target])
        at = 0
        while len(front):
            at += 1
            rows = [self._by_head[self._start[v] : self._start[v + 1]] for v in front.tolist()]
            found = np.unique(self.tail[np.concatenate(rows)])
            found = found[hops[found] < 0]
            hops[found] = at
            front = found[~self.closed[found]]
        return hops

    def _inward(self, target: int, hops: Ints) -> Ints:
        nearer = (hops[self.tail] > 0) & (hops[self.head] == hops[self.tail] - 1)
        found: Ints = np.nonzero(nearer & (~self.closed[self.head] | (self.head == target)))[0]
        return found

    def _within(self, vertex: int, own: float, load: Floats, spread: Floats) -> None:
        """Between members of one class: up to any neighbour, which all of them share, and down again."""
        out = np.nonzero(self.tail == vertex)[0]
        part = self.capacity[out] / self.capacity[out].sum()
        half = len(self.tail) // 2
        for arcs in (out, (out + half) % (2 * half)):
            load[arcs] += own * part
            spread[arcs] += own * part**2
