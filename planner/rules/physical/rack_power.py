"""A rack has a feed and a share of the cooling. Past either, breakers trip or GPUs slow down, and neither shows on a
drawing of the network."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.racks import budget_w, drawn_w
from planner.units import power

RULE = Rule("physical.rack-power", Severity.ERROR, "Rack beyond its power")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    for rack in network.plan.racks.values():
        budget = budget_w(network, rack)
        drawn = drawn_w(network, rack.id) if budget is not None else 0.0
        if budget is not None and drawn > budget:
            yield Finding(
                (rack.id,),
                f"What is in {rack.name} draws up to {power(drawn)}, and the rack can power and cool {power(budget)}.",
                remedy="Move a server to another rack, or have its feed and cooling raised.",
                measure=drawn,
            )
