"""R4: a switch follows the neighbour that has at least half of its capacity.

Moving it to that neighbour's side removes at least half of its capacity from the cut and adds at most the rest, so
some least cut has both on one side, and they may be one vertex. This takes in every switch with one or two
neighbours, and melts a leaf of a non-blocking fabric into its spines. A class of several hosts can't be followed,
since it may be split. Doing many at once is safe: following the arrows from their ends backward, each step alone
costs nothing, and since every switch has one arrow and a host none, no two hosts are joined.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.figures.reduction.graph import Graph


def follow_dominant_neighbours(graph: Graph) -> bool:
    rows = graph.neighbours
    total = rows.reduce(np.add, rows.capacity)
    offered = np.where(graph.count[rows.target] <= 1, rows.capacity, -1)
    most = rows.reduce(np.maximum, offered, empty=-1)
    follows = ~graph.host & (most > 0) & (2 * most >= total)
    arrow = np.nonzero(follows[rows.source] & (offered == most[rows.source]))[0]
    if not len(arrow):
        return False
    source, at = np.unique(rows.source[arrow], return_index=True)
    target = rows.target[arrow[at]]
    arrows = coo_array((np.ones(len(source), np.int8), (source, target)), (len(graph), len(graph)))
    graph.merge(connected_components(arrows, directed=False)[1].astype(np.int64))
    graph.note_holders()
    return True
