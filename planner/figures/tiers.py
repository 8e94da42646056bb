"""Which tier a switch is in: by its role when one is set, else by hops from the endpoints."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from planner.figures.fabric import Fabric
from planner.network import Network


def tiers(network: Network, fabric: Fabric) -> NDArray[np.int64]:
    """By vertex: 1 leaf, 2 spine, 3 core and so on; 0 for an endpoint, and for all when the plane has no tiers.

    A plane has none when three or more switches all hold endpoints and are joined to each other: a torus, a mesh or a
    dragonfly. Calling them all leaves would make ratios out of nothing.
    """
    role = network.devices["role"][fabric.row].astype(np.int64)
    role[fabric.endpoint] = 0
    hops = _hops(fabric)
    switch = ~fabric.endpoint
    if not role.any() and int(switch.sum()) > 2 and (hops[switch] == 1).all():
        joined = switch[fabric.u] & switch[fabric.v]
        if joined.any():
            return np.zeros(len(role), np.int64)
    return np.where(role > 0, role, np.where(switch, hops, 0))


def _hops(fabric: Fabric) -> NDArray[np.int64]:
    """By vertex: hops to the nearest endpoint, going through switches; 0 when there is none."""
    hops = np.where(fabric.endpoint, 0, -1)
    near, at = fabric.endpoint.copy(), 0
    while near.any():
        at += 1
        reached = np.zeros(len(hops), np.bool_)
        reached[fabric.v[near[fabric.u]]] = True
        reached[fabric.u[near[fabric.v]]] = True
        near = reached & (hops < 0)
        hops[near] = at
    return np.maximum(hops, 0)
