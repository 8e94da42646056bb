"""What stands in a rack draws, and what the rack may draw."""

from __future__ import annotations

from planner.network import Network
from planner.records import Rack


def budget_w(network: Network, rack: Rack) -> float | None:
    """Watts the rack can power and cool: the site's budget or its type's, the smaller of what is known."""
    shape, site = network.catalogue.racks.get(rack.type), network.plan.site.rack_power_kw
    known = [w for w in (shape.max_power_w if shape else None, None if site is None else site * 1000) if w is not None]
    return min(known, default=None)


def drawn_w(network: Network, rack: str) -> float:
    """Most that the devices in the rack draw; those whose maker states nothing count as none."""
    types = [network.device_type(d) for d in network.in_rack.get(rack, ())]
    return sum(t.power_max_w or t.power_typical_w or 0.0 for t in types if t is not None)
