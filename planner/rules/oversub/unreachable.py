"""Endpoints of one plane that no path of switches joins can't take part in one job, and the plane's bisection is zero.
It is nearly always a forgotten cable or a group that was never joined to its spines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.network import MANAGER, SWITCH, Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name, names

RULE = Rule("oversub.unreachable", Severity.ERROR, "Endpoints cut off")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    for plane in network.plan.planes:
        meets = meeting_places(network, plane)
        groups: dict[frozenset[int], list[str]] = defaultdict(list)
        for endpoint, places in meets.items():
            groups[frozenset(places)].append(endpoint)
        if len(groups) < 2 or frozenset.intersection(*groups):
            continue
        home = max(groups, key=lambda g: len(groups[g]))
        cut_off = sorted(e for g, members in groups.items() if not g & home for e in members)
        if cut_off:
            joined = len(meets) - len(cut_off)
            yield Finding(
                tuple(cut_off),
                f"{counted(len(cut_off), 'endpoint')} of {name(network.plan, plane)} ({names(network.plan, cut_off)}) "
                f"can't reach the other {joined}: no path of switches joins them.",
                subject=plane,
                remedy="Cable their switches to the rest of the plane.",
                measure=float(len(cut_off)),
            )


def meeting_places(network: Network, plane: str) -> dict[str, set[int]]:
    """Endpoint -> what it hangs on: connected sets of switches, and direct cables between endpoints.

    Two endpoints reach each other when they share one. Endpoints do not forward, but for those with transit, which
    count as switches do. The devices of a scale-up domain count as their first one. Links that carry nothing join
    nothing.
    """
    rows = network.links_in(plane)
    rows = rows[network.links["gbps"][rows] > 0]
    a, b = network.links["a"][rows], network.links["b"][rows]
    kind = network.devices["kind"]
    forwards = (kind == SWITCH) | network.devices["transit"]
    place = _forwarding_groups(len(network.devices.id), a, b, forwards)
    meets: dict[str, set[int]] = defaultdict(set)
    first = _first_of_domain(network)
    for n, (u, v) in enumerate(zip(a.tolist(), b.tolist(), strict=True)):
        direct = not forwards[u] and not forwards[v]
        for end, other in ((u, v), (v, u)):
            if kind[end] not in (SWITCH, MANAGER):
                id = network.devices.id[end]
                assert id is not None
                meets[first.get(id, id)].add(-1 - n if direct else int(place[other if forwards[other] else end]))
    return meets


def _forwarding_groups(
    count: int, a: NDArray[np.int32], b: NDArray[np.int32], forwards: NDArray[np.bool_]
) -> NDArray[np.int32]:
    inner = forwards[a] & forwards[b]
    graph = coo_array((np.ones(int(inner.sum()), np.int8), (a[inner], b[inner])), (count, count))
    label: NDArray[np.int32] = connected_components(graph, directed=False)[1]
    return label


def _first_of_domain(network: Network) -> dict[str, str]:
    first: dict[str, str] = {}
    return {d.id: first.setdefault(d.domain, d.id) for d in network.plan.devices.values() if d.domain}
