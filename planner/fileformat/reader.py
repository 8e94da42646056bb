"""Opening a project file. It is all read and checked before anything is made of it, and it is never written to."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from planner.catalogue import shipped
from planner.edit import added
from planner.fileformat.problem import FileProblem
from planner.fileformat.rows import BadRow, rows_of
from planner.operations.settings import missing_planes
from planner.plan import EditRefused, Plan
from planner.records import TABLES, Device, Rack, Record

FORMAT = "trunkline"
VERSION = 1
SUFFIX = ".trunkline"
MOST_BYTES = 160_000_000  # four times the largest design we know of
MOST_ROWS = 600_000
MOST_PLANES = 60  # the network keeps a bit for each


@dataclass(frozen=True, slots=True)
class Opened:
    plan: Plan
    notes: tuple[str, ...] = ()  # what the user should know, a sentence each


def open_plan(path: Path) -> Opened:
    """Read a file; raises FileProblem."""
    return parsed(_bytes(path), path.name)


def parsed(data: bytes, name: str) -> Opened:
    """Make a plan of a file's bytes; `name` is for the sentences."""
    with _no_collection():
        return _parsed(data, name)


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Looking for garbage among rows that all stay takes a third of the time of opening a large file."""
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


def _parsed(data: bytes, name: str) -> Opened:
    content = _content(data, name)
    rows: list[Record] = []
    for table in TABLES:
        try:
            rows += rows_of(table, content.get(table, ()))
        except BadRow as e:
            raise FileProblem(f"{name} can't be opened: {e}. Mend that line or open a backup.") from None
    notes = _notes(rows)
    planes = {p for row in rows for p in getattr(row, "planes", ())}
    plan = Plan()
    try:
        plan.apply(added("Open", *_unique(rows, name)))
        lost = missing_planes(plan, sorted(planes))
        if len(plan.planes) + len(lost) > MOST_PLANES:
            raise FileProblem(f"{name} can't be opened: it has more than {MOST_PLANES} planes.")
        if lost:
            plan.apply(added("Add planes", *lost))
            notes.append(f"Cables named planes the file did not have; added: {', '.join(p.id for p in lost)[:200]}.")
    except EditRefused as e:
        raise FileProblem(f"{name} can't be opened: {_short(str(e).removeprefix('Open: '))}") from None
    return Opened(plan, tuple(notes))


def _short(sentence: str) -> str:
    """One line, with words from the file cut where they would drown it."""
    return " ".join(word if len(word) <= 60 else f"{word[:60]}…" for word in sentence.split())


def _bytes(path: Path) -> bytes:
    try:
        found = os.stat(path)
        if not stat.S_ISREG(found.st_mode):
            raise FileProblem(f"{path.name} is not a file: choose a {SUFFIX} file.")
        if found.st_size > MOST_BYTES:
            raise FileProblem(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB and is not opened.")
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise FileProblem(f"There is no file {path}.") from None
    except (OSError, ValueError) as e:
        why = getattr(e, "strerror", None) or str(e)
        raise FileProblem(f"{path.name} can't be read: {why}.") from None
    if len(data) > MOST_BYTES:
        raise FileProblem(f"{path.name} is larger than {MOST_BYTES // 1_000_000} MB and is not opened.")
    return data


def _content(data: bytes, name: str) -> dict[str, Any]:
    """The tables as tuples of objects, once it is certain that this is a file of ours and of a version we know."""
    try:
        text = data.decode("utf-8-sig")
        content = json.loads(text, object_pairs_hook=json_object, parse_constant=_no_number, parse_float=_number)
        if "\\u" in text:
            _refuse_halves(content)
    except UnicodeDecodeError:
        raise FileProblem(f"{name} is not a {SUFFIX} file: it is not UTF-8 text.") from None
    except RecursionError:
        raise FileProblem(f"{name} can't be opened: it is nested too deeply.") from None
    except ValueError as e:
        raise FileProblem(f"{name} can't be opened: {_where(e)}. It may be cut off: open a backup.") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise FileProblem(f"{name} is not a Trunkline project.")
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise FileProblem(f"{name} can't be opened: its version is missing or no whole number.")
    if version > VERSION:
        raise FileProblem(f"{name} was made by a newer Trunkline (file version {version}): update to open it.")
    unknown = content.keys() - TABLES.keys() - {"format", "version"}
    if unknown:
        raise FileProblem(f"{name} can't be opened: {sorted(unknown)[0][:60]!r} is not a part of a project.")
    if sum(len(t) for t in content.values() if isinstance(t, tuple)) > MOST_ROWS:
        raise FileProblem(f"{name} holds more than {MOST_ROWS:,} rows and is not opened.")
    return content


def json_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Lists become tuples, as the records have them; a key that comes twice is refused."""
    found = {k: _tuples(v) if type(v) is list else v for k, v in pairs}
    if len(found) < len(pairs):
        keys = [k for k, _ in pairs]
        twice = next(k for k in keys if keys.count(k) > 1)
        raise ValueError(f"{twice[:40]!r} is given twice in one place")
    return found


def _tuples(value: list[Any]) -> tuple[Any, ...]:
    return tuple(_tuples(v) if type(v) is list else v for v in value)


def _number(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        _no_number(text)
    return value


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text[:20]} is not a number")


def _refuse_halves(content: Any) -> None:
    """JSON can spell half of a character, which could be opened but never saved again."""
    try:
        json.dumps(content, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("it holds half of a character, which can't be shown") from None


def _where(e: ValueError) -> str:
    if isinstance(e, json.JSONDecodeError):
        return f"line {e.lineno}, column {e.colno}: {e.msg[:1].lower()}{e.msg[1:]}"
    return str(e)[:200]


def _unique(rows: list[Record], name: str) -> list[Record]:
    seen: set[tuple[type, str]] = set()
    for row in rows:
        at = type(row), row.id
        if at in seen:
            raise FileProblem(f"{name} can't be opened: {row.id[:40]!r} is there twice. Rename or remove one.")
        seen.add(at)
    return rows


def _notes(rows: list[Record]) -> list[str]:
    known = shipped()
    types = sorted({r.type for r in rows if isinstance(r, Device)} - known.devices.keys())
    racks = sorted({r.type for r in rows if isinstance(r, Rack)} - known.racks.keys())
    unknown = [_short(t)[:80] for t in types + racks]
    if not unknown:
        return []
    return [f"The catalogue does not know {', '.join(unknown[:5])}: shown without ports or size."]
