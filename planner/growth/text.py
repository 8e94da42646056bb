"""A step of growth as text for a terminal, and as plain data for JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from planner.growth.buying import Choice
from planner.growth.headroom import Headroom
from planner.growth.order import Batch
from planner.growth.recable import Move
from planner.growth.step import Step
from planner.network import Network
from planner.records import Cable
from planner.rules.words import counted, listed
from planner.units import count, power

MOST_BATCHES = 20  # written out; the rest are counted


def step_text(day: Network, step: Step, choice: Choice | None = None, whole: bool = False) -> str:
    """What the step takes; `whole` writes every cable and every batch."""
    before, later = step.nodes
    lists = step.listed
    lines = [
        f"{day.plan.project.name}: {count(before)} to {count(later)} GPU servers",
        f"  To add         {_gear(day, step)}",
        f"  Cables         {count(len(lists.new))} new, {count(len(lists.moves))} move, "
        f"{count(len(lists.stays))} stay, {count(len(lists.removed))} go",
        f"  Power          {power(step.power.typical_w)} more typical, {power(step.power.max_w)} at most",
    ]
    if lists.gone:
        lines.append(f"  To take out    {listed(d.name for d in lists.gone[:3])}{_more(len(lists.gone) - 3)}")
    for plane, pair in step.headroom.items():
        if pair[0].tiers or pair[1].tiers:
            lines += _room(day.plan.planes[plane].name if plane in day.plan.planes else plane, *pair)
    lines += [f"  {said}" for said in warnings(day, step)]
    if choice is not None and choice.spines[1]:
        lines += ["", *(f"  {said}" for said in buying(choice))]
    lines += ["", *_order(step, whole)]
    if whole:
        lines += ["", *(_move(m) for m in lists.moves), *(_cable("new", c) for c in lists.new)]
        lines += [_cable("goes", c) for c in lists.removed]
    return "\n".join(lines)


def _more(number: int) -> str:
    return f" and {count(number)} more" if number > 0 else ""


def _gear(day: Network, step: Step) -> str:
    words = []
    for (type, role), n in sorted(step.devices.items(), key=lambda x: (x[0][1] != "", x[0])):
        found = day.catalogue.devices.get(type)
        words.append(f"{count(n)} {found.name if found else type}{f' ({role})' if role else ''}")
    if step.racks:
        words.append(f"{count(len(step.racks))} rack{'s' if len(step.racks) > 1 else ''}")
    return ", ".join(words) or "nothing"


def _room(name: str, before: Headroom, later: Headroom) -> Iterator[str]:
    """A line a tier: switches and free ports before and after; then what the wiring has room for."""
    old, new = ({t.tier: t for t in h.tiers} for h in (before, later))
    for tier in dict.fromkeys([*old, *new]):
        a, b = old.get(tier), new.get(tier)
        yield (
            f"  {name}, {tier}: {count(a.switches if a else 0)} to {count(b.switches if b else 0)} switches, "
            f"ports free {_free(a)}, then {_free(b)}"
        )
    for word, found in (("today", before), ("then", later)):
        if found.leaves_left is not None:
            pair, room = counted(found.links_a_pair, "link"), counted(found.leaves_left, "more leaf", "more leaves")
            yield f"  {name}, {word}: {pair} a leaf and spine, room for {room}"


def _free(tier: Any) -> str:
    return f"{count(tier.free)} of {count(tier.ports)}" if tier else "none"


def warnings(day: Network, step: Step) -> Iterator[str]:
    """What to know before the step is begun, a sentence each."""
    names = day.plan.planes
    for devices, n, of in alike(step):
        yield f"{devices}: {n} of {of} cables to switches move."
    short, unknown = len(step.too_short), step.unknown_length
    if short:
        yield f"{counted(short, 'moving cable is', 'moving cables are')} too short for the new run: order anew."
    if unknown:
        yield f"{counted(unknown, 'moving cable has', 'moving cables have')} no known run, so its reach is open."
    if step.other_planes:
        yield f"Not grown here: {listed(names[p].name for p in step.other_planes)}."
    for plane in step.parted:
        yield f"{names[plane].name} joins less in the end state than today."
    cut = [n for n, b in enumerate(step.batches, 1) if b.parted_during or b.parted_after]
    if cut:
        yield f"Batch {cut[0]}{_more(len(cut) - 1)} can't be done without parting a plane for its time."
    elif step.listed.moves or step.listed.removed:
        yield "Every plane stays joined through each batch."


def alike(step: Step) -> Iterator[tuple[str, int, int]]:
    """(devices, cables of each that move, its cables to switches), at ends that stay; alike ones together."""
    groups = Counter(step.moved.values())
    for (n, of), many in groups.most_common(3):
        first = next(d for d, pair in step.moved.items() if pair == (n, of))
        yield (first if many == 1 else f"Each of {many} devices like {first}"), n, of


def buying(choice: Choice) -> Iterator[str]:
    """The spines of the end state now or later, in two lines."""
    moves = len(choice.later.listed.moves)
    if choice.now is None:
        yield f"Buying ahead: {choice.why_not}"
    elif choice.now is choice.later:
        yield f"Buying ahead: today's {choice.spines[0]} spines are enough for the end state."
    else:
        yield f"Spines later: buy {choice.extra_now} then, and {count(moves)} cables move."
        yield f"Spines now: buy {choice.extra_now} more today, and {count(len(choice.now.listed.moves))} cables move."


def _order(step: Step, whole: bool) -> Iterator[str]:
    yield "Order of work, once the new gear is mounted and on"
    shown = len(step.batches) if whole else MOST_BATCHES
    for n, batch in enumerate(step.batches[:shown], 1):
        yield f"  {n:>3}. {_batch(batch)}"
    if len(step.batches) > shown:
        yield f"       and {count(len(step.batches) - shown)} more batches"


def _batch(batch: Batch) -> str:
    words = []
    if batch.moves:
        sources, targets = (list(dict.fromkeys(getattr(m, k) for m in batch.moves)) for k in ("source", "target"))
        words.append(f"move {count(len(batch.moves))} from {_some(sources)} to {_some(targets)}")
    if batch.removed:
        words.append(f"take out {count(len(batch.removed))}")
    if batch.new:
        words.append(f"plug in {count(len(batch.new))} new")
    out = f" ({batch.out} of {batch.of} cables to switches out at a time)" if batch.out else ""
    cut = (
        f"; parts {listed(batch.parted_during or batch.parted_after)}"
        if batch.parted_during or batch.parted_after
        else ""
    )
    return ", ".join(words) + out + cut


def _some(names: list[str]) -> str:
    return f"{listed(names[:2])}{_more(len(names) - 2)}" if len(names) < 4 else f"{names[0]}{_more(len(names) - 1)}"


def _move(move: Move) -> str:
    old, new = (_end(c, move.end) for c in (move.before, move.after))
    return f"{move.before.id}  {_end(move.before, 'b' if move.end == 'a' else 'a')}: {old} to {new}"


def _cable(word: str, cable: Cable) -> str:
    return f"{cable.id}  {word}: {_end(cable, 'a')} to {_end(cable, 'b')}"


def _end(cable: Cable, end: str) -> str:
    ports = [(k.a_device, k.a_port) if end == "a" else (k.b_device, k.b_port) for k in cable.links]
    return ", ".join(f"{d} {p}" for d, p in ports)


def step_json(step: Step, choice: Choice | None = None) -> dict[str, Any]:
    """What `trunkline grow --json` prints of a step."""
    lists = step.listed
    return {
        "nodes": list(step.nodes),
        "add": [{"type": t, "role": role, "count": n} for (t, role), n in sorted(step.devices.items())],
        "racks": len(step.racks),
        "take_out": [d.id for d in lists.gone],
        "power": {"typical_w": step.power.typical_w, "max_w": step.power.max_w, "unknown": step.power.unknown},
        "cables": {
            "stay": len(lists.stays),
            "move": len(lists.moves),
            "new": len(lists.new),
            "go": len(lists.removed),
            "too_short": list(step.too_short),
            "length_unknown": step.unknown_length,
        },
        "planes": {p: [_headroom(h) for h in pair] for p, pair in step.headroom.items()},
        "not_grown": list(step.other_planes),
        "parted": list(step.parted),
        "moves": [{"cable": m.before.id, "from": m.before.links, "to": m.after.links} for m in lists.moves],
        "new": [{"cable": c.id, "links": c.links} for c in lists.new],
        "go": [c.id for c in lists.removed],
        "batches": [_batch_json(b) for b in step.batches],
        "spines": _choice(choice) if choice else None,
    }


def _headroom(found: Headroom) -> dict[str, Any]:
    tiers = [{"tier": t.tier, "switches": t.switches, "ports": t.ports, "free": t.free} for t in found.tiers]
    return {
        "tiers": tiers,
        "links_a_pair": found.links_a_pair,
        "leaves": found.leaves,
        "leaves_most": found.leaves_most,
    }


def _batch_json(batch: Batch) -> dict[str, Any]:
    return {
        "move": [m.before.id for m in batch.moves],
        "new": [c.id for c in batch.new],
        "go": [c.id for c in batch.removed],
        "out": batch.out,
        "of": batch.of,
        "parted_during": list(batch.parted_during),
        "parted_after": list(batch.parted_after),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {
        "today": choice.spines[0],
        "end": choice.spines[1],
        "moves_if_later": len(choice.later.listed.moves),
        "moves_if_now": len(choice.now.listed.moves) if choice.now else None,
        "why_not": choice.why_not,
    }
