"""Keeping the open plan's edits for recovery: a journal from when it was opened or saved, until it is let go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from planner.fileformat.recovery import Journal, Recovery
from ui.document import Document


class Keeping:
    """Follows one document at a time. What was recovered stays on disk too until the next `follow` or `drop`: a second
    crash loses nothing."""

    def __init__(self, folder: Path | None, say: Callable[[str], None]) -> None:
        self._folder, self._say = folder, say
        self._journal: Journal | None = None
        self._recovered: Recovery | None = None

    def follow(self, document: Document) -> None:
        """A new journal from here on: what is before is saved, or was let go."""
        self.drop()
        self._journal = Journal(document.plan, document.path, self._folder)
        self._told = False
        document.changed.connect(self._check)
        self._check()

    def hold(self, recovery: Recovery) -> None:
        """This is what the document now shows."""
        self._recovered = recovery

    def drop(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None
        if self._recovered is not None:
            self._recovered.discard()
            self._recovered = None

    def _check(self, _: object = None) -> None:
        """Say once when edits can no longer be kept."""
        if self._journal is not None and self._journal.broken and not self._told:
            self._told = True
            self._say(self._journal.broken)
