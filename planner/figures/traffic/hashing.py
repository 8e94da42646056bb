"""Static hashing: how much slower than even spreading it gets when whole flows are hashed onto links.

A link that n flows are expected to take, each with chance p, gets a binomial number of them. The slowest link of all
sets the pace of a synchronous step, so the pace is the T at which all links are done with chance one half, taking
their numbers as independent. A link without choice (p = 1) gets exactly what it expects.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

Floats = NDArray[np.float64]
STEPS = 40  # of halving: the answer to one part in 10^10 of the range


def slowest(flows: Floats, chance: Floats, time_each: Floats, count: Floats) -> float:
    """Time of the slowest link, in the middle of the odds. By group of alike links: flows expected on one, chance of
    each, time that one flow takes on it, and how many links there are."""
    some = flows > 0
    flows, chance, time_each, count = flows[some], np.minimum(chance[some], 1.0), time_each[some], count[some]
    if not len(flows):
        return 0.0
    least = float((flows * time_each).max())
    low, high = 0.0, least + float(((10 * np.sqrt(flows) + 60) * time_each).max())
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _done(flows, chance, middle / time_each, count) >= 0.5:
            high = middle
        else:
            low = middle
    return max(high, least)


def _done(flows: Floats, chance: Floats, most: Floats, count: Floats) -> float:
    """Chance that no link has more flows than `most`."""
    trials = flows / chance
    whole = np.floor(most + 1e-9)
    sure = whole >= trials
    within = betainc(np.maximum(trials - whole, 1e-9), whole + 1, 1 - chance)
    certain = chance >= 1 - 1e-9
    within = np.where(certain, (most >= flows * (1 - 1e-9)).astype(float), np.where(sure, 1.0, within))
    with np.errstate(divide="ignore"):
        return float(np.exp((count * np.log(within)).sum()))
