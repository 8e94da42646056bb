"""Bisection: the least capacity between two halves of the endpoints, over all ways to halve them.

Switches may fall on either side. Regular fabrics shrink to a small tree by reductions that keep the value, and a
tree is solved exactly. What does not become a tree is bounded from both sides, and the two bounds are certified.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.figures.bisection.access import join
from planner.figures.bisection.bounds import all_to_all_bound, hub_bound, spectral_bound
from planner.figures.bisection.search import Search
from planner.figures.bisection.tree import Forest, TooLarge, is_forest
from planner.figures.reduction import REDUCTIONS, TWINS, reduced
from planner.figures.reduction.graph import Bools, Graph, Ints

CLOSE = (
    0.95  # of the cut found: a lower bound so near is good, and routing everything would take longer than it is worth
)
MOST_ROUTED_CELLS = 4e6


@dataclass(frozen=True, slots=True)
class Bisection:
    """Gb/s, one way. `side` is a split of the vertices that cuts `high_gbps`."""

    low_gbps: int
    high_gbps: int
    side: Bools

    @property
    def exact(self) -> bool:
        return self.low_gbps == self.high_gbps


def bisection(
    weight: NDArray[np.integer],
    u: NDArray[np.integer],
    v: NDArray[np.integer],
    gbps: NDArray[np.integer],
    *,
    effort: float = 1.0,
    known_low: int = 0,
) -> Bisection:
    """Bisection of a graph given by its links u-v of `gbps` each; `weight` by vertex, 0 for a switch.

    The two sides' weights differ by at most the heaviest endpoint: with equal ones, by at most one of them. Fewer
    than two endpoints have nothing between them: 0. `known_low` is a lower bound that the caller can prove.
    """
    weight = np.asarray(weight, np.int64)
    hosts = weight > 0
    if int(hosts.sum()) < 2:
        return Bisection(0, 0, np.zeros(len(weight), np.bool_))
    units, low, high = halves(weight)
    links = np.asarray(u), np.asarray(v), np.asarray(gbps)
    graph = reduced(Graph(units, *links), REDUCTIONS)
    if is_forest(graph):
        try:
            return _exact(graph, units, low, high)
        except TooLarge:
            pass
    tiered = reduced(Graph(units, *links), TWINS)  # dominance melts tiers into each other, which weakens this bound
    return _bounded(graph, units, low, high, effort, max(known_low, hub_bound(tiered, low)))


def halves(weight: NDArray[np.integer]) -> tuple[Ints, int, int]:
    """Weights without their common factor, and the least and most of them that a side may have: they add to all."""
    weight = np.asarray(weight, np.int64)
    units = np.where(weight > 0, weight // np.gcd.reduce(weight[weight > 0]), 0)
    total, heaviest = int(units.sum()), int(units.max())
    return units, (total - heaviest + 1) // 2, (total + heaviest) // 2


def _exact(graph: Graph, units: Ints, low: int, high: int) -> Bisection:
    forest = Forest(graph)
    weight = low + int(np.argmin(forest.cost[low : high + 1]))
    side, ones = forest.sides(weight)
    cut = int(forest.cost[weight])
    return Bisection(cut, cut, spread(graph, units, side > 0, ones // np.maximum(graph.unit, 1)))


def _bounded(graph: Graph, units: Ints, low: int, high: int, effort: float, known_low: float) -> Bisection:
    joined, total = join(graph), int(units.sum())
    least = graph.whole_steps(max(known_low, spectral_bound(joined, low, total)))
    found = Search(graph, low, high).best(effort, least)
    if least < CLOSE * found.cut and not found.proved:
        least = max(least, graph.whole_steps(all_to_all_bound(joined, low, total, MOST_ROUTED_CELLS)))
    low_gbps = found.cut if found.proved else min(least, found.cut)
    return Bisection(low_gbps, found.cut, spread(graph, units, found.side, found.ones))


def spread(graph: Graph, units: Ints, side: Bools, ones: Ints) -> Bools:
    """Sides of the original vertices: switches as their merged vertex, of a class as many hosts as are on side 1."""
    found = side[graph.origin].copy()
    hosts = np.nonzero(units > 0)[0]
    owner = graph.origin[hosts]
    order = np.argsort(owner, kind="stable")
    owner = owner[order]
    rank = np.arange(len(owner)) - np.searchsorted(owner, owner)
    found[hosts[order]] = rank < ones[owner]
    joined = np.nonzero(graph.holder >= 0)[0]
    found[joined] = found[graph.holder[joined]]
    return found
