"""Words that several findings use: names in a row, cut when there are many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from planner.plan import Plan


def names(plan: Plan, ids: Sequence[str], most: int = 3) -> str:
    """ "leaf-01, leaf-02 and 6 more": the first few by name, the rest counted."""
    shown = [name(plan, i) for i in ids[:most]]
    if len(ids) > most:
        return f"{', '.join(shown)} and {len(ids) - most} more"
    return listed(shown)


def listed(words: Iterable[str]) -> str:
    """ "a, b and c"."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def name(plan: Plan, id: str) -> str:
    for table in ("devices", "racks", "planes", "phases"):
        row = plan.table(table).get(id)
        if row is not None:
            return str(row.name)
    return id


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
