"""Loads of a plane's links under one pattern, and the pace they allow: ideal, and with static hashing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.figures.fabric import Fabric
from planner.figures.reduction.graph import Ints
from planner.figures.traffic.hashing import slowest
from planner.figures.traffic.jobs import Job
from planner.figures.traffic.layers import Layer, Layers
from planner.figures.traffic.patterns import Floats, Pattern
from planner.network import Network

FLOWS = 4  # at a time from each port: queue pairs over which a message is spread
MOST_FLOWS = 4096
MOST_CELLS = 6e8  # arcs times destinations: about half a minute; above, nothing is computed


class Unroutable(ValueError):
    """No pace can be given; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Loads:
    """`load[0]` by link of the fabric from u to v, `load[1]` from v to u, in the pattern's unit (a Gb, say). Seconds
    for one unit: no schedule over these routes beats `ideal_s`; `hashed_s` is with flows hashed onto links."""

    load: Floats  # [2, link]
    ideal_s: float
    hashed_s: float
    worst: int  # link that sets the ideal pace

    def utilisation(self, gbps: Ints) -> Floats:
        """By link: its busier way's time over the slowest link's."""
        busy: Floats = self.load.max(axis=0) / np.maximum(gbps, 1)
        return busy / self.ideal_s if self.ideal_s else busy


def loads(network: Network, fabric: Fabric, job: Job, pattern: Pattern, flows: int = FLOWS) -> Loads:
    """Rail by rail; where that leaves some without a way, over all links. Raises Unroutable."""
    found = _routed(network, fabric, job, pattern, aligned=True)
    if found is None:
        found = _routed(network, fabric, job, pattern, aligned=False)
    if found is None:
        raise Unroutable("Some endpoints can't reach others on this plane.")
    load, spread = found
    busy = load.max(axis=0) / fabric.gbps.clip(1)
    worst = int(busy.argmax()) if len(busy) else -1
    ideal = float(busy.max(initial=0.0))
    return Loads(load, ideal, max(ideal, _hashed(fabric, load, spread, flows)), worst)


def _routed(
    network: Network, fabric: Fabric, job: Job, pattern: Pattern, *, aligned: bool
) -> tuple[Floats, Floats] | None:
    load, spread = np.zeros((2, len(fabric.u))), np.zeros((2, len(fabric.u)))
    layers = Layers(network, fabric, job, aligned=aligned, uniform=pattern.uniform)
    known: dict[bytes, tuple[Floats, Floats]] = {}
    for layer in layers:
        demand = pattern.demand(layer.place, len(layer.router.hosts), layer.weight, layers.kind)
        if (layer.place < 0).any() and layer.weight[np.ix_(*[np.unique(layers.kind[layer.place < 0])] * 2)].any():
            return None  # one without any link of its own here
        if len(layer.router.tail) * len(layer.router.hosts) > MOST_CELLS:
            raise Unroutable("This plane is too large and too irregular to route.")
        key = _key(layer, demand)
        if key not in known:
            routed = layer.router.route(demand)
            if routed.undelivered > 1e-9:
                return None
            known[key] = routed.load, routed.spread
        _spread_out(layer, *known[key], load, spread)
    return load, spread


def _key(layer: Layer, demand: Floats) -> bytes:
    """Equal for layers with the same reduced graph and demand, as the rails of a regular fabric have."""
    router = layer.router
    parts = (router.tail, router.head, router.capacity, router.closed, router.choices, router.parallel, demand)
    return b"|".join(p.tobytes() for p in parts)


def _spread_out(layer: Layer, load: Floats, spread: Floats, total: Floats, total_spread: Floats) -> None:
    """From edges of the reduced graph to the links they stand for."""
    kept = layer.edge >= 0
    links, edge, part = layer.links[kept], layer.edge[kept], layer.part[kept]
    turned = layer.turned[kept].astype(np.int64)
    for way in (0, 1):
        total[way, links] += load[way ^ turned, edge] * part
        total_spread[way, links] += spread[way ^ turned, edge] * part


def _hashed(fabric: Fabric, load: Floats, spread: Floats, flows: int) -> float:
    """Only links between switches get flows by hashing: an endpoint's own carry what it sends."""
    held = fabric.endpoint[fabric.u] | fabric.endpoint[fabric.v]
    sent = np.concatenate([load[0][fabric.endpoint[fabric.u]], load[1][fabric.endpoint[fabric.v]]])
    sent = sent[sent > 0]
    if not len(sent) or held.all():
        return 0.0
    size = float(sent.mean()) / flows
    number = (load[:, ~held] / size).ravel()
    busy = number > 1e-12
    number = number[busy]
    chance = spread[:, ~held].ravel()[busy] / (number * size)
    each = np.tile(size / fabric.gbps[~held].clip(1), 2)[busy]
    groups = np.round(np.column_stack([number, chance, each * 1e6]), 9)
    _, first, count = np.unique(groups, axis=0, return_index=True, return_counts=True)
    return slowest(number[first], chance[first], each[first], count.astype(float))
