"""Without a place there is no cable length, no reach check and no order list: the commonest reason why the wrong
cables arrive."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, names

RULE = Rule("physical.no-position", Severity.WARNING, "Cabled but in no rack")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    ids = sorted(
        d.id for d in network.plan.devices.values() if (not d.rack or d.unit is None) and network.graph.degree(d.id)
    )
    if ids:
        verb = "is" if len(ids) == 1 else "are"
        yield Finding(
            tuple(ids),
            f"{counted(len(ids), 'cabled device')} ({names(network.plan, ids)}) {verb} in no rack, so "
            f"{'its' if len(ids) == 1 else 'their'} cables have no length.",
            subject="devices",
            remedy="Drag each into a rack.",
            measure=float(len(ids)),
        )
