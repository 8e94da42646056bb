"""A GPU that waits for data is idle. A server without a way to the storage will end up reading over whatever network
it has, which is the mixing that nobody chose."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, names

RULE = Rule("mixed.no-storage-path", Severity.WARNING, "No way to the storage")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    storage = network.plan.planes.get("storage")
    carriers = {"storage"}
    if storage is not None and storage.state == "shared" and storage.shared_with:
        carriers.add(storage.shared_with)
    ends = [network.links[end][network.links_in(p)] for p in carriers for end in ("a", "b")]
    connected = np.zeros(len(network.devices.id), np.bool_)
    connected[np.concatenate(ends)] = True
    rows = network.devices.rows()
    without = [network.devices.id[r] for r in rows[(network.devices["gpus"][rows] > 0) & ~connected[rows]]]
    ids = sorted(i for i in without if i is not None)
    if ids:
        verb = "has" if len(ids) == 1 else "have"
        yield Finding(
            tuple(ids),
            f"{counted(len(ids), 'GPU server')} ({names(network.plan, ids)}) {verb} no cable on the storage plane.",
            subject="servers",
            remedy="Cable a storage port of each, or decide on the plane that storage shares another's links.",
            measure=float(len(ids)),
        )
