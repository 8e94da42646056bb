"""New ids and names: short, numbered, never one that is taken."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_NUMBERED = re.compile(r"^(.*?)(\d{1,9})$", re.DOTALL)
_DIGITS = re.compile(r"(\d+)")
LONGEST_STEM = 185  # leaves room for a number within the 200 characters of a name


class FreshNames:
    """Names in the style of others that are not taken. Each is given once; a number is never looked for twice, so that
    many thousands take no time."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)
        self._next: dict[tuple[str, int], int] = {}

    def like(self, name: str) -> str:
        """The first free one with another number: node-007 for node-003, R07 for R01, x-01 for x."""
        found = _NUMBERED.match(name)
        stem, digits = (found.group(1), len(found.group(2))) if found else (f"{name}-", 2)
        stem = stem[:LONGEST_STEM]
        n = self._next.get((stem, digits), 1)
        while (new := f"{stem}{n:0{digits}d}") in self._taken:
            n += 1
        self._next[stem, digits] = n + 1
        self._taken.add(new)
        return new


def next_id(stem: str, taken: Collection[str], digits: int = 2) -> str:
    """`stem-01`, or the first number after it that is free in `taken`."""
    n = 1
    while (found := f"{stem}-{n:0{digits}d}") in taken:
        n += 1
    return found


def number_order(name: str) -> tuple[str | int, ...]:
    """Sort key: node-9 comes before node-10."""
    return tuple(int(part) if n % 2 else part for n, part in enumerate(_DIGITS.split(name)))


def clean_name(text: str) -> str:
    """The name as it is kept: one line, no control characters, trimmed. Raises ValueError with a sentence."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not name:
        raise ValueError("A name needs at least one visible character.")
    if len(name) > 200:
        raise ValueError("A name may have at most 200 characters.")
    return name
