"""One switch or cable on which a plane hangs stops every job when it fails, and must be down whenever it is serviced.
Two of half the size cost little more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.figures.fabric import Fabric, fabric
from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import MANAGEMENT
from planner.rules.parting import cut_points
from planner.rules.words import counted, name, names

RULE = Rule("oversub.single-point", Severity.WARNING, "A single failure parts the plane")
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Joints:
    """A plane as switches (u, v: links between them) and what hangs on them (endpoint, at: one for each link)."""

    count: int  # vertices
    u: Ints
    v: Ints
    endpoint: Ints
    at: Ints

    def cut_off(self, gone: int = -1, without: tuple[int, int] = (-1, -1)) -> int:
        """Endpoints that can't reach most others when a switch or all links of a pair are gone. Those that hang on that
        switch alone are lost with it, and not counted."""
        held = self.at != gone
        lost = (np.minimum(self.u, self.v) == without[0]) & (np.maximum(self.u, self.v) == without[1])
        kept = (self.u != gone) & (self.v != gone) & ~lost
        ones = np.ones(int(kept.sum()), np.int8)
        graph = coo_array((ones, (self.u[kept], self.v[kept])), (self.count, self.count))
        label = connected_components(graph, directed=False)[1].astype(np.int64)
        seen = np.unique(self.endpoint[held] * self.count + label[self.at[held]])
        left = len(np.unique(self.endpoint[held]))
        return left - int(np.bincount(seen % self.count).max(initial=0)) if left else 0


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    for plane in network.plan.planes:
        if plane in MANAGEMENT:
            continue
        found = fabric(network, plane)
        direct = found.endpoint[found.u] & found.endpoint[found.v]
        if not found.transit.any() and not direct.any() and int(found.endpoint.sum()) > 1:
            yield from _parted(network, plane, found)


def _parted(network: Network, plane: str, found: Fabric) -> Iterator[Finding]:
    joints = _joints(found)
    holding = np.unique(joints.at)
    if len(holding) == 1:
        yield _hangs_on_one(network, plane, _id(network, found, int(holding[0])), joints)
        return
    if not len(holding) or joints.cut_off():
        return  # oversub.unreachable says so
    inner = np.unique(np.stack([np.minimum(joints.u, joints.v), np.maximum(joints.u, joints.v)]), axis=1)
    points, bridges = cut_points(zip(*inner.tolist(), strict=True))
    alone = set(holding.tolist()) - set(inner.ravel().tolist())
    switches = {_id(network, found, s): cut for s in sorted(points | alone) if (cut := joints.cut_off(gone=s))}
    if switches:
        yield _finding(network, plane, "switch", switches, joints)
    cables = _cables(network, found, joints, bridges)
    if cables:
        yield _finding(network, plane, "cable", cables, joints)


def _joints(found: Fabric) -> Joints:
    up = found.gbps > 0
    u, v = found.u[up], found.v[up]
    inner = ~found.endpoint[u] & ~found.endpoint[v]
    at = np.where(found.endpoint[u], v, u)[~inner]
    return Joints(len(found.row), u[inner], v[inner], np.where(found.endpoint[u], u, v)[~inner], at)


def _cables(network: Network, found: Fabric, joints: Joints, bridges: set[tuple[int, int]]) -> dict[str, int]:
    """Cable -> endpoints cut off, for each that is the only one between two switches which nothing else joins."""
    pair = np.minimum(found.u, found.v) * joints.count + np.maximum(found.u, found.v)
    degree = np.bincount(np.concatenate([joints.u, joints.v]), minlength=joints.count)
    ends = np.unique(joints.endpoint * joints.count + joints.at)
    only = np.bincount(ends // joints.count, minlength=joints.count)[ends // joints.count] == 1
    sole = np.bincount((ends % joints.count)[only], minlength=joints.count)  # by switch: endpoints on it alone
    cables = {}
    for a, b in sorted(bridges):
        links = found.link[pair == a * joints.count + b].tolist()
        ids = {key[0] for row in links if (key := network.links.id[row]) is not None}
        tip = a if degree[a] == len(links) else b
        at_tip = degree[tip] == len(links)
        cut = int(sole[tip]) if at_tip else joints.cut_off(without=(a, b)) if len(ids) == 1 else 0
        if len(ids) == 1 and cut:
            cables[ids.pop()] = cut
    return cables


def _id(network: Network, found: Fabric, vertex: int) -> str:
    return str(network.devices.id[found.row[vertex]])


def _hangs_on_one(network: Network, plane: str, switch: str, joints: Joints) -> Finding:
    number = len(np.unique(joints.endpoint))
    return Finding(
        (switch,),
        f"All {number} endpoints of {name(network.plan, plane)} hang on one switch, {name(network.plan, switch)}.",
        Severity.ADVICE,
        subject=f"{plane}/all",
        remedy="Two switches with half of each server's links keep the plane up; with one, keep a spare.",
        measure=float(number),
    )


def _finding(network: Network, plane: str, what: str, parts: dict[str, int], joints: Joints) -> Finding:
    plan, ids = network.plan, sorted(parts)
    worst = max(ids, key=lambda i: parts[i])
    total = len(np.unique(joints.endpoint))
    many = f"Each of {len(ids)} {'switches' if what == 'switch' else 'cables'} ({names(plan, ids)})"
    head = f"{what.capitalize()} {name(plan, worst)}" if len(ids) == 1 else many
    return Finding(
        tuple(ids),
        f"{head} parts {name(plan, plane)} when it fails: {counted(parts[worst], 'endpoint')} of {total} can't reach "
        f"the others without {name(plan, worst)}.",
        subject=f"{plane}/{what}",
        remedy="Give the switches on both sides a second way." if what == "cable" else "Add a second switch beside it.",
        measure=float(sum(parts.values())),
    )
