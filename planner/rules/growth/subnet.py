"""In InfiniBand every port of a server and every switch has a local address, and a subnet has fewer of them than a
large cluster has ports. Past the limit the subnet manager brings nothing more up."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.network import PROTOCOLS, Network
from planner.rules.endstate import growths
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import name
from planner.units import count

MOST = 48_895  # unicast LIDs of a subnet that can be given out, as NVIDIA states
RULE = Rule("growth.subnet", Severity.ERROR, "InfiniBand subnet too large")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    target = {g.plane: g.target / g.nodes for g in design.once(growths)}
    for plane in network.plan.planes:
        today = addresses(network, plane)
        for when, number in (("has", today), ("would have", round(today * target.get(plane, 1.0)))):
            if number > MOST:
                at_end = " at the end state" if when != "has" else ""
                yield Finding(
                    (plane,),
                    f"The largest InfiniBand subnet of {name(network.plan, plane)} {when} {count(number)} ports and "
                    f"switches{at_end}, and a subnet has {count(MOST)} addresses.",
                    remedy="Part it into subnets, e.g. one a rail or a fabric, or use Ethernet.",
                    measure=float(number),
                )
                break


def addresses(network: Network, plane: str) -> int:
    """Of the largest subnet: switches joined by InfiniBand links, and the ports of endpoints on them."""
    protocol = network.plan.planes[plane].protocol
    if protocol not in ("", "infiniband"):
        return 0
    rows = network.links_in(plane)
    rows = rows[network.links["forwards"][rows] & (network.links["protocols"][rows] & PROTOCOLS["infiniband"] > 0)]
    if not protocol:  # cables that could run either are taken for Ethernet until it is chosen
        rows = rows[network.links["protocols"][rows] == PROTOCOLS["infiniband"]]
    if len(rows) <= 1:
        return 0
    a, b, switch = network.links["a"][rows], network.links["b"][rows], network.is_switch()
    inner = switch[a] & switch[b]
    graph = coo_array((np.ones(int(inner.sum()), np.int8), (a[inner], b[inner])), (len(switch), len(switch)))
    label = connected_components(graph, directed=False)[1]
    total = np.zeros(len(switch), np.int64)
    ends = np.unique(np.concatenate([a, b]))
    total += np.bincount(label[ends[switch[ends]]], minlength=len(total))
    for here, there in ((a, b), (b, a)):
        total += np.bincount(label[here[switch[here] & ~switch[there]]], minlength=len(total))
    return int(total.max(initial=0))
