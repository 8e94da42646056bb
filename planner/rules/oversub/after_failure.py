"""Switches and cables fail, and a job that runs for weeks meets it. What is left must still carry the traffic: with two
spines one failure halves every uplink, with eight it takes an eighth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from math import inf

import numpy as np

from planner.figures.report import PlaneFigures
from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.limits import limit_of
from planner.rules.pairs import Pairs, tier_by_row, uplinks_by_plane
from planner.rules.words import counted, name
from planner.units import ratio

RULE = Rule("oversub.after-failure", Severity.ADVICE, "Oversubscribed after one failure")


def check(design: Design) -> Iterator[Finding]:
    """Held to the bound of an error: a failure may well cost what would be a warning in a sound fabric."""
    network = design.network
    for plane, figures in design.figures.planes.items():
        limit = limit_of(network.plan, plane)
        if limit.error < inf:
            lost = _worst_losses(network, plane, figures, design.once(uplinks_by_plane)[plane])
            yield from _judged(design, figures, lost, limit.error)


def _worst_losses(network: Network, plane: str, figures: PlaneFigures, pairs: Pairs) -> dict[str, tuple[int, str]]:
    """Switch -> Gb/s of uplinks that it loses with the one switch or cable that costs it most, and the id of that."""
    found = {}
    for lower, above in pairs.items():
        lost = {upper: sum(gbps * n for gbps, n in links.items()) for upper, links in above.items()}
        worst = max(lost, key=lambda upper: lost[upper])
        found[lower] = lost[worst], worst
    for cable, at in _splitters(network, plane, figures).items():
        for lower, gbps in at.items():
            if gbps > found.get(lower, (inf, ""))[0]:
                found[lower] = gbps, cable
    return found


def _splitters(network: Network, plane: str, figures: PlaneFigures) -> dict[str, dict[str, int]]:
    """Cable that ends at several switches above -> switch beneath -> Gb/s of it."""
    rows = network.links_in(plane)
    rows = rows[network.links["split"][rows]]
    tier = tier_by_row(network, figures.tiers)
    a, b = network.links["a"][rows], network.links["b"][rows]
    rows = rows[(np.minimum(tier[a], tier[b]) > 0) & (tier[a] != tier[b])]
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in rows.tolist():
        u, v = int(network.links["a"][row]), int(network.links["b"][row])
        key, lower = network.links.id[row], network.devices.id[u if tier[u] < tier[v] else v]
        if key is not None and lower is not None:
            found[key[0]][lower] += int(network.links["gbps"][row])
    return found


def _judged(design: Design, figures: PlaneFigures, lost: dict[str, tuple[int, str]], bound: float) -> Iterator[Finding]:
    """One finding a tier. What has no way up at all afterwards is not a ratio: oversub.single-point looks at it."""
    over: dict[int, dict[str, float]] = defaultdict(dict)
    for switch, (gbps, _) in lost.items():
        now = figures.switches[switch]
        left = now.up_gbps - gbps
        if left > 0 and now.down_gbps / now.up_gbps <= bound * (1 + 1e-6) < now.down_gbps / left:
            over[figures.tiers[switch]][switch] = now.down_gbps / left
    plan = design.network.plan
    row = plan.planes.get(figures.plane)
    by_hand = row is not None and row.max_ratio is not None
    training = figures.plane == "training" and plan.workload.kind != "inference" and not by_hand
    for tier, switches in over.items():
        worst = max(switches, key=lambda s: switches[s])
        failing = sorted({lost[s][1] for s in switches})
        yield Finding(
            tuple(failing),
            f"If {name(plan, lost[worst][1])} failed, {name(plan, worst)} of {name(plan, figures.plane)} would be "
            f"{ratio(switches[worst])}, and {ratio(bound)} is the most for it; "
            f"{counted(len(failing), 'failure')} alone would do so.",
            Severity.WARNING if training else None,
            subject=f"{figures.plane}/{tier}",
            remedy="Spread the uplinks over more switches above.",
            measure=switches[worst],
        )
