"""Oversubscription: what comes in from below against what goes up, of a switch, of a tier, and of all that is
beneath."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.figures.fabric import Fabric, Ints
from planner.figures.report import TIER_NAMES, SwitchRatio, TierRatio
from planner.network import Network


def switch_ratios(fabric: Fabric, tier: Ints) -> tuple[Ints, Ints, Ints]:
    """Down, up and peer capacity by vertex, Gb/s: links to a lower tier or an endpoint, to a higher one, to its own."""
    count = len(tier)
    sums = np.zeros((3, count))
    for here, there in ((fabric.u, fabric.v), (fabric.v, fabric.u)):
        step = np.sign(tier[there] - tier[here])
        for n, sign in enumerate((-1, 1, 0)):
            sums[n] += np.bincount(here, np.where(step == sign, fabric.gbps, 0), count)
    down, up, peer = sums.astype(np.int64)
    return down, up, peer


def by_device(network: Network, fabric: Fabric, tier: Ints) -> dict[str, SwitchRatio]:
    down, up, peer = switch_ratios(fabric, tier)
    return {
        str(network.devices.id[fabric.row[v]]): SwitchRatio(int(down[v]), int(up[v]), int(peer[v]))
        for v in np.nonzero(tier > 0)[0].tolist()
    }


def oversubscription(network: Network, fabric: Fabric, tier: Ints) -> tuple[TierRatio, ...]:
    """Leaf upward. The top tier has nothing above it and reads None throughout."""
    down, up, _ = switch_ratios(fabric, tier)
    full = down + _free_down(network, fabric, tier)
    found = []
    for t in range(1, int(tier.max(initial=0)) + 1):
        there = np.nonzero((tier == t) & (up > 0))[0]
        name = TIER_NAMES.get(t, f"tier {t}")
        if not len(there):
            found.append(TierRatio(t, name, None, "", None, None, None))
            continue
        ratio = down[there] / up[there]
        worst = int(np.argmax(ratio))
        tier_down = int(down[tier == t].sum())
        found.append(
            TierRatio(
                t,
                name,
                float(ratio[worst]),
                str(network.devices.id[fabric.row[there[worst]]]),
                tier_down / int(up[there].sum()),
                _cumulative(fabric, tier, up, t),
                float((full[there] / up[there]).max()),
            )
        )
    return tuple(found)


def _cumulative(fabric: Fabric, tier: Ints, up: Ints, at: int) -> float | None:
    """Injection of all endpoints beneath ÷ upward capacity of the tier, for the worst group that is joined up to it.

    A group that has no way up at all is not a ratio: the rule on unreachable endpoints names it.
    """
    beneath = tier <= at
    inner = beneath[fabric.u] & beneath[fabric.v]
    count = len(tier)
    ones = np.ones(int(inner.sum()), np.int8)
    graph = coo_array((ones, (fabric.u[inner], fabric.v[inner])), (count, count))
    groups, label = connected_components(graph, directed=False)
    injection = np.bincount(label, np.where(beneath, fabric.injection(), 0), groups)
    upward = np.bincount(label, np.where(tier == at, up, 0), groups)
    joined = upward > 0
    return float((injection[joined] / upward[joined]).max()) if joined.any() else None


def _free_down(network: Network, fabric: Fabric, tier: Ints) -> Ints:
    """By vertex: Gb/s of a switch's free ports that are like those it has endpoints or lower switches on."""
    free = np.zeros(len(tier), np.int64)
    used = _used_by_rate(network)
    rates = _rates_down(fabric, tier)
    for v in np.nonzero(tier > 0)[0].tolist():
        row = int(fabric.row[v])
        device = network.devices.id[row]
        assert device is not None
        ports = _ports_by_rate(network, device)
        free[v] = sum(r * max(ports.get(r, 0) - used.get((row, r), 0), 0) for r in rates.get(v, ()))
    return free


def _ports_by_rate(network: Network, device: str) -> dict[int, int]:
    """Rate in Gb/s -> ports that are not for out-of-band management."""
    count: dict[int, int] = {}
    for port in network.ports(device).values():
        if port.purpose != "out-of-band":
            count[port.rate_gbps] = count.get(port.rate_gbps, 0) + 1
    return count


def _used_by_rate(network: Network) -> dict[tuple[int, int], int]:
    """(device row, Gb/s) -> ports in use, in all planes."""
    rows = network.links.rows()
    ends = np.concatenate([network.links["a"][rows], network.links["b"][rows]]).astype(np.int64)
    gbps = np.concatenate([network.links["gbps_a"][rows], network.links["gbps_b"][rows]])
    return _count_pairs(ends, gbps)


def _rates_down(fabric: Fabric, tier: Ints) -> dict[int, set[int]]:
    """Vertex -> rates of its links toward endpoints."""
    below = tier[fabric.u] < tier[fabric.v]
    above = tier[fabric.v] < tier[fabric.u]
    ends = np.concatenate([fabric.v[below], fabric.u[above]])
    gbps = np.concatenate([fabric.gbps[below], fabric.gbps[above]])
    found: dict[int, set[int]] = {}
    for vertex, rate in _count_pairs(ends, gbps):
        found.setdefault(vertex, set()).add(rate)
    return found


def _count_pairs(first: NDArray[np.int64], second: NDArray[np.int64]) -> dict[tuple[int, int], int]:
    base = int(second.max(initial=0)) + 1
    keys, number = np.unique(first * base + second, return_counts=True)
    return {divmod(key, base): n for key, n in zip(keys.tolist(), number.tolist(), strict=True)}
