"""Servers of the end state need rack units and power as well as ports. A row that is full on day one sends the next
servers to the far end of the room, beyond what copper and often multimode reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from planner.catalogue import DeviceType
from planner.network import Network
from planner.records import Rack
from planner.rules.endstate import end_state
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.racks import budget_w, drawn_w
from planner.rules.words import counted

RULE = Rule("growth.space-power", Severity.WARNING, "No room for the end state")


def check(design: Design) -> Iterator[Finding]:
    network, target = design.network, end_state(design)
    servers = Counter(d.type for d in network.plan.devices.values() if _is_server(network, d.type))
    more = (target or 0) - servers.total()
    if not servers or more <= 0 or not any(network.in_rack.get(r) for r in network.plan.racks):
        return
    server = network.catalogue.devices[servers.most_common(1)[0][0]]
    by_units = sum(_places(network, rack, server, power=False) for rack in network.plan.racks.values())
    by_power = sum(_places(network, rack, server, power=True) for rack in network.plan.racks.values())
    if more <= by_power:
        return
    short = "the racks have units" if by_units < more else "the power of the racks is enough"
    yield Finding(
        (),
        f"{counted(more, 'more node')} of the end state need {server.height_u:g} units each, and {short} for "
        f"{by_units if by_units < more else by_power}.",
        subject="racks",
        remedy="Set racks and power aside now, near the leaves they will hang on.",
        measure=float(more - by_power),
    )


def _is_server(network: Network, type: str) -> bool:
    found = network.catalogue.devices.get(type)
    return found is not None and found.gpus > 0 and not found.is_switch


def _places(network: Network, rack: Rack, server: DeviceType, power: bool) -> int:
    """Servers of this type that still fit in the rack's free units, and within its power where that is asked."""
    shape = network.catalogue.racks.get(rack.type)
    if shape is None:
        return 0
    found, free_from = 0, 1.0
    for low, high in [*sorted(_filled(network, rack)), (shape.height_u + 1.0, 0.0)]:
        found += max(0, int((low - free_from + 1e-9) // server.height_u))
        free_from = max(free_from, high)
    budget, each = budget_w(network, rack), server.power_max_w or server.power_typical_w
    if power and budget is not None and each:
        found = min(found, max(0, int((budget - drawn_w(network, rack.id)) // each)))
    return found


def _filled(network: Network, rack: Rack) -> Iterator[tuple[float, float]]:
    """(first unit, first unit above) of everything in the rack."""
    for id in network.in_rack.get(rack.id, ()):
        unit, found = network.plan.devices[id].unit, network.device_type(id)
        if unit is not None:
            yield unit, unit + (found.height_u if found else 1.0)
