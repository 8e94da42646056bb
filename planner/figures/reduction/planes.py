"""R5: parts of the fabric that look alike from below do the same.

Take all switches more than d hops from the hosts. They fall into parts that are joined only through switches nearer
the hosts. Given the sides of those, every part finds its own least cost, and two parts that are alike, vertex for
vertex, with the nearer switches in place, find the same: their matching vertices merge and capacities add. The
planes of a fat tree and the core groups of a rail fabric collapse so. Vertices are matched by colour refinement and
the match is then compared edge by edge, so a wrong match is never taken.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from planner.figures.reduction.graph import Bools, Graph, Ints, mixed

ROUNDS = 6  # of refinement: as deep as fabrics get, and a part it does not tell apart is left alone


def merge_plane_twins(graph: Graph) -> bool:
    merged = False
    depth = 1
    while True:
        hops = graph.hops()
        if depth >= hops.max(initial=0):
            return merged
        merged |= graph.merge(_labels(graph, ~graph.host & ((hops > depth) | (hops < 0))))
        depth += 1


def _labels(graph: Graph, free: Bools) -> Ints:
    label = np.arange(len(graph), dtype=np.int64)
    part = graph.components(free)
    colour = _colours(graph, free)
    first: dict[bytes, Ints] = {}
    for vertices, description in _parts(graph, free, part, colour):
        match = first.setdefault(description, vertices)
        label[vertices] = match
    return label


def _colours(graph: Graph, free: Bools) -> Ints:
    """A free vertex's colour tells what it is joined to, the others being themselves."""
    rows = graph.neighbours
    colour = np.where(free, 7, mixed(np.arange(len(graph)) + 1000).astype(np.int64))
    for _ in range(ROUNDS):
        cell = mixed(colour[rows.target] * 3 + mixed(rows.capacity).astype(np.int64)).astype(np.int64)
        fresh = mixed(rows.reduce(np.add, cell) + colour * 31).astype(np.int64)
        colour = np.where(free, fresh, colour)
    return colour


def _parts(graph: Graph, free: Bools, part: Ints, colour: Ints) -> Iterator[tuple[Ints, bytes]]:
    """Each part whose colours are all different: its vertices by colour, and its edges written with their places."""
    vertices = np.nonzero(free)[0]
    vertices = vertices[np.lexsort((colour[vertices], part[vertices]))]
    opens = np.nonzero(np.concatenate([[True], np.diff(part[vertices]) != 0]))[0] if len(vertices) else vertices
    place = np.full(len(graph), -1, np.int64)
    rows = graph.neighbours
    for start, end in zip(opens.tolist(), [*opens[1:].tolist(), len(vertices)], strict=True):
        members = vertices[start:end]
        if len(np.unique(colour[members])) < len(members):
            continue
        place[members] = np.arange(len(members))
        cells = np.concatenate([np.arange(rows.start[v], rows.start[v + 1]) for v in members.tolist()])
        if not len(cells):
            continue
        target = rows.target[cells]
        seen = np.where(free[target], place[target], -2 - target)
        table = np.stack([place[rows.source[cells]], seen, rows.capacity[cells]])
        yield members, table[:, np.lexsort(table[::-1])].tobytes()
