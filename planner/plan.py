"""The plan: tables of rows. `apply` is the only way to change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from planner.edit import Change, Edit
from planner.records import (
    TABLE_OF,
    TABLES,
    Cable,
    Device,
    PartTerms,
    Phase,
    Plane,
    Project,
    Rack,
    Record,
    Site,
    Waiver,
    Workload,
    references,
)

Listener = Callable[[tuple[Change, ...]], None]


class EditRefused(ValueError):
    """The edit can't be made; the text is a sentence for the user."""


class StaleEdit(EditRefused):
    """The edit was made for another state of the plan."""


class Plan:
    """Tables by id. `project`, `site` and `workload` always read as a row, the default when none was added."""

    def __init__(self) -> None:
        self.phases: dict[str, Phase] = {}
        self.planes: dict[str, Plane] = {}
        self.racks: dict[str, Rack] = {}
        self.devices: dict[str, Device] = {}
        self.cables: dict[str, Cable] = {}
        self.parts: dict[str, PartTerms] = {}
        self.waivers: dict[str, Waiver] = {}
        self._single: dict[str, dict[str, Any]] = {"project": {}, "site": {}, "workload": {}}
        self.revision = 0
        self._uses: Counter[tuple[str, str]] = Counter()  # how many rows point at (table, id)
        self._listeners: list[Listener] = []
        self._telling = False

    @property
    def project(self) -> Project:
        row: Project = self._single["project"].get("project") or Project()
        return row

    @property
    def site(self) -> Site:
        row: Site = self._single["site"].get("site") or Site()
        return row

    @property
    def workload(self) -> Workload:
        row: Workload = self._single["workload"].get("workload") or Workload()
        return row

    def table(self, name: str) -> dict[str, Any]:
        """The rows of one table of `records.TABLES` by id. Read only: use `apply` to change them."""
        found: dict[str, Any] = self._single[name] if name in self._single else getattr(self, name)
        return found

    def rows(self) -> Iterator[Record]:
        """Every row, tables in the order of `records.TABLES`."""
        for name in TABLES:
            yield from self.table(name).values()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after each edit; returns what ends it. A listener must not edit the plan."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def check(self, edit: Edit) -> None:
        """Raise StaleEdit or EditRefused if the edit does not fit the plan as it is now."""
        if self._telling:
            raise RuntimeError("a listener tried to edit the plan it is being told about")
        after: dict[tuple[str, str], Record | None] = {}
        for c in edit.changes:
            at = TABLE_OF[type(c.row)], c.row.id
            now = after[at] if at in after else self.table(at[0]).get(at[1])
            if now != c.before or (c.before and c.after and c.before.id != c.after.id):
                raise StaleEdit(f"{at[1]} has changed since {edit.label!r} was prepared; try it again.")
            after[at] = c.after
        self._check_references(edit, after)

    def _check_references(self, edit: Edit, after: dict[tuple[str, str], Record | None]) -> None:
        change: Counter[tuple[str, str]] = Counter()
        for c in edit.changes:
            for at in references(c.after) if c.after is not None else ():
                change[at] += 1
            for at in references(c.before) if c.before is not None else ():
                change[at] -= 1
        gone = [at for at, row in after.items() if row is None]
        for at in [*(at for at, n in change.items() if n > 0), *gone]:
            stands = after[at] is not None if at in after else at[1] in self.table(at[0])
            if not stands and self._uses[at] + change[at] > 0:
                raise EditRefused(f"{edit.label}: {at[1]} is not among the {at[0]}, but something needs it.")

    def apply(self, edit: Edit) -> None:
        """Apply all of the edit or none of it, then tell every listener once."""
        self.check(edit)
        for c in edit.changes:
            self._put(c)
        self.revision += 1
        self._telling = True
        try:
            for listener in list(self._listeners):
                listener(edit.changes)
        finally:
            self._telling = False

    def _put(self, change: Change) -> None:
        table = self.table(TABLE_OF[type(change.row)])
        if change.before is not None:
            for at in references(change.before):
                self._uses[at] -= 1
        if change.after is None:
            del table[change.row.id]
        else:
            table[change.after.id] = change.after
            for at in references(change.after):
                self._uses[at] += 1

    def same_as(self, other: Plan) -> bool:
        return all(self.table(name) == other.table(name) for name in TABLES)
