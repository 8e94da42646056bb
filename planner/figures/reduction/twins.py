"""R2 and R3: vertices with the same row do the same.

R2, host twins. Hosts of one weight that have the same capacity to the same switches cost the same on either side, so
only how many of them are on a side matters: they become one class, which may be split.

R3, switch twins. The cost of a switch's side, given all others, is its row times the others' sides. Two rows in
proportion have their least cost on the same side, so twins move together: they merge and their capacities add.
Equal rows can't be neighbours of each other, so nothing between them is lost.
"""

from __future__ import annotations

import numpy as np

from planner.figures.reduction.graph import Bools, Graph, Ints, mixed


def merge_host_twins(graph: Graph) -> bool:
    rows = graph.neighbours
    beside_host = np.zeros(len(graph), np.bool_)
    beside_host[rows.source[graph.host[rows.target]]] = True
    each = rows.capacity // np.maximum(graph.count[rows.source], 1)
    return graph.merge(_labels(graph, graph.host & ~beside_host, each, graph.unit))


def merge_switch_twins(graph: Graph) -> bool:
    rows = graph.neighbours
    shared = rows.reduce(np.gcd, rows.capacity, empty=1)
    return graph.merge(_labels(graph, ~graph.host, rows.capacity // shared[rows.source], np.zeros_like(graph.unit)))


def _labels(graph: Graph, candidates: Bools, value: Ints, kind: Ints) -> Ints:
    """By vertex: the first candidate with the same kind and the same row of (target, value), itself for the rest."""
    rows = graph.neighbours
    label = np.arange(len(graph), dtype=np.int64)
    left = np.nonzero(candidates & (rows.degree > 0))[0]
    if len(left) < 2:
        return label
    cell = mixed(mixed(rows.target).astype(np.int64) + value * 31)
    hashed = rows.reduce(np.add, cell.astype(np.int64))[left] + mixed(kind[left]).astype(np.int64)
    left = left[np.argsort(hashed, kind="stable")]
    hashed = np.sort(hashed, kind="stable")
    opens = np.concatenate([[True], hashed[1:] != hashed[:-1]])
    first = left[np.maximum.accumulate(np.where(opens, np.arange(len(left)), 0))]
    alike = (first != left) & (rows.degree[first] == rows.degree[left]) & (kind[first] == kind[left])
    mine, theirs = left[alike], first[alike]
    if len(mine):
        same = _same_rows(graph, mine, theirs, value)
        label[mine[same]] = theirs[same]
    return label


def _same_rows(graph: Graph, mine: Ints, theirs: Ints, value: Ints) -> Bools:
    """Whether the rows of each pair of vertices, of equal degree, are equal cell by cell."""
    rows = graph.neighbours
    length = rows.degree[mine]
    opens = np.cumsum(length) - length
    step = np.arange(int(length.sum())) - np.repeat(opens, length)
    p, q = np.repeat(rows.start[mine], length) + step, np.repeat(rows.start[theirs], length) + step
    equal = (rows.target[p] == rows.target[q]) & (value[p] == value[q])
    same: Bools = np.logical_and.reduceat(equal, opens)
    return same
