"""The parts of a plane that traffic is routed over on its own: one for each rail.

Collectives keep a rail's traffic on its rail: NIC i of a server talks to NIC i of the others, and what is meant for
another GPU crosses inside the server. So each rail is routed by itself, with the server's other links left out, and
carries the share of a pair's traffic that its rate has among the rails both have. Endpoints that share no rail, and
planes without rails, use all links, whichever paths are shortest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.figures.fabric import Fabric
from planner.figures.reduction import TWINS, reduced
from planner.figures.reduction.graph import Bools, Graph, Ints
from planner.figures.traffic.jobs import Job
from planner.figures.traffic.patterns import Floats
from planner.figures.traffic.routes import Router
from planner.network import Network

NO_RAIL = -1


@dataclass(frozen=True, slots=True)
class Layer:
    """`links`: those of the fabric it uses. `edge[n]` and `turned[n]`: the reduced graph's edge that links[n] is part
    of and whether it runs from b to a; -1 where both its ends merged. `place`: class of the job's endpoints."""

    links: Ints
    edge: Ints
    turned: Bools
    part: Floats  # of its edge's capacity that a link has
    place: Ints
    weight: Floats  # [kind, kind]: share of the traffic between endpoints of these kinds
    router: Router


class Layers:
    """All layers of a plane for one job; `kind` by endpoint of the job. `aligned` False routes all by one layer. Where
    endpoints send to different ones (not `uniform`), alike ones with a choice of links may load them unlike each other,
    and are kept apart."""

    def __init__(
        self, network: Network, fabric: Fabric, job: Job, *, aligned: bool = True, uniform: bool = True
    ) -> None:
        self.fabric, self.job, self._uniform = fabric, job, uniform
        self._position = np.full(len(fabric.row), -1, np.int64)
        self._position[job.vertices] = np.arange(len(job))
        self._rail = _rails(network, fabric) if aligned else np.full(len(fabric.u), NO_RAIL, np.int64)
        rates = self._rates()
        signature, self.kind = np.unique(np.column_stack([rates, job.gpus]), axis=0, return_inverse=True)
        self.kind = self.kind.reshape(-1)
        self._shares = _shares(signature[:, :-1])

    def __iter__(self) -> Iterator[Layer]:
        for at, rail in enumerate([*self._numbers, NO_RAIL]):
            if self._shares[at].any():
                yield self._layer(rail, self._shares[at])

    def _ends(self) -> tuple[Ints, Ints]:
        """By link: the job's endpoint at it, if any; a link between two of them has no rail and gives one of them."""
        a, b = self._position[self.fabric.u], self._position[self.fabric.v]
        return np.maximum(a, b), self._rail

    def _rates(self) -> Ints:
        """[endpoint of the job, rail]: Gb/s."""
        end, rail = self._ends()
        used = (end >= 0) & (rail >= 0)
        self._numbers: list[int] = np.unique(rail[used]).tolist()
        column = np.searchsorted(self._numbers, rail[used])
        flat = np.bincount(
            end[used] * len(self._numbers) + column, self.fabric.gbps[used], len(self.job) * len(self._numbers)
        )
        return flat.reshape(len(self.job), len(self._numbers)).astype(np.int64)

    def _layer(self, rail: int, weight: Floats) -> Layer:
        fabric = self.fabric
        outsider = fabric.endpoint & (self._position < 0) & ~fabric.transit
        left_out = outsider[fabric.u] | outsider[fabric.v] | (fabric.gbps <= 0)
        if rail != NO_RAIL:
            held = fabric.endpoint[fabric.u] | fabric.endpoint[fabric.v]
            left_out |= held & (self._rail != rail)
        links = np.nonzero(~left_out)[0]
        vertices, ends = np.unique(np.concatenate([fabric.u[links], fabric.v[links]]), return_inverse=True)
        u, v = ends[: len(links)], ends[len(links) :]
        position = self._position[vertices]
        kinds = np.where(position >= 0, self.kind[np.maximum(position, 0)] + 1, 0)
        if not self._uniform:
            once = np.unique(np.column_stack([np.concatenate([u, v]), np.concatenate([v, u])]), axis=0)[:, 0]
            apart = (position >= 0) & (np.bincount(once, minlength=len(vertices)) > 1)
            kinds[apart] = self.kind.max(initial=0) + 2 + np.arange(int(apart.sum()))
        graph = reduced(Graph(kinds, u, v, fabric.gbps[links]), TWINS)
        return self._routed(graph, links, u, v, fabric.transit[vertices], position, weight)

    def _routed(
        self, graph: Graph, links: Ints, u: Ints, v: Ints, transit: Bools, position: Ints, weight: Floats
    ) -> Layer:
        a, b = graph.origin[u], graph.origin[v]
        size = len(graph)
        edge = np.searchsorted(graph.a * size + graph.b, np.minimum(a, b) * size + np.maximum(a, b))
        edge = np.where(a == b, -1, np.minimum(edge, len(graph.a) - 1))
        forwards = np.zeros(size, np.bool_)
        forwards[graph.origin[transit]] = True
        place = np.full(len(self.job), -1, np.int64)
        number = np.cumsum(graph.host) - 1
        there = position >= 0
        place[position[there]] = number[graph.origin[there]]
        part = self.fabric.gbps[links] / np.maximum(graph.capacity[edge], 1)
        router = Router(graph, forwards, *_multiplicity(graph, u, v, edge))
        return Layer(links, edge, a > b, part, place, weight, router)


def _multiplicity(graph: Graph, u: Ints, v: Ints, edge: Ints) -> tuple[Floats, Floats]:
    """By arc, a to b before b to a: links that leave one original vertex, and those of them to the same vertex."""
    kept = edge >= 0
    count = len(graph.a)
    links = np.bincount(edge[kept], minlength=count)
    pair = np.minimum(u, v)[kept] * len(graph.origin) + np.maximum(u, v)[kept]
    pairs = np.bincount(edge[kept][np.unique(pair, return_index=True)[1]], minlength=count)
    merged = np.bincount(graph.origin, minlength=len(graph))
    choices = np.concatenate([links / merged[graph.a], links / merged[graph.b]])
    return np.maximum(choices, 1.0), np.tile(links / np.maximum(pairs, 1), 2)


def _rails(network: Network, fabric: Fabric) -> NDArray[np.int64]:
    """By link: the rail of the port at its endpoint, NO_RAIL between switches, between endpoints and where it has
    none."""
    a, b = network.links["rail_a"][fabric.link], network.links["rail_b"][fabric.link]
    at_a, at_b = fabric.endpoint[fabric.u], fabric.endpoint[fabric.v]
    found = np.where(at_a & ~at_b, a, np.where(at_b & ~at_a, b, NO_RAIL))
    return found.astype(np.int64)


def _shares(rates: Ints) -> Floats:
    """[layer, kind, kind]: part of the traffic between two kinds that goes over each rail, and last, over none."""
    common = np.minimum(rates[:, None, :], rates[None, :, :]).astype(float)
    total = common.sum(axis=2)
    part = np.moveaxis(common / np.where(total > 0, total, 1.0)[:, :, None], 2, 0)
    return np.concatenate([part, (total == 0).astype(float)[None]])
