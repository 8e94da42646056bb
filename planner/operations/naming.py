"""New ids and names: short, numbered, never one that is taken."""

from __future__ import annotations

import re
from collections.abc import Collection

_NUMBERED = re.compile(r"^(.*?)[-_ ]?(\d+)$")


def next_id(stem: str, taken: Collection[str], digits: int = 2) -> str:
    """`stem-01`, or the first number after it that is free in `taken`."""
    n = 1
    while (found := f"{stem}-{n:0{digits}d}") in taken:
        n += 1
    return found


def stem_of(name: str) -> str:
    """The name without its trailing number."""
    found = _NUMBERED.match(name)
    return found.group(1) if found and found.group(1) else name


def clean_name(text: str) -> str:
    """The name as it is kept: one line, no control characters, trimmed. Raises ValueError with a sentence."""
    name = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not name:
        raise ValueError("A name needs at least one visible character.")
    if len(name) > 200:
        raise ValueError("A name may have at most 200 characters.")
    return name
