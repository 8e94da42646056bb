"""Hosts joined to the only switch they hang on, for the bounds that compare pairs of hosts.

A split may leave hosts apart from their switch, at the price of their links. Say hosts of weight k are. The switches,
with all their hosts, then part at least low - k from the rest, and if parting x from y costs at least p·x·y, the cut
is at least k times the cheapest link by weight, plus p·(low-k)·(total-low+k). That is concave in k: it is least where
no host is apart or all are.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from planner.figures.reduction.graph import Bools, Graph, Ints


@dataclass(frozen=True, slots=True)
class Joined:
    """`graph` has a switch and its hanging hosts as one host of all their weight. `forwards` by its vertices: whether
    other hosts' traffic may pass. `link`: Gb/s of the cheapest hanging host's link by weight, infinite without any."""

    graph: Graph
    forwards: Bools
    link: float

    def at_least(self, per_pair: float, low: int, total: int) -> float:
        """Gb/s that a split costs, when parting weights x and y costs `per_pair`·x·y without hanging hosts apart."""
        return min(low * self.link, per_pair * low * (total - low))


def join(graph: Graph) -> Joined:
    label = hanging(graph)
    apart = label != np.arange(len(graph))
    weight = graph.count * graph.unit
    rows = graph.neighbours
    link = rows.capacity[rows.start[:-1][apart]] / weight[apart] if apart.any() else np.array([inf])
    kept, number = np.unique(label, return_inverse=True)
    several = (graph.count > 1) & ~apart
    joined = Graph.of_classes(
        np.bincount(number, np.where(several, graph.count, 0), len(kept)).astype(np.int64),
        np.bincount(number, np.where(several, graph.unit, weight), len(kept)).astype(np.int64),
        (number[graph.a], number[graph.b], graph.capacity),
    )
    beside_host = np.zeros(len(graph), np.bool_)
    between = graph.host[graph.a] & graph.host[graph.b]
    beside_host[graph.a[between]] = beside_host[graph.b[between]] = True
    forwards = np.zeros(len(kept), np.bool_)
    forwards[number[~graph.host | beside_host]] = True
    return Joined(joined, forwards, float(link.min()))


def hanging(graph: Graph) -> Ints:
    """By vertex: the switch that a class hangs on when there is only one, else the vertex itself."""
    rows = graph.neighbours
    label = np.arange(len(graph), dtype=np.int64)
    alone = np.nonzero(graph.host & (rows.degree == 1))[0]
    alone = alone[~graph.host[rows.target[rows.start[alone]]]]
    label[alone] = rows.target[rows.start[alone]]
    return label
