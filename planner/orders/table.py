"""A list to read, to pass on as JSON or to open in a spreadsheet: columns, rows of cells, and sentences beneath."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Cell = str | int | float | None  # None is not known; "" does not apply
UNKNOWN = "unknown"
DIGITS = 3  # after the point, of a length, power or weight in a file


@dataclass(frozen=True, slots=True)
class Column:
    key: str  # in JSON, with its unit
    heading: str
    terse: bool = True  # shown in a terminal too, where there is little room


@dataclass(frozen=True, slots=True)
class Table:
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def as_text(table: Table) -> str:
    """For a terminal: columns side by side, the notes beneath. Nothing in a name can move the cursor."""
    shown = [n for n, column in enumerate(table.columns) if column.terse]
    lines = [[table.columns[n].heading for n in shown]]
    lines += [[written(row[n]) for n in shown] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    right = [any(isinstance(row[n], (int, float)) for row in table.rows) for n in shown]
    text = [_line(line, widths, right) for line in lines] if table.rows else []
    return "\n".join([_printable(table.title), "", *text, *([""] if text else []), *map(_printable, table.notes)])


def as_objects(table: Table) -> dict[str, Any]:
    """For JSON. What is not known is null; what does not apply is left out."""
    return {
        "rows": [
            {c.key: rounded(value) for c, value in zip(table.columns, row, strict=True) if value != ""}
            for row in table.rows
        ],
        "notes": list(table.notes),
    }


def written(value: Cell) -> str:
    if value is None:
        return UNKNOWN
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return _printable(str(value))


def rounded(value: Cell) -> Cell:
    """Whole numbers without a fraction, others with three digits at most."""
    if not isinstance(value, float):
        return value
    return int(value) if value.is_integer() else round(value, DIGITS)


def whole(value: float | None) -> Cell:
    """A number that is mostly whole, such as a rack unit."""
    return None if value is None else int(value) if float(value).is_integer() else value


def _line(cells: list[str], widths: list[int], right: list[bool]) -> str:
    padded = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True))
    return "  ".join(padded).rstrip()


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)
