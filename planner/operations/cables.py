"""Cables: what may be joined, and joining it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from planner.catalogue import Port
from planner.edit import Change, Edit, added
from planner.network import Network
from planner.operations.naming import next_id
from planner.plan import EditRefused, Plan
from planner.records import Cable


def why_not(network: Network, a_device: str, a_port: str, b_device: str, b_port: str) -> str:
    """Why these two ports can't be joined, in a sentence; "" when they can."""
    names = network.plan.devices
    a, b = network.ports(a_device).get(a_port), network.ports(b_device).get(b_port)
    for device, name, port in ((a_device, a_port, a), (b_device, b_port, b)):
        if port is None:
            return f"{names[device].name} has no port {name}."
    assert a is not None and b is not None
    if a_device == b_device:
        return "A device can't be cabled to itself."
    for device, name in ((a_device, a_port), (b_device, b_port)):
        if name in network.used_ports(device):
            return f"{names[device].name} {name} holds a cable already."
    return _mismatch(a, b)


def best_port(network: Network, device: str, other_device: str, other_port: str) -> str:
    """The free port of `device` to join with that one: same rail first, then faceplate order; "" when none fits."""
    if device == other_device:
        return ""
    other = network.ports(other_device).get(other_port)
    if other is None:
        return ""
    fitting = [p for p in network.free_ports(device) if not _mismatch(p, other)]
    leaf_rail = network.plan.devices[other_device].rail
    fitting.sort(key=lambda p: p.rail is None or p.rail != leaf_rail)  # stable: faceplate order otherwise
    return fitting[0].name if fitting else ""


def plane_for(network: Network, a_device: str, a_port: str, b_device: str, b_port: str) -> str:
    """Plane of a new cable: that of a switch set to one, else the port's purpose, else what the switch carries."""
    plan = network.plan
    for device in (a_device, b_device):
        if plan.devices[device].plane:
            return plan.devices[device].plane
    for device, name in ((a_device, a_port), (b_device, b_port)):
        port = network.ports(device).get(name)
        if port is not None and port.purpose != "any":
            return port.purpose
    for device in (a_device, b_device):
        for key, _ in network.links_of(device):
            for plane in plan.cables[key[0]].planes:
                return plane
    return "training"


def connect(
    network: Network,
    a_device: str,
    a_port: str,
    b_device: str,
    b_port: str,
    planes: tuple[str, ...] = (),
    media: str = "",
) -> Edit:
    """One cable between two ports. A plane it needs that the plan does not have yet comes with it."""
    if why := why_not(network, a_device, a_port, b_device, b_port):
        raise EditRefused(why)
    plan = network.plan
    planes = planes or (plane_for(network, a_device, a_port, b_device, b_port),)
    cable = Cable(next_id("C", plan.cables, 4), a_device, a_port, b_device, b_port, planes, media)
    from planner.operations.settings import missing_planes

    label = f"Cable {plan.devices[a_device].name} to {plan.devices[b_device].name}"
    return added(label, *missing_planes(plan, planes), cable)


def set_cable_fields(plan: Plan, ids: Iterable[str], **fields: Any) -> Edit:
    """Set fields of cables, e.g. media, length_m, label, planes, phase."""
    length = fields.get("length_m")
    if length is not None and not 0 < length <= 100_000:
        raise EditRefused("A cable's length is more than 0 m and at most 100 km.")
    rows = [plan.cables[i] for i in ids]
    what = rows[0].id if len(rows) == 1 else f"{len(rows)} cables"
    changes = (Change(r, replace(r, **fields)) for r in rows)
    return Edit(f"Change {what}", tuple(c for c in changes if c.before != c.after))


def _mismatch(a: Port, b: Port) -> str:
    if not set(a.protocols) & set(b.protocols):
        return f"One end speaks {' or '.join(a.protocols)}, the other {' or '.join(b.protocols)}."
    if a.rate_gbps != b.rate_gbps:
        return f"{a.name} runs at {a.rate_gbps} Gb/s, {b.name} at {b.rate_gbps} Gb/s."
    return ""
