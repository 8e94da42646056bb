"""Figures of the reference designs, and bisection beside METIS on the same raw graph."""

from __future__ import annotations

import numpy as np
import pymetis

from planner.figures.all import figures
from planner.figures.bisection import bisection
from planner.figures.fabric import fabric
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.generators.examples import example
from planner.network import Network
from planner.rules import check
from planner.rules.finding import Design
from tests.bench.timing import median_ms, row

HUGE = "12,288 nodes (98,304 GPUs)"
Row = tuple[str, str, str, str, str]


def rows() -> list[Row]:
    found: list[Row] = []
    networks = {"h100-4su": Network(design("h100-4su")), "b200-64su": Network(design("b200-64su"))}
    networks[HUGE] = Network(build(Recipe(12288, "dgx-b200", "qm9700", unit=32)))
    networks["h100-4su, all planes"] = Network(example("h100-4su"))
    for name, network in networks.items():
        got = median_ms(lambda n=network: figures(n), 3)  # type: ignore[misc]
        found.append((f"all figures, {name}", "stated", f"{got:.1f} ms", "", ""))
        whole = Design(network, figures(network))
        got = median_ms(lambda d=whole: check(d), 3)  # type: ignore[misc]
        found.append((f"all checks, {name}", "stated", f"{got:.1f} ms", "", ""))
    for name in ("h100-4su", "b200-64su", HUGE):
        found.append(_beside_metis(name, networks[name]))
    return found


def _beside_metis(name: str, network: Network) -> Row:
    """METIS splits the endpoints evenly but for a few, and proves nothing; ours is exact."""
    part = fabric(network, "training")
    weight, u, v, gbps = part.weight, part.u, part.v, part.gbps
    start, target, capacity = _rows(len(weight), u, v, gbps)
    ours = median_ms(lambda: bisection(weight, u, v, gbps))
    theirs = median_ms(
        lambda: pymetis.part_graph(
            2, xadj=start, adjncy=target, vweights=weight.astype(np.int32), eweights=capacity, recursive=True
        )
    )
    assert bisection(weight, u, v, gbps).exact
    return row(f"bisection, {name}, beside METIS", "stated", ours, theirs)


def _rows(count: int, u: np.ndarray, v: np.ndarray, gbps: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The graph as METIS takes it: parallel links summed, both directions, neighbours of each vertex in a row."""
    pair, number = np.unique(np.minimum(u, v) * count + np.maximum(u, v), return_inverse=True)
    total = np.bincount(number, gbps).astype(np.int32)
    a, b = pair // count, pair % count
    source, target, capacity = np.concatenate([a, b]), np.concatenate([b, a]), np.concatenate([total, total])
    order = np.argsort(source, kind="stable")
    start = np.searchsorted(source[order], np.arange(count + 1))
    return start.astype(np.int32), target[order].astype(np.int32), capacity[order]
