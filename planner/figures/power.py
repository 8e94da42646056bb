"""What the devices draw, from their data sheets. Transceivers come on top unless the sheet's maximum has them in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from planner.catalogue import DeviceType, OpticType
from planner.figures.report import PowerFigure
from planner.network import Network


def power(network: Network) -> PowerFigure:
    """Of every device, placed or not."""
    numbers = Counter(d.type for d in network.plan.devices.values())
    return drawn((network.catalogue.devices.get(type), number) for type, number in numbers.items())


def drawn(parts: Iterable[tuple[DeviceType | OpticType | None, int]]) -> PowerFigure:
    """Of so many of each. Where a sheet states only one of typical and maximum, it counts for both; one that states
    none is unknown."""
    typical = most = 0.0
    unknown = 0
    for found, number in parts:
        known = [w for w in (found.power_typical_w, found.power_max_w) if w is not None] if found else []
        if not known:
            unknown += number
            continue
        typical += number * known[0]
        most += number * known[-1]
    return PowerFigure(typical, most, unknown)
