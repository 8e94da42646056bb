"""When the training network is down is when someone must reach the machines. A BMC that is not cabled, or only over the
network that has failed, means a walk to the rack."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from planner.network import KINDS, SWITCH, Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, name, names

RULE = Rule("mixed.no-management-path", Severity.WARNING, "No way to manage it")
SERVERS = tuple(KINDS.index(k) for k in ("gpu-server", "storage-server", "management-server"))


def check(design: Design) -> Iterator[Finding]:
    """Servers as a warning, switches as advice: a switch can be managed over the ports it serves."""
    network = design.network
    apart, any_way = _managed(network)
    rows = network.devices.rows()
    kind = network.devices["kind"][rows]
    kinds = ("server", np.isin(kind, SERVERS), None), ("switch", kind == SWITCH, Severity.ADVICE)
    for what, chosen, severity in kinds:
        mine = [(r, str(network.devices.id[r])) for r in rows[chosen].tolist()]
        mine = [(r, i) for r, i in mine if not apart[r] and _manageable(network, i)]
        without = sorted(i for r, i in mine if not any_way[r])
        inside = sorted(i for r, i in mine if any_way[r])
        plural = "servers" if what == "server" else "switches"
        for ids, why, subject in (
            (without, "no cable on a management plane", plural),
            (inside, f"a management cable only over {name(network.plan, 'training')}", f"{plural} over training"),
        ):
            if ids:
                yield Finding(
                    tuple(ids),
                    f"{counted(len(ids), what, plural)} ({names(network.plan, ids)}) "
                    f"{'has' if len(ids) == 1 else 'have'} {why}.",
                    severity,
                    subject=subject,
                    remedy="Cable the BMC or management port of each to a switch for management.",
                    measure=float(len(ids)),
                )


def _managed(network: Network) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """By device row: reached by a management cable that carries no training, and by any management cable."""
    training = network.links_in("training")
    found = []
    planes = [p for p in ("out-of-band", "in-band") if p in network.plan.planes]
    carriers: dict[str, NDArray[np.int64]] = {p: network.links_in(p) for p in planes}
    for p in planes:
        row = network.plan.planes[p]
        if row.state == "shared" and row.shared_with:
            carriers[row.shared_with] = network.links_in(row.shared_with)
    rows = np.unique(np.concatenate([*carriers.values(), np.empty(0, np.int64)])).astype(np.int64)
    for used in (np.setdiff1d(rows, training), rows):
        here = np.zeros(len(network.devices.id), np.bool_)
        here[np.concatenate([network.links[end][used] for end in ("a", "b")])] = True
        found.append(here)
    return found[0], found[1]


def _manageable(network: Network, device: str) -> bool:
    """Whether its type has a port that is meant for management."""
    found = network.device_type(device)
    return found is not None and any(g.purpose in ("out-of-band", "in-band") for g in found.cages)
