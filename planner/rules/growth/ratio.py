"""Spines bought for day one do not grow. Leaves added under them share the same ports, so a fabric that is
non-blocking today is oversubscribed at the end state without anyone having decided so."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.endstate import Growth, growths, ports_each
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import limit_of
from planner.rules.pairs import uplinks_by_plane
from planner.rules.words import counted, name
from planner.units import ratio

RULE = Rule("growth.ratio", Severity.WARNING, "Oversubscribed at the end state")


def check(design: Design) -> Iterator[Finding]:
    for growth in design.once(growths):
        if growth.tiers > 1:
            yield from _judged(design, growth)


def _judged(design: Design, growth: Growth) -> Iterator[Finding]:
    plan, figures = design.network.plan, design.figures.planes[growth.plane]
    limit = limit_of(plan, growth.plane)
    top = tuple(d for d, t in figures.tiers.items() if t == growth.tiers)
    capacity = _capacity(design, growth.plane, top)
    demand = figures.injection_gbps / growth.nodes * growth.target
    severity = limit.severity(demand / capacity) if capacity else None
    if severity is None:
        return
    role = {2: "spine", 3: "core"}.get(growth.tiers, "top switch")
    plural = "top switches" if role == "top switch" else ""
    yield Finding(
        top,
        f"{growth.target} nodes over today's {counted(len(top), role, plural)} of {name(plan, growth.plane)} would be "
        f"{ratio(demand / capacity)}; the limit {limit.reason} is {ratio(limit.lowest)}.",
        Severity.ADVICE if severity is Severity.ADVICE else None,
        subject=growth.plane,
        remedy="Buy the switches of the end state now, or plan when they are added.",
        measure=demand / capacity,
    )


def _capacity(design: Design, plane: str, top: tuple[str, ...]) -> int:
    """Gb/s of all ports of the top switches, at the rate of their links."""
    highest = set(top)
    pairs = design.once(uplinks_by_plane)[plane].values()
    rates = {rate for above in pairs for switch in above.keys() & highest for rate in above[switch]}
    return max((sum(ports_each(design.network, top, rate)) * rate for rate in rates), default=0)
