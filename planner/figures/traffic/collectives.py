"""How long a collective takes: an estimate, as a band from ideal to slow, in nccl-tests' terms.

The network's part is the load of the slowest link (see `loads`) for the bytes the algorithm sends; inside an endpoint
every GPU sends over its scale-up links, where their rate is known. Both go on at once, so the longer one counts, and
latency is added. The ideal end of the band takes full line rate and even spreading, the slow end static hashing and
LINE_SHARE of the line rate. Not in it: congestion control, incast, reduction in switches (SHARP), overlap with
computing. With two endpoints NCCL takes other ways inside them and can be faster than the band.

Latencies and protocol factors are those of NCCL's own model (src/graph/tuning.cc, commit 5067397).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from planner.figures.fabric import Fabric, Ints
from planner.figures.fabric import fabric as fabric_of
from planner.figures.traffic.jobs import Job, Placing
from planner.figures.traffic.loads import FLOWS, Loads, loads
from planner.figures.traffic.patterns import AllToAll, double_tree, ring
from planner.network import Network

LINE_SHARE = 0.92  # of its rate that a 400G NIC is seen to give at least; 0.92 to 0.96 (NVIDIA/nccl-tests developers)
BITS_A_GB = 8.0  # Gb in a GB, both decimal
MICRO = 1e-6
ALL = Placing()
LL128_SHARE = 120 / 128
TREE_SHARE = 0.92


@dataclass(frozen=True, slots=True)
class Latency:
    """Microseconds: at the start, of a step inside an endpoint, and of a step over the network; `share` of the rate."""

    base: float
    inside: float
    across: float
    share: float


RING = (Latency(8.4, 3.4, 14.0, 1.0), Latency(14.0, 1.9, 4.0, LL128_SHARE))  # protocols Simple, LL128
TREE = (Latency(8.4, 4.0, 14.0, TREE_SHARE), Latency(14.0, 1.25, 8.5, TREE_SHARE * LL128_SHARE))


@dataclass(frozen=True, slots=True)
class Estimate:
    """Seconds for `size_bytes`, as nccl-tests counts them; (ideal, slow)."""

    operation: str  # all-reduce or all-to-all
    algorithm: str
    size_bytes: float
    ranks: int
    seconds: tuple[float, float]

    @property
    def algbw_gbs(self) -> tuple[float, float]:
        """GB/s: size over time."""
        return self.size_bytes / self.seconds[0] / 1e9, self.size_bytes / self.seconds[1] / 1e9

    @property
    def busbw_gbs(self) -> tuple[float, float]:
        """GB/s: algbw times 2(n-1)/n for an all-reduce and (n-1)/n for an all-to-all of n ranks (nccl-tests)."""
        factor = (2 if self.operation == "all-reduce" else 1) * (self.ranks - 1) / self.ranks
        return self.algbw_gbs[0] * factor, self.algbw_gbs[1] * factor


@dataclass(frozen=True, slots=True)
class Traffic:
    """What a plane's links make of one job. Each of `all_to_all`, `ring` and `tree` are loads for one unit of its
    pattern; they are None for a job of one endpoint, whose traffic stays within."""

    job: Job
    scale_up_gbps: int | None  # of the slowest GPU, one way; None when a device states none
    link: Ints  # by link of the loads: its row of network.links
    all_to_all: Loads | None
    ring: Loads | None
    tree: Loads | None

    @property
    def rate_gbps(self) -> tuple[float, float]:
        """All-to-all rate of an endpoint, one way, on average over the job: (ideal, hashed)."""
        if self.all_to_all is None:
            return 0.0, 0.0
        gpus = self.job.gpus.astype(float)
        sent = float((gpus * (gpus.sum() - gpus)).mean())
        return sent / self.all_to_all.ideal_s, sent / self.all_to_all.hashed_s

    @property
    def holds(self) -> bool:
        """Whether the band is expected to hold: from three endpoints on, with scale-up known where there is one."""
        alone = int(self.job.gpus.max(initial=1)) == 1
        return len(self.job) > 2 and (alone or self.scale_up_gbps is not None)


def plane_traffic(network: Network, plane: str, placing: Placing = ALL, flows: int = FLOWS) -> Traffic:
    """Raises JobRefused or Unroutable with a sentence."""
    fabric = fabric_of(network, plane)
    return traffic(network, fabric, placing.job(network, fabric), flows)


def traffic(network: Network, fabric: Fabric, job: Job, flows: int = FLOWS) -> Traffic:
    """Raises Unroutable when some of the job can't reach others."""
    rate = _scale_up(network, fabric, job)
    if len(job) < 2:
        return Traffic(job, rate, fabric.link, None, None, None)
    patterns = AllToAll(job), ring(job), double_tree(job)
    return Traffic(job, rate, fabric.link, *(loads(network, fabric, job, p, flows) for p in patterns))


def _scale_up(network: Network, fabric: Fabric, job: Job) -> int | None:
    rates = set()
    for id in {network.devices.id[r] for r in fabric.row[job.vertices].tolist()}:
        found = network.device_type(str(id))
        rates.add(found.scale_up_gbps if found else None)
    known = [r for r in rates if r is not None]
    return min(known) if known and len(known) == len(rates) else None


def all_reduce(found: Traffic, size_bytes: float) -> list[Estimate]:
    """One by algorithm, quickest first; none for a job within one endpoint."""
    made = []
    for name, bounds in (("ring", _ring), ("tree", _tree), ("hierarchical", _hierarchical)):
        if found.ring is not None and found.tree is not None:
            seconds = bounds(found, size_bytes, False), bounds(found, size_bytes, True)
            made.append(Estimate("all-reduce", name, size_bytes, found.job.ranks, seconds))
    return sorted(made, key=lambda e: e.seconds)


def likely(estimates: list[Estimate]) -> tuple[float, float]:
    """busbw band of an all-reduce, GB/s: from the better of what NCCL runs over a network, ring and tree, at its slow
    end, to the best of all at its ideal end."""
    slow = [e.busbw_gbs[1] for e in estimates if e.algorithm in ("ring", "tree")]
    return max(slow), max(e.busbw_gbs[0] for e in estimates)


def all_to_all(found: Traffic, size_bytes: float) -> Estimate | None:
    """Every rank holds `size_bytes`, an equal part for each rank. In one step at best, else one for each endpoint."""
    if found.all_to_all is None:
        return None
    ranks = found.job.ranks
    pair = size_bytes / ranks
    inside = _inside(found, size_bytes * (ranks - 1) / ranks)
    steps = 1, len(found.job) - 1
    ideal, slow = (
        max(_across(found.all_to_all, pair, bool(n)), inside) + MICRO * (RING[0].base + RING[0].across * steps[n])
        for n in (0, 1)
    )
    return Estimate("all-to-all", "pairwise", size_bytes, ranks, (ideal, slow))


def _across(pace: Loads, size_bytes: float, slow: bool) -> float:
    """Seconds over the network when the pattern's unit is this size."""
    each = pace.hashed_s / LINE_SHARE if slow else pace.ideal_s
    return size_bytes / 1e9 * BITS_A_GB * each


def _inside(found: Traffic, size_bytes: float) -> float:
    """Seconds for every GPU to send this much over its scale-up links; 0 for endpoints of one GPU and where the rate is
    not known."""
    if found.scale_up_gbps is None or int(found.job.gpus.max()) == 1:
        return 0.0
    return size_bytes / 1e9 * BITS_A_GB / found.scale_up_gbps


def _ring(found: Traffic, size_bytes: float, slow: bool) -> float:
    """All ranks in one order, through every endpoint and on: each passes on 2(n-1)/n of the data."""
    assert found.ring is not None
    ranks, endpoints = found.job.ranks, len(found.job)
    sent = 2 * (ranks - 1) / ranks * size_bytes
    pace = max(_across(found.ring, sent, slow), _inside(found, sent))
    across = 2 * (endpoints - 1)
    inside = 2 * (ranks - 1) - across
    return min(MICRO * (k.base + inside * k.inside + across * k.across) + pace / k.share for k in RING)


def _tree(found: Traffic, size_bytes: float, slow: bool) -> float:
    """A double binary tree over the endpoints, a chain inside each: all data up and down again, in both at once."""
    assert found.tree is not None
    ranks, endpoints = found.job.ranks, len(found.job)
    pace = max(_across(found.tree, size_bytes, slow), _inside(found, 2 * size_bytes))
    inside, across = 2 * (ranks / endpoints - 1), 2 * log2(endpoints)
    return min(MICRO * (k.base + inside * k.inside + across * k.across) + pace / k.share for k in TREE)


def _hierarchical(found: Traffic, size_bytes: float, slow: bool) -> float:
    """Reduce-scatter inside each endpoint, a ring for each part between them, all-gather inside; parts overlap."""
    assert found.ring is not None
    endpoints, gpus = len(found.job), int(found.job.gpus.max())
    across = 2 * (endpoints - 1)
    inside = 2 * (gpus - 1)
    pace = max(_across(found.ring, across / endpoints * size_bytes, slow), _inside(found, inside / gpus * size_bytes))
    return min(MICRO * (k.base + inside * k.inside + across * k.across) + pace / k.share for k in RING)
