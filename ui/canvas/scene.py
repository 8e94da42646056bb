"""The picture that is on the screen: made anew when the plan changes, with the ports in use and the findings to
mark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


class PortsInUse(Mapping[str, Mapping[str, int]]):
    """Device -> port -> position of the plane plugged into it, -1 for a cable of no plane. Looked up when it is
    drawn."""

    def __init__(self, network: Network, picture: Picture) -> None:
        self._network = network
        self._order = {p: n for n, p in enumerate(picture.planes)}
        self._known: dict[str, dict[str, int]] = {}

    def __getitem__(self, device: str) -> dict[str, int]:
        if device not in self._known:
            cables = self._network.plan.cables
            planes = ((k.a_port, cables[key[0]].planes) for key, k in self._network.links_of(device))
            self._known[device] = {port: self._order[p[0]] if p else -1 for port, p in planes}
        return self._known[device]

    def __iter__(self) -> Iterator[str]:
        return iter(self._network.plan.devices)

    def __len__(self) -> int:
        return len(self._network.plan.devices)


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
