"""Two ports at other rates, or of other protocols, bring up no link. Such a cable counts for nothing in any figure
until it is mended, so it must not go unseen."""

from __future__ import annotations

from collections.abc import Iterator

from planner.network import Network
from planner.records import Link
from planner.rules.finding import Design, Finding, Rule, Severity

RULE = Rule("oversub.rate-mismatch", Severity.ERROR, "Ends that do not match")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    rows = network.links.rows()
    dead = rows[network.links["gbps"][rows] == 0]  # the network lets a link that does not match carry nothing
    for id, n in sorted(key for r in dead.tolist() if (key := network.links.id[r]) is not None):
        why = _why(network, network.plan.cables[id].links[n])
        yield Finding(
            (id,),
            f"Cable {id} brings up no link: {why}.",
            detail=str(n) if n else "",
            remedy="Move it to a port that matches, change the breakout, or remove it.",
        )


def _why(network: Network, link: Link) -> str:
    devices = network.plan.devices
    a, b = network.ports(link.a_device).get(link.a_port), network.ports(link.b_device).get(link.b_port)
    a_name, b_name = devices[link.a_device].name, devices[link.b_device].name
    if a is None:
        return f"{a_name} has no port {link.a_port}"
    if b is None:
        return f"{b_name} has no port {link.b_port}"
    if a.rate_gbps != b.rate_gbps:
        return f"{a_name} {a.name} is {a.rate_gbps} Gb/s, {b_name} {b.name} is {b.rate_gbps} Gb/s"
    return f"{a_name} {a.name} is {' or '.join(a.protocols)}, {b_name} {b.name} is {' or '.join(b.protocols)}"
