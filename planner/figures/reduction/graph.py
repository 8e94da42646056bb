"""The graph that the reductions shrink: classes of alike hosts, switches, and the capacity between them.

A vertex holds `count` hosts of `unit` weight each (count 0: a switch, which may fall on either side for free). The
capacity of a class is that of all its hosts together; each host has an equal part of it. Reduction R1, that
parallel links add, is done whenever edges are set: a cut takes all of them or none.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Both directions of every edge, sorted by source and then target: rows start[v]:start[v+1] belong to v."""

    source: Ints
    target: Ints
    capacity: Ints
    start: Ints

    @property
    def degree(self) -> Ints:
        return np.diff(self.start)

    def reduce(self, function: np.ufunc, values: Ints, empty: int = 0) -> Ints:
        """`function` over the values of each vertex's rows; `empty` for a vertex without any."""
        out = np.full(len(self.start) - 1, empty, values.dtype)
        some = self.degree > 0
        if some.any():
            out[some] = function.reduceat(values, self.start[:-1][some])
        return out


class Graph:
    """Mutable: each reduction relabels it in place. `origin[v]` is the vertex now holding the original vertex v, and
    `holder[v]` the original host that a switch v was joined with, -1 for none: it goes where its host goes."""

    def __init__(self, weight: Ints, a: Ints, b: Ints, capacity: Ints) -> None:
        self.count: Ints = (weight > 0).astype(np.int64)
        self.unit: Ints = weight.astype(np.int64)
        self.origin: Ints = np.arange(len(weight), dtype=np.int64)
        self._is_host: Bools = weight > 0  # by original vertex
        self.holder: Ints = np.full(len(weight), -1, np.int64)
        self._neighbours: Neighbours | None = None
        self._set_edges(a.astype(np.int64), b.astype(np.int64), capacity.astype(np.int64))

    @classmethod
    def of_classes(cls, count: Ints, unit: Ints, edges: tuple[Ints, Ints, Ints]) -> Graph:
        """A graph of classes from the start: edges (a, b, capacity of all of a class). `count` 0 with a unit is one."""
        graph = cls(unit, *edges)
        graph.count = np.where(unit > 0, np.maximum(count, 1), 0)
        return graph

    def __len__(self) -> int:
        return len(self.count)

    @property
    def host(self) -> Bools:
        return self.count > 0

    @property
    def each(self) -> Ints:
        """By edge: capacity of one host of its class. No edge joins two classes of several hosts."""
        part: Ints = self.capacity // np.maximum(1, np.maximum(self.count[self.a], self.count[self.b]))
        return part

    @property
    def step(self) -> int:
        """Every cut is a multiple of it."""
        return max(1, int(np.gcd.reduce(self.each))) if len(self.a) else 1

    def whole_steps(self, bound: float) -> int:
        """A lower bound on all cuts, raised to the least cut there can be."""
        return ceil(bound / self.step) * self.step

    def _set_edges(self, a: Ints, b: Ints, capacity: Ints) -> None:
        kept = (a != b) & (capacity > 0)
        low, high = np.minimum(a, b)[kept], np.maximum(a, b)[kept]
        pair, number = np.unique(low * max(len(self), 1) + high, return_inverse=True)
        total = np.zeros(len(pair), np.int64)
        np.add.at(total, number.reshape(-1), capacity[kept])
        self.a, self.b, self.capacity = pair // max(len(self), 1), pair % max(len(self), 1), total
        self._neighbours = None

    @property
    def neighbours(self) -> Neighbours:
        if self._neighbours is None:
            source, target = np.concatenate([self.a, self.b]), np.concatenate([self.b, self.a])
            order = np.lexsort((target, source))
            capacity = np.concatenate([self.capacity, self.capacity])[order]
            start = np.searchsorted(source[order], np.arange(len(self) + 1))
            self._neighbours = Neighbours(source[order], target[order], capacity, start)
        return self._neighbours

    def merge(self, label: Ints) -> bool:
        """Vertices with the same label become one; False when there is nothing to merge."""
        kept, number = np.unique(label, return_inverse=True)
        if len(kept) == len(self):
            return False
        number = number.reshape(-1)
        count, unit = np.zeros(len(kept), np.int64), np.zeros(len(kept), np.int64)
        np.add.at(count, number, self.count)
        np.maximum.at(unit, number, self.unit)
        self.count, self.unit, self.origin = count, unit, number[self.origin]
        self._set_edges(number[self.a], number[self.b], self.capacity)
        return True

    def note_holders(self) -> None:
        """Remember which switches have been joined with a single host, before it is merged with its twins."""
        original = np.nonzero(self.count[self.origin] == 1)[0]
        hosts = original[self._is_host[original]]
        host = np.full(len(self), -1, np.int64)
        host[self.origin[hosts]] = hosts
        switches = original[~self._is_host[original]]
        self.holder[switches] = host[self.origin[switches]]

    def components(self, kept: Bools) -> Ints:
        """By vertex: number of the connected part it is in when only edges between `kept` vertices count."""
        inner = kept[self.a] & kept[self.b]
        ones = np.ones(int(inner.sum()), np.int8)
        graph = coo_array((ones, (self.a[inner], self.b[inner])), (len(self), len(self)))
        label: Ints = connected_components(graph, directed=False)[1].astype(np.int64)
        return label

    def hops(self) -> Ints:
        """By vertex: hops from the nearest host, -1 where there is none."""
        hops = np.where(self.host, 0, -1).astype(np.int64)
        rows = self.neighbours
        at = 0
        while True:
            fresh = rows.target[(hops[rows.source] == at) & (hops[rows.target] < 0)]
            if not len(fresh):
                return hops
            at += 1
            hops[fresh] = at


def mixed(values: Ints) -> NDArray[np.uint64]:
    """A well spread 64-bit hash; only ever used to group candidates, which are then compared exactly."""
    x = values.astype(np.uint64)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    x = (x ^ (x >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return x ^ (x >> np.uint64(33))
