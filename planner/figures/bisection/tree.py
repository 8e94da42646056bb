"""The exact answer when the reduced graph is a forest.

Going up from the leaves of each tree, `cost[side][w]` is the least capacity cut beneath a vertex that is itself on
`side` when hosts of weight w are on side 1. A child joins by the least over its own side of its cost plus the edge
when the sides differ; children combine by min-plus convolution, and so do trees. Walking down again with the least
total tells every vertex's side. A class of several hosts must be a leaf of the tree: any number of them may be on
either side.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.figures.reduction.graph import Bools, Graph, Ints

FAR = np.int64(2**60)  # costs are far below: a million links of a million Gb/s add up to 2**40
MOST_CELLS = 20_000_000  # kept for the walk down: 160 MB; a larger tree gives an interval instead


@dataclass(frozen=True, slots=True)
class Step:
    """One child joined to its parent: the parent's tables before it, and the child's least cost for each side of it."""

    child: int
    before: list[Ints]
    offered: list[Ints]


def is_forest(graph: Graph) -> bool:
    """Whether `Forest` can solve it: no cycle, and no class of several hosts but at the tips."""
    trees = int(graph.components(np.ones(len(graph), np.bool_)).max(initial=-1)) + 1
    inner = (graph.count > 1) & (graph.neighbours.degree > 1)
    return len(graph.a) == len(graph) - trees and not inner.any()


class TooLarge(Exception):
    """The tables would not fit into MOST_CELLS."""


class Forest:
    """`cost[w]` is the least cut with weight w on side 1; `sides(w)` is a split that attains it. May raise TooLarge."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.cost: Ints = np.zeros(1, np.int64)
        self._edge: dict[int, int] = {}  # capacity to the parent
        self._steps: dict[int, list[Step]] = {}
        self._tables: dict[int, list[Ints]] = {}
        self._trees: list[tuple[int, Ints]] = []  # root, cost before it
        self._cells = 0
        seen = np.zeros(len(graph), np.bool_)
        for root in np.argsort(graph.count > 1, kind="stable").tolist():
            if not seen[root]:
                self._climb(root, seen)
                self._trees.append((root, self.cost))
                self.cost = self._join(self.cost, np.minimum(*self._tables[root]))

    def sides(self, weight: int) -> tuple[Ints, Ints]:
        """By vertex: its side, and the weight of its hosts on side 1."""
        side, ones = np.zeros(len(self.graph), np.int64), np.zeros(len(self.graph), np.int64)
        for root, before in reversed(self._trees):
            own = self._tables[root]
            here = _part(before, np.minimum(*own), weight)
            self._descend(root, int(own[1][here] < own[0][here]), here, side, ones)
            weight -= here
        return side, ones

    def _descend(self, root: int, root_side: int, root_weight: int, side: Ints, ones: Ints) -> None:
        left = [(root, root_side, root_weight)]
        while left:
            vertex, at, weight = left.pop()
            for step in reversed(self._steps[vertex]):
                here = _part(step.before[at], step.offered[at], weight)
                own = self._tables[step.child]
                stays = own[at][here] <= own[1 - at][here] + self._edge[step.child]
                left.append((step.child, at if stays else 1 - at, here))
                weight -= here
            side[vertex], ones[vertex] = at, weight

    def _climb(self, root: int, seen: Bools) -> None:
        """Tables of the root's tree, tips first."""
        rows = self.graph.neighbours
        order, parent = [root], {root: -1}
        for vertex in order:
            seen[vertex] = True
            for at in range(rows.start[vertex], rows.start[vertex + 1]):
                other = int(rows.target[at])
                if other != parent[vertex]:
                    parent[other] = vertex
                    self._edge[other] = int(rows.capacity[at])
                    order.append(other)
        children: dict[int, list[int]] = {v: [] for v in order}
        for vertex in reversed(order):
            self._tables[vertex] = self._gather(vertex, children[vertex])
            if parent[vertex] >= 0:
                children[parent[vertex]].append(vertex)

    def _gather(self, vertex: int, children: list[int]) -> list[Ints]:
        tables = self._alone(vertex)
        steps = self._steps[vertex] = []
        for child in children:
            offered = self._offered(child)
            steps.append(Step(child, tables, offered))
            tables = [self._join(tables[s], offered[s]) for s in (0, 1)]
        return tables

    def _alone(self, vertex: int) -> list[Ints]:
        """A switch weighs nothing on either side; a single host all its weight on side 1; a class is split freely."""
        count, unit = int(self.graph.count[vertex]), int(self.graph.unit[vertex])
        if count == 0:
            return [np.zeros(1, np.int64), np.zeros(1, np.int64)]
        if count == 1:
            tables = [np.full(unit + 1, FAR), np.full(unit + 1, FAR)]
            tables[0][0] = tables[1][unit] = 0
            return tables
        free = np.full(count * unit + 1, FAR)
        free[::unit] = 0
        return [free, free]

    def _offered(self, child: int) -> list[Ints]:
        count, unit, edge = int(self.graph.count[child]), int(self.graph.unit[child]), self._edge[child]
        own = self._tables[child]
        if count > 1:
            cut, kept = np.full(count * unit + 1, FAR), np.full(count * unit + 1, FAR)
            cut[::unit] = np.arange(count + 1) * (edge // count)
            kept[::unit] = cut[::unit][::-1]
            return [cut, kept]
        return [np.minimum(own[s], own[1 - s] + edge) for s in (0, 1)]

    def _join(self, f: Ints, g: Ints) -> Ints:
        """Min-plus convolution, over the finite cells of the shorter table."""
        if len(f) < len(g):
            f, g = g, f
        self._cells += len(f) + len(g)
        if self._cells > MOST_CELLS:
            raise TooLarge
        out = np.full(len(f) + len(g) - 1, FAR)
        for at in np.nonzero(g < FAR)[0].tolist():
            np.minimum(out[at : at + len(f)], f + g[at], out=out[at : at + len(f)])
        return np.minimum(out, FAR)


def _part(before: Ints, offered: Ints, weight: int) -> int:
    """The part of `weight` that `offered` takes where the convolution of the two is least."""
    low, high = max(0, weight - len(before) + 1), min(len(offered) - 1, weight)
    taken = np.arange(low, high + 1)
    return low + int(np.argmin(before[weight - taken] + offered[taken]))
