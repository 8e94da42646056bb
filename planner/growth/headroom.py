"""What a plane has left: free ports by tier, and how many more leaves and servers fit as it is wired."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from planner.figures.fabric import fabric as fabric_of
from planner.figures.report import TIER_NAMES
from planner.figures.tiers import tiers
from planner.network import Network
from planner.rules.pairs import uplinks


@dataclass(frozen=True, slots=True)
class TierPorts:
    """Ports of one tier's switches that run at the rate of the plane."""

    tier: str
    switches: int
    ports: int
    used: int

    @property
    def free(self) -> int:
        return self.ports - self.used


@dataclass(frozen=True, slots=True)
class Headroom:
    """Of a plane. Of two tiers: a spine of so many ports takes ports / (links of a leaf and spine) leaves at most."""

    tiers: tuple[TierPorts, ...]
    links_a_pair: int  # of a leaf and a spine, at most; 0 without spines
    leaves_most: int | None  # None unless it has two tiers
    leaves: int

    @property
    def leaves_left(self) -> int | None:
        return None if self.leaves_most is None else max(self.leaves_most - self.leaves, 0)


def headroom(network: Network, plane: str) -> Headroom:
    """As the plane is cabled."""
    fabric = fabric_of(network, plane)
    tier = {
        str(network.devices.id[fabric.row[v]]): t
        for v, t in enumerate(tiers(network, fabric).tolist())
        if t in TIER_NAMES
    }
    by_tier: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for device, t in tier.items():
        by_tier[t].append(_ports(network, device, plane))
    rows = tuple(
        TierPorts(TIER_NAMES[t], len(n), sum(p for p, _ in n), sum(u for _, u in n)) for t, n in sorted(by_tier.items())
    )
    pairs = uplinks(network, plane, tier)
    most = max((n.total() for low in pairs.values() for n in low.values()), default=0)
    two = set(by_tier) == {1, 2} and most
    radix = min((p for p, _ in by_tier[2]), default=0) if two else 0
    return Headroom(rows, most, radix // most if two else None, len(by_tier.get(1, ())))


def _ports(network: Network, device: str, plane: str) -> tuple[int, int]:
    """(all, used) at the fastest rate that the switch's links of this plane have."""
    ports = network.ports(device)
    used = network.used_ports(device)
    here = {link.a_port for key, link in network.links_of(device) if plane in network.plan.cables[key[0]].planes} & set(
        ports
    )
    rate = max((ports[p].rate_gbps for p in here), default=0)
    alike = [n for n, p in ports.items() if p.rate_gbps == rate and p.purpose != "out-of-band"]
    return len(alike), sum(n in used for n in alike)
