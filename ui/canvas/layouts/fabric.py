"""The fabric by tiers: endpoints in the middle in their groups, the training plane's switches above them, others below.

A group is the endpoints that share a leaf of the training plane. Leaves stand over their group, spines over all, cores
over them; the planes that are not training mirror this downward. The order is that of the ids, so that an edit moves
little and undoing it nothing.
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np

from planner.figures.fabric import fabric
from planner.figures.tiers import tiers
from planner.network import Network
from planner.operations.naming import number_order
from ui.canvas.geometry import Boxes, Bundles, Floats, Ints, Lines, Picture
from ui.canvas.layouts.common import Faceplates, cable_ends, cable_planes, faceplates, kind_of, plane_order, stripes

WIDTH, HEIGHT = 190.0, 44.0
GAP = 18.0
TIER = 220.0  # from one tier to the next
GROUP_GAP = 60.0
COLUMNS = 8  # endpoints side by side in a group, at most
ALL_COLUMNS = 16  # side by side in all, more only where there are more groups: a thousand nodes are no ribbon then
NAME_WIDTH = 108.0


def picture(network: Network) -> Picture:
    planes = plane_order(network)
    place, frames = _places(network, planes)
    devices = list(network.plan.devices.values())
    rects = np.array([(*place[d.id], WIDTH, HEIGHT) for d in devices], float).reshape(-1, 4)
    boxes = Boxes(tuple(d.id for d in devices), rects, tuple(d.name for d in devices))
    plates = faceplates(network, boxes, NAME_WIDTH)
    lines, bundles = _cables(network, boxes, plates, planes)
    kinds = tuple(kind_of(network, d) for d in boxes.ids)
    return Picture(
        "fabric", frames, boxes, kinds, stripes(network, planes), lines, bundles, planes,
        plates.ports, plates.sizes, (),
        {id: n for n, id in enumerate(boxes.ids)}, {id: n for n, id in enumerate(frames.ids)},
    )  # fmt: skip


def _tier_of(network: Network, planes: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """Switch -> plane it is drawn with and its tier there. One that serves several goes with training, else with the
    first."""
    found: dict[str, tuple[str, int]] = {}
    for plane in sorted(planes, key=lambda p: p != "training"):
        part = fabric(network, plane)
        tier = tiers(network, part)
        for vertex in np.nonzero(~part.endpoint)[0].tolist():
            id = network.devices.id[int(part.row[vertex])]
            if id is not None and found.get(id, ("", 0))[1] == 0:
                found[id] = plane, max(1, int(tier[vertex]))
    for device in network.plan.devices.values():
        if device.id not in found and kind_of(network, device.id) == "switch":
            role = {"leaf": 1, "spine": 2, "core": 3}.get(device.role, 1)
            found[device.id] = device.plane or "training", role
    return found


def _places(network: Network, planes: tuple[str, ...]) -> tuple[dict[str, tuple[float, float]], Boxes]:
    """Top left corner of every device, and a frame for each group of endpoints."""
    tier_of = _tier_of(network, planes)
    groups = _groups(network, tier_of)
    place: dict[str, tuple[float, float]] = {}
    names, rects = [], []
    x, deepest = 0.0, HEIGHT
    most = max(1, min(COLUMNS, ALL_COLUMNS // max(1, len(groups))))
    for name, members in groups.items():
        leaves = [m for m in members if m in tier_of]
        ends = [m for m in members if m not in tier_of]
        columns = max(1, min(most, len(ends)), min(most, len(leaves)))
        for n, id in enumerate(ends):
            place[id] = x + n % columns * (WIDTH + GAP), n // columns * (HEIGHT + GAP)
        rows = max(1, -(-len(ends) // columns))
        width = columns * (WIDTH + GAP) - GAP
        _spread(place, leaves, x, width, -TIER)
        height = rows * (HEIGHT + GAP) - GAP
        if ends:
            names.append(name)
            rects.append((x - 12, -12.0, width + 24, height + 24))
        deepest = max(deepest, height)
        x += width + GROUP_GAP
    whole = max(x - GROUP_GAP, WIDTH)
    lefts = [place[i][0] for i, at in tier_of.items() if i in place and at == ("training", 1)]
    over = (min(lefts), max(lefts) + WIDTH) if lefts else (0.0, whole)
    _switches(place, tier_of, over, whole, deepest)
    frames = Boxes(tuple(f"group:{n}" for n in names), np.array(rects, float).reshape(-1, 4), tuple(names))
    return place, frames


def _groups(network: Network, tier_of: dict[str, tuple[str, int]]) -> dict[str, list[str]]:
    """Group name -> its endpoints and training leaves, in the order of their ids."""
    group: dict[str, str] = {}
    for id, (plane, tier) in tier_of.items():
        if plane == "training" and tier == 1:
            group[id] = network.plan.devices[id].group or ("" if _is_shared(network, id) else id)
    found: dict[str, list[str]] = defaultdict(list)
    for device in sorted(network.plan.devices.values(), key=lambda d: number_order(d.id)):
        if device.id in group:
            found[group[device.id]].append(device.id)
        elif device.id not in tier_of:
            near = (k.b_device for _, k in network.links_of(device.id) if k.b_device in group)
            leaf = next(near, None)
            found[group[leaf] if leaf else ("" if not device.group else device.group)].append(device.id)
    return dict(sorted(found.items(), key=lambda item: (item[0] == "", item[0])))


def _is_shared(network: Network, leaf: str) -> bool:
    """Whether its endpoints hang on other leaves too: rails without a group."""
    end = next((k.b_device for _, k in network.links_of(leaf) if kind_of(network, k.b_device) != "switch"), None)
    if end is None:
        return False
    others = {k.b_device for _, k in network.links_of(end) if network.plan.devices[k.b_device].plane == "training"}
    return len(others) > 1


def _spread(place: dict[str, tuple[float, float]], ids: list[str], x: float, width: float, y: float) -> None:
    """Side by side, in the middle of a width; more than fit go on further lines away from the endpoints."""
    per_line = max(1, int((width + GAP) // (WIDTH + GAP)))
    step = (HEIGHT + GAP) if y > 0 else -(HEIGHT + GAP)
    for start in range(0, len(ids), per_line):
        line = ids[start : start + per_line]
        room = len(line) * (WIDTH + GAP) - GAP
        for n, id in enumerate(line):
            place[id] = x + (width - room) / 2 + n * (WIDTH + GAP), y + start // per_line * step


def _switches(
    place: dict[str, tuple[float, float]],
    tier_of: dict[str, tuple[str, int]],
    over: tuple[float, float],
    width: float,
    deepest: float,
) -> None:
    """Tiers above for training, below for every other plane, each plane under the last."""
    by_tier: dict[tuple[str, int], list[str]] = defaultdict(list)
    for id, at in sorted(tier_of.items(), key=lambda item: number_order(item[0])):
        if id not in place:
            by_tier[at].append(id)
    up, down = -TIER, deepest + TIER
    lowest_leaf = min((y for _, y in place.values()), default=0.0)
    up = min(up, lowest_leaf)
    for (plane, _), ids in sorted(by_tier.items(), key=lambda item: (item[0][0], item[0][1])):
        before = set(place)
        if plane == "training":
            up -= TIER
            _spread(place, ids, over[0], over[1] - over[0], up)
            up = min(place[i][1] for i in place.keys() - before)
        else:
            _spread(place, ids, 0, width, down)
            down = max(place[i][1] for i in place.keys() - before) + TIER * 0.7


def _cables(network: Network, boxes: Boxes, plates: Faceplates, planes: tuple[str, ...]) -> tuple[Lines, Bundles]:
    """Straight lines from edge to edge of the boxes; all between two devices are one bundle."""
    ids, _, devices, owner = cable_ends(network, boxes, plates)
    if not len(devices):
        return Lines(), Bundles()
    plane = cable_planes(network, ids, planes)
    spread = ((np.arange(len(devices)) * 0.381966) % 1.0 - 0.5) * np.float64(WIDTH * 0.7)
    pieces = _between(boxes.rects, devices[:, 0], devices[:, 1], spread)
    low, high = devices.min(axis=1), devices.max(axis=1)
    table = np.stack([low, high, plane[owner]], axis=1)
    pairs, count = np.unique(table, axis=0, return_counts=True)
    middle = _between(boxes.rects, pairs[:, 0], pairs[:, 1], np.zeros(len(pairs)))
    bundles = Bundles(middle, np.arange(len(pairs)), count.astype(np.int64), pairs[:, 2])
    return Lines(pieces, owner, ids, plane), bundles


def _between(rects: Floats, a: Ints, b: Ints, shift: Floats) -> Floats:
    """From the edge of a that faces b to the edge of b that faces a, `shift` to the side."""
    above = rects[a, 1] < rects[b, 1]
    ya = np.where(above, rects[a, 1] + rects[a, 3], rects[a, 1])
    yb = np.where(above, rects[b, 1], rects[b, 1] + rects[b, 3])
    xa, xb = rects[a, 0] + rects[a, 2] / 2 + shift, rects[b, 0] + rects[b, 2] / 2 + shift
    level = rects[a, 1] == rects[b, 1]
    ya, yb = np.where(level, rects[a, 1], ya), np.where(level, rects[b, 1], yb)
    return np.stack([xa, ya, xb, yb], axis=1)
