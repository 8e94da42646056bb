"""Timing: the median of several runs."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from math import inf


def median_ms(call: Callable[[], object], runs: int = 5) -> float:
    """Median of some runs in milliseconds, after one that warms up."""
    call()
    times = []
    for _ in range(runs):
        began = time.perf_counter()
        call()
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000


def row(what: str, asked: str, got: float, peer: float, limit: float = inf) -> tuple[str, str, str, str, str]:
    """(what, asked, got in ms, peer in ms, ratio) with a mark where the ratio passes its limit."""
    ratio = got / peer
    return what, asked, f"{got:.1f} ms", f"{peer:.1f} ms", f"{ratio:.2f}{'' if ratio <= limit else '  OVER'}"
