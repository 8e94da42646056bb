"""Half of a cluster talking to the other half is what a large job does at every step. The share of full bisection says
how much of the endpoints' own rate the fabric carries then; switch by switch all may look well while the middle is
thin."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from planner.figures.report import PlaneFigures
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
            yield from _judged(name(plan, plane), figures, limit)


def _judged(plane: str, figures: PlaneFigures, limit: Limit) -> Iterator[Finding]:
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
        severity,
        remedy="Add capacity between the tiers where the cut runs."
        if sure
        else "Look at the uplinks that are missing.",
        measure=1 / at_most,
    )
