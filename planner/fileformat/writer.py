"""Saving: the whole text is made first, written to a new file beside the old, forced to disk, read back, then put in
place.

Whatever fails on the way, the old file is untouched and the new one removed. The file that was there is kept as a
backup.
"""

from __future__ import annotations

import json
from pathlib import Path

from planner.fileformat.problem import FileProblem
from planner.fileformat.put import put
from planner.fileformat.reader import FORMAT, MOST_PLANES, MOST_ROWS, VERSION
from planner.fileformat.rows import as_object, wrong
from planner.plan import Plan
from planner.records import TABLES

BACKUP = "~"  # added to the name


def text(plan: Plan) -> str:
    """The file: tables in the order of `records.TABLES`, rows by id, one a line. The same plan gives the same bytes."""
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    parts = [f'{{\n"format": "{FORMAT}",\n"version": {VERSION}']
    for table in TABLES:
        rows = plan.table(table)
        if rows:
            lines = ",\n".join(encode(as_object(rows[id])) for id in sorted(rows))
            parts.append(f'"{table}": [\n{lines}\n]')
    return ",\n".join(parts) + "\n}\n"


def save(plan: Plan, path: Path) -> None:
    """Write the plan to `path`, or to what it links to; raises FileProblem, and then nothing has changed."""
    why = _unopenable(plan)
    if why:
        raise FileProblem(f"{path.name} was not saved, as it could not be opened again: {why}.")
    try:
        data = text(plan).encode()
    except (UnicodeError, ValueError) as e:
        raise FileProblem(f"{path.name} was not saved: a text in the plan can't be written ({e}).") from None
    try:
        put(path, data, backup=BACKUP)
    except OSError as e:
        raise FileProblem(
            f"{path.name} was not saved: {e.strerror or e}. Save it elsewhere; nothing is lost."
        ) from None


def _unopenable(plan: Plan) -> str:
    """Why the reader would refuse the file, or ""."""
    if len(plan.planes) > MOST_PLANES:
        return f"it has more than {MOST_PLANES} planes"
    if sum(len(plan.table(t)) for t in TABLES) > MOST_ROWS:
        return f"it holds more than {MOST_ROWS:,} rows"
    return next((f"{row.id[:40]!r}: {why}" for row in plan.rows() if (why := wrong(row))), "")
