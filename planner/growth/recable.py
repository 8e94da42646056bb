"""The re-cabling list: which cables stay, which move, which are new and which go.

A cable stays when the end state has one between the same devices; which port of a switch it sits in does not matter,
which of a server does. One that moves keeps one end, the lower one where it can. Everything is told in today's names:
a new device keeps the name it has in the end state unless that is taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from planner.growth.matching import Side
from planner.growth.ports import Sockets
from planner.network import SWITCH, Network
from planner.operations.naming import FreshNames
from planner.records import Cable, Device, Link

End = tuple[tuple[str, str], ...]  # of a cable: its devices on one side, with the port where it is no switch


@dataclass(frozen=True, slots=True)
class Move:
    """A cable that is pulled out at one end and put in elsewhere."""

    before: Cable
    after: Cable
    end: str  # "a" or "b": the one that moves

    @property
    def source(self) -> str:
        """Device that the moving end leaves."""
        return self.before.a_device if self.end == "a" else self.before.b_device

    @property
    def target(self) -> str:
        return self.after.a_device if self.end == "a" else self.after.b_device

    @property
    def anchor(self) -> str:
        """Device at the end that stays."""
        return self.before.b_device if self.end == "a" else self.before.a_device


@dataclass(frozen=True, slots=True)
class Recabling:
    """Rows of today, or in today's names."""

    devices: tuple[Device, ...]  # new; their place is that of the end state
    gone: tuple[Device, ...]
    stays: tuple[Cable, ...]
    moves: tuple[Move, ...]
    new: tuple[Cable, ...]
    removed: tuple[Cable, ...]
    names: dict[str, str]  # device of the end state -> device in today's names


def recable(day: Side, end: Side, found: Mapping[str, str], style: Mapping[str, str] | None = None) -> Recabling:
    """The list for one matching of devices (today -> end state), for the planes of the two sides. New devices of a
    type in `style` are numbered on from the name given there. Raises GrowthRefused."""
    plan = day.network.plan
    names = _names(day.network, end.network, found, style or {})
    devices = tuple(
        replace(row, id=names[e], name=names[e])
        for e, row in end.network.plan.devices.items()
        if names[e] not in plan.devices and _in(end, e)
    )
    gone = tuple(d for d in plan.devices.values() if d.id not in found and _in(day, d.id))
    old = {c.id: c for c in day.cables()}
    new = {c.id: _renamed(c, names) for c in end.cables()}
    ends = _ends_of(day.network, end.network, names)
    kept = _same(old, new, ends)
    tier = {**{names[e]: t for e, t in end.tier.items()}, **day.tier}
    rest = [c for i, c in old.items() if i not in kept]
    used = set(kept.values())
    moving = _moving(rest, [c for i, c in new.items() if i not in used], ends, tier)
    sockets = Sockets(day.network, devices)
    for cable in plan.cables.values():
        if cable.id in old and cable.id not in kept:
            sockets.busy(cable)
        else:
            _hold(sockets, cable, "ab")
    for id, (_, anchored) in moving.items():
        _hold(sockets, old[id], anchored)
    moves = tuple(_replugged(old[id], new[e], anchored, ends, sockets) for id, (e, anchored) in moving.items())
    used |= {e for e, _ in moving.values()}
    fresh = FreshNames(plan.cables)
    laid = tuple(_laid(c, fresh, plan.cables, sockets) for i, c in new.items() if i not in used)
    removed = tuple(c for c in rest if c.id not in moving)
    return Recabling(devices, gone, tuple(old[i] for i in kept), moves, laid, removed, names)


def _in(side: Side, device: str) -> bool:
    """Whether a device belongs to the planes that are compared: one of another plane is beside the point."""
    keys = (k[0] for _, _, k in side.network.graph.edges(device, keys=True))
    planes = {p for c in keys for p in side.network.plan.cables[c].planes}
    own = side.network.plan.devices[device].plane
    if device in side.others:
        return False
    return bool(planes & side.planes) if planes else not own or own in side.planes


def _names(day: Network, end: Network, found: Mapping[str, str], style: Mapping[str, str]) -> dict[str, str]:
    names = {e: d for d, e in found.items()}
    fresh = FreshNames(day.plan.devices)
    taken = set(day.plan.devices)
    for id, row in end.plan.devices.items():
        if id not in names:
            own = row.type not in style and id not in taken
            names[id] = id if own else fresh.like(style.get(row.type, id))
            while not own and names[id] in taken:
                names[id] = fresh.like(style.get(row.type, id))
            taken.add(names[id])
    return names


def _renamed(cable: Cable, names: Mapping[str, str]) -> Cable:
    return with_links(cable, [Link(names[k.a_device], k.a_port, names[k.b_device], k.b_port) for k in cable.links])


def with_links(cable: Cable, links: Sequence[Link]) -> Cable:
    """The same cable between other ports."""
    first, *more = links
    return replace(cable, **first._asdict(), more_links=tuple((*k,) for k in more))


def _ends_of(day: Network, end: Network, names: Mapping[str, str]) -> Callable[[Cable], dict[str, End]]:
    """A function from a cable in today's names to its ends, "a" and "b"."""
    switches = {d for d, row in day.devices.row.items() if day.devices["kind"][row] == SWITCH}
    switches |= {names[d] for d, row in end.devices.row.items() if end.devices["kind"][row] == SWITCH}

    def token(device: str, port: str) -> tuple[str, str]:
        return device, "" if device in switches else port

    def ends(cable: Cable) -> dict[str, End]:
        links = cable.links
        return {
            "a": tuple(sorted(token(k.a_device, k.a_port) for k in links)),
            "b": tuple(sorted(token(k.b_device, k.b_port) for k in links)),
        }

    return ends


def _same(
    old: Mapping[str, Cable], new: Mapping[str, Cable], ends: Callable[[Cable], dict[str, End]]
) -> dict[str, str]:
    """Cable of today -> one of the end state between the same devices, the very same ports first."""
    waiting: dict[tuple[End, ...], list[str]] = defaultdict(list)
    for id, cable in new.items():
        waiting[tuple(sorted(ends(cable).values()))].append(id)
    exact = {frozenset(_plugs(c)): i for i, c in new.items()}
    kept: dict[str, str] = {}
    for id, cable in old.items():
        at = exact.get(frozenset(_plugs(cable)))
        if at is not None and at in waiting[tuple(sorted(ends(cable).values()))]:
            kept[id] = at
            waiting[tuple(sorted(ends(cable).values()))].remove(at)
    for id, cable in old.items():
        others = waiting[tuple(sorted(ends(cable).values()))]
        if id not in kept and others:
            kept[id] = others.pop(0)
    return kept


def _plugs(cable: Cable) -> Iterable[tuple[str, str]]:
    for k in cable.links:
        yield k.a_device, k.a_port
        yield k.b_device, k.b_port


def _moving(
    rest: Sequence[Cable], new: Sequence[Cable], ends: Callable[[Cable], dict[str, End]], tier: Mapping[str, int]
) -> dict[str, tuple[str, str]]:
    """Cable of today -> the cable of the end state that it becomes, and which of its ends stays. Lower ends are tried
    first: what hangs on a leaf is told by its leaf."""
    waiting: dict[End, list[str]] = defaultdict(list)
    for cable in sorted(new, key=lambda c: (c.b_device, c.id)):
        for end in set(ends(cable).values()):
            waiting[end].append(cable.id)
    used: set[str] = set()
    found: dict[str, tuple[str, str]] = {}
    for lower in (True, False):
        for cable in sorted(rest, key=lambda c: (c.b_device, c.id)):
            both = ends(cable)
            order = sorted(both, key=lambda e: tier.get(both[e][0][0], 0), reverse=not lower)
            if cable.id not in found:
                queue = waiting[both[order[0]]]
                while queue and queue[0] in used:
                    queue.pop(0)
                if queue:
                    used.add(queue[0])
                    found[cable.id] = queue.pop(0), order[0]
    return found


def _hold(sockets: Sockets, cable: Cable, ends: str) -> None:
    for k in cable.links:
        if "a" in ends:
            sockets.hold(k.a_device, k.a_port)
        if "b" in ends:
            sockets.hold(k.b_device, k.b_port)


def _replugged(
    old: Cable, new: Cable, anchored: str, ends: Callable[[Cable], dict[str, End]], sockets: Sockets
) -> Move:
    """The moved cable, with its staying ports as they are. A typed length was for the old run and is dropped."""
    turned = [k if anchored == "a" else _turn(k) for k in old.links]
    same_way = ends(new)["a"] == ends(old)[anchored]
    goal = [k if same_way else _turn(k) for k in new.links]
    turned.sort(key=lambda k: k[:2])
    goal.sort(key=lambda k: k[:2])
    far = _claimed(sockets, [(k.b_device, k.b_port) for k in goal])
    links = [Link(k.a_device, k.a_port, *b) for k, b in zip(turned, far, strict=True)]
    links = links if anchored == "a" else [_turn(k) for k in links]
    after = replace(with_links(old, links), length_m=None, planes=new.planes)
    return Move(old, after, "b" if anchored == "a" else "a")


def _laid(cable: Cable, fresh: FreshNames, taken: Mapping[str, Cable], sockets: Sockets) -> Cable:
    """A new cable with its ports, numbered on from today's."""
    a = _claimed(sockets, [(k.a_device, k.a_port) for k in cable.links])
    b = _claimed(sockets, [(k.b_device, k.b_port) for k in cable.links])
    id = fresh.like(next(iter(taken), cable.id))
    return replace(with_links(cable, [Link(*x, *y) for x, y in zip(a, b, strict=True)]), id=id)


def _claimed(sockets: Sockets, wanted: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Ports of one side of a cable, those of each device together."""
    by_device: dict[str, list[str]] = defaultdict(list)
    for device, port in wanted:
        by_device[device].append(port)
    given = {d: iter(sockets.claim(d, ports)) for d, ports in by_device.items()}
    return [(d, next(given[d])) for d, _ in wanted]


def _turn(link: Link) -> Link:
    return Link(link.b_device, link.b_port, link.a_device, link.a_port)
