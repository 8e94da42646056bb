"""In which order the cables are moved: batches, each done by hand on the plan and checked before the next.

What is new goes in first wherever its ports are free. Cables that move then go a device at a time: those that leave
one spine, so that every leaf misses the fewest uplinks. A batch that would part a plane waits until others have made
another way; one that always would is halved. What still can't be done without parting a plane is said to.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from planner.edit import Change, Edit
from planner.growth.reach import Reach
from planner.growth.recable import Move, Recabling
from planner.network import SWITCH, Network
from planner.records import Cable

Item = Move | Cable  # a cable to move, or one to take out


@dataclass(frozen=True, slots=True)
class Batch:
    """Cables that may be out at the same time."""

    moves: tuple[Move, ...]
    new: tuple[Cable, ...]  # to plug in once those have moved
    removed: tuple[Cable, ...]
    parted_during: tuple[str, ...]  # planes that do not join all they did while the cables are out
    parted_after: tuple[str, ...]
    out: int  # cables to switches that one device misses at most
    of: int  # such cables it has otherwise

    @property
    def size(self) -> int:
        return len(self.moves) + len(self.new) + len(self.removed)


def batches(network: Network, listed: Recabling, needed: Reach) -> list[Batch]:
    """Carries the work out on `network`'s plan, which must hold the new devices already, and ends at the end state."""
    return _Work(network, listed, needed).done()


class _Work:
    def __init__(self, network: Network, listed: Recabling, needed: Reach) -> None:
        self.network, self.needed = network, needed
        self.waiting = {c.id: c for c in listed.new}
        self.full = {(k, p) for c in network.plan.cables.values() for k, p in _plugs(c)}
        self.made: list[Batch] = []
        by_source: dict[str, list[Item]] = defaultdict(list)
        for move in listed.moves:
            by_source[move.source].append(move)
        for cable in listed.removed:
            by_source[cable.b_device].append(cable)
        self.groups: list[list[Item]] = list(by_source.values())

    def done(self) -> list[Batch]:
        self._go([], forced=True)  # what is new and has free ports
        while self.groups:
            left = [rest for g in self.groups if (rest := self._some(g))]
            if sum(map(len, left)) == sum(map(len, self.groups)):
                left = self._smaller(left)
            self.groups = left
        return [b for b in self.made if b.size]

    def _some(self, group: list[Item]) -> list[Item]:
        """Do what can be done of a group now; what is left of it."""
        ready = self._ready(group)
        return [i for i in group if i not in ready] if ready and self._go(ready) else group

    def _ready(self, group: list[Item]) -> list[Item]:
        """The items whose new ports are free once these items are out."""
        ready = group
        while ready:
            leaving = {x for i in ready for x in _plugs(_before(i))}
            fit = [i for i in ready if all(x in leaving or x not in self.full for x in _plugs(_after(i)))]
            if len(fit) == len(ready):
                break
            ready = fit
        return ready

    def _smaller(self, groups: list[list[Item]]) -> list[list[Item]]:
        """Halves of what is stuck; of single cables, one is done whatever it parts, or all where each waits for the
        port of another."""
        if any(len(self._ready(g)) > 1 for g in groups):
            return [part for g in groups for part in (g[: len(g) // 2], g[len(g) // 2 :]) if part]
        for n, group in enumerate(groups):
            ready = self._ready(group)
            if ready:
                self._go(ready, forced=True)
                return [
                    *groups[:n],
                    *([rest] if (rest := [i for i in group if i not in ready]) else []),
                    *groups[n + 1 :],
                ]
        self._go([item for g in groups for item in g], forced=True)
        return []

    def _go(self, group: Sequence[Item], forced: bool = False) -> bool:
        """Do this batch; False, with nothing done, when it would part a plane."""
        before = [_before(i) for i in group]
        after = [i.after for i in group if isinstance(i, Move)]
        out, of = self._most_out(group)
        pull = Edit("Pull", tuple(Change(c, None) for c in before))
        self.network.plan.apply(pull)
        during = self.needed.broken(self.network) if before else ()
        if during and not forced:
            self.network.plan.apply(pull.inverted())
            return False
        plugged = {x for c in after for x in _plugs(c)}
        full = self.full - {x for c in before for x in _plugs(c)} | plugged
        new = []
        for cable in self.waiting.values():
            if full.isdisjoint(_plugs(cable)):
                new.append(cable)
                full.update(_plugs(cable))
        plug = Edit("Plug", tuple(Change(None, c) for c in (*after, *new)))
        self.network.plan.apply(plug)
        parted = self.needed.broken(self.network)
        if parted and not forced:
            self.network.plan.apply(plug.inverted())
            self.network.plan.apply(pull.inverted())
            return False
        self.full = full
        for cable in new:
            del self.waiting[cable.id]
        moves = tuple(i for i in group if isinstance(i, Move))
        gone = tuple(i for i in group if isinstance(i, Cable))
        self.made.append(Batch(moves, tuple(new), gone, during, parted, out, of))
        return True

    def _most_out(self, group: Sequence[Item]) -> tuple[int, int]:
        """Of the device at a staying end that misses the largest part of its cables to switches: (out, of how many)."""
        out = Counter(i.anchor if isinstance(i, Move) else i.a_device for i in group)
        held = {d: max(cables_to_switches(self.network, d), out[d]) for d in out}
        worst = max(out, key=lambda d: out[d] / held[d], default="")
        return (out[worst], held[worst]) if worst else (0, 0)


def cables_to_switches(network: Network, device: str) -> int:
    """Cables of the device that end at a switch."""
    kind, row = network.devices["kind"], network.devices.row
    return len({k[0] for _, other, k in network.graph.edges(device, keys=True) if kind[row[other]] == SWITCH})


def _before(item: Item) -> Cable:
    return item.before if isinstance(item, Move) else item


def _after(item: Item) -> Cable | None:
    return item.after if isinstance(item, Move) else None


def _plugs(cable: Cable | None) -> list[tuple[str, str]]:
    if cable is None:
        return []
    return [x for k in cable.links for x in ((k.a_device, k.a_port), (k.b_device, k.b_port))]
