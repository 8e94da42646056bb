"""Links between switches of neighbouring tiers, counted by pair: what the rules on uplinks and spine ports read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from planner.network import Network
from planner.rules.finding import Design

Pairs = dict[str, dict[str, Counter[int]]]


def uplinks_by_plane(design: Design) -> dict[str, Pairs]:
    """Plane -> `uplinks` of it. Ask for it with `design.once`."""
    return {plane: uplinks(design.network, plane, f.tiers) for plane, f in design.figures.planes.items()}


def tier_by_row(network: Network, tiers: Mapping[str, int]) -> NDArray[np.int64]:
    """By row of network.devices: its tier, 0 for what has none."""
    tier = np.zeros(len(network.devices.id), np.int64)
    for device, t in tiers.items():
        tier[network.devices.row[device]] = t
    return tier


def uplinks(network: Network, plane: str, tiers: Mapping[str, int]) -> Pairs:
    """Lower switch -> upper switch -> rate in Gb/s -> number of links, for every pair of switches a tier apart."""
    tier = tier_by_row(network, tiers)
    rows = network.links_in(plane)
    a, b, gbps = (network.links[column][rows].astype(np.int64) for column in ("a", "b", "gbps"))
    up = np.minimum(tier[a], tier[b]) > 0
    a, b, gbps = a[up], b[up], gbps[up]
    apart = np.abs(tier[a] - tier[b]) == 1
    low = np.where(tier[a] < tier[b], a, b)[apart]
    high = np.where(tier[a] < tier[b], b, a)[apart]
    count, fastest = len(tier), int(gbps.max(initial=0)) + 1
    keys, number = np.unique((low * count + high) * fastest + gbps[apart], return_counts=True)
    ends, rates = np.divmod(keys, fastest)
    lowers, uppers = np.divmod(ends, max(count, 1))
    found: Pairs = defaultdict(dict)
    for lower, upper, rate, n in zip(*(x.tolist() for x in (lowers, uppers, rates, number)), strict=True):
        below, above = network.devices.id[lower], network.devices.id[upper]
        assert below is not None and above is not None
        found[below].setdefault(above, Counter())[rate] += n
    return found
