"""What both layouts share: planes in order, ends of cables, ports on faceplates."""

from __future__ import annotations

import numpy as np

from planner.network import Network
from ui.canvas.geometry import Boxes, Floats, Ints, faceplate

Ports = dict[str, dict[str, tuple[float, float]]]


def plane_order(network: Network) -> tuple[str, ...]:
    """Planes of the plan, then any that only cables name."""
    planes = dict.fromkeys(network.plan.planes)
    for device in network.plan.devices.values():
        if device.plane:
            planes.setdefault(device.plane)
    for cable in network.plan.cables.values():
        for plane in cable.planes:
            planes.setdefault(plane)
    return tuple(planes)


def faceplates(network: Network, boxes: Boxes, left: float) -> tuple[Ports, dict[str, tuple[float, float]]]:
    """Ports of every device; devices of one type and size share one table."""
    known: dict[tuple[str, str, float, float], tuple[dict[str, tuple[float, float]], tuple[float, float]]] = {}
    ports: Ports = {}
    sizes: dict[str, tuple[float, float]] = {}
    for id, rect in zip(boxes.ids, boxes.rects.tolist(), strict=True):
        row = network.plan.devices[id]
        key = row.type, row.breakout, rect[2], rect[3]
        if key not in known:
            known[key] = faceplate(network.ports(id), rect[2], rect[3], left)
        ports[id], sizes[id] = known[key]
    return ports, sizes


def cable_ends(network: Network, boxes: Boxes, ports: Ports) -> tuple[tuple[str, ...], Floats, Ints, Ints]:
    """Ids of the cables, (xa, ya, xb, yb) of every link, rows of its two devices, and of its cable.

    A port that the device lacks sits in the middle of its box.
    """
    row = {id: n for n, id in enumerate(boxes.ids)}
    middle = [(r[2] / 2, r[3] / 2) for r in boxes.rects.tolist()]
    corner = boxes.rects[:, :2].tolist()
    ids, ends, devices, owner = [], [], [], []
    for n, cable in enumerate(network.plan.cables.values()):
        ids.append(cable.id)
        for link in cable.links:
            a, b = row[link.a_device], row[link.b_device]
            ax, ay = ports[link.a_device].get(link.a_port, middle[a])
            bx, by = ports[link.b_device].get(link.b_port, middle[b])
            ends.append((corner[a][0] + ax, corner[a][1] + ay, corner[b][0] + bx, corner[b][1] + by))
            devices.append((a, b))
            owner.append(n)
    shape = np.array(ends, float).reshape(-1, 4)
    return tuple(ids), shape, np.array(devices, np.int64).reshape(-1, 2), np.array(owner, np.int64)


def cable_planes(network: Network, planes: tuple[str, ...]) -> Ints:
    """By cable: position of its first plane, -1 when it has none."""
    order = {p: n for n, p in enumerate(planes)}
    return np.array([order[c.planes[0]] if c.planes else -1 for c in network.plan.cables.values()], np.int64)


def stripes(network: Network, planes: tuple[str, ...]) -> Ints:
    """By device: position of the plane a switch is for, -1 for any other device."""
    order = {p: n for n, p in enumerate(planes)}
    return np.array([order.get(d.plane, -1) for d in network.plan.devices.values()], np.int64)


def kind_of(network: Network, device: str) -> str:
    """What a device is; "unknown" when the catalogue does not have its type."""
    found = network.device_type(device)
    return found.kind if found else "unknown"
