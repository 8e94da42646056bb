"""What if these fail: the figures of the plan without them, beside those it has now. The plan itself is not touched.

A failed switch or server takes its cables with it, a failed rack everything in it. Endpoints that lose their last
cable are gone from the figures, which the comparison says; those that are cut off show as findings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from planner.analysis import Analysis
from planner.edit import added
from planner.figures.report import Figures, PlaneFigures
from planner.network import Network
from planner.plan import Plan
from planner.records import Cable, Device


class NothingFails(ValueError):
    """An id that is neither a rack, a device nor a cable; the text is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What one failure does to one plane. Rates one way, Gb/s; ratios down/up of the worst switch of all tiers."""

    failed: str  # id
    plane: str
    endpoints: tuple[int, int]  # before, after
    bisection_gbps: tuple[int, int]  # certified: the lower bounds
    share: float  # of the bisection that is left
    worst_ratio: tuple[float | None, float | None]


def without(plan: Plan, failed: Iterable[str]) -> Plan:
    """A new plan like this one, less what fails; raises NothingFails for an id that is not in it."""
    gone = set(failed)
    for id in sorted(gone):
        if id not in plan.racks and id not in plan.devices and id not in plan.cables:
            raise NothingFails(f"There is nothing called {id} that could fail.")
    dead = {d.id for d in plan.devices.values() if d.id in gone or d.rack in gone}
    kept = []
    for row in plan.rows():
        if isinstance(row, Device) and row.id in dead:
            continue
        if isinstance(row, Cable) and (row.id in gone or _touches(row, dead)):
            continue
        kept.append(row)
    after = Plan()
    after.apply(added("What if", *kept))
    return after


def figures_without(network: Network, failed: Iterable[str]) -> Figures:
    """All figures of the plan less what fails."""
    return Analysis(without(network.plan, failed), network.catalogue).figures()


def losses(before: Figures, after: Figures, failed: str) -> Iterator[Loss]:
    """One for each plane that had endpoints."""
    for id, plane in before.planes.items():
        if plane.endpoints:
            yield _loss(failed, plane, after.planes[id])


def single_failures(network: Network, before: Figures, ids: Iterable[str], plane: str) -> list[Loss]:
    """The loss of each of these alone on one plane, worst first: least bisection left, then most endpoints lost."""
    found = []
    for id in ids:
        after = figures_without(network, [id])
        found.append(_loss(id, before.planes[plane], after.planes[plane]))
    return sorted(found, key=lambda x: (x.share, x.endpoints[1] - x.endpoints[0], -(x.worst_ratio[1] or 0), x.failed))


def switches_of(network: Network, figures: Figures, plane: str) -> list[str]:
    """Switches with a link in the plane: those without a tier, then leaf upward."""
    tiers = figures.planes[plane].tiers
    rows = network.links_in(plane)
    rows = rows[network.links["forwards"][rows]]
    ends = {int(r) for end in ("a", "b") for r in network.links[end][rows].tolist()}
    switch = network.is_switch()
    found = [str(network.devices.id[r]) for r in ends if switch[r]]
    return sorted(found, key=lambda id: (tiers.get(id, 0), id))


def _touches(cable: Cable, devices: set[str]) -> bool:
    return any(k.a_device in devices or k.b_device in devices for k in cable.links)


def _loss(failed: str, before: PlaneFigures, after: PlaneFigures) -> Loss:
    full = before.bisection.low_gbps
    left = after.bisection.low_gbps
    return Loss(
        failed,
        before.plane,
        (before.endpoints, after.endpoints),
        (full, left),
        left / full if full else 1.0,
        (_worst(before), _worst(after)),
    )


def _worst(plane: PlaneFigures) -> float | None:
    return max((t.worst for t in plane.oversubscription if t.worst is not None), default=None)
