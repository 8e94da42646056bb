"""Who sends how much to whom in a collective, between the endpoints of a job. What stays within one is not here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from planner.figures.reduction.graph import Ints
from planner.figures.traffic.jobs import Job

Floats = NDArray[np.float64]


class Pattern(Protocol):
    @property
    def uniform(self) -> bool:
        """Whether endpoints that are alike send alike."""
        ...

    def demand(self, place: Ints, classes: int, weight: Floats, kind: Ints) -> Floats:
        """[class, class] when the job's n-th endpoint is in class `place[n]` (-1: in none), of kind `kind[n]`, and
        `weight[p, q]` of the traffic from kind p to kind q is to be counted."""
        ...


@dataclass(frozen=True, slots=True)
class AllToAll:
    """Each GPU sends 1 to every GPU of the other endpoints."""

    job: Job

    @property
    def uniform(self) -> bool:
        return True

    def demand(self, place: Ints, classes: int, weight: Floats, kind: Ints) -> Floats:
        there = place >= 0
        gpus, of = self.job.gpus[there].astype(float), place[there]
        total, squares = np.bincount(of, gpus, classes), np.bincount(of, gpus**2, classes)
        what = np.zeros(classes, np.int64)
        what[of] = kind[there]  # members of a class are of one kind
        found: Floats = np.outer(total, total) * weight[np.ix_(what, what)]
        np.fill_diagonal(found, (total**2 - squares) * weight[what, what])
        return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """The job's `source[n]`-th endpoint sends `amount[n]` to its `target[n]`-th."""

    source: Ints
    target: Ints
    amount: Floats

    @property
    def uniform(self) -> bool:
        return False

    def demand(self, place: Ints, classes: int, weight: Floats, kind: Ints) -> Floats:
        source, target = place[self.source], place[self.target]
        there = (source >= 0) & (target >= 0)
        part = weight[kind[self.source], kind[self.target]][there] * self.amount[there]
        flat = np.bincount(source[there] * classes + target[there], part, classes * classes)
        found: Floats = flat.astype(float).reshape(classes, classes)
        return found


def ring(job: Job) -> Pairs:
    """Each endpoint sends 1 to the next, the last to the first."""
    here = np.arange(len(job), dtype=np.int64)
    return Pairs(here, np.roll(here, -1), np.ones(len(job)))


def double_tree(job: Job) -> Pairs:
    """Two binary trees, each with half of the data, going up to be reduced and down again: 1/2 over every edge both
    ways. Inner ranks of one are tips of the other, as in NCCL: the second is the first moved on by one."""
    count = len(job)
    child, parent = _tree(count)
    once = (np.arange(count) + 1) % count
    child, parent = np.concatenate([child, once[child]]), np.concatenate([parent, once[parent]])
    half = np.full(2 * len(child), 0.5)
    return Pairs(np.concatenate([child, parent]), np.concatenate([parent, child]), half)


def _tree(count: int) -> tuple[Ints, Ints]:
    """(child, parent) of a binary tree in rank order with rank 0 above it: the lowest set bit of a rank is its height,
    and its parent is the neighbour one height up, or what remains without that bit where there is none."""
    child = np.arange(1, max(count, 1), dtype=np.int64)
    bit = child & -child
    above = (child ^ bit) | (bit << 1)
    return child, np.where(above < count, above, child ^ bit)
