"""Putting bytes into a file: written to a new file beside the old, forced to disk, read back, then put in place.

Whatever fails on the way, the old file is untouched and the new one is removed.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
from pathlib import Path
from typing import Any


def put(path: Path, data: bytes, backup: str = "") -> None:
    """Make `path`, or what it links to, hold these bytes; raises OSError, and then nothing has changed.

    `backup` is added to the name of the file that was there, which is kept so; empty keeps none.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        raise OSError(0, "there is something else of that name")
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(13, "the file may not be written")
    fresh = target.with_name(f".trunkline-{os.getpid()}.new")
    try:
        _write(fresh, data, _mode(target))
        if fresh.read_bytes() != data:
            raise OSError(0, "what was written could not be read back")
        if backup and target.exists():
            _keep(target, backup)
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


def _keep(target: Path, backup: str) -> None:
    """The last version as a backup; saving goes on without one where none can be made."""
    with contextlib.suppress(OSError):
        fresh = target.with_name(f".trunkline-{os.getpid()}.old")
        try:
            shutil.copy2(target, fresh)
            os.replace(fresh, target.with_name(target.name + backup))
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
