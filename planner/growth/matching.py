"""Which switch of the end state each switch of today becomes, so that the fewest cables move.

Servers are themselves: what is told to be the same stays the same. Switches of one type, tier and plane are equals,
and any of them may take any part. Working up from the servers, each tier is assigned so that as many links as
possible keep both their ends (a linear assignment, solved exactly); with the tiers below and above it fixed no other
assignment of a tier keeps more. Tiers are gone through again until nothing is gained.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from planner.figures.fabric import fabric as fabric_of
from planner.figures.tiers import tiers
from planner.network import SWITCH, Network
from planner.records import Cable

ROUNDS = 10  # over all tiers; two settle every regular fabric
Class = tuple[str, str, str, int]  # type, breakout, plane, tier
Token = tuple[str, str]  # a device and, where it is no switch, its port: NIC i of a server is no other NIC


@dataclass(slots=True)
class Side:
    """One of the two plans, as links between tokens."""

    network: Network
    planes: frozenset[str]
    others: frozenset[str] = frozenset()  # devices that take no part: their cables stay as they are
    tier: dict[str, int] = field(default_factory=dict)  # of its switches, 1 the leaf; 0 where a plane has none
    plane: dict[str, str] = field(default_factory=dict)  # of its switches: the first that they carry
    near: dict[str, Counter[Token]] = field(default_factory=dict)  # switch -> what it is linked to, with numbers

    def __post_init__(self) -> None:
        kind = self.network.devices["kind"]
        switches = {d for d, row in self.network.devices.row.items() if kind[row] == SWITCH}
        for plane in self.network.plan.planes:
            if plane in self.planes:
                self._tiers(plane)
        self.near = {d: Counter() for d in self.network.plan.devices if d in switches}
        for cable in self.cables():
            for k in cable.links:
                self._note(switches, (k.a_device, k.a_port), (k.b_device, k.b_port))

    def cables(self) -> Iterator[Cable]:
        """Those that are compared."""
        for cable in self.network.plan.cables.values():
            if not self.planes.isdisjoint(cable.planes) and not any(
                k.a_device in self.others or k.b_device in self.others for k in cable.links
            ):
                yield cable

    def _note(self, switches: set[str], a: Token, b: Token) -> None:
        for near, far in ((a, b), (b, a)):
            if near[0] in switches:
                self.near[near[0]][(far[0], "") if far[0] in switches else far] += 1

    def _tiers(self, plane: str) -> None:
        fabric = fabric_of(self.network, plane)
        for vertex, t in enumerate(tiers(self.network, fabric).tolist()):
            id = self.network.devices.id[fabric.row[vertex]]
            if id is not None and not fabric.endpoint[vertex] and id not in self.plane:
                self.tier[id], self.plane[id] = t, plane

    def classes(self) -> dict[Class, list[str]]:
        found: dict[Class, list[str]] = defaultdict(list)
        for id in self.near:
            row = self.network.plan.devices[id]
            found[row.type, row.breakout, self.plane.get(id, row.plane), self.tier.get(id, 0)].append(id)
        return found


def match(day: Side, end: Side, same: Mapping[str, str]) -> dict[str, str]:
    """Device of today -> device of the end state. `same` is what is certain, servers above all; the rest are switches.
    Switches without a partner are missing."""
    found = dict(same)
    before, after = day.classes(), end.classes()
    shared = sorted((c for c in before if c in after), key=lambda c: (c[3] or 99, c))
    taken = set(same.values())
    for _ in range(ROUNDS):
        kept = kept_links(day, end, found)
        for c in shared:
            old = [d for d in before[c] if d not in same]
            new = [d for d in after[c] if d not in taken]
            better = _assigned(day, end, old, new, found)
            if kept_links(day, end, better) >= kept_links(day, end, found):
                found = better
        if kept_links(day, end, found) == kept:
            break
    return found


def same_devices(day: Network, end: Network) -> dict[str, str]:
    """Servers and appliances that are the same thing in both plans: of one type and one id, whatever zeros its number
    begins with. Where no id of a type is met again, the names are taken to have changed, and the order counts."""
    found: dict[str, str] = {}
    before, after = _by_type(day), _by_type(end)
    for type in before.keys() & after.keys():
        again = {_plain(d): d for d in after[type]}
        same = {d: again[_plain(d)] for d in before[type] if _plain(d) in again}
        exact = {d: d for d in before[type] if d in set(after[type])}
        one_to_one = len(set(same.values())) == len(same)
        found |= (same if one_to_one else exact) or dict(zip(before[type], after[type], strict=False))
    return found


def _by_type(network: Network) -> dict[str, list[str]]:
    """Devices that are no switches."""
    found: dict[str, list[str]] = defaultdict(list)
    kind, row = network.devices["kind"], network.devices.row
    for device in network.plan.devices.values():
        if kind[row[device.id]] != SWITCH:
            found[device.type].append(device.id)
    return found


def _plain(id: str) -> str:
    """node-007 as node-7."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", id)


def kept_links(day: Side, end: Side, found: Mapping[str, str]) -> int:
    """Links whose two ends stay. One between two switches is met at both, and counts half at each."""
    twice = 0
    for old, near in day.near.items():
        if old in found:
            kept = _seen(near, found) & end.near.get(found[old], Counter())
            twice += sum(n * (2 if port else 1) for (_, port), n in kept.items())
    return twice // 2


def _seen(near: Mapping[Token, int], found: Mapping[str, str]) -> Counter[Token]:
    """The same links with the names of the end state; those to what has none yet are left out."""
    return Counter({(found[d], port): n for (d, port), n in near.items() if d in found})


def _assigned(day: Side, end: Side, old: list[str], new: list[str], found: Mapping[str, str]) -> dict[str, str]:
    others = {k: v for k, v in found.items() if k not in set(old)}
    if not old or not new:
        return others
    tokens: dict[Token, int] = {}
    a = _counts((_seen(day.near[d], others) for d in old), tokens, len(old))
    b = _counts((end.near[d] for d in new), tokens, len(new))
    width = max(a.shape[1], b.shape[1])
    a, b = (np.pad(x, ((0, 0), (0, width - x.shape[1]))) for x in (a, b))
    weight = np.zeros((len(old), len(new)))
    for least in range(1, int(min(a.max(initial=0), b.max(initial=0))) + 1):
        weight += (a >= least).astype(np.float64) @ (b >= least).astype(np.float64).T
    weight *= 4 * len(old)  # so that no number of equal choices outweighs a link
    at = {d: n for n, d in enumerate(new)}
    for row, d in enumerate(old):  # of equal choices, the one it had, then its own name
        for name, bonus in ((found.get(d), 2), (d, 1)):
            if name in at:
                weight[row, at[name]] += bonus
    rows, columns = linear_sum_assignment(weight, maximize=True)
    others |= {old[r]: new[c] for r, c in zip(rows.tolist(), columns.tolist(), strict=True)}
    return others


def _counts(near: Iterable[Mapping[Token, int]], tokens: dict[Token, int], rows: int) -> NDArray[np.int64]:
    """By switch and token; tokens are numbered as they are met."""
    entries = [(r, tokens.setdefault(t, len(tokens)), n) for r, found in enumerate(near) for t, n in found.items()]
    table = np.zeros((rows, len(tokens)), np.int64)
    for r, t, n in entries:
        table[r, t] = n
    return table
