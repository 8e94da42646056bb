"""Saving: the whole text is made first, written to a new file beside the old, forced to disk, read back, then put in
place.

Whatever fails on the way, the old file is untouched and the new one removed. The file that was there is kept as a
backup.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

from planner.fileformat.problem import FileProblem
from planner.fileformat.reader import FORMAT, VERSION
from planner.fileformat.rows import as_object
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
    try:
        data = text(plan).encode()
    except (UnicodeError, ValueError) as e:
        raise FileProblem(f"{path.name} was not saved: a text in the plan can't be written ({e}).") from None
    try:
        _replace(Path(os.path.realpath(path)), data)
    except OSError as e:
        raise FileProblem(f"{path.name} was not saved: {_why(e)}. Save it elsewhere; nothing is lost.") from None


def _why(e: OSError) -> str:
    return e.strerror or str(e)


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():
        raise OSError(0, "there is something else of that name")
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file may not be written")
    fresh = target.with_name(f".{target.name[:200]}.{os.getpid()}.new")
    try:
        _write(fresh, data, _mode(target))
        if fresh.read_bytes() != data:
            raise OSError(0, "what was written could not be read back")
        if target.exists():
            _keep(target)
        os.replace(fresh, target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _mode(target: Path) -> int | None:
    return stat.S_IMODE(target.stat().st_mode) if target.exists() else None


def _write(path: Path, data: bytes, mode: int | None) -> None:
    with path.open("wb") as file:
        if mode is not None:
            os.fchmod(file.fileno(), mode) if hasattr(os, "fchmod") else path.chmod(mode)
        written = file.write(data)
        if written != len(data):
            raise OSError(28, "the disk is full")
        file.flush()
        os.fsync(file.fileno())


def _keep(target: Path) -> None:
    """The last version as a backup; saving goes on without one where none can be made."""
    with contextlib.suppress(OSError):
        backup = target.with_name(target.name + BACKUP)
        fresh = target.with_name(f".{target.name[:200]}.{os.getpid()}.old")
        try:
            shutil.copy2(target, fresh)
            os.replace(fresh, backup)
        finally:
            fresh.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    """So that the new name survives a power cut; not every system can."""
    with contextlib.suppress(OSError):
        handle: Any = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
