"""Clos fabrics: how many switches a set of members needs, and how leaves, spines and cores are cabled.

Two tiers: the spines are the fewest that take every uplink and divide those of a leaf evenly, which is what the
published tables of NVIDIA's reference fabrics follow. Three tiers: leaves and spines form groups of one pod and
rail, with as many spine ports down as up; spine j of every group goes to core group j.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from math import ceil

from planner.catalogue import Catalogue
from planner.generators.draft import RecipeRefused


@dataclass(frozen=True, slots=True)
class Leaf:
    """How a leaf's ports are used."""

    radix: int  # ports at the fabric's rate
    down: int
    up: int


@dataclass(frozen=True, slots=True)
class TwoTier:
    spines: int  # of each group of leaves
    groups: int  # 1, or one a rail where rails stay apart


@dataclass(frozen=True, slots=True)
class ThreeTier:
    pods: int
    units_a_pod: int
    spines: int  # of one pod and rail
    cores: int  # of one core group; there are as many groups as spines
    apart: bool = False  # every rail has core groups of its own: rails then meet in the servers alone


def radix(catalogue: Catalogue, switch: str, breakout: str, rate_gbps: int, protocols: AbstractSet[str]) -> int:
    ports = catalogue.ports(switch, breakout).values()
    return sum(
        p.rate_gbps == rate_gbps and p.purpose != "out-of-band" and bool(protocols & set(p.protocols)) for p in ports
    )


def breakout_for(catalogue: Catalogue, switch: str, rate_gbps: int, protocols: AbstractSet[str]) -> str:
    """The breakout that gives the switch most ports of this rate."""
    best = max(("", "2", "4", "8"), key=lambda b: radix(catalogue, switch, b, rate_gbps, protocols))
    if radix(catalogue, switch, best, rate_gbps, protocols) == 0:
        name = catalogue.devices[switch].name
        raise RecipeRefused(f"{name} has no {rate_gbps} Gb/s ports that speak {' or '.join(sorted(protocols))}.")
    return best


def leaf_ports(radix_: int, ratio: float, down: int = 0) -> Leaf:
    """Split a leaf's ports by down/up ratio; `down` sets the down-ports by hand, with uplinks to match."""
    if down:
        return Leaf(radix_, down, max(1, ceil(down / ratio - 1e-9)))
    up = max(1, int(radix_ / (1 + ratio) + 1e-9))
    return Leaf(radix_, min(radix_ - up, int(up * ratio + 1e-9)), up)


def divisor(uplinks: int, least: int) -> int | None:
    """The smallest number of spines, at least `least`, that divides a leaf's uplinks evenly."""
    return next((d for d in range(max(least, 1), uplinks + 1) if uplinks % d == 0), None)


def two_tier(leaves: int, leaf: Leaf, spine_ports: int, groups: int = 1, spines: int = 0) -> TwoTier | None:
    """None when no spine reaches every leaf. `spines` by hand is refused when they can't take the uplinks."""
    each = ceil(leaves / groups)
    if spines:
        if each * leaf.up > spines * spine_ports:
            raise RecipeRefused(
                f"{each} leaves with {leaf.up} uplinks are {each * leaf.up} uplinks, "
                f"and {spines} spines with {spine_ports} ports take {spines * spine_ports}."
            )
        if leaf.up % spines:
            raise RecipeRefused(f"{leaf.up} uplinks of a leaf can't be spread evenly over {spines} spines.")
        return TwoTier(spines, groups)
    found = divisor(leaf.up, ceil(each * leaf.up / spine_ports))
    return None if found is None else TwoTier(found, groups)


def three_tier(units: int, rails: int, leaf: Leaf, spine_ports: int) -> ThreeTier:
    """Groups of one leaf a unit: `units` is the number of leaves a rail has in all. Of the pods that spines can take,
    the size that needs fewest switches above the leaves; a pod of 17 would need cores by the number of its uplinks."""
    half = spine_ports // 2
    pods = ceil(units / half)
    smallest = ceil(units / pods)
    tried = [_pods_of(a_pod, units, rails, leaf, spine_ports) for a_pod in range(smallest, min(half, units) + 1)]
    found = [t for t in tried if isinstance(t, ThreeTier)]
    if not found:
        raise RecipeRefused(str(tried[0]))
    return min(found, key=lambda t: t.spines * (t.pods * rails + t.cores * (rails if t.apart else 1)))


def _pods_of(a_pod: int, units: int, rails: int, leaf: Leaf, spine_ports: int) -> ThreeTier | str:
    """Three tiers with this many units a pod, or why there are none."""
    half, pods = spine_ports // 2, ceil(units / a_pod)
    spines = divisor(leaf.up, ceil(a_pod * leaf.up / half))
    if spines is None:
        return f"No number of spines with {half} ports down divides {leaf.up} uplinks of {a_pod} leaves."
    spine_up = a_pod * leaf.up // spines
    cores = divisor(spine_up, ceil(pods * rails * spine_up / spine_ports))
    if cores is not None:
        return ThreeTier(pods, a_pod, spines, cores)
    cores = divisor(spine_up, ceil(pods * spine_up / spine_ports)) if rails > 1 else None
    if cores is None:
        return (
            f"{pods * rails} groups of {spines} spines need more cores than the {spine_up} uplinks of a spine reach: "
            "three tiers of this switch are too small."
        )
    return ThreeTier(pods, a_pod, spines, cores, apart=True)
