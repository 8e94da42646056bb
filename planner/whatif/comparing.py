"""What if these fail together: all figures of the plan without them, beside those it has now. The plan is not touched.

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
from planner.whatif.things import named


@dataclass(frozen=True, slots=True)
class Loss:
    """What one failure does to one plane. Rates one way, Gb/s; ratios down/up of the worst switch of all tiers."""

    failed: str  # id
    plane: str
    endpoints: tuple[int, int]  # before, after
    bisection_gbps: tuple[int, int]  # certified: the lower bounds
    share: float  # of the bisection that is left
    worst_ratio: tuple[float | None, float | None]
    alike: tuple[str, ...] = ()  # ids of others whose failure alone does just the same


def without(plan: Plan, failed: Iterable[str]) -> Plan:
    """A new plan like this one, less what fails; raises NothingFails for an id that is not in it."""
    gone = set(named(plan, failed))
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
        (worst_ratio(before), worst_ratio(after)),
    )


def worst_ratio(plane: PlaneFigures) -> float | None:
    return max((t.worst for t in plane.oversubscription if t.worst is not None), default=None)
