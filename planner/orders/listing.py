"""The bill as a table, and its totals as sentences."""

from __future__ import annotations

from collections.abc import Sequence

from planner.figures.report import PowerFigure
from planner.orders.bill import Bill, BillRow
from planner.orders.phases import phase_name
from planner.orders.table import Cell, Column, Table
from planner.plan import Plan
from planner.rules.words import counted, name
from planner.units import count, power

NOTHING = "This project holds nothing to order yet."
NAMED = 8  # cables that a sentence names; the rest is counted

COLUMNS = (
    Column("kind", "Kind"),
    Column("part", "Part", terse=False),
    Column("name", "Name"),
    Column("length_m", "Length, m"),
    Column("plane", "Plane"),
    Column("phase", "Phase"),
    Column("quantity", "Quantity"),
    Column("spares", "Spares"),
    Column("ordered", "To order", terse=False),
    Column("typical_w", "Typical, W each", terse=False),
    Column("max_w", "At most, W each", terse=False),
    Column("typical_total_w", "Typical, W", terse=False),
    Column("max_total_w", "At most, W", terse=False),
    Column("weight_kg", "Weight, kg each", terse=False),
    Column("weight_total_kg", "Weight, kg", terse=False),
    Column("lead_weeks", "Lead time, weeks"),
    Column("order_by", "Order by"),
)


def bill_table(plan: Plan, found: Bill) -> Table:
    """Totals leave out spares, which neither draw power nor stand on the floor."""
    rows = tuple(_cells(plan, row) for row in found.rows)
    return Table(f"{plan.project.name}: bill", COLUMNS, rows, tuple(_totals(found)) if rows else (NOTHING,))


def cables_named(cables: Sequence[str]) -> str:
    """ "C-0001, C-0002 and 6 more"."""
    shown = ", ".join(cables[:NAMED])
    return f"{shown} and {count(len(cables) - NAMED)} more" if len(cables) > NAMED else shown


def unplaced_note(cables: Sequence[str]) -> str:
    one = len(cables) == 1
    return (
        f"The length of {count(len(cables))} {'cable is' if one else 'cables is'} unknown, as an end has no place: "
        f"{cables_named(cables)}."
    )


def unfit_note(cables: Sequence[str]) -> str:
    return f"Nothing can be ordered for {counted_long(len(cables), 'cable')}, as no media fits: {cables_named(cables)}."


def plane_names(plan: Plan, planes: Sequence[str]) -> str:
    return ", ".join(name(plan, p) for p in planes)


def _cells(plan: Plan, row: BillRow) -> tuple[Cell, ...]:
    cable = row.kind == "cable"
    return (
        row.kind,
        row.part or None,
        row.name,
        row.length_m if cable else "",
        plane_names(plan, row.planes),
        phase_name(plan, row.phase),
        row.quantity,
        row.spares,
        row.ordered,
        *(value if row.draws else "" for value in (row.typical_w, row.max_w)),
        *(_times(row.quantity, value) if row.draws else "" for value in (row.typical_w, row.max_w)),
        row.weight_kg if row.weighs else "",
        _times(row.quantity, row.weight_kg) if row.weighs else "",
        row.lead_weeks,
        row.order_by.isoformat() if row.order_by else None,
    )


def _times(quantity: int, value: float | None) -> float | None:
    return None if value is None else quantity * value


def _totals(found: Bill) -> list[str]:
    devices, transceivers, cables, racks = (found.number(k) for k in ("device", "transceiver", "cable", "rack"))
    said = [
        f"In all {counted_long(devices, 'device')}, {counted_long(transceivers, 'transceiver')}, "
        f"{counted_long(cables, 'cable')} and {counted_long(racks, 'rack')}, spares not counted.",
        f"Power of the devices: {_power(found.devices_power)}.",
    ]
    if transceivers:
        said.append(
            f"Power of the transceivers: {_power(found.transceivers_power)}. It comes on top, unless a switch's sheet "
            "has them in its maximum."
        )
    unknown = f"; {count(found.weight_unknown)} of them unknown" if found.weight_unknown else ""
    said.append(f"Weight of devices and racks: {count(round(found.weight_kg))} kg{unknown}.")
    if found.lead_unknown:
        said.append(f"The lead time of {counted(found.lead_unknown, 'row')} is unknown, and so is the day to order.")
    if found.unplaced:
        said.append(unplaced_note(found.unplaced))
    if found.unfit:
        said.append(unfit_note(found.unfit))
    if any(not row.part for row in found.rows):
        said.append("Transceivers of cables whose media is unknown are not counted.")
    return [*said, "Not in the plan, so not here: power distribution, patch panels, trays and tools."]


def _power(found: PowerFigure) -> str:
    if found.unknown and not found.max_w:
        return "unknown"
    unknown = f", {count(found.unknown)} unknown" if found.unknown else ""
    return f"typical {power(found.typical_w)}, at most {power(found.max_w)}{unknown}"


def counted_long(number: int, noun: str) -> str:
    """Like `counted`, for thousands."""
    return f"{count(number)} {noun if number == 1 else noun + 's'}"
