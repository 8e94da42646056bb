"""Bisection as a mixed-integer program: proves on small graphs what bounds and search leave open.

How many hosts of each vertex are on side 1, and on which side each switch is, are whole numbers; of every edge at
least the part that is cut counts. Left at that, the relaxation is hopeless: with everything half on either side
nothing is cut. Hub inequalities mend it. Let the part cut be the length of an edge, and take any switch as a hub: a
host on the other side is at least 1 away from it, and such hosts weigh at least the lightest admissible side. So do
the hosts' distances from the hub, summed by weight. Of a class it is the mean distance that counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, isfinite
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from planner.figures.bisection import Bisection, bisection, halves, spread
from planner.figures.bisection.access import join
from planner.figures.bisection.bounds import MARGIN, all_to_all_bound
from planner.figures.reduction import REDUCTIONS, reduced
from planner.figures.reduction.graph import Graph, Ints
from planner.units import count

MOST_ROWS = 50_000  # 46,000 took 72 s; 109,000 gave nothing in 120 s
CLOSE = 0.9  # of the least step between two cuts: so near, only one value is left
CELLS_A_SECOND = 5e6  # that are routed over for the all-to-all bound, on a slow machine
SEARCH = 4.0  # times the usual effort for a good split before the program: it says how near is near

Floats = NDArray[np.float64]


class TooLargeToProve(ValueError):
    """The text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Proof:
    """`low_gbps` is certified; `ones`, by vertex, is the best split found, None when there was no time for any."""

    low_gbps: int
    ones: Ints | None


def prove(
    weight: NDArray[np.integer],
    u: NDArray[np.integer],
    v: NDArray[np.integer],
    gbps: NDArray[np.integer],
    seconds: float,
) -> Bisection:
    """`bisection` of the same, with about this long to prove it; what is still open when the time ends is an interval.

    Raises TooLargeToProve when it would not get anywhere."""
    ends = perf_counter() + seconds
    known = bisection(weight, u, v, gbps, effort=SEARCH)
    if known.exact:
        return known
    units, low, high = halves(weight)
    graph = reduced(Graph(units, np.asarray(u), np.asarray(v), np.asarray(gbps)), REDUCTIONS)
    by_routes = graph.whole_steps(all_to_all_bound(join(graph), low, int(units.sum()), seconds / 2 * CELLS_A_SECOND))
    at_most, side = known.high_gbps, known.side
    at_least = min(max(known.low_gbps, by_routes), at_most)
    if at_least == at_most:
        return Bisection(at_least, at_most, side)
    try:
        proof = prove_graph(graph, low, high, ends - perf_counter(), at_most)
    except TooLargeToProve:
        if at_least == known.low_gbps:
            raise
        return Bisection(at_least, at_most, side)
    if proof.ones is not None and cut(graph, proof.ones) < at_most:
        at_most = cut(graph, proof.ones)
        side = spread(graph, units, proof.ones > 0, proof.ones)
    return Bisection(min(max(at_least, proof.low_gbps), at_most), at_most, side)


def prove_graph(graph: Graph, low: int, high: int, seconds: float, near: int = 0) -> Proof:
    """The least cut with `low` to `high` weight on side 1. `near`: an upper bound, 0 when none is known."""
    hubs = _hubs(graph)
    rows = (len(hubs) + 1) * (2 * len(graph.a) + 1)
    if rows > MOST_ROWS:
        raise TooLargeToProve(
            f"This plane is too large to prove: that would take {count(rows)} inequalities, "
            f"and more than {count(MOST_ROWS)} get nowhere."
        )
    program = _Program(graph, low, high)
    for hub in hubs.tolist():
        program.add_hub(hub, low)
    return program.solved(max(seconds, 0.0), CLOSE * graph.step / near if near else 0.0)


def cut(graph: Graph, ones: Ints) -> int:
    """Gb/s that this split cuts."""
    each = np.maximum(graph.count, 1)
    a, b = graph.a, graph.b
    parted = np.abs(ones[a] * each[b] - ones[b] * each[a])
    return int((graph.capacity // (each[a] * each[b]) * parted).sum())


def _hubs(graph: Graph) -> Ints:
    """The switches farthest from the hosts."""
    hops = graph.hops()
    return np.nonzero(~graph.host & (hops == hops.max(initial=0)))[0]


class _Program:
    """Columns: hosts on side 1 by vertex (of a switch 1 if it is there), part cut by edge, then for each hub the
    distance from it by vertex."""

    def __init__(self, graph: Graph, low: int, high: int) -> None:
        self.graph = graph
        self.each = np.maximum(graph.count, 1)
        self.source, self.target = np.concatenate([graph.a, graph.b]), np.concatenate([graph.b, graph.a])
        vertices, edges = len(graph), len(graph.a)
        self.edge = vertices + np.tile(np.arange(edges), 2)
        self.columns = vertices + edges
        self._upper: list[Floats] = [self._most(), np.ones(edges)]
        self._cells: list[tuple[Ints, Ints, Floats]] = []
        self._bounds: list[tuple[Floats, Floats]] = []
        self._rows = 0
        parts = np.stack([np.ones(2 * edges), -1 / self.each[self.source], 1 / self.each[self.target]], axis=1)
        self._add(np.stack([self.edge, self.source, self.target], axis=1), parts, 0)
        hosts = np.nonzero(graph.host)[0]
        self._add(hosts[None, :], graph.unit[hosts][None, :], low, high)

    def _most(self) -> Floats:
        """By vertex: hosts that may be on side 1. Turning a split round is admissible too, so the single vertex with
        the most capacity, a switch if there is any, is fixed on side 0."""
        capacity = np.bincount(self.source, np.tile(self.graph.capacity, 2), len(self.graph))
        rank = np.where(self.each == 1, np.where(self.graph.host, 1.0, 2.0 + capacity), 0.0)
        most = self.each.astype(float)
        if len(rank) and rank.max() > 0:
            most[int(np.argmax(rank))] = 0.0
        return most

    def add_hub(self, hub: int, low: int) -> None:
        first, vertices = self.columns, len(self.graph)
        self.columns += vertices
        self._upper.append(np.where(np.arange(vertices) == hub, 0.0, 1.0))
        onward = self.target != hub
        edge, source, target = self.edge[onward], self.source[onward], self.target[onward]
        self._add(np.stack([edge, first + source, first + target], axis=1), np.array([1.0, 1.0, -1.0]), 0)
        hosts = np.nonzero(self.graph.host)[0]
        self._add(first + hosts[None, :], (self.graph.count * self.graph.unit)[hosts][None, :], low)

    def _add(self, columns: Ints, values: ArrayLike, low: float, high: float = inf) -> None:
        """Rows of low <= sum of values·columns <= high."""
        count, width = columns.shape
        row = np.repeat(np.arange(self._rows, self._rows + count), width)
        self._cells.append((row, columns.ravel(), np.broadcast_to(np.asarray(values, float), columns.shape).ravel()))
        self._bounds.append((np.full(count, float(low)), np.full(count, float(high))))
        self._rows += count

    def solved(self, seconds: float, gap: float) -> Proof:
        row, column, value = (np.concatenate(x) for x in zip(*self._cells, strict=True))
        matrix = csr_array((value, (row, column)), shape=(self._rows, self.columns))
        at_least, at_most = (np.concatenate(x) for x in zip(*self._bounds, strict=True))
        vertices = len(self.graph)
        cost, whole = np.zeros(self.columns), np.zeros(self.columns, np.int64)
        cost[vertices : vertices + len(self.graph.a)] = self.graph.capacity / self.graph.step
        whole[:vertices] = 1
        found = milp(
            cost,
            integrality=whole,
            bounds=Bounds(0, np.concatenate(self._upper)),
            constraints=LinearConstraint(matrix, at_least, at_most),
            options={"time_limit": seconds, "mip_rel_gap": gap},
        )
        bound = found.mip_dual_bound
        if found.status not in (0, 1) or bound is None or not isfinite(bound):
            bound = 0.0
        steps = max(0, ceil(bound - MARGIN * (1 + abs(bound))))
        ones = None if found.x is None else np.rint(found.x[:vertices]).astype(np.int64)
        return Proof(steps * self.graph.step, ones)
