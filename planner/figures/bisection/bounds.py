"""Lower bounds on the bisection of a graph that is no forest. Each is certified: no split can cut less.

`hub_bound`: the switches farthest from the hosts are hubs. Each sends what it can to every host, all hubs sharing the
links, and is itself on one side: the hosts on the other side, at least the lighter half, get their flow across the
cut. So the cut carries at least the sum over hubs of their smallest deliveries to half the hosts.

`all_to_all_bound`: all hosts send to each other over shortest paths, as much as the busiest link allows. What goes
from one side to the other crosses the cut, whose links carry it both ways.

`spectral_bound`: a cut of graph Laplacian L with hosts of mass P costs at least l2·n/4 when l2 is the second
eigenvalue of L x = l P x (Fiedler); switches weigh nothing and are eliminated, which keeps the least over their
sides.
"""

from __future__ import annotations

from math import inf

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh
from scipy.sparse import coo_array

from planner.figures.bisection.access import Joined
from planner.figures.reduction.graph import Graph
from planner.figures.traffic.routes import Router

MARGIN = 1e-6  # of the value, and at least this much: rounding never makes a bound too high
MOST_SPECTRAL = 1200  # vertices; the dense solution takes about a second there
MOST_HUB_CELLS = 20_000_000


def hub_bound(graph: Graph, low: int) -> float:
    """`low` is the least admissible weight of a side."""
    hops = graph.hops()
    if (hops[graph.host] != 0).any() or hops.max(initial=0) < 1:
        return 0
    hubs = np.nonzero(hops == hops.max())[0]
    if len(hubs) * len(graph.neighbours.source) > MOST_HUB_CELLS:
        return 0
    amount = _delivered(graph, hops, hubs)
    per_host = amount[graph.host] / graph.count[graph.host][:, None]
    unit, count = graph.unit[graph.host], graph.count[graph.host]
    return _safe(sum(_least(per_host[:, h], count, unit, low) for h in range(len(hubs))))


def _delivered(graph: Graph, hops: NDArray[np.int64], hubs: NDArray[np.int64]) -> NDArray[np.float64]:
    """[vertex, hub]: Gb/s that arrive when every hub sends down each link in proportion to its capacity and a link that
    is offered more than it carries cuts all hubs alike."""
    rows = graph.neighbours
    amount = np.zeros((len(graph), len(hubs)))
    top = int(hops.max())
    for t in range(top, 0, -1):
        edge = np.nonzero((hops[rows.source] == t) & (hops[rows.target] == t - 1))[0]
        source, target, capacity = rows.source[edge], rows.target[edge], rows.capacity[edge].astype(float)
        down = np.bincount(source, capacity, len(graph))
        offered = amount[source] * (capacity / down[source])[:, None]
        if t == top:
            offered[np.arange(len(edge)), np.searchsorted(hubs, source)] = capacity
        total = offered.sum(axis=1)
        offered *= np.minimum(1.0, capacity / np.maximum(total, 1e-9))[:, None]
        gather = coo_array((np.ones(len(edge)), (target, np.arange(len(edge)))), (len(graph), len(edge))).tocsr()
        amount += np.asarray(gather @ offered)
    return amount


def _least(per_host: NDArray[np.float64], count: NDArray[np.int64], unit: NDArray[np.int64], weight: int) -> float:
    """The least that hosts of this total weight can be delivered; a part of a host counts in proportion."""
    total = 0.0
    for n in np.argsort(per_host / unit, kind="stable").tolist():
        taken = min(float(count[n]), weight / unit[n])
        total += taken * per_host[n]
        weight -= int(np.ceil(taken * unit[n]))
        if weight <= 0:
            break
    return total


def spectral_bound(joined: Joined, low: int, total: int) -> float:
    """`low` of `total` weight is on the lighter side: the mean is not the middle, so low·(total-low)/total takes n/4's
    place. Two hosts of one class against each other are an eigenvector too, which the whole class does not show."""
    graph = joined.graph
    if len(graph) > MOST_SPECTRAL or int(graph.host.sum()) < 2:
        return 0
    mass = (graph.count * graph.unit).astype(float)
    laplacian = np.zeros((len(graph), len(graph)))
    np.add.at(laplacian, (graph.a, graph.b), -graph.capacity)
    laplacian += laplacian.T
    np.fill_diagonal(laplacian, -laplacian.sum(axis=1))
    host = graph.host
    inner = laplacian[np.ix_(~host, ~host)]
    across = laplacian[np.ix_(host, ~host)]
    reduced = laplacian[np.ix_(host, host)]
    if len(inner):
        reduced = reduced - across @ np.linalg.pinv(inner, hermitian=True) @ across.T
    scale = 1 / np.sqrt(mass[host])
    second = eigh(scale[:, None] * reduced * scale[None, :], subset_by_index=[1, 1], eigvals_only=True)[0]
    several = graph.count > 1
    alone = np.diagonal(laplacian)[several] / mass[several]
    return _safe(joined.at_least(min(float(second), alone.min(initial=inf)) / total, low, total))


def all_to_all_bound(joined: Joined, low: int, total: int, most_cells: float) -> float:
    """`most_cells`: of arcs times hosts, above which it is not tried; 10 million take about a second."""
    graph = joined.graph
    classes = int(graph.host.sum())
    if classes < 2 or classes * 2 * len(graph.a) > most_cells:
        return 0
    weight = (graph.count * graph.unit)[graph.host].astype(float)
    demand = np.outer(weight, weight)
    np.fill_diagonal(demand, weight**2 * (1 - 1 / graph.count[graph.host]))
    once = np.ones(2 * len(graph.a))
    routed = Router(graph, joined.forwards, once, once).route(demand)
    if routed.undelivered > 0:
        return 0
    per_pair = (graph.capacity / np.maximum(routed.load.mean(axis=0), 1e-12)).min()
    return _safe(joined.at_least(float(per_pair), low, total))


def _safe(value: float) -> float:
    return max(0.0, value - MARGIN * (1 + abs(value)))
