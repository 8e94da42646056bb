"""Routing takes the shortest way. A cable that skips a tier or joins two leaves makes one that is shorter than all
others, so everything between those switches crowds onto it while the spines stand idle."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from planner.figures.report import PlaneFigures
from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.pairs import tier_by_row
from planner.rules.words import counted, name
from planner.units import rate

RULE = Rule("oversub.shortcut", Severity.WARNING, "Cable that shortens the way")


def check(design: Design) -> Iterator[Finding]:
    for plane, figures in design.figures.planes.items():
        if figures.tiers:
            yield from _crowded(design.network, plane, figures)


def _crowded(network: Network, plane: str, figures: PlaneFigures) -> Iterator[Finding]:
    between, cables = _stray(network, plane, figures)
    beneath: dict[str, frozenset[str]] = {}
    crowded = {}
    for (low, high), gbps in between.items():
        usual = figures.switches[low].up_gbps
        if figures.tiers[low] == figures.tiers[high]:
            usual = min(usual, figures.switches[high].up_gbps)
            for switch in (low, high):
                if switch not in beneath:
                    beneath[switch] = _beneath(network, plane, figures.tiers, switch)
            if beneath[low] <= beneath[high] or beneath[high] <= beneath[low]:
                continue  # they serve the same endpoints, as a pair does: no way gets shorter
        else:
            usual -= gbps  # it is among the uplinks
        if gbps < usual:
            crowded[low, high] = usual
    if not crowded:
        return
    low, high = max(crowded, key=lambda pair: crowded[pair] / max(between[pair], 1))
    plan, about = network.plan, sorted(c for pair in crowded for c in cables[pair])
    yield Finding(
        tuple(about),
        f"{counted(len(about), 'cable')} of {name(plan, plane)} shorten the way past a tier: between {name(plan, low)} "
        f"and {name(plan, high)} traffic crowds onto {rate(between[low, high])}, and the usual way has "
        f"{rate(crowded[low, high])}."
        if len(about) > 1
        else f"Cable {about[0]} of {name(plan, plane)} shortens the way past a tier: between {name(plan, low)} and "
        f"{name(plan, high)} traffic crowds onto {rate(between[low, high])}, and the usual way has "
        f"{rate(crowded[low, high])}.",
        subject=plane,
        remedy="Take it out, or run it from the leaf to a spine.",
        measure=float(len(about)),
    )


def _stray(
    network: Network, plane: str, figures: PlaneFigures
) -> tuple[dict[tuple[str, str], int], dict[tuple[str, str], set[str]]]:
    """Pairs of switches that are not a tier apart, the lower first: Gb/s between them, and the cables."""
    rows = network.links_in(plane)
    rows = rows[network.links["gbps"][rows] > 0]
    tier = tier_by_row(network, figures.tiers)
    a, b = network.links["a"][rows], network.links["b"][rows]
    stray = (np.minimum(tier[a], tier[b]) > 0) & (np.abs(tier[a] - tier[b]) != 1) & (a != b)
    between: dict[tuple[str, str], int] = {}
    cables: dict[tuple[str, str], set[str]] = {}
    for row in rows[stray].tolist():
        ends = (str(network.devices.id[network.links[end][row]]) for end in ("a", "b"))
        low, high = sorted(ends, key=lambda d: (figures.tiers[d], d))
        key = network.links.id[row]
        assert key is not None
        between[low, high] = between.get((low, high), 0) + int(network.links["gbps"][row])
        cables.setdefault((low, high), set()).add(key[0])
    return between, cables


def _beneath(network: Network, plane: str, tiers: dict[str, int], switch: str) -> frozenset[str]:
    """Endpoints that the switch reaches by going down only."""
    found: set[str] = set()
    seen, near = {switch}, [switch]
    while near:
        at = near.pop()
        for _, other, data in network.graph.edges(at, data=True):
            if other in seen or plane not in data["planes"] or tiers.get(other, 0) >= tiers[at]:
                continue
            seen.add(other)
            if other in tiers:
                near.append(other)
            else:
                found.add(other)
    return frozenset(found)
