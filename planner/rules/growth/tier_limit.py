"""Two tiers of a switch serve so many servers and no more, however many are bought. Past that point a whole tier must
be put in between, which means new switches, new racks and every uplink cabled again."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor

from planner.network import Network
from planner.rules.endstate import Growth, Shape, growths, ports_at, shapes
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name

RULE = Rule("growth.tier-limit", Severity.WARNING, "Too few tiers for the end state")


def check(design: Design) -> Iterator[Finding]:
    for growth in design.once(growths):
        most = most_nodes(design, growth)
        if most is not None and growth.target > most:
            plane = name(design.network.plan, growth.plane)
            yield Finding(
                (growth.plane,),
                f"{counted(growth.tiers, 'tier')} of these switches {'serves' if growth.tiers == 1 else 'serve'} at "
                f"most {most} nodes on {plane}, and the end state has {growth.target}.",
                remedy="Plan another tier now, or switches with more ports.",
                measure=float(growth.target),
            )


def most_nodes(design: Design, growth: Growth) -> int | None:
    """GPU servers that this many tiers serve with one link between any two switches; None where that is not known."""
    if growth.tiers == 1:
        return floor(growth.down_ports / growth.links_a_node)
    shape = design.once(shapes).get(growth.plane)
    if shape is None or growth.tiers > 3:
        return None
    if growth.tiers == 2:
        links = shape.down_ports * shape.radix
    else:
        links = _three(design.network, design.figures.planes[growth.plane].tiers, shape)
    return floor(links * growth.groups / growth.links_a_node)


def _three(network: Network, tiers: dict[str, int], shape: Shape) -> int:
    """Endpoint links: down-ports of a leaf × leaves that a spine takes × groups of spines that a core takes."""
    spine = shape.spines[0]
    cores = {d for d, t in tiers.items() if t == 3}
    up = [(key, link) for key, link in network.links_of(spine) if link.b_device in cores]
    if not up:
        return shape.down_ports * shape.radix
    gbps = max(int(network.links["gbps"][network.links.row[key]]) for key, _ in up)
    core = min(ports_at(network, link.b_device, gbps) for _, link in up)
    return shape.down_ports * max(shape.radix - len(up), 0) * core
