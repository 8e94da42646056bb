"""Links between switches of neighbouring tiers, counted by pair: what the rules on uplinks and spine ports read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

import numpy as np

from planner.network import Network


def uplinks(network: Network, plane: str, tiers: Mapping[str, int]) -> dict[str, dict[str, Counter[int]]]:
    """Lower switch -> upper switch -> rate in Gb/s -> number of links, for every pair of switches a tier apart."""
    tier = np.zeros(len(network.devices.id), np.int64)
    for device, t in tiers.items():
        tier[network.devices.row[device]] = t
    rows = network.links_in(plane)
    a, b, gbps = (network.links[column][rows] for column in ("a", "b", "gbps"))
    up = np.minimum(tier[a], tier[b]) > 0
    a, b, gbps = a[up], b[up], gbps[up]
    apart = np.abs(tier[a] - tier[b]) == 1
    low = np.where(tier[a] < tier[b], a, b)[apart]
    high = np.where(tier[a] < tier[b], b, a)[apart]
    pairs, number = np.unique(np.stack([low, high, gbps[apart]], axis=1), axis=0, return_counts=True)
    found: dict[str, dict[str, Counter[int]]] = defaultdict(dict)
    for (lower, upper, rate), n in zip(pairs.tolist(), number.tolist(), strict=True):
        below, above = network.devices.id[lower], network.devices.id[upper]
        assert below is not None and above is not None
        found[below].setdefault(above, Counter())[rate] += n
    return found
