"""What the figures of a plan are: the words of definitions, as data. Computed by the other files of this folder."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

TIER_NAMES = {1: "leaf", 2: "spine", 3: "core"}


@dataclass(frozen=True, slots=True)
class BisectionFigure:
    """Capacity between the two halves of the endpoints, Gb/s one way: exact, or between two certified bounds."""

    low_gbps: int
    high_gbps: int
    full_gbps: float  # half the endpoints' injection: what full bisection would be
    first_half: frozenset[str] = frozenset()  # devices on one side of a split that attains high_gbps

    @property
    def exact(self) -> bool:
        return self.low_gbps == self.high_gbps

    @property
    def share(self) -> float | None:
        """The certified part of full bisection, at most 1; None when nothing injects."""
        return min(1.0, self.low_gbps / self.full_gbps) if self.full_gbps else None


@dataclass(frozen=True, slots=True)
class TierRatio:
    """Oversubscription of one tier as down/up; None where there is nothing above."""

    tier: int  # 1 is the leaf
    name: str
    worst: float | None  # of the worst switch, as cabled
    worst_device: str  # its id
    aggregate: float | None  # sum of down capacity / sum of up capacity
    cumulative: float | None  # endpoints' injection beneath / upward capacity, worst connected group
    as_full: float | None  # worst switch with every free down-port populated


@dataclass(frozen=True, slots=True)
class SwitchRatio:
    down_gbps: int  # toward endpoints
    up_gbps: int
    peer_gbps: int  # within the tier

    @property
    def ratio(self) -> float | None:
        return self.down_gbps / self.up_gbps if self.up_gbps else None


@dataclass(frozen=True, slots=True)
class PlaneFigures:
    plane: str  # id
    endpoints: int  # scale-up domains count as one
    nodes: int  # devices behind those endpoints
    gpus: int
    injection_gbps: int
    bisection: BisectionFigure
    oversubscription: tuple[TierRatio, ...]  # leaf upward; empty when the plane has no tiers
    switches: dict[str, SwitchRatio]  # by device id
    tiers: dict[str, int]  # by device id: 1 leaf, 2 spine, 3 core; empty when the plane has none


@dataclass(frozen=True, slots=True)
class CableLengths:
    """By cable, in the order of `ids`. NaN is not known: an end has no place, or no media reaches."""

    ids: tuple[str, ...]
    needed_m: NDArray[np.float64]
    ordered_m: NDArray[np.float64]
    media: tuple[str, ...]  # id of the chosen media type, empty when none fits

    @property
    def unknown(self) -> int:
        return int(np.isnan(self.needed_m).sum())

    @property
    def without_media(self) -> int:
        """Cables whose length is known and for which nothing can be ordered."""
        return int((~np.isnan(self.needed_m) & np.isnan(self.ordered_m)).sum())

    @property
    def needed_total_m(self) -> float:
        return float(np.nansum(self.needed_m))

    @property
    def ordered_total_m(self) -> float:
        return float(np.nansum(self.ordered_m))

    @property
    def longest(self) -> int | None:
        """Position of the longest cable in `ids`; None when no length is known."""
        return None if not len(self.ids) or np.isnan(self.needed_m).all() else int(np.nanargmax(self.needed_m))

    @property
    def longest_m(self) -> float | None:
        return None if self.longest is None else float(self.needed_m[self.longest])


@dataclass(frozen=True, slots=True)
class Counts:
    links: int
    cables: int
    transceivers: int  # one a cage and end; none on DAC, ACC, AOC and Cat6
    switches: dict[str, int]  # leaf, spine, core of the training plane's tiers; see figures.counts
    links_by_tier: dict[str, int]  # endpoint_leaf, leaf_spine, spine_core of the training plane
    cables_by_tier: dict[str, int]
    switches_without_tier: int = 0  # of the training plane: those of a dragonfly or a mesh


@dataclass(frozen=True, slots=True)
class PowerFigure:
    """Watts of the devices placed or not; `unknown` counts devices whose type states none."""

    typical_w: float
    max_w: float
    unknown: int


@dataclass(frozen=True, slots=True)
class Figures:
    """Every figure of one revision of a plan."""

    revision: int
    planes: dict[str, PlaneFigures] = field(default_factory=dict)
    counts: Counts = field(default_factory=lambda: Counts(0, 0, 0, {}, {}, {}))
    lengths: CableLengths = field(default_factory=lambda: CableLengths((), np.empty(0), np.empty(0), ()))
    power: PowerFigure = field(default_factory=lambda: PowerFigure(0.0, 0.0, 0))
