"""An edit is data: which rows change, from what, to what. Undo swaps the two sides."""

from __future__ import annotations

from dataclasses import dataclass

from planner.records import Record


@dataclass(frozen=True, slots=True)
class Change:
    """One row before and after; None before means added, None after means removed."""

    before: Record | None
    after: Record | None

    @property
    def row(self) -> Record:
        row = self.after if self.after is not None else self.before
        assert row is not None
        return row

    def inverted(self) -> Change:
        return Change(self.after, self.before)


@dataclass(frozen=True, slots=True)
class Edit:
    """What one step of undo does. Edits in a row that share a `merge_key` become one step."""

    label: str
    changes: tuple[Change, ...]
    merge_key: str = ""

    def inverted(self) -> Edit:
        return Edit(self.label, tuple(c.inverted() for c in reversed(self.changes)), self.merge_key)

    def then(self, later: Edit) -> Edit:
        """One edit with the effect of both; rows that end where they began drop out."""
        net: dict[tuple[type, str], Change] = {}
        for c in self.changes + later.changes:
            at = type(c.row), c.row.id
            net[at] = Change(net[at].before, c.after) if at in net else c
        return Edit(later.label, tuple(c for c in net.values() if c.before != c.after), later.merge_key)


def added(label: str, *rows: Record) -> Edit:
    """The edit that adds these rows."""
    return Edit(label, tuple(Change(None, r) for r in rows))
