"""The picture that is on the screen: made anew when the plan changes, with the ports in use and the findings to
mark."""

from __future__ import annotations

from dataclasses import dataclass

from planner.network import Network
from planner.rules import Report
from planner.rules.finding import Severity
from ui.canvas.geometry import Picture
from ui.canvas.layouts import fabric, racks

LAYOUTS = {"racks": racks.picture, "fabric": fabric.picture}


@dataclass(frozen=True, slots=True)
class Badge:
    severity: Severity
    count: int
    text: str  # of the worst finding


def picture_of(network: Network, layout: str) -> Picture:
    return LAYOUTS[layout](network)


def ports_in_use(network: Network, picture: Picture) -> dict[str, dict[str, int]]:
    """Device -> port -> position of the plane plugged into it, -1 for a cable of no plane."""
    order = {p: n for n, p in enumerate(picture.planes)}
    used: dict[str, dict[str, int]] = {}
    for cable in network.plan.cables.values():
        plane = order[cable.planes[0]] if cable.planes else -1
        for link in cable.links:
            used.setdefault(link.a_device, {})[link.a_port] = plane
            used.setdefault(link.b_device, {})[link.b_port] = plane
    return used


def badges(report: Report) -> dict[str, Badge]:
    """Thing -> its worst finding and how many name it."""
    found: dict[str, Badge] = {}
    for finding in report.open:  # worst first
        for id in finding.about:
            before = found.get(id)
            severity = finding.severity or Severity.ADVICE
            if before is None:
                found[id] = Badge(severity, 1, finding.message)
            else:
                found[id] = Badge(before.severity, before.count + 1, before.text)
    return found
