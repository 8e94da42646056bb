"""Where a graph of switches comes apart: switches and pairs of them without which the rest is in two pieces."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Set

Neighbours = Mapping[int, Set[int]]


def cut_points(pairs: Iterable[tuple[int, int]]) -> tuple[set[int], set[tuple[int, int]]]:
    """Vertices and pairs (smaller first) whose loss parts a connected piece of this graph.

    Of vertices with the very same neighbours two are looked at: each stands in for the other, so none of three or more
    is a cut, and what is one for two of them is one for all.
    """
    near: dict[int, set[int]] = defaultdict(set)
    for a, b in pairs:
        near[a].add(b)
        near[b].add(a)
    alike: dict[frozenset[int], list[int]] = defaultdict(list)
    for vertex, others in near.items():
        alike[frozenset(others)].append(vertex)
    kept = {v for members in alike.values() for v in members[:2]}
    twins = {members[0]: members for members in alike.values()} | {m[1]: m for m in alike.values() if len(m) > 1}
    points, bridges = _search({v: near[v] & kept for v in kept})
    whole = {
        (min(x, y), max(x, y))
        for a, b in bridges
        for x in (twins[a] if len(near[a]) == 1 else [a])
        for y in (twins[b] if len(near[b]) == 1 else [b])
        if y in near[x]
    }
    return points, whole


def _search(near: Neighbours) -> tuple[set[int], set[tuple[int, int]]]:
    """Tarjan's depth-first search, with a stack of its own."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    points: set[int] = set()
    bridges: set[tuple[int, int]] = set()
    for root in near:
        if root in order:
            continue
        children = 0
        order[root] = low[root] = len(order)
        stack = [(root, root, iter(near[root]))]
        while stack:
            vertex, parent, rest = stack[-1]
            other = next(rest, None)
            if other is None:
                stack.pop()
                if vertex == root:
                    continue
                low[parent] = min(low[parent], low[vertex])
                if parent == root:
                    children += 1
                elif low[vertex] >= order[parent]:
                    points.add(parent)
                if low[vertex] > order[parent]:
                    bridges.add((parent, vertex))
            elif other not in order:
                order[other] = low[other] = len(order)
                stack.append((other, vertex, iter(near[other])))
            elif other != parent:
                low[vertex] = min(low[vertex], order[other])
        if children > 1:
            points.add(root)
    return points, bridges
