"""Whether a plane still joins all that it joined, while cables are out and after they are back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from planner.network import MANAGER, SWITCH, Network

Ints = NDArray[np.int64]
Groups = tuple[tuple[Ints, Ints], ...]  # for each connected set: rows of switches that hold endpoints, of endpoints


@dataclass(frozen=True, slots=True)
class Reach:
    """What must stay joined, by plane: sets of switches that hold endpoints, each with its endpoints. Endpoints do not
    forward, so the rails of a fabric without spines are sets of their own."""

    planes: dict[str, Groups]

    def broken(self, network: Network) -> tuple[str, ...]:
        """Planes that do not join all of it now. The network's devices must be those of `reach`."""
        return tuple(p for p, groups in self.planes.items() if groups and not _holds(network, p, groups))

    def without(self, planes: Collection[str]) -> Reach:
        return Reach({p: g for p, g in self.planes.items() if p not in planes})


def reach(network: Network, end: Network) -> Reach:
    """What the plan of `network` joins and `end` still needs: what is gone by then, or holds nothing, is left out.
    `end` holds every device of `network` that stays."""
    found: dict[str, Groups] = {}
    for plane in network.plan.planes:
        later = [{str(end.devices.id[r]) for r in rows.tolist()} for rows in _attached(end, plane)]
        rows = [[network.devices.row[d] for d in ids if d in network.devices.row] for ids in later]
        endpoint, switch = _attached(network, plane)
        label = _labels(network, plane)[switch]
        groups = []
        for n in np.unique(label).tolist():
            here = label == n
            groups.append((np.intersect1d(switch[here], rows[1]), np.intersect1d(endpoint[here], rows[0])))
        found[plane] = tuple(groups)
    return Reach(found)


def _holds(network: Network, plane: str, groups: Groups) -> bool:
    endpoint, switch = _attached(network, plane)
    label = _labels(network, plane)
    for switches, endpoints in groups:
        labels = np.unique(label[switches])
        if len(labels) > 1:
            return False
        if len(labels) == 1 and not np.isin(endpoints, endpoint[label[switch] == labels[0]]).all():
            return False
    return True


def _attached(network: Network, plane: str) -> tuple[Ints, Ints]:
    """For each link of an endpoint: its row, and that of the switch (or endpoint that forwards) it hangs on."""
    a, b, forwards = _ends(network, plane)
    kind = network.devices["kind"]
    ends = ~np.isin(kind, (SWITCH, MANAGER))
    one, other = ends[a] & forwards[b], ends[b] & forwards[a]
    return np.concatenate([a[one], b[other]]), np.concatenate([b[one], a[other]])


def _ends(network: Network, plane: str) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    rows = network.links_in(plane)
    rows = rows[network.links["gbps"][rows] > 0]
    forwards = (network.devices["kind"] == SWITCH) | network.devices["transit"]
    return network.links["a"][rows].astype(np.int64), network.links["b"][rows].astype(np.int64), forwards


def _labels(network: Network, plane: str) -> NDArray[np.int32]:
    a, b, forwards = _ends(network, plane)
    inner = forwards[a] & forwards[b]
    count = len(network.devices.id)
    graph = coo_array((np.ones(int(inner.sum()), np.int8), (a[inner], b[inner])), (count, count))
    label: NDArray[np.int32] = connected_components(graph, directed=False)[1]
    return label
