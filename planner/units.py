"""Units as people read them: rates in Gb/s per direction, lengths in metres, ratios down:up. One convention for all."""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

RACK_UNIT_M = 0.04445  # EIA-310: 1.75 inches


def rate(gbps: float) -> str:
    """Gb/s up to 999, then Tb/s with one decimal; per direction."""
    return f"{gbps:g} Gb/s" if gbps < 1000 else f"{_rounded(gbps / 1000, 1)} Tb/s"


def length(metres: float | None) -> str:
    return "unknown" if metres is None else f"{_rounded(metres, 1)} m"


def duration(seconds: float) -> str:
    """In the unit that leaves one to three digits before the point: "5.3 ms"."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{_rounded(seconds / size, 1)} {unit}"
    return f"{_rounded(seconds * 1e6, 1)} µs"


def parse_size(text: str) -> float:
    """ "1 GiB" -> 1073741824.0 bytes, "500MB" -> 5e8; raise ValueError with a sentence otherwise."""
    found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([KMGT]?)(i?)B?\s*", text, re.IGNORECASE)
    if found is None or float(found[1]) <= 0 or (found[3] and not found[2]):
        raise ValueError(f"A size is written like 1 GiB or 500 MB, not {text!r}.")
    power = " KMGT".index(found[2].upper() or " ")
    return float(found[1]) * (1024.0 if found[3] else 1000.0) ** power


def power(watts: float | None) -> str:
    if watts is None:
        return "unknown"
    return f"{watts:.0f} W" if watts < 1000 else f"{_rounded(watts / 1000, 1)} kW"


def share(part: float | None) -> str:
    return "unknown" if part is None else f"{_rounded(part * 100, 1)} %"


def ratio(down_over_up: float | None) -> str:
    """`2:1` oversubscribed, `1:1` non-blocking, `1:2` over-provisioned; one decimal at most. None: no uplinks."""
    if down_over_up is None:
        return "no uplinks"
    if down_over_up == 0:
        return "idle"
    big = down_over_up if down_over_up >= 1 else 1 / down_over_up
    text = _rounded(big, 1)
    return "1:1" if text == "1" else f"{text}:1" if down_over_up > 1 else f"1:{text}"


def parse_ratio(text: str) -> float:
    """ "3:1" -> 3.0; raise ValueError with a sentence otherwise."""
    try:
        down, up = (float(part) for part in text.split(":"))
        if not (0 < down < 1e6 and 0 < up < 1e6):
            raise ValueError
    except ValueError:
        raise ValueError(f"A ratio is written down:up, as in 2:1, not {text!r}.") from None
    return down / up


def count(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _rounded(value: float, digits: int) -> str:
    """Half up, without trailing zeros."""
    step = Decimal(1).scaleb(-digits)
    text = format(Decimal(repr(float(value))).quantize(step, ROUND_HALF_UP), ",f").replace(",", " ")
    return text.rstrip("0").rstrip(".") if "." in text else text
