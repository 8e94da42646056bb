"""Cable lengths from where things stand.

The way of a cable: out of the device to its rack's vertical manager, up to the tray, along it in straight lines
(along the row, then across), down again. Within one rack it keeps to the vertical manager. Each end adds its
dressing, which also covers the way across the device's face; the sum adds the slack. A length typed by hand wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from planner.figures.media import choose, questions
from planner.figures.report import CableLengths
from planner.network import Network


@dataclass(frozen=True, slots=True)
class LengthParts:
    """Why a cable is as long as it is, in metres."""

    vertical_m: float
    along_rows_m: float
    across_rows_m: float
    dressing_m: float
    slack_m: float

    @property
    def needed_m(self) -> float:
        return self.vertical_m + self.along_rows_m + self.across_rows_m + self.dressing_m + self.slack_m


def lengths(network: Network) -> CableLengths:
    """Needed and ordered length and media of every cable, in the order of the cables' rows in the network."""
    rows = network.links.rows()
    number = network.links["number"][rows]
    first = rows[number == 0]
    needed = _needed_by_link(network, rows)
    ids = [network.links.id[r] for r in first.tolist()]
    per_cable = needed[number == 0]
    if len(first) < len(rows):
        position = {key[0]: n for n, key in enumerate(ids) if key is not None}
        for at in np.nonzero(number > 0)[0].tolist():
            key = network.links.id[int(rows[at])]
            assert key is not None
            n = position[key[0]]
            per_cable[n] = max(per_cable[n], needed[at]) if needed[at] == needed[at] else np.nan
    typed = network.links["typed_m"][first]
    per_cable = np.where(np.isnan(typed), per_cable, typed)
    media, ordered = _media(network, first, per_cable)
    names = ["", *network.catalogue.media]
    return CableLengths(
        tuple(key[0] for key in ids if key is not None),
        per_cable,
        ordered,
        tuple(names[m + 1] for m in media.tolist()),
    )


def explain(network: Network, cable: str) -> LengthParts | None:
    """The parts of a cable's computed length, of its longest link; None when an end has no place."""
    best: LengthParts | None = None
    for n in range(len(network.plan.cables[cable].links)):
        row = np.array([network.links.row[(cable, n)]])
        vertical, along, across, placed = _way(network, row)
        if not placed[0]:
            return None
        site = network.plan.site
        dressing = 2 * site.dressing_m
        route = float(vertical[0] + along[0] + across[0])
        slack = (route + dressing) * site.slack_percent / 100
        parts = LengthParts(float(vertical[0]), float(along[0]), float(across[0]), dressing, slack)
        best = parts if best is None or parts.needed_m > best.needed_m else best
    return best


def _needed_by_link(network: Network, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    vertical, along, across, placed = _way(network, rows)
    site = network.plan.site
    length = (vertical + along + across + 2 * site.dressing_m) * (1 + site.slack_percent / 100)
    return np.where(placed, length, np.nan)


def _way(
    network: Network, rows: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]:
    """Metres up and down, along the row, across the rows; and whether both ends have a place."""
    devices = network.devices
    a, b = network.links["a"][rows], network.links["b"][rows]
    x, y, z, rack = (devices[n] for n in ("x_m", "y_m", "z_m", "rack"))
    placed = devices["placed"][a] & devices["placed"][b]
    together = rack[a] == rack[b]
    tray = network.plan.site.tray_height_m
    over_tray = np.abs(tray - z[a]) + np.abs(tray - z[b])
    vertical = np.where(together, np.abs(z[a] - z[b]), over_tray)
    return vertical, np.where(together, 0, np.abs(x[a] - x[b])), np.where(together, 0, np.abs(y[a] - y[b])), placed


def _media(
    network: Network, first: NDArray[np.int64], needed: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    media = np.full(len(first), -1, np.int64)
    ordered = np.full(len(first), np.nan)
    for question, fixed, where in questions(network, first):
        known = where if fixed >= 0 else where[~np.isnan(needed[where])]
        media[known], ordered[known] = choose(network.catalogue, network.plan.site, question, fixed, needed[known])
    return media, ordered
