"""Traffic is spread over a leaf's uplinks as if they were alike. A spine with fewer or slower links than its sisters
fills first and sets the pace for all, though the sums still look right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from planner.plan import Plan
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.pairs import uplinks_by_plane
from planner.rules.words import name

RULE = Rule("oversub.uneven-uplinks", Severity.WARNING, "Uneven uplinks")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    for plane, pairs in design.once(uplinks_by_plane).items():
        reached = {frozenset(above) for above in pairs.values()}
        for switch, above in pairs.items():
            why = _unlike(plan, above) or _missing(plan, frozenset(above), reached)
            if why:
                yield Finding(
                    (switch,),
                    f"The uplinks of {name(plan, switch)} on {name(plan, plane)} are uneven: {why}.",
                    detail=plane,
                    remedy="Give every switch above it the same number of links at the same rate.",
                )


def _unlike(plan: Plan, above: Mapping[str, Counter[int]]) -> str:
    """Two switches above that are reached by other numbers or rates of links; "" when all are alike."""
    most, least = max(above, key=lambda s: _gbps(above[s])), min(above, key=lambda s: _gbps(above[s]))
    if above[most] == above[least]:
        least = next((s for s in above if above[s] != above[most]), most)
    if least == most:
        return ""
    return f"{_links(above[most])} to {name(plan, most)}, {_links(above[least])} to {name(plan, least)}"


def _missing(plan: Plan, reached: frozenset[str], others: set[frozenset[str]]) -> str:
    """A switch above that one of its sisters reaches beside all that this one does."""
    wider = max((o for o in others if o > reached), key=len, default=frozenset())
    missing = sorted(wider - reached)
    return f"none to {name(plan, missing[0])}, which its sisters reach" if missing else ""


def _gbps(links: Counter[int]) -> int:
    return sum(rate * n for rate, n in links.items())


def _links(links: Counter[int]) -> str:
    return " + ".join(f"{n} × {rate} Gb/s" for rate, n in sorted(links.items(), reverse=True))
