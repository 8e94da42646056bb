"""Every server of the end state needs ports on the leaves. When they run out, leaves must be added and wired to every
spine while the cluster runs, and the racks around them are already full."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from planner.rules.endstate import Growth, growths
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name

RULE = Rule("growth.leaf-ports", Severity.WARNING, "Too few leaf ports for the end state")


def check(design: Design) -> Iterator[Finding]:
    for growth in design.once(growths):
        today = ceil(growth.placed * growth.links_a_node - 1e-9)
        if growth.needed > growth.down_ports:
            yield _short(design, growth, today)


def _short(design: Design, growth: Growth, today: int) -> Finding:
    plan = design.network.plan
    already = today > growth.down_ports
    nodes, needed = (growth.placed, today) if already else (growth.target, growth.needed)
    more = ceil((growth.needed - growth.down_ports) / max(growth.down_ports / len(growth.leaves), 1) - 1e-9)
    when = "placed today" if already else "of the end state"
    return Finding(
        growth.leaves,
        f"The {nodes} nodes {when} need {needed} leaf ports at {growth.gbps} Gb/s on {name(plan, growth.plane)}, and "
        f"its {counted(len(growth.leaves), 'leaf', 'leaves')} {'has' if len(growth.leaves) == 1 else 'have'} "
        f"{growth.down_ports}.",
        Severity.ERROR if already else None,
        subject=growth.plane,
        remedy=f"Plan {counted(more, 'more leaf', 'more leaves')} for the end state, with rack units and spine ports.",
        measure=float(needed),
    )
