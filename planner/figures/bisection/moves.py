"""A split made better by moving one vertex at a time (Fiduccia and Mattheyses, 1982).

Each pass moves every vertex at most once, always the one whose move lowers the cut most, also when it raises it, and
then goes back to the best split it came by. So it climbs out of hollows that alternating can't leave: in a torus or
an expander. A class that hangs on one switch moves with it. Sides may differ by the heaviest vertex; the search
evens that out.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

import numpy as np

from planner.figures.bisection.access import hanging
from planner.figures.reduction.graph import Bools, Graph

PATIENCE = 200  # moves without a better split before a pass ends, or a quarter of the vertices

PASSES = 12  # that is rarely reached

Queue = list[tuple[int, int]]  # heap of (what a move adds to the cut, vertex), with entries that are out of date


class Moves:
    """The graph as lists, which a loop in Python reads faster than arrays."""

    def __init__(self, graph: Graph) -> None:
        kept, self.label = np.unique(hanging(graph), return_inverse=True)
        weight = np.bincount(self.label, graph.count * graph.unit, len(kept)).astype(np.int64)
        self.weight: list[int] = weight.tolist()
        self.near: list[list[tuple[int, int]]] = [[] for _ in kept]
        a, b = self.label[graph.a], self.label[graph.b]
        for x, y, capacity in zip(a.tolist(), b.tolist(), graph.capacity.tolist(), strict=True):
            if x != y:
                self.near[x].append((y, capacity))
                self.near[y].append((x, capacity))
        self.tolerance = int(weight.max(initial=0))
        self._heavy = weight

    def improved(self, side: Bools) -> Bools:
        """Sides by vertex of the graph, after as many passes as lower the cut; a hanging class is with its switch."""
        heaviest_first = np.argsort(self._heavy[self.label], kind="stable")
        own = np.zeros(len(self.weight), np.int64)
        own[self.label[heaviest_first]] = side[heaviest_first]
        at: list[int] = own.tolist()
        for _ in range(PASSES):
            if _Pass(self, at).run() == 0:
                break
        return np.array(at, np.bool_)[self.label]


class _Pass:
    """One pass over `side`, which it changes."""

    def __init__(self, moves: Moves, side: list[int]) -> None:
        self.near, self.weight, self.tolerance, self.side = moves.near, moves.weight, moves.tolerance, side
        self.adds = [sum(c if side[y] == s else -c for y, c in near) for s, near in zip(side, self.near, strict=True)]
        self.locked = [False] * len(side)
        self.excess = sum(w if s else -w for w, s in zip(self.weight, side, strict=True))  # of side 1 over side 0
        self.queues: tuple[Queue, Queue, Queue] = ([], [], [])  # hosts on side 0, hosts on side 1, switches
        for v, adds in enumerate(self.adds):
            self._queue(v).append((adds, v))
        for queue in self.queues:
            heapify(queue)

    def run(self) -> int:
        """Gb/s by which the cut is lower now."""
        moved: list[int] = []
        saved = best = kept = 0
        patience = max(PATIENCE, len(self.side) // 4)
        while len(moved) - kept <= patience and (v := self._next()) is not None:
            saved -= self.adds[v]
            self._move(v)
            moved.append(v)
            if saved > best and abs(self.excess) <= self.tolerance:
                best, kept = saved, len(moved)
        for v in moved[kept:]:
            self.side[v] ^= 1
        return best

    def _queue(self, v: int) -> Queue:
        return self.queues[self.side[v] if self.weight[v] else 2]

    def _next(self) -> int | None:
        """The vertex whose move adds least to the cut, of those that may move."""
        tops = [q[0] for q in map(self._fresh, self.queues) if q and self._may(q[0][1])]
        return min(tops)[1] if tops else None

    def _fresh(self, queue: Queue) -> Queue:
        """The queue without the entries at its top that are out of date."""
        while queue and (self.locked[queue[0][1]] or queue[0][0] != self.adds[queue[0][1]]):
            heappop(queue)
        return queue

    def _may(self, v: int) -> bool:
        """Whether the sides stay about even, or become more so."""
        after = self.excess + (-2 if self.side[v] else 2) * self.weight[v]
        return abs(after) <= 2 * self.tolerance or abs(after) <= abs(self.excess)

    def _move(self, v: int) -> None:
        self.locked[v] = True
        self.excess += (-2 if self.side[v] else 2) * self.weight[v]
        self.side[v] ^= 1
        for other, capacity in self.near[v]:
            if not self.locked[other]:
                self.adds[other] += 2 * capacity if self.side[other] == self.side[v] else -2 * capacity
                heappush(self._queue(other), (self.adds[other], other))
