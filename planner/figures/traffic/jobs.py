"""A job: which endpoints of a plane talk, and in which order their ranks follow each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from planner.figures.fabric import Fabric, Ints
from planner.network import Network

SCATTER_SEED = 1  # fixed: the same design gives the same figures


class JobRefused(ValueError):
    """The job can't be placed; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Job:
    """`vertices` of the fabric in rank order, `gpus` of each (1 where the plane's endpoints have none)."""

    name: str
    vertices: Ints
    gpus: Ints

    @property
    def ranks(self) -> int:
        return int(self.gpus.sum())

    def __len__(self) -> int:
        return len(self.vertices)


@dataclass(frozen=True, slots=True)
class Placing:
    """How a job is chosen: these devices, or so many endpoints packed or scattered, or (0 and none named) all."""

    count: int = 0
    scattered: bool = False
    devices: tuple[str, ...] = ()

    def job(self, network: Network, fabric: Fabric) -> Job:
        """Raises JobRefused with a sentence."""
        if not fabric.endpoint.any():
            raise JobRefused("This plane has no endpoints yet.")
        if self.devices:
            return chosen(network, fabric, self.devices)
        if not self.count:
            return everyone(fabric)
        return scattered(fabric, self.count) if self.scattered else packed(fabric, self.count)


def everyone(fabric: Fabric) -> Job:
    """All endpoints with GPUs; all endpoints where none has any."""
    return _job("all endpoints", fabric, _able(fabric))


def packed(fabric: Fabric, count: int) -> Job:
    """The first `count` endpoints in the order of the plan, which is how a scheduler that knows the floor fills it."""
    return _job(f"{count} packed", fabric, _some(fabric, count))


def scattered(fabric: Fabric, count: int) -> Job:
    """`count` endpoints drawn at random, in the order of the plan."""
    able = _able(fabric)
    _some(fabric, count)
    drawn = np.random.default_rng(SCATTER_SEED).permutation(len(able))[:count]
    return _job(f"{count} scattered", fabric, able[np.sort(drawn)])


def chosen(network: Network, fabric: Fabric, devices: Iterable[str]) -> Job:
    """The endpoints that these devices belong to."""
    found = set()
    for id in devices:
        row = network.devices.row.get(id)
        vertex = -1 if row is None else int(fabric.vertex[row])
        if vertex < 0 or not fabric.endpoint[vertex]:
            raise JobRefused(f"{id} is no endpoint of this plane: a job takes servers that are cabled on it.")
        found.add(vertex)
    return _job(f"{len(found)} chosen", fabric, np.array(sorted(found), np.int64))


def _able(fabric: Fabric) -> Ints:
    has = fabric.endpoint & (fabric.gpus > 0)
    found: Ints = np.nonzero(has if has.any() else fabric.endpoint)[0]
    return found


def _some(fabric: Fabric, count: int) -> Ints:
    able = _able(fabric)
    if not 1 <= count <= len(able):
        raise JobRefused(f"A job here takes 1 to {len(able)} endpoints, not {count}.")
    return able[:count]


def _job(name: str, fabric: Fabric, vertices: Ints) -> Job:
    return Job(name, vertices, np.maximum(fabric.gpus[vertices], 1))
