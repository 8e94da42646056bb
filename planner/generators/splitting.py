"""Which cages of a switch are split, and how, so that it has the ports of several rates that a design asks for."""

from __future__ import annotations

from collections.abc import Mapping

from planner.catalogue import Catalogue, DeviceType
from planner.generators.draft import RecipeRefused

Cages = list[tuple[str, dict[int, tuple[int, int]]]]  # name, and by rate in Gb/s: ways to split, ports it then has


def split_for(catalogue: Catalogue, switch: str, needs: Mapping[int, int]) -> str:
    """The breakout of a device, as `records.Device.breakout` writes it, for `needs`: rate in Gb/s -> ports.

    Cages go to the rates in the order of `needs`. Refuses with a sentence what the switch has too few cages for.
    """
    found = catalogue.devices[switch]
    free = _cages(found)
    words: list[str] = []
    for rate, count in needs.items():
        left = count
        while left > 0:
            at = next((n for n, (_, ways) in enumerate(free) if rate in ways), None)
            if at is None:
                raise RecipeRefused(f"{found.name} has too few ports for this design: {_listed(needs)}.")
            cage, ways = free.pop(at)
            number, ports = ways[rate]
            left -= ports
            if number > 1:
                words.append(f"{cage}={number}")
    ways_used = {w.rpartition("=")[2] for w in words}
    whole = len(words) == len(_cages(found)) and len(ways_used) == 1
    return ways_used.pop() if whole else " ".join(words)


def _cages(found: DeviceType) -> Cages:
    cages: Cages = []
    for group in found.cages:
        if group.purpose != "out-of-band":
            each = group.ports_per_cage
            ways = {group.rate_gbps: (1, each)} | {b.rate_gbps: (b.ways, b.ways * each) for b in group.breakouts}
            cages += [(group.cage.format(i=group.first + i), ways) for i in range(group.count)]
    return cages


def _listed(needs: Mapping[int, int]) -> str:
    return " and ".join(f"{n} of {rate} Gb/s" for rate, n in needs.items() if n)
