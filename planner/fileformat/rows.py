"""Rows as JSON objects and back. Reading is strict: no unknown field, no guessed type, no number that is not one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NotRequired, Required, cast, get_args, get_type_hints

import typing_extensions
from pydantic import TypeAdapter, ValidationError

from planner.catalogue import parse_breakout
from planner.operations.racks import FARTHEST_M
from planner.records import (
    TABLE_OF,
    TABLES,
    Cable,
    Device,
    PartTerms,
    Phase,
    Plane,
    Rack,
    Record,
    Site,
    Workload,
)
from planner.records.plane import STATES
from planner.records.site import MEDIA_ORDER
from planner.records.workload import KINDS

LONGEST_TEXT = 40_000  # more than a field of a form takes in (32,767): what can be typed can be opened again
LONGEST_NAME = 200
LARGEST = 1e15
MOST_LINKS = 100  # of one cable; the columns count them in a byte
SINGLE = ("project", "site", "workload")  # tables of one row, whose id is the table's name


_KNOWN: dict[type[Record], list[tuple[str, Any]]] = {}


CHOICES: dict[type[Record], dict[str, tuple[str, ...]]] = {
    Site: {"fibre": ("OM3", "OM4"), "count_from": ("bottom", "top")},
    Workload: {"kind": ("", *KINDS)},
    Plane: {"state": STATES, "protocol": ("", "infiniband", "ethernet", "ici")},
    Device: {"role": ("", "leaf", "spine", "core")},
}


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
        why = wrong(row)
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


def wrong(row: Record) -> str:
    """What no type can say: texts that can't be shown, places outside the building. "" when all is well."""
    table = TABLE_OF[type(row)]
    names, texts, numbers = _checked(table)
    for name in names:
        why = _wrong_name(name, getattr(row, name))
        if why:
            return why
    for name in texts:
        if len(getattr(row, name)) > LONGEST_TEXT:
            return f"{name} is longer than {LONGEST_TEXT:,} characters"
    for name, choices in CHOICES.get(type(row), {}).items():
        value = getattr(row, name)
        if value not in choices:
            return f"{value[:40]!r} is no {name.replace('_', ' ')}"
    if isinstance(row, Cable):
        return _wrong_cable(row)
    why = _wrong_device(row) if isinstance(row, Device) else _wrong_other(row, table)
    return why or next((f"{name} is too large" for name in numbers if abs(getattr(row, name) or 0) > LARGEST), "")


@cache
def _checked(table: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Fields that are names, other texts, and numbers. What a form takes as it is typed is a text, not a name; so is
    the key of a finding, which lists ids."""
    types = get_type_hints(TABLES[table])
    named = () if table in (*SINGLE, "waivers") else ("id",) if table == "phases" else ("id", "name")
    texts = [n for n, t in types.items() if t is str]
    numbers = [n for n, t in types.items() if int in (t, *get_args(t)) or float in (t, *get_args(t))]
    return tuple(n for n in texts if n in named), tuple(n for n in texts if n not in named), tuple(numbers)


def _wrong_name(field: str, value: str) -> str:
    if len(value) > LONGEST_NAME:
        return f"{field} is longer than {LONGEST_NAME} characters"
    if not value.strip():
        return f"{field} is empty"
    return "" if value.isprintable() else f"{field} holds a character that can't be shown"


def _wrong_other(row: Record, table: str) -> str:
    if table in SINGLE and row.id != table:
        return f"its id is not {table!r}"
    if isinstance(row, Rack) and not (abs(row.x_m) <= FARTHEST_M and abs(row.y_m) <= FARTHEST_M):
        return f"it stands more than {FARTHEST_M:g} m away"
    if isinstance(row, Site) and not (0 <= row.tray_height_m <= 20 and 0 <= row.dressing_m <= 50):
        return "a tray is 0 to 20 m up, and 0 to 50 m of cable are dressed at each end"
    if isinstance(row, Site) and not 0 <= row.slack_percent <= 100:
        return "slack is 0 to 100 per cent"
    if isinstance(row, Plane) and row.max_ratio is not None and row.max_ratio <= 0:
        return "a limit of oversubscription is more than zero"
    if isinstance(row, Phase) and row.nodes is not None and row.nodes < 0:
        return "a number of nodes is not negative"
    if isinstance(row, Workload) and row.job_gpus is not None and row.job_gpus < 1:
        return "a job takes at least one GPU"
    if isinstance(row, PartTerms) and row.lead_weeks is not None and row.lead_weeks < 0:
        return "a lead time is not negative"
    if isinstance(row, Site) and not set(row.media_order) <= set(MEDIA_ORDER):
        return f"media_order is a list of {', '.join(MEDIA_ORDER)}"
    return ""


def _wrong_cable(row: Cable) -> str:
    if row.length_m is not None and not 0 < row.length_m <= 100_000:
        return "its length is not between 0 and 100 km"
    if len(row.more_links) >= MOST_LINKS:
        return f"it carries more than {MOST_LINKS} links"
    return next((why for p in row.planes if (why := _wrong_name("a plane", p))), "")


def _wrong_device(row: Device) -> str:
    if row.unit is not None and not 0 < row.unit <= 100:
        return "its unit is not between 1 and 100"
    try:
        parse_breakout(row.breakout)
    except ValueError as e:
        return str(e)
    return ""
