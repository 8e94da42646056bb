"""The cable schedule: a row for each cable with both its ends, in the order in which one pulls them.

A cable that carries several links has them all in its row. Cables between the same two racks stand together, by unit
and port.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planner.figures.report import CableLengths
from planner.network import Network
from planner.operations.naming import number_order
from planner.orders.ends import End, Ends
from planner.orders.listing import counted_long, plane_names, unfit_note, unplaced_note
from planner.orders.phases import phase_name
from planner.orders.table import Cell, Column, Table, whole
from planner.plan import Plan

NO_CABLES = "This project has no cables yet."


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    cable: str  # id
    label: str  # as typed by hand
    links: tuple[tuple[End, End], ...]  # from, to; all from the same side
    media: str  # id, empty when not known
    media_name: str
    needed_m: float | None  # None when an end has no place
    ordered_m: float | None  # None when it is not known what to order
    planes: tuple[str, ...]  # ids
    phase: str  # id, empty for day one


def schedule(network: Network, lengths: CableLengths) -> list[ScheduleRow]:
    """`lengths` of the same revision. Each cable runs from the rack that comes first by name."""
    ends = Ends(network)
    needed, ordered = lengths.needed_m.tolist(), lengths.ordered_m.tolist()
    rows = []
    for id, media, need, order in zip(lengths.ids, lengths.media, needed, ordered, strict=True):
        cable = network.plan.cables[id]
        found = network.catalogue.media.get(media)
        rows.append(
            ScheduleRow(
                id,
                cable.label,
                _turned([(ends.end(*k[:2], media), ends.end(*k[2:], media)) for k in cable.links]),
                media,
                found.name if found else "",
                None if need != need else need,
                None if order != order else order,
                cable.planes,
                cable.phase,
            )
        )
    return sorted(rows, key=_order)


def _turned(links: list[tuple[End, End]]) -> tuple[tuple[End, End], ...]:
    one, other = links[0]
    if (other.at_rack, other.in_rack) < (one.at_rack, one.in_rack):
        return tuple((b, a) for a, b in links)
    return tuple(links)


def _order(row: ScheduleRow) -> tuple[object, ...]:
    start, end = row.links[0]
    return start.at_rack, end.at_rack, start.in_rack, end.in_rack, number_order(row.cable)


def _side(key: str, heading: str) -> tuple[Column, ...]:
    return (
        Column(f"{key}_rack", f"{heading} rack"),
        Column(f"{key}_unit", "Unit"),
        Column(f"{key}_device", "Device"),
        Column(f"{key}_port", "Port"),
        Column(f"{key}_cage", "Cage", terse=False),
        Column(f"{key}_transceiver", "Transceiver", terse=False),
    )


COLUMNS = (
    Column("cable", "Cable"),
    Column("label", "Label"),
    *_side("from", "From"),
    *_side("to", "To"),
    Column("media", "Media id", terse=False),
    Column("media_name", "Media"),
    Column("needed_m", "Needed, m", terse=False),
    Column("ordered_m", "Length, m"),
    Column("plane", "Plane"),
    Column("phase", "Phase", terse=False),
    Column("further_links", "Further links"),
)


def schedule_table(plan: Plan, rows: Sequence[ScheduleRow]) -> Table:
    """Further links of a cable are one text in the last column."""
    return Table(
        f"{plan.project.name}: cable schedule",
        COLUMNS,
        tuple(_cells(plan, row) for row in rows),
        tuple(_notes(rows)) if rows else (NO_CABLES,),
    )


def _cells(plan: Plan, row: ScheduleRow) -> tuple[Cell, ...]:
    start, end = row.links[0]
    return (
        row.cable,
        row.label,
        *_end(start),
        *_end(end),
        row.media or None,
        row.media_name or None,
        row.needed_m,
        row.ordered_m,
        plane_names(plan, row.planes),
        phase_name(plan, row.phase),
        "; ".join(f"{_at(a)} to {_at(b)}" for a, b in row.links[1:]),
    )


def _end(end: End) -> tuple[Cell, ...]:
    return end.rack, whole(end.unit), end.device, end.port, end.cage, end.transceiver


def _at(end: End) -> str:
    """ "R01-U24 leaf-01 swp1"."""
    place = f"{end.rack}-U{whole(end.unit)}" if end.placed else "no place:"
    return f"{place} {end.device} {end.port}"


def _notes(rows: Sequence[ScheduleRow]) -> list[str]:
    links = sum(len(row.links) for row in rows)
    unplaced = sorted(row.cable for row in rows if row.needed_m is None)
    unfit = sorted(row.cable for row in rows if row.needed_m is not None and row.ordered_m is None)
    return [
        f"{counted_long(len(rows), 'cable')} with {counted_long(links, 'link')}.",
        *([unplaced_note(unplaced)] if unplaced else []),
        *([unfit_note(unfit)] if unfit else []),
    ]
