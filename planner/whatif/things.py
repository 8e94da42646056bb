"""Things that can fail: racks, devices, cables, and power feeds with every rack that hangs on them alone."""

from __future__ import annotations

from collections.abc import Iterable

from planner.figures.report import Figures
from planner.network import Network
from planner.plan import Plan

KINDS = ("switches", "cables", "racks", "feeds")


class NothingFails(ValueError):
    """There is nothing of that name; the text is a sentence for the user."""


def named(plan: Plan, ids: Iterable[str]) -> list[str]:
    """The same ids, each once; raises NothingFails for one that is not in the plan."""
    found = sorted(set(ids))
    for id in found:
        if id not in plan.racks and id not in plan.devices and id not in plan.cables:
            raise NothingFails(f"There is nothing called {id} that could fail.")
    return found


def feeds(plan: Plan) -> list[str]:
    """Names of the power feeds that racks have."""
    return sorted({name for r in plan.racks.values() for name in _feeds_of(r.feed)})


def racks_on(plan: Plan, failed: Iterable[str]) -> list[str]:
    """Ids of the racks without power when these feeds fail together; raises NothingFails for one no rack has."""
    gone = set(failed)
    for name in sorted(gone - set(feeds(plan))):
        raise NothingFails(f"No rack hangs on a power feed called {name}.")
    return [r.id for r in plan.racks.values() if r.feed and set(_feeds_of(r.feed)) <= gone]


def things(network: Network, figures: Figures, kind: str, plane: str) -> dict[str, list[str]]:
    """Name -> ids that fail with it, of one of KINDS."""
    plan = network.plan
    if kind == "switches":
        return {id: [id] for id in switches_of(network, figures, plane)}
    if kind == "cables":
        return {id: [id] for id, c in plan.cables.items() if plane in c.planes}
    if kind == "racks":
        return {id: [id] for id in plan.racks}
    return {name: racks_on(plan, [name]) for name in feeds(plan)}


def switches_of(network: Network, figures: Figures, plane: str) -> list[str]:
    """Switches with a link in the plane: those without a tier, then leaf upward."""
    tiers = figures.planes[plane].tiers
    rows = network.links_in(plane)
    rows = rows[network.links["forwards"][rows]]
    ends = {int(r) for end in ("a", "b") for r in network.links[end][rows].tolist()}
    switch = network.is_switch()
    found = [str(network.devices.id[r]) for r in ends if switch[r]]
    return sorted(found, key=lambda id: (tiers.get(id, 0), id))


def _feeds_of(text: str) -> list[str]:
    return [name for part in text.split("+") if (name := part.strip())]
