"""What a crash leaves behind: a snapshot of the plan as it was opened and a journal of every edit since.

A journal is one folder in the user's data folder: `origin.json` (which file, which process), `plan.trunkline`, and
`edits.jsonl` with one line an edit, forced to disk before the next can be made. A process holds its folder by a
lock that the system drops when the process ends, however it ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import platformdirs

from planner.edit import Change, Edit
from planner.fileformat.problem import FileProblem
from planner.fileformat.reader import json_object, parsed
from planner.fileformat.rows import BadRow, as_object, rows_of
from planner.fileformat.writer import text
from planner.plan import EditRefused, Plan
from planner.records import TABLE_OF

SNAPSHOT, EDITS, ORIGIN, LOCK = "plan.trunkline", "edits.jsonl", "origin.json", "lock"


def default_folder() -> Path:
    return Path(platformdirs.user_data_dir("trunkline", False)) / "recovery"


class Journal:
    """Follows a plan from now until `close`. Writing never stops the user: when it fails, `broken` says why."""

    def __init__(self, plan: Plan, path: Path | None, folder: Path | None = None) -> None:
        self.broken = ""
        self._folder = (folder or default_folder()) / uuid.uuid4().hex
        self._edits: IO[str] | None = None
        self._lock: IO[str] | None = None
        self._plan = plan
        try:
            self._begin(path)
        except (OSError, ValueError) as e:
            self.broken = f"Edits can't be kept for recovery: {getattr(e, 'strerror', None) or e}."
        self._unsubscribe = plan.subscribe(self._follow)

    def _begin(self, path: Path | None) -> None:
        self._folder.mkdir(parents=True)
        self._lock = (self._folder / LOCK).open("w")
        _try_lock(self._lock)
        origin = {"path": str(path) if path else "", "title": self._plan.project.name, "time": time.time()}
        (self._folder / ORIGIN).write_text(json.dumps(origin), "utf-8")
        with (self._folder / SNAPSHOT).open("w", encoding="utf-8", newline="\n") as snapshot:
            snapshot.write(text(self._plan))
            snapshot.flush()
            os.fsync(snapshot.fileno())  # the edits that follow are worth nothing without it
        self._edits = (self._folder / EDITS).open("a", encoding="utf-8")

    def _follow(self, changes: tuple[Change, ...]) -> None:
        if self._edits is None:
            return
        line = [
            [TABLE_OF[type(c.row)], *(None if r is None else as_object(r) for r in (c.before, c.after))]
            for c in changes
        ]
        try:
            self._edits.write(json.dumps(line) + "\n")
            self._edits.flush()
            os.fsync(self._edits.fileno())
        except (OSError, ValueError) as e:
            self.broken = f"Edits can't be kept for recovery: {e}."
            self._edits = None

    def close(self) -> None:
        """Stop following and throw the journal away: the work is saved, or the user let it go."""
        self._unsubscribe()
        for file in (self._edits, self._lock):
            if file is not None:
                file.close()
        shutil.rmtree(self._folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Recovery:
    """Work that a process which is gone left behind."""

    title: str
    path: Path | None  # the file it came from
    time: float  # seconds since the epoch, when it was begun
    edits: int
    folder: Path

    def plan(self) -> Plan:
        """The plan with every whole edit replayed; a torn last line is left out. Raises FileProblem."""
        plan = parsed((self.folder / SNAPSHOT).read_bytes(), SNAPSHOT).plan
        for line in _lines(self.folder):
            try:
                plan.apply(_edit(line))
            except (EditRefused, BadRow, ValueError, TypeError, IndexError):
                break
        return plan

    def discard(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def found(folder: Path | None = None) -> list[Recovery]:
    """What can be recovered, newest first. Journals of running processes and those without any edit are left alone."""
    out = []
    base = folder or default_folder()
    for place in sorted(base.iterdir()) if base.is_dir() else ():
        if _held(place):
            continue
        try:
            origin = json.loads((place / ORIGIN).read_text("utf-8"))
            edits = sum(1 for _ in _lines(place))
            path = Path(origin["path"]) if origin["path"] else None
            recovery = Recovery(str(origin["title"]), path, float(origin["time"]), edits, place)
            if edits:
                recovery.plan()
                out.append(recovery)
        except (OSError, ValueError, KeyError, TypeError, FileProblem):
            continue
    return sorted(out, key=lambda r: -r.time)


def _lines(folder: Path) -> Iterator[str]:
    """Whole lines only."""
    with contextlib.suppress(OSError):
        yield from (folder / EDITS).read_text("utf-8", errors="replace").split("\n")[:-1]


def _edit(line: str) -> Edit:
    changes = []
    for table, before, after in json.loads(line, object_pairs_hook=json_object):
        old, new = (rows_of(table, (o,))[0] if o is not None else None for o in (before, after))
        changes.append(Change(old, new))
    return Edit("Recover", tuple(changes))


def _held(place: Path) -> bool:
    try:
        with (place / LOCK).open("r+") as lock:
            return not _try_lock(lock)
    except FileNotFoundError:
        return not place.is_dir()
    except OSError:
        return True


def _try_lock(file: IO[str]) -> bool:
    """Whether this process holds the lock now; the system frees it when the process ends."""
    try:
        if os.name == "nt":
            import msvcrt

            lock: Any = msvcrt
            lock.locking(file.fileno(), lock.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
