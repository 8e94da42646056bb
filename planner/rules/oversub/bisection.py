"""Half of a cluster talking to the other half is what a large job does at every step. The share of full bisection says
how much of the endpoints' own rate the fabric carries then; switch by switch all may look well while the middle is
thin. Chips of a torus carry each other's traffic and are built so: there it is advice unless the plane has a limit."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from planner.figures.report import PlaneFigures
from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import Limit, limit_of
from planner.rules.words import name
from planner.units import rate, ratio, share

RULE = Rule("oversub.bisection", Severity.WARNING, "Bisection below the limit")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    for plane, figures in design.figures.planes.items():
        found = figures.bisection
        limit = limit_of(plan, plane)
        if limit.lowest < inf and figures.endpoints >= 2 and found.full_gbps > 0 and found.high_gbps > 0:
            row = plan.planes.get(plane)
            chosen = row is not None and row.max_ratio is not None
            lenient = not chosen and _all_forward(design.network, plane)
            yield from _judged(name(plan, plane), figures, limit, lenient)


def _all_forward(network: Network, plane: str) -> bool:
    """Whether every device of the plane is an endpoint that forwards for others: a torus of chips."""
    rows = network.links_in(plane)
    return all(bool(network.devices["transit"][network.links[end][rows]].all()) for end in ("a", "b"))


def _judged(plane: str, figures: PlaneFigures, limit: Limit, lenient: bool) -> Iterator[Finding]:
    """Sure when even the upper bound is too low, advice when only the lower is. Parted planes: oversub.unreachable."""
    found = figures.bisection
    at_most = found.high_gbps / found.full_gbps
    at_least = found.low_gbps / found.full_gbps
    sure = limit.severity(1 / at_most)
    severity = sure or (Severity.ADVICE if at_least == 0 or limit.severity(1 / at_least) else None)
    if severity is None:
        return
    required = f"the limit {limit.reason} is {ratio(limit.lowest)}, which is {share(min(1.0, 1 / limit.lowest))}"
    known = (
        f"is {rate(found.high_gbps)}, {share(at_most)} of full"
        if found.exact
        else f"is between {rate(found.low_gbps)} and {rate(found.high_gbps)}, "
        f"{share(at_least)} to {share(at_most)} of full"
    )
    yield Finding(
        (figures.plane,),
        f"Bisection of {plane} {known}; {required}.",
        Severity.ADVICE if lenient else severity,
        remedy=_remedy(lenient, sure is not None),
        measure=1 / at_most,
    )


def _remedy(lenient: bool, sure: bool) -> str:
    if lenient:
        return "A torus is built so: place jobs on neighbours, or set a limit for this plane to be held to it."
    return "Add capacity between the tiers where the cut runs." if sure else "Look at the uplinks that are missing."
