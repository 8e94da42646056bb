"""Every figure of a plan."""

from __future__ import annotations

from planner.figures.counts import counts
from planner.figures.lengths import lengths
from planner.figures.plane import plane_figures
from planner.figures.power import power
from planner.figures.report import Figures
from planner.network import Network


def figures(network: Network) -> Figures:
    planes = {p: plane_figures(network, p) for p in network.plan.planes}
    cables = lengths(network)
    return Figures(
        network.plan.revision,
        planes,
        counts(network, cables.media, planes.get("training")),
        cables,
        power(network),
    )
