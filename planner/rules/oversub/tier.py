"""Ratios multiply on the way up. Every switch of a tier may keep its limit while all that hangs beneath a pod still
shares too little on its way out, and a job that spans two pods runs at that pace."""

from __future__ import annotations

from collections.abc import Iterator

from planner.figures.report import TierRatio
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import limit_of
from planner.rules.words import name
from planner.units import ratio

RULE = Rule("oversub.tier", Severity.WARNING, "Oversubscribed tier")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    for plane, figures in design.figures.planes.items():
        limit = limit_of(plan, plane)
        for tier in figures.oversubscription:
            found = tier.cumulative
            severity = limit.severity(found) if found is not None else None
            if found is None or severity is None or _said(tier, found):
                continue
            yield Finding(
                tuple(d for d, t in figures.tiers.items() if t == tier.tier),
                f"All endpoints beneath the {tier.name} tier of {name(plan, plane)} can send {ratio(found)} of what it "
                f"passes on upward; the limit {limit.reason} is {ratio(limit.lowest)}.",
                severity,
                subject=f"{plane}/{tier.tier}",
                remedy=f"Add capacity above the {tier.name} tier, or put fewer endpoints beneath it.",
                measure=found,
            )


def _said(tier: TierRatio, found: float) -> bool:
    """Whether a single switch of the tier is as bad: oversub.switch names it then."""
    return tier.worst is not None and tier.worst >= found * (1 - 1e-6)
