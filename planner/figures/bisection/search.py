"""A good split of a graph that is no forest: the upper bound, and what it looks like.

With the hosts fixed, the best sides of the switches are a minimum cut; with the switches fixed, the best hosts for
side 1 are those that cost least there. Doing the two in turn never gets worse. It is started from several splits,
and from the best found with a part exchanged. When there are only few splits at all, every one is tried, and the
result is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import breadth_first_order, dijkstra, maximum_flow

from planner.figures.bisection.moves import Moves
from planner.figures.reduction.graph import Bools, Graph, Ints

FEW = 300  # splits that are simply all tried
MOST_LISTED = 12  # vertices with hosts: more of them have more splits than that
EXCHANGES = 2  # for each fresh start
WINDOWS = 8
LEAST_ROUNDS, MOST_ROUNDS, EDGE_ROUNDS = 4, 40, 30_000  # a round takes some 3 ms and 5 µs an edge
MOST_FLOW = 2**31 - 1  # scipy's flow counts in 32 bits


@dataclass(frozen=True, slots=True)
class Split:
    cut: int
    ones: Ints  # by vertex: hosts on side 1
    side: Bools  # by vertex; of a class that is split it says nothing
    proved: bool = False


class Search:
    """Splits with at most `high` weight on side 1 and at least `low`."""

    def __init__(self, graph: Graph, low: int, high: int) -> None:
        self.graph, self.low, self.high = graph, low, high
        self.hosts = np.nonzero(graph.host)[0]
        self.each = np.maximum(graph.count, 1)
        self.between = graph.host[graph.a] & graph.host[graph.b]
        self._flow = _FlowNetwork(graph)
        self._moves = Moves(graph)
        rows = graph.neighbours
        ends = np.ones(len(rows.source), np.int8), (rows.source, rows.target)
        self._links = coo_array(ends, (len(graph), len(graph))).tocsr()
        self._random = np.random.default_rng(1)  # fixed: the same design gives the same figures

    def best(self, effort: float, want: int) -> Split:
        """The best split found, or the first whose cut is `want`, a known lower bound. The rounds are counted, not
        timed: the same design gives the same figures on every machine."""
        return self._exhaustive() or self._searched(effort, want)

    def _exhaustive(self) -> Split | None:
        """The best of all splits, when there are few."""
        if len(self.hosts) > MOST_LISTED:
            return None
        splits = list(islice(self._every(), FEW + 1))
        if len(splits) > FEW:
            return None
        return replace(min(map(self._cut, splits), key=_cut_of), proved=self._flow.exact)

    def _searched(self, effort: float, want: int) -> Split:
        rounds = int(effort * min(MOST_ROUNDS, max(LEAST_ROUNDS, EDGE_ROUNDS // max(1, len(self.graph.a)))))
        best = self._moved(self._alternate(self._filled(self.hosts)))
        for start in islice(self._starts(), rounds):
            if best.cut <= want:
                break
            tried = [self._alternate(start), *(self._alternate(self._exchanged(best)) for _ in range(EXCHANGES))]
            best = min(best, self._moved(min(tried, key=_cut_of)), key=_cut_of)
        return best

    def _moved(self, split: Split) -> Split:
        """The split after moving single vertices, if that is better."""
        side = self._moves.improved(split.side)
        ones = self._cheapest(replace(split, side=side, ones=np.where(side & self.graph.host, self.graph.count, 0)))
        return min(split, self._alternate(ones), key=_cut_of)

    def _alternate(self, ones: Ints) -> Split:
        best = self._cut(ones)
        while True:
            again = self._cut(self._cheapest(best))
            if again.cut >= best.cut:
                return best
            best = again

    def _cut(self, ones: Ints) -> Split:
        """The least cut for these hosts on side 1."""
        graph = self.graph
        inner = self.between
        a, b = graph.a[inner], graph.b[inner]
        # A single host may stand beside a class: it parts from those of the class that are on the other side.
        parted = np.abs(ones[a] * graph.count[b] - ones[b] * graph.count[a])
        crossing = graph.capacity[inner] // (graph.count[a] * graph.count[b]) * parted
        flow, side = self._flow.cut(ones)
        side[self.hosts] = ones[self.hosts] * 2 > graph.count[self.hosts]
        return Split(flow + int(crossing.sum()), ones, side)

    def _cheapest(self, split: Split) -> Ints:
        """Hosts that cost least on side 1 beside the switches as they are."""
        graph = self.graph
        rows = graph.neighbours
        toward = np.where(split.side[rows.target], -1, 1) * (rows.capacity // self.each[rows.source])
        cost = rows.reduce(np.add, toward)[self.hosts]
        return self._filled(self.hosts[np.lexsort((-split.ones[self.hosts], cost / graph.unit[self.hosts]))])

    def _filled(self, order: Ints) -> Ints:
        """Hosts put on side 1 in this order while they fit; that ends at an admissible weight."""
        ones = np.zeros(len(self.graph), np.int64)
        left = (self.low + self.high + 1) // 2
        count, unit = self.graph.count, self.graph.unit
        for vertex in order.tolist():
            ones[vertex] = min(int(count[vertex]), left // int(unit[vertex]))
            left -= int(ones[vertex] * unit[vertex])
        short = self.low - int((ones * unit).sum())
        for vertex in order.tolist():
            if short > 0 and ones[vertex] < count[vertex] and unit[vertex] <= short + self.high - self.low:
                ones[vertex] += 1
                short -= int(unit[vertex])
        return ones

    def _starts(self) -> Iterator[Ints]:
        """Windows of neighbouring hosts, and in turn what is nearer to one end of a link, and random ones."""
        windows = min(WINDOWS, len(self.hosts))
        for n in range(1, windows):
            if n % 2:
                yield self._nearer()
            yield self._filled(np.roll(self.hosts, -(n * len(self.hosts)) // windows))
        while True:
            yield self._nearer()
            yield self._filled(self._random.permutation(self.hosts))

    def _nearer(self) -> Ints:
        """Hosts nearer to one end of some link than to the other: half of a grid or an even torus, across its links."""
        graph = self.graph
        if not len(graph.a):
            return self._filled(self.hosts)
        link = int(self._random.integers(len(graph.a)))
        hops = dijkstra(self._links, indices=[graph.a[link], graph.b[link]], unweighted=True)
        hops = np.minimum(hops[:, self.hosts], len(graph))  # infinite where there is no way
        return self._filled(self.hosts[np.lexsort((hops[0], hops[0] - hops[1]))])

    def _exchanged(self, best: Split) -> Ints:
        """The best so far with some of its hosts put elsewhere."""
        random = self._random
        order = np.where(best.ones[self.hosts] > 0, 0.0, 1.0)
        moved = random.random(len(order)) < random.choice([0.02, 0.05, 0.1, 0.3])
        order[moved] = random.random(int(moved.sum()))
        return self._filled(self.hosts[np.argsort(order + random.random(len(order)) * 1e-3)])

    def _every(self) -> Iterator[Ints]:
        """Every admissible choice of hosts for side 1."""
        hosts = self.hosts.tolist()
        count, unit = self.graph.count, self.graph.unit
        beyond = np.concatenate([np.cumsum((count * unit)[hosts][::-1])[::-1], [0]])

        def choose(at: int, weight: int, ones: list[int]) -> Iterator[list[int]]:
            if weight > self.high or weight + beyond[at] < self.low:
                return
            if at == len(hosts):
                yield ones
                return
            for x in range(int(count[hosts[at]]) + 1):
                yield from choose(at + 1, weight + x * int(unit[hosts[at]]), [*ones, x])

        for found in choose(0, 0, []):
            ones = np.zeros(len(self.graph), np.int64)
            ones[hosts] = found
            yield ones


def _cut_of(split: Split) -> int:
    return split.cut


class _FlowNetwork:
    """Switches and two terminals; the hosts on a side are contracted into its terminal. The flow counts in 32 bits:
    more Gb/s than that are counted in larger units, rounded, and the sides are good but not sure to be the best."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.switches = np.nonzero(~graph.host)[0]
        number = np.full(len(graph), -1, np.int64)
        number[self.switches] = np.arange(len(self.switches))
        self.inner = ~graph.host[graph.a] & ~graph.host[graph.b]
        self.a, self.b = number[graph.a[self.inner]], number[graph.b[self.inner]]
        rows = graph.neighbours
        self.held = np.nonzero(~graph.host[rows.source] & graph.host[rows.target])[0]
        self.switch = number[rows.source[self.held]]
        self.holder = rows.target[self.held]
        self.each = rows.capacity[self.held] // graph.count[self.holder]
        total = int(graph.capacity.sum())
        self.exact = total // graph.step <= MOST_FLOW
        self.unit = graph.step if self.exact else -(-total // MOST_FLOW)

    def cut(self, ones: Ints) -> tuple[int, Bools]:
        """(capacity cut, side by vertex of the graph)."""
        count = len(self.switches)
        to_one, to_zero = np.zeros(count, np.int64), np.zeros(count, np.int64)
        np.add.at(to_one, self.switch, self.each * ones[self.holder])
        np.add.at(to_zero, self.switch, self.each * (self.graph.count - ones)[self.holder])
        at_one = self._sides(to_one, to_zero)
        crossing = self.graph.capacity[self.inner][at_one[self.a] != at_one[self.b]]
        side = np.zeros(len(self.graph), np.bool_)
        side[self.switches[at_one]] = True
        return int(crossing.sum() + to_zero[at_one].sum() + to_one[~at_one].sum()), side

    def _sides(self, to_one: Ints, to_zero: Ints) -> Bools:
        """By switch: whether it is on side 1 in a least cut."""
        count = len(to_one)
        sure = np.minimum(to_one, to_zero)  # flows through the switch whatever its side
        every, one, zero = np.arange(count), np.full(count, count), np.full(count, count + 1)
        capacity = self.graph.capacity[self.inner]
        source = np.concatenate([self.a, self.b, one, every])
        target = np.concatenate([self.b, self.a, every, zero])
        amount = np.concatenate([capacity, capacity, to_one - sure, to_zero - sure]) // self.unit
        shape = (count + 2, count + 2)
        matrix = csr_array(coo_array((amount.astype(np.int32), (source, target)), shape))
        left = csr_array(matrix - maximum_flow(matrix, count, count + 1).flow)
        left.data = (left.data > 0).astype(np.int8)
        left.eliminate_zeros()
        reached = breadth_first_order(left, count, directed=True, return_predecessors=False)
        at_one: Bools = np.zeros(count + 2, np.bool_)
        at_one[reached] = True
        return at_one[:count]
