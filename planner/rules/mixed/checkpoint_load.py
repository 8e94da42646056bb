"""A checkpoint is written by all nodes at once, and the step waits where its links are shared. Its size over the time
it may take is a rate, and what that leaves can be held against what training was promised."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import limit_of
from planner.rules.sharing import storage_share
from planner.rules.words import counted, name
from planner.units import rate, ratio

RULE = Rule("mixed.checkpoint-load", Severity.WARNING, "Checkpoints leave training too little")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    w, limit = plan.workload, limit_of(plan, "training").lowest
    links, gbps, cables = _shared(design.network)
    if not w.checkpoint_gb or not w.checkpoint_minutes or not links or limit == inf:
        return
    total = w.checkpoint_gb * 8 / (w.checkpoint_minutes * 60)
    part = storage_share(plan)
    load = min(total, gbps * part) if part is not None else total
    left, need = max(gbps - load, 0.0) / links, gbps / links / max(limit, 1.0)
    if left < need * (1 - 1e-9):
        yield Finding(
            cables,
            f"A checkpoint of {w.checkpoint_gb:g} GB in {w.checkpoint_minutes:g} min puts {rate(round(load, 1))} "
            f"on {counted(links, 'link')} shared with {name(plan, 'training')}: {rate(round(left, 1))} a link is left, "
            f"and at {ratio(limit)} it needs {rate(round(need, 1))}.",
            subject="training+storage",
            remedy="Give storage links of its own, or allow a checkpoint more time.",
            measure=load / gbps,
        )


def _shared(network: Network) -> tuple[int, int, tuple[str, ...]]:
    """Links of GPU servers that carry training and storage, their Gb/s in all, and their cables."""
    rows = np.intersect1d(network.links_in("training"), network.links_in("storage"), assume_unique=True)
    server = network.devices["gpus"] > 0
    rows = rows[server[network.links["a"][rows]] | server[network.links["b"][rows]]]
    cables = {key[0] for r in rows.tolist() if (key := network.links.id[r]) is not None}
    return len(rows), int(network.links["gbps"][rows].sum()), tuple(sorted(cables))
