"""Racks as elevations: each row of the floor is a strip of racks seen from the front, true to scale.

Strips lie under each other by how far they stand from the wall. Cables go as they are dressed: out to the side of
the rack, up to the tray over the row, along it, and down again; between rows they pass the end of the row.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from planner.network import Network
from planner.records import Rack
from planner.units import RACK_UNIT_M
from ui.canvas.geometry import Boxes, Bundles, Floats, Ints, Lines, Picture
from ui.canvas.layouts.common import Faceplates, cable_ends, cable_planes, faceplates, kind_of, plane_order, stripes

PX_PER_M = 400.0
UNIT = RACK_UNIT_M * PX_PER_M
RAIL = 16.0  # width of each side of a rack, where cables run
HEAD = 8.0  # above a rack
TRAY = 60.0  # height of the tray above the names
STRIP_GAP = 84.0  # under a strip, for the racks' names
ROW_END = 70.0  # left of the first rack, where cables change rows
SHORTEST_U = 12
NAME_WIDTH = 96.0  # of a device's name, left of its ports
LANES = 7  # side by side in a rack's side, so that cables can be told apart
UNPLACED_COLUMNS = 6


def picture(network: Network) -> Picture:
    planes = plane_order(network)
    strips = strip_tops(network)
    frames = _frames(network, strips)
    boxes = _boxes(network, frames, strips)
    plates = faceplates(network, boxes, NAME_WIDTH)
    lines, bundles = _cables(network, frames, boxes, plates, planes, strips)
    kinds = tuple(kind_of(network, d) for d in boxes.ids)
    return Picture(
        "racks", frames, boxes, kinds, stripes(network, planes), lines, bundles, planes, plates.ports, plates.sizes,
        _captions(network, frames, boxes),
        {id: n for n, id in enumerate(boxes.ids)}, {id: n for n, id in enumerate(frames.ids)},
    )  # fmt: skip


def strip_tops(network: Network) -> dict[float, float]:
    """Row of the floor (its y in metres) -> y of the top of its racks in the picture."""
    tops: dict[float, float] = {}
    y = TRAY + HEAD
    for row in sorted({r.y_m for r in network.plan.racks.values()}):
        tops[row] = y
        tallest = max(rack_height_u(network, r) for r in network.plan.racks.values() if r.y_m == row)
        y += tallest * UNIT + STRIP_GAP + TRAY + HEAD
    return tops


def rack_height_u(network: Network, rack: Rack) -> int:
    shape = network.catalogue.racks.get(rack.type)
    return max(shape.height_u, SHORTEST_U) if shape else 42


def rack_width(network: Network, type: str) -> float:
    shape = network.catalogue.racks.get(type)
    return (shape.width_mm if shape else 600) / 1000 * PX_PER_M


def unit_rect(frame: Floats, height_u: int, unit: float, device_u: float) -> Floats:
    """Where a device of this height at this unit is drawn in a rack. Units count from the bottom."""
    bottom = frame[1] + height_u * UNIT
    top = bottom - (unit - 1 + device_u) * UNIT
    return np.array([frame[0] + RAIL, top, frame[2] - 2 * RAIL, device_u * UNIT])


def unit_at(frame: Floats, height_u: int, y: float, device_u: float) -> float:
    """The whole unit at which a device whose top edge is at y would sit, kept within the rack."""
    unit = round((frame[1] + height_u * UNIT - y) / UNIT - device_u + 1)
    return float(min(max(unit, 1), max(1, height_u - int(np.ceil(device_u)) + 1)))


def _frames(network: Network, tops: dict[float, float]) -> Boxes:
    racks = list(network.plan.racks.values())
    bottom = {
        row: top + max(rack_height_u(network, r) for r in racks if r.y_m == row) * UNIT for row, top in tops.items()
    }
    rects = []
    for rack in racks:
        height = rack_height_u(network, rack) * UNIT
        rects.append((rack.x_m * PX_PER_M, bottom[rack.y_m] - height, rack_width(network, rack.type), height))
    return Boxes(tuple(r.id for r in racks), np.array(rects, float).reshape(-1, 4), tuple(r.name for r in racks))


def _boxes(network: Network, frames: Boxes, tops: dict[float, float]) -> Boxes:
    frame = {id: n for n, id in enumerate(frames.ids)}
    foot = float((frames.rects[:, 1] + frames.rects[:, 3]).max()) + STRIP_GAP + HEAD if len(frames.ids) else HEAD
    left = float(frames.rects[:, 0].min()) if len(frames.ids) else 0.0
    rects, waiting, line = [], 0, 0.0
    width = 0.6 * PX_PER_M - 2 * RAIL
    for device in network.plan.devices.values():
        found = network.catalogue.devices.get(device.type)
        height_u = found.height_u if found else 1.0
        if device.rack in frame and device.unit is not None:
            rack = network.plan.racks[device.rack]
            rect = unit_rect(frames.rects[frame[device.rack]], rack_height_u(network, rack), device.unit, height_u)
            rects.append(tuple(rect.tolist()))
            continue
        if waiting and waiting % UNPLACED_COLUMNS == 0:
            foot, line = foot + line + 10, 0.0
        rects.append((left + waiting % UNPLACED_COLUMNS * (width + 24), foot, width, height_u * UNIT))
        waiting, line = waiting + 1, max(line, height_u * UNIT)
    devices = network.plan.devices.values()
    return Boxes(tuple(d.id for d in devices), np.array(rects, float).reshape(-1, 4), tuple(d.name for d in devices))


def _captions(network: Network, frames: Boxes, boxes: Boxes) -> tuple[tuple[float, float, str], ...]:
    waiting = [n for n, d in enumerate(network.plan.devices.values()) if not d.rack or d.unit is None]
    if not waiting:
        return ()
    first = boxes.rects[waiting[0]]
    return ((float(first[0]), float(first[1]) - 8, "In no rack yet"),)


def _cables(
    network: Network, frames: Boxes, boxes: Boxes, plates: Faceplates,
    planes: tuple[str, ...], tops: dict[float, float],
) -> tuple[Lines, Bundles]:  # fmt: skip
    ids, ends, devices, owner = cable_ends(network, boxes, plates)
    if not len(ends):
        return Lines(), Bundles()
    plane = cable_planes(network, ids, planes)
    rack_of, tray_of = _rack_of(network, frames, boxes, tops)
    pieces, piece_owner = _routes(ends, devices, owner, frames.rects, rack_of, tray_of)
    bundles = _bundles(devices, owner, plane, frames.rects, rack_of, tray_of)
    return Lines(pieces, piece_owner, ids, plane), bundles


def _rack_of(network: Network, frames: Boxes, boxes: Boxes, tops: dict[float, float]) -> tuple[Ints, Floats]:
    """By device: row of its rack's frame (-1: in none), and y of the tray above its row."""
    frame = {id: n for n, id in enumerate(frames.ids)}
    rack, tray = [], []
    for device in network.plan.devices.values():
        placed = device.rack in frame and device.unit is not None
        rack.append(frame[device.rack] if placed else -1)
        tray.append(tops[network.plan.racks[device.rack].y_m] - HEAD - TRAY / 2 if placed else np.nan)
    return np.array(rack, np.int64), np.array(tray, float)


def _routes(
    ends: Floats, devices: Ints, owner: Ints, frames: Floats, rack_of: Ints, tray_of: Floats
) -> tuple[Floats, Ints]:
    """Pieces of every link's way. One whose end is in no rack goes straight."""
    xa, ya, xb, yb = ends.T
    ra, rb = rack_of[devices[:, 0]], rack_of[devices[:, 1]]
    placed = (ra >= 0) & (rb >= 0)
    lane = (np.arange(len(ends)) % LANES) * (RAIL - 4) / LANES + 2
    inner, outer = placed & (ra == rb), placed & (ra != rb)
    same = outer & (tray_of[devices[:, 0]] == tray_of[devices[:, 1]])
    other = outer & ~same
    parts: list[Floats] = [ends[~placed]]
    owners = [owner[~placed]]

    def add(mask: np.ndarray[tuple[int], np.dtype[np.bool_]], *points: tuple[Floats, Floats]) -> None:
        for (x1, y1), (x2, y2) in pairwise(points):
            parts.append(np.stack([x1[mask], y1[mask], x2[mask], y2[mask]], axis=1))
            owners.append(owner[mask])

    right = np.where(ra >= 0, frames[ra, 0] + frames[ra, 2] - lane, xa) if len(frames) else xa
    side_b = np.where(rb >= 0, frames[rb, 0] + frames[rb, 2] - lane, xb) if len(frames) else xb
    ta, tb = tray_of[devices[:, 0]] + lane, tray_of[devices[:, 1]] + lane
    end_x = np.full(len(ends), (frames[:, 0].min() if len(frames) else 0.0) - ROW_END / 2) + lane
    add(inner, (xa, ya), (right, ya), (right, yb), (xb, yb))
    add(same, (xa, ya), (right, ya), (right, ta), (side_b, ta), (side_b, yb), (xb, yb))
    add(other, (xa, ya), (right, ya), (right, ta), (end_x, ta), (end_x, tb), (side_b, tb), (side_b, yb), (xb, yb))
    return np.concatenate(parts), np.concatenate(owners)


def _bundles(devices: Ints, owner: Ints, plane: Ints, frames: Floats, rack_of: Ints, tray_of: Floats) -> Bundles:
    """One line a pair of racks and plane, along the trays."""
    a, b = rack_of[devices[:, 0]], rack_of[devices[:, 1]]
    apart = (a >= 0) & (b >= 0) & (a != b)
    if not apart.any():
        return Bundles()
    low, high = np.minimum(a, b)[apart], np.maximum(a, b)[apart]
    table = np.stack([low, high, plane[owner[apart]]], axis=1)
    pairs, count = np.unique(table, axis=0, return_counts=True)
    tray = np.full(len(frames), np.nan)
    tray[rack_of[rack_of >= 0]] = tray_of[rack_of >= 0]
    lift = (pairs[:, 2] % 4) * 8.0
    x1, x2 = (frames[pairs[:, n], 0] + frames[pairs[:, n], 2] / 2 for n in (0, 1))
    y1, y2 = tray[pairs[:, 0]] + lift, tray[pairs[:, 1]] + lift
    end = np.full(len(pairs), frames[:, 0].min() - ROW_END / 2) + lift
    same = y1 == y2
    number = np.arange(len(pairs))
    pieces = [np.stack([x1, y1, x2, y2], axis=1)[same]]
    owners = [number[same]]
    for p in (
        np.stack([x1, y1, end, y1], axis=1), np.stack([end, y1, end, y2], axis=1), np.stack([end, y2, x2, y2], axis=1),
    ):  # fmt: skip
        pieces.append(p[~same])
        owners.append(number[~same])
    return Bundles(np.concatenate(pieces), np.concatenate(owners), count.astype(np.int64), pairs[:, 2])
