"""Cables of their own do not keep two planes apart when they end on one switch: its buffers, its control plane and its
next firmware update are shared. That may be right in a small cluster, but someone must have decided how."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.sharing import left, separation
from planner.rules.words import counted, name, names

RULE = Rule("mixed.shared-switch", Severity.WARNING, "Storage and training on one switch")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    training, storage = network.links_in("training"), network.links_in("storage")
    switch = network.is_switch()
    both = np.ones(len(network.devices.id), np.bool_)
    for own, other in ((training, storage), (storage, training)):
        rows = np.setdiff1d(own, other, assume_unique=True)  # a cable with both is mixed.shared-link's
        here = np.zeros(len(both), np.bool_)
        here[np.concatenate([network.links[end][rows] for end in ("a", "b")])] = True
        both &= here & switch
    ids = sorted(i for r in np.nonzero(both)[0].tolist() if (i := network.devices.id[r]) is not None)
    if not ids:
        return
    plan = network.plan
    planes = f"{name(plan, 'training')} and {name(plan, 'storage')}"
    what = f"{counted(len(ids), 'switch', 'switches')} ({names(plan, ids)}) {'holds' if len(ids) == 1 else 'hold'} both"
    decision = separation(plan)
    told = "nothing says how they are kept apart" if decision is None else f"separated by {decision}{left(plan)}"
    yield Finding(
        tuple(ids),
        f"{what} {planes}, and {told}." if decision is None else f"{what} {planes}, {told}.",
        None if decision is None else Severity.ADVICE,
        subject="training+storage",
        remedy="Give storage switches of its own, or state the queue or rate share on the plane."
        if decision is None
        else "Check that training still gets the rate it needs.",
        measure=float(len(ids)),
    )
