"""A switch that takes in more than it can pass on makes every job behind it wait for the busiest link. How much is
tolerable depends on the workload: synchronous training at scale tolerates none, inference hardly notices."""

from __future__ import annotations

from collections.abc import Iterator

from planner.figures.report import PlaneFigures, TierRatio
from planner.plan import Plan
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import Limit, limit_of
from planner.rules.words import counted, name
from planner.units import ratio

RULE = Rule("oversub.switch", Severity.WARNING, "Oversubscribed switch")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    for plane, figures in design.figures.planes.items():
        limit = limit_of(plan, plane)
        grows = any(p.nodes is not None and p.nodes > figures.nodes for p in plan.phases.values())
        for tier in figures.oversubscription:
            yield from _tier(plan, figures, tier, limit, grows)


def _tier(plan: Plan, figures: PlaneFigures, tier: TierRatio, limit: Limit, grows: bool) -> Iterator[Finding]:
    over = {
        device: found.ratio
        for device, found in figures.switches.items()
        if figures.tiers.get(device) == tier.tier and found.ratio is not None and limit.severity(found.ratio)
    }
    subject = f"{figures.plane}/{tier.tier}"
    plane = name(plan, figures.plane)
    if over:
        worst = max(over, key=lambda d: over[d])
        verb = "is" if len(over) == 1 else "are"
        yield Finding(
            tuple(sorted(over)),
            f"{counted(len(over), f'{tier.name} switch', f'{tier.name} switches')} of {plane} {verb} oversubscribed: "
            f"{name(plan, worst)} is {ratio(over[worst])}, and the limit {limit.reason} is {ratio(limit.lowest)}.",
            limit.severity(over[worst]),
            subject=subject,
            remedy="Add uplinks, or put fewer endpoints on each of these switches.",
            measure=over[worst],
        )
    elif grows and tier.as_full is not None and limit.severity(tier.as_full):
        yield Finding(
            tuple(d for d, t in figures.tiers.items() if t == tier.tier),
            f"With every free port in use, a {tier.name} switch of {plane} would be {ratio(tier.as_full)}; "
            f"the limit {limit.reason} is {ratio(limit.lowest)}.",
            Severity.ADVICE,
            subject=subject,
            detail="as full",
            remedy="Keep ports free for further uplinks.",
            measure=tier.as_full,
        )
