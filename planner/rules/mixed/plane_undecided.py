"""Three kinds of traffic want three planes. Whether each gets hardware of its own or shares is a decision; left open,
it is made by whoever plugs the cables."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import listed

RULE = Rule("mixed.plane-undecided", Severity.ADVICE, "Plane not decided")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    undecided = [p for p in plan.planes.values() if p.state == "undecided" and len(design.network.links_in(p.id))]
    if undecided:
        one = len(undecided) == 1
        yield Finding(
            tuple(p.id for p in undecided),
            f"{listed(p.name for p in undecided)} {'has' if one else 'have'} cables, but whether "
            f"{'it has' if one else 'they have'} hardware of {'its' if one else 'their'} own was not decided.",
            subject="planes",
            remedy="Choose own hardware or shared for each plane.",
            measure=float(len(undecided)),
        )
