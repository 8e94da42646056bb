"""Rows as JSON objects and back. Reading is strict: no unknown field, no guessed type, no number that is not one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NotRequired, Required, cast, get_type_hints

import typing_extensions
from pydantic import TypeAdapter, ValidationError

from planner.catalogue import parse_breakout
from planner.operations.racks import FARTHEST_M
from planner.records import TABLES, Cable, Device, Rack, Record
from planner.records.plane import STATES

LONGEST_TEXT = 2000
LONGEST_NAME = 200
NAMES = ("id", "name")


_KNOWN: dict[type[Record], list[tuple[str, Any]]] = {}


class BadRow(ValueError):
    """The text says which row of which table, and what is wrong with it."""


def as_object(row: Record) -> dict[str, Any]:
    """Fields in the order of the record; those at their default are left out, and whole
    numbers have no fraction, so that equal plans give equal lines."""
    out: dict[str, Any] = {}
    for name, default in _defaults(type(row)):
        value = getattr(row, name)
        if name == "id" or value != default:
            out[name] = int(value) if type(value) is float and value.is_integer() else value
    return out


def rows_of(table: str, objects: Any) -> list[Record]:
    """Rows of one table; raises BadRow."""
    if not isinstance(objects, tuple):
        raise BadRow(f"{table} is not a list")
    try:
        record: Callable[..., Record] = TABLES[table]
        rows = [record(**fields) for fields in _adapter(table).validate_python(objects)]
    except ValidationError as e:
        raise BadRow(_said(table, objects, e)) from None
    for n, row in enumerate(rows):
        why = _wrong(row)
        if why:
            raise BadRow(f"{table}, row {n + 1} ({row.id[:40]!r}): {why}")
    return rows


def _defaults(record: type[Record]) -> list[tuple[str, Any]]:
    if record not in _KNOWN:
        _KNOWN[record] = [(f.name, MISSING if f.default is MISSING else f.default) for f in fields(record)]
    return _KNOWN[record]


@cache
def _adapter(table: str) -> TypeAdapter[tuple[dict[str, Any], ...]]:
    """Checks objects as they stand in the file; the records themselves know nothing of pydantic."""
    record = TABLES[table]
    types = get_type_hints(record)
    needed = {name for name, default in _defaults(record) if default is MISSING}
    keys = {
        name: Required[types[name]] if name in needed else NotRequired[types[name]] for name, _ in _defaults(record)
    }
    make: Any = typing_extensions.TypedDict
    shape: Any = make(table, keys)
    shape.__pydantic_config__ = {"extra": "forbid", "strict": True, "allow_inf_nan": False}
    adapter: Any = TypeAdapter(tuple[shape, ...])
    return cast(TypeAdapter[tuple[dict[str, Any], ...]], adapter)


def _said(table: str, objects: tuple[Any, ...], e: ValidationError) -> str:
    first = e.errors(include_url=False, include_input=False)[0]
    at = first["loc"][0] if first["loc"] else 0
    row = objects[at] if isinstance(at, int) and at < len(objects) else None
    id = row.get("id") if isinstance(row, dict) else None
    where = f"{table}, row {at + 1}" if isinstance(at, int) else table
    named = f" ({id[:40]!r})" if isinstance(id, str) else ""
    field = ".".join(str(part)[:40] for part in first["loc"][1:])
    return f"{where}{named}: {field + ': ' if field else ''}{first['msg'][:1].lower()}{first['msg'][1:]}"


def _wrong(row: Record) -> str:
    """What no type can say: texts that can't be shown, places outside the building. "" when all is well."""
    for name, _ in _defaults(type(row)):
        value = getattr(row, name)
        if isinstance(value, str):
            why = _wrong_text(name, value)
            if why:
                return why
    if isinstance(row, Rack) and not (abs(row.x_m) <= FARTHEST_M and abs(row.y_m) <= FARTHEST_M):
        return f"it stands more than {FARTHEST_M:g} m away"
    if isinstance(row, Device):
        return _wrong_device(row)
    if isinstance(row, Cable) and row.length_m is not None and not 0 < row.length_m <= 100_000:
        return "its length is not between 0 and 100 km"
    state = getattr(row, "state", "own")
    return "" if state in STATES else f"{state[:40]!r} is no state of a plane"


def _wrong_text(name: str, value: str) -> str:
    longest = LONGEST_NAME if name in NAMES else LONGEST_TEXT
    if len(value) > longest:
        return f"{name} is longer than {longest} characters"
    if name in NAMES and not value.strip():
        return f"{name} is empty"
    if name in NAMES and not value.isprintable():
        return f"{name} holds a character that can't be shown"
    return ""


def _wrong_device(row: Device) -> str:
    if row.unit is not None and not 0 < row.unit <= 100:
        return "its unit is not between 1 and 100"
    try:
        parse_breakout(row.breakout)
    except ValueError as e:
        return str(e)
    return ""
