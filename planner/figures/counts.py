"""Links, cables and transceivers, counted apart, and the switches and links of the training plane by tier."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from planner.catalogue import FORMS
from planner.figures.report import TIER_NAMES, Counts, PlaneFigures
from planner.network import Network

BETWEEN = {(0, 1): "endpoint_leaf", (1, 2): "leaf_spine", (2, 3): "spine_core"}


def counts(network: Network, media: tuple[str, ...], training: PlaneFigures | None) -> Counts:
    """`media` by cable, in the order of the network's first links. Published tables count the links of a fabric manager
    among those of the nodes, so endpoint_leaf does too."""
    switches = dict.fromkeys(TIER_NAMES.values(), 0)
    by_tier = dict.fromkeys(BETWEEN.values(), (0, 0))
    rest = 0
    if training is not None:
        found = Counter(training.tiers.values())
        switches = {name: found[t] for t, name in TIER_NAMES.items()}
        by_tier = _by_tier(network, training)
        rest = _without_tier(network, training)
    return Counts(
        len(network.links),
        len(network.plan.cables),
        transceivers(network, media),
        switches,
        {name: n[0] for name, n in by_tier.items()},
        {name: n[1] for name, n in by_tier.items()},
        rest,
    )


def _without_tier(network: Network, plane: PlaneFigures) -> int:
    """Switches that the plane's links end at and that have no tier."""
    rows = network.links_in(plane.plane)
    rows = rows[network.links["forwards"][rows]]
    ends = np.unique(np.concatenate([network.links["a"][rows], network.links["b"][rows]]))
    return sum(network.devices.id[r] not in plane.tiers for r in ends[network.is_switch()[ends]].tolist())


def _by_tier(network: Network, plane: PlaneFigures) -> dict[str, tuple[int, int]]:
    """Name -> links, cables."""
    tier = np.zeros(len(network.devices.id), np.int64)
    for device, t in plane.tiers.items():
        tier[network.devices.row[device]] = t
    rows = network.links_in(plane.plane)
    a, b = tier[network.links["a"][rows]], tier[network.links["b"][rows]]
    first = network.links["number"][rows] == 0
    low, high = np.minimum(a, b), np.maximum(a, b)
    found = {}
    for (lower, upper), name in BETWEEN.items():
        there = (low == lower) & (high == upper)
        found[name] = int(there.sum()), int((there & first).sum())
    return found


def transceivers(network: Network, media: tuple[str, ...]) -> int:
    """One a cage and end, none on copper, AOC and Cat6. A cage that feeds two cables holds one. Cables whose media is
    not known yet count none."""
    rows = network.links.rows()
    number = network.links["number"][rows]
    of_cable = _cable_of(network, rows, number)
    takes = _takes_optic(network, media)
    cages = []
    for end in ("a", "b"):
        form = network.links[f"form_{end}"][rows]
        optic = takes[of_cable, form] & (form >= 0)
        device = network.links[end][rows].astype(np.int64)
        cages.append((device * 4096 + network.links[f"cage_{end}"][rows])[optic])
    return len(np.unique(np.concatenate(cages)))


def _cable_of(network: Network, rows: NDArray[np.int64], number: NDArray[np.int8]) -> NDArray[np.int64]:
    """By link: position of its cable among the first links."""
    position = np.cumsum(number == 0) - 1
    if (number > 0).any():
        ids = [network.links.id[r] for r in rows.tolist()]
        first = {key[0]: n for n, key in enumerate(k for k in ids if k is not None and k[1] == 0)}
        position = np.array([first[key[0]] for key in ids if key is not None], np.int64)
    return position


def _takes_optic(network: Network, media: tuple[str, ...]) -> NDArray[np.bool_]:
    """[cable, form]: whether this cable's media takes a transceiver in such a cage."""
    catalogue = network.catalogue
    kinds = {m: n for n, m in enumerate(dict.fromkeys(media))}
    table = np.zeros((max(len(kinds), 1), len(FORMS)), np.bool_)
    for m, n in kinds.items():
        table[n] = [catalogue.optic(m, form) is not None for form in FORMS]
    return table[np.array([kinds[m] for m in media], np.int64)]
