"""Reductions: a plane's graph made small without changing what is asked of it.

`TWINS` merge what is alike, which keeps cuts and routes; `REDUCTIONS` add that a switch follows the neighbour that has
most of its capacity, which keeps least cuts only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from planner.figures.reduction.dominance import follow_dominant_neighbours
from planner.figures.reduction.graph import Graph
from planner.figures.reduction.planes import merge_plane_twins
from planner.figures.reduction.twins import merge_host_twins, merge_switch_twins

Reduction = Callable[[Graph], bool]
TWINS: tuple[Reduction, ...] = (merge_host_twins, merge_switch_twins, merge_plane_twins)
REDUCTIONS: tuple[Reduction, ...] = (*TWINS, follow_dominant_neighbours)


def reduced(graph: Graph, reductions: Sequence[Reduction]) -> Graph:
    """Apply the reductions until none finds anything more."""
    before = -1
    while before != len(graph):
        before = len(graph)
        for reduction in reductions:
            reduction(graph)
    return graph
