"""What both layouts share: planes in order, ends of cables, ports on faceplates."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from planner.network import Network
from ui.canvas.geometry import Boxes, Floats, Ints, faceplate

Ports = dict[str, dict[str, tuple[float, float]]]


@dataclass(frozen=True, slots=True)
class Faceplates:
    """Ports of every device on its box; devices of one type and size share one table."""

    ports: Ports
    sizes: dict[str, tuple[float, float]]
    start: Ints  # by device: where its ports begin in `centres`
    centres: Floats  # (x, y) of each port in faceplate order, and at the start of each table the middle of the box


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


def faceplates(network: Network, boxes: Boxes, left: float) -> Faceplates:
    known: dict[tuple[str, str, float, float], tuple[dict[str, tuple[float, float]], tuple[float, float], int]] = {}
    ports: Ports = {}
    sizes: dict[str, tuple[float, float]] = {}
    start: list[int] = []
    centres: list[tuple[float, float]] = []
    for id, rect in zip(boxes.ids, boxes.rects.tolist(), strict=True):
        row = network.plan.devices[id]
        key = row.type, row.breakout, rect[2], rect[3]
        if key not in known:
            places, size = faceplate(network.ports(id), rect[2], rect[3], left)
            known[key] = places, size, len(centres)
            centres += [(rect[2] / 2, rect[3] / 2), *places.values()]
        ports[id], sizes[id], at = known[key]
        start.append(at)
    table = np.array(centres, float).reshape(-1, 2)
    return Faceplates(ports, sizes, np.array(start, np.int64), table)


def cable_ends(network: Network, boxes: Boxes, plates: Faceplates) -> tuple[tuple[str, ...], Floats, Ints, Ints]:
    """Ids of the cables, (xa, ya, xb, yb) of every link, its two devices by row of `boxes`, and its cable's position.

    A port that the device lacks sits in the middle of its box.
    """
    rows = network.links.rows()
    box = np.full(len(network.devices.id), -1, np.int64)
    box[[network.devices.row[id] for id in boxes.ids]] = np.arange(len(boxes.ids))
    devices = np.stack([box[network.links[end][rows]] for end in ("a", "b")], axis=1)
    parts = []
    for n, end in enumerate(("a", "b")):
        place = network.links[f"place_{end}"][rows] + 1  # the middle of the box comes first
        parts.append(boxes.rects[devices[:, n], :2] + plates.centres[plates.start[devices[:, n]] + place])
    keys = [key for r in rows.tolist() if (key := network.links.id[r]) is not None]
    ids = tuple(dict.fromkeys(key[0] for key in keys))
    position = {id: n for n, id in enumerate(ids)}
    owner = np.array([position[key[0]] for key in keys], np.int64)
    return ids, np.concatenate(parts, axis=1), devices, owner


def cable_planes(network: Network, ids: tuple[str, ...], planes: tuple[str, ...]) -> Ints:
    """By cable: position of its first plane, -1 when it has none."""
    order = {p: n for n, p in enumerate(planes)}
    of = (network.plan.cables[id].planes for id in ids)
    return np.array([order[p[0]] if p else -1 for p in of], np.int64)


def stripes(network: Network, planes: tuple[str, ...]) -> Ints:
    """By device: position of the plane a switch is for, -1 for any other device."""
    order = {p: n for n, p in enumerate(planes)}
    return np.array([order.get(d.plane, -1) for d in network.plan.devices.values()], np.int64)


def kind_of(network: Network, device: str) -> str:
    """What a device is; "unknown" when the catalogue does not have its type."""
    found = network.device_type(device)
    return found.kind if found else "unknown"
