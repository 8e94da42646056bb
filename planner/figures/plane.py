"""All figures of one plane."""

from __future__ import annotations

import numpy as np

from planner.figures.bisection import Bisection, bisection
from planner.figures.fabric import Fabric
from planner.figures.fabric import fabric as fabric_of
from planner.figures.oversubscription import by_device, oversubscription
from planner.figures.report import BisectionFigure, PlaneFigures
from planner.figures.tiers import tiers
from planner.network import Network


def plane_figures(network: Network, plane: str) -> PlaneFigures:
    """The plane as it is cabled now."""
    fabric = fabric_of(network, plane)
    tier = tiers(network, fabric)
    found = bisection(fabric.weight, fabric.u, fabric.v, fabric.gbps)
    ids = network.devices.id
    return PlaneFigures(
        plane=plane,
        endpoints=int(fabric.endpoint.sum()),
        nodes=fabric.nodes,
        gpus=int(fabric.gpus.sum()),
        injection_gbps=int(fabric.injection().sum()),
        bisection=bisection_figure(network, fabric, found),
        oversubscription=oversubscription(network, fabric, tier),
        switches=by_device(network, fabric, tier),
        tiers={str(ids[fabric.row[v]]): int(tier[v]) for v in np.nonzero(tier > 0)[0].tolist()},
    )


def bisection_figure(network: Network, fabric: Fabric, found: Bisection) -> BisectionFigure:
    """What was found for the fabric, in terms of the plan's devices."""
    there = np.nonzero(fabric.vertex >= 0)[0]
    half = frozenset(str(network.devices.id[r]) for r in there[found.side[fabric.vertex[there]]].tolist())
    return BisectionFigure(found.low_gbps, found.high_gbps, full_gbps(fabric), half)


def full_gbps(fabric: Fabric) -> float:
    """Injection of half the endpoints. An odd number of equal ones has a smaller half, which is what a cut can part."""
    weight = fabric.weight[fabric.endpoint]
    total = float(fabric.injection().sum())
    if len(weight) < 2:
        return 0.0
    if (weight == weight[0]).all():
        return total * (len(weight) // 2) / len(weight)
    return total / 2
