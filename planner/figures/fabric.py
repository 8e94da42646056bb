"""One plane as arrays: its endpoints, switches and links, with what does not carry traffic left out.

Scale-up domains are one endpoint. A fabric manager (UFM) neither sends nor forwards, so it and its links are left
out, and so are the links of switches' own management ports.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from planner.network import MANAGER, SWITCH, Network

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Fabric:
    """Vertices are numbered from 0; links join vertices `u` and `v` (never one to itself)."""

    plane: str
    vertex: Ints  # by row of network.devices: its vertex, -1 when it is not in the plane
    row: Ints  # by vertex: a row of network.devices (of a domain, its first)
    endpoint: NDArray[np.bool_]  # by vertex
    transit: NDArray[np.bool_]  # by vertex: an endpoint that forwards for others, as a TPU chip does
    gpus: Ints  # by vertex
    nodes: int  # devices behind the endpoints
    u: Ints
    v: Ints
    gbps: Ints
    link: Ints  # by link: its row of network.links

    @property
    def weight(self) -> Ints:
        """By vertex: GPUs when every endpoint has some, else 1 an endpoint; 0 for a switch."""
        if self.endpoint.any() and (self.gpus[self.endpoint] > 0).all():
            return np.where(self.endpoint, self.gpus, 0)
        return self.endpoint.astype(np.int64)

    def injection(self) -> Ints:
        """By vertex: Gb/s of its own links, 0 for a switch."""
        count = len(self.row)
        total = np.bincount(self.u, self.gbps, count) + np.bincount(self.v, self.gbps, count)
        return np.where(self.endpoint, total, 0).astype(np.int64)


class Failed(NamedTuple):
    """What is taken as not there."""

    devices: NDArray[np.bool_]  # by row of network.devices: with all their links
    links: NDArray[np.bool_]  # by row of network.links


def fabric(network: Network, plane: str, failed: Failed | None = None) -> Fabric:
    """The plane as it is cabled: a device without a link in it is not part of it."""
    rows = network.links_in(plane)
    a, b = network.links["a"][rows].astype(np.int64), network.links["b"][rows].astype(np.int64)
    gbps = network.links["gbps"][rows]
    kind = network.devices["kind"]
    kept = (kind[a] != MANAGER) & (kind[b] != MANAGER) & network.links["forwards"][rows]
    if failed is not None:
        kept &= ~(failed.devices[a] | failed.devices[b] | failed.links[rows])
    a, b, gbps, rows = a[kept], b[kept], gbps[kept], rows[kept]
    first = _first_of_domain(network)
    devices = np.unique(np.concatenate([a, b]))
    row, number = np.unique(first[devices], return_inverse=True)
    vertex = np.full(len(kind), -1, np.int64)
    vertex[devices] = number
    u, v = vertex[a], vertex[b]
    outside = u != v  # a cable within a domain or from a device to itself
    endpoint = kind[row] != SWITCH
    transit = endpoint & network.devices["transit"][row]
    behind = devices[kind[devices] != SWITCH]
    gpus = np.bincount(vertex[behind], network.devices["gpus"][behind], len(row)).astype(np.int64)
    return Fabric(plane, vertex, row, endpoint, transit, gpus, len(behind), *(x[outside] for x in (u, v, gbps, rows)))


def _first_of_domain(network: Network) -> Ints:
    """By device row: the row that stands for it, its own unless it shares a scale-up domain."""
    stands = np.arange(len(network.devices.id), dtype=np.int64)
    first: dict[str, int] = {}
    switch = network.is_switch()
    for device in network.plan.devices.values():
        if device.domain:
            at = network.devices.row[device.id]
            if not switch[at]:
                stands[at] = first.setdefault(device.domain, at)
    return stands
