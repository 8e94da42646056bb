"""Labels for both ends of every cable, in the manner of TIA-606-D: where this end is, and where the far one.

A plug has one label for each far plug, so the head of a splitter has one for each of its tails.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import Formatter

from planner.orders.ends import End
from planner.orders.listing import cables_named, counted_long, plane_names
from planner.orders.phases import phase_name
from planner.orders.schedule import NO_CABLES, ScheduleRow
from planner.orders.table import Column, Table, whole, written
from planner.plan import Plan

PATTERN = "{rack}-U{unit}:{port} / {far_rack}-U{far_unit}:{far_port}"
OF_END = ("row", "rack", "unit", "device", "port", "cage")
OF_CABLE = ("cable", "label", "media", "length", "plane", "phase")
FIELDS = (*OF_CABLE, *OF_END, *(f"far_{name}" for name in OF_END))
NOT_KNOWN = "?"
WIDTH = re.compile(r"(?:[^{}]?[<>^])?(?:[1-9][0-9]?)?")


class PatternRefused(ValueError):
    """The pattern can't be used; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Label:
    cable: str  # id
    end: End  # that it is stuck to
    port: str  # or the cage, when the cable takes several of its ports
    text: str
    placed: bool  # whether both ends have a place


def labels(plan: Plan, rows: Sequence[ScheduleRow], pattern: str = PATTERN) -> list[Label]:
    """In the order of the rows; raises PatternRefused. `pattern` names FIELDS in braces; `{unit:0>3}` fills up to three
    characters with noughts."""
    check_pattern(pattern)
    return [label for row in rows for label in _of_cable(plan, row, pattern)]


def check_pattern(pattern: str) -> None:
    """Raise PatternRefused with a sentence when a label can't be made of it."""
    try:
        parts = list(Formatter().parse(pattern))
    except ValueError as e:
        raise PatternRefused(f"The pattern can't be read: {str(e)[:1].lower()}{str(e)[1:]}.") from None
    fields = [(name, spec, conversion) for _, name, spec, conversion in parts if name is not None]
    for name, spec, conversion in fields:
        if name not in FIELDS:
            raise PatternRefused(f"A label has no field {name!r}: the fields are {', '.join(FIELDS)}.")
        if conversion or not WIDTH.fullmatch(spec or ""):
            raise PatternRefused(f"The width of {name} is written as in {{{name}:0>3}}, up to 99 characters.")
    if not fields:
        raise PatternRefused(f"A pattern names fields in braces, as in {PATTERN}.")


def _of_cable(plan: Plan, row: ScheduleRow, pattern: str) -> Iterator[Label]:
    pairs: dict[tuple[tuple[str, str], tuple[str, str]], list[tuple[End, End]]] = {}
    for one, other in row.links:
        pairs.setdefault((one.plug, other.plug), []).append((one, other))
    shared = {
        "cable": row.cable,
        "label": row.label,
        "media": row.media_name or NOT_KNOWN,
        "length": NOT_KNOWN if row.ordered_m is None else f"{written(row.ordered_m)} m",
        "plane": plane_names(plan, row.planes),
        "phase": phase_name(plan, row.phase),
    }
    for links in pairs.values():
        one, other = links[0]
        several = len(links) > 1
        for near, far in ((one, other), (other, one)):
            here, there = _fields(near, several), _fields(far, several)
            text = pattern.format(**shared, **here, **{f"far_{name}": value for name, value in there.items()})
            yield Label(row.cable, near, here["port"], text, one.placed and other.placed)


def _fields(end: End, several: bool) -> dict[str, str]:
    """`several`: the cable takes several ports of that cage, so the cage stands for them."""
    return {
        "row": end.row,
        "rack": NOT_KNOWN if end.rack is None else end.rack,
        "unit": NOT_KNOWN if end.unit is None else f"{end.unit:02g}",
        "device": end.device,
        "port": end.plug[1] if several else end.port,
        "cage": NOT_KNOWN if end.cage is None else end.cage,
    }


COLUMNS = (
    Column("cable", "Cable"),
    Column("rack", "Rack"),
    Column("unit", "Unit"),
    Column("device", "Device"),
    Column("port", "Port"),
    Column("text", "Label"),
)


def labels_table(plan: Plan, found: Sequence[Label]) -> Table:
    rows = tuple((k.cable, k.end.rack, whole(k.end.unit), k.end.device, k.port, k.text) for k in found)
    notes = tuple(_notes(found)) if found else (NO_CABLES,)
    return Table(f"{plan.project.name}: cable labels", COLUMNS, rows, notes)


def _notes(found: Sequence[Label]) -> Iterator[str]:
    cables = len({k.cable for k in found})
    yield f"{counted_long(len(found), 'label')} for {counted_long(cables, 'cable')}."
    unplaced = sorted({k.cable for k in found if not k.placed})
    if unplaced:
        yield (
            f"An end of {counted_long(len(unplaced), 'cable')} has no place, so its rack and unit are unknown: "
            f"{cables_named(unplaced)}."
        )
    alike = sum(n for n in Counter(k.text for k in found).values() if n > 1)
    if alike:
        yield f"{counted_long(alike, 'label')} are not unique: add fields such as {{cable}} or {{port}} to the pattern."
