"""Every leaf needs a link to every spine of its group. When the end state has more leaves than a spine has ports,
spines must be added and cables moved on a running fabric, or a whole tier is missing: cheap on paper, dear later."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from planner.network import Network
from planner.rules.endstate import Growth, Shape, growths, shapes
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name, names

RULE = Rule("growth.spine-radix", Severity.WARNING, "Spines too small for the end state")


def check(design: Design) -> Iterator[Finding]:
    lowest = design.once(shapes)
    for growth in design.once(growths):
        shape = lowest.get(growth.plane)
        if shape is not None and growth.tiers == 2:  # of three, it is pods that are added
            yield from _outgrown(design.network, growth, shape)


def _outgrown(network: Network, growth: Growth, shape: Shape) -> Iterator[Finding]:
    plane, target = growth.plane, growth.target
    end = max(len(shape.leaves), ceil(growth.needed / growth.groups / max(shape.down_ports, 1)))
    needed = end * shape.links_a_pair
    if needed <= shape.radix:
        return
    plan = network.plan
    head = (
        f"{target} nodes on {name(plan, plane)} need {end} leaves; with {counted(shape.links_a_pair, 'link')} a pair "
        f"that is {needed} ports on each of {names(plan, shape.spines)}, which have {shape.radix}."
    )
    spines = spines_for(end, shape.uplinks, shape.radix)
    if spines is None:
        tail = f"A third tier is needed: no spine of {shape.radix} ports reaches {end} leaves."
    else:
        moved = len(shape.leaves) * (shape.uplinks - len(shape.spines) * (shape.uplinks // spines))
        tail = f"It takes {spines} spines instead of {len(shape.spines)}, and {moved} cables must move."
    yield Finding(
        shape.spines,
        f"{head} {tail}",
        subject=plane,
        remedy="Buy and cable the spines of the end state now, or plan the re-cabling.",
        measure=float(needed),
    )


def spines_for(leaves: int, uplinks_a_leaf: int, radix: int) -> int | None:
    """Fewest spines that take all uplinks and divide those of a leaf evenly; None when no number of them does."""
    least = ceil(leaves * uplinks_a_leaf / radix)
    return next((s for s in range(least, uplinks_a_leaf + 1) if uplinks_a_leaf % s == 0), None)
