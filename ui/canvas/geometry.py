"""Where everything of one view is, in scene units, as numpy arrays: no widget, no colour, nothing of the window."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil

import numpy as np
from numpy.typing import NDArray

from planner.catalogue import Port

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
EMPTY_RECTS: Floats = np.zeros((0, 4))
PORT_GAP = 0.18  # of a port's cell


@dataclass(frozen=True, slots=True)
class Boxes:
    """Rectangles (x, y, width, height) with the ids of what they show."""

    ids: tuple[str, ...] = ()
    rects: Floats = field(default_factory=lambda: EMPTY_RECTS)
    names: tuple[str, ...] = ()

    def at(self, x: float, y: float) -> str | None:
        """The last one drawn that holds the point."""
        r = self.rects
        inside = (r[:, 0] <= x) & (x < r[:, 0] + r[:, 2]) & (r[:, 1] <= y) & (y < r[:, 1] + r[:, 3])
        hits = np.nonzero(inside)[0]
        return self.ids[int(hits[-1])] if len(hits) else None

    def within(self, area: Floats) -> Ints:
        """Positions of those that touch an area (x, y, width, height)."""
        r = self.rects
        touch = (r[:, 0] < area[0] + area[2]) & (r[:, 0] + r[:, 2] > area[0])
        touch &= (r[:, 1] < area[1] + area[3]) & (r[:, 1] + r[:, 3] > area[1])
        return np.nonzero(touch)[0]


@dataclass(frozen=True, slots=True)
class Lines:
    """Straight pieces (x1, y1, x2, y2); several may belong to one cable."""

    pieces: Floats = field(default_factory=lambda: EMPTY_RECTS)
    owner: Ints = field(default_factory=lambda: np.zeros(0, np.int64))  # by piece: position in `ids`
    ids: tuple[str, ...] = ()
    plane: Ints = field(default_factory=lambda: np.zeros(0, np.int64))  # by cable: position in Picture.planes

    def within(self, area: Floats) -> Ints:
        """Positions of pieces whose bounding box touches an area."""
        p = self.pieces
        touch = (np.minimum(p[:, 0], p[:, 2]) <= area[0] + area[2]) & (np.maximum(p[:, 0], p[:, 2]) >= area[0])
        touch &= (np.minimum(p[:, 1], p[:, 3]) <= area[1] + area[3]) & (np.maximum(p[:, 1], p[:, 3]) >= area[1])
        return np.nonzero(touch)[0]

    def near(self, x: float, y: float, reach: float) -> str | None:
        """The cable nearest to a point, within reach."""
        if not len(self.pieces):
            return None
        a, b = self.pieces[:, :2], self.pieces[:, 2:]
        along = b - a
        length = np.maximum((along**2).sum(axis=1), 1e-12)
        point = np.array([x, y])
        t = np.clip(((point - a) * along).sum(axis=1) / length, 0, 1)
        away = np.hypot(*(a + along * t[:, None] - point).T)
        best = int(np.argmin(away))
        return self.ids[int(self.owner[best])] if away[best] <= reach else None


@dataclass(frozen=True, slots=True)
class Bundles:
    """Cables drawn as one line between two places; `count` is written on it."""

    pieces: Floats = field(default_factory=lambda: EMPTY_RECTS)
    owner: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    count: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    plane: Ints = field(default_factory=lambda: np.zeros(0, np.int64))


@dataclass(frozen=True, slots=True)
class Picture:
    """One view of a plan."""

    layout: str
    frames: Boxes  # racks, or groups
    boxes: Boxes  # devices
    kinds: tuple[str, ...]  # by device
    stripes: Ints  # by device: position in `planes` of a switch's plane, -1 for none
    lines: Lines
    bundles: Bundles
    planes: tuple[str, ...]
    ports: dict[str, dict[str, tuple[float, float]]]  # device -> port -> centre, relative to its box
    port_size: dict[str, tuple[float, float]]  # device -> width and height of a port
    bands: tuple[tuple[float, float, str], ...] = ()  # (x, y, text) of captions
    box_row: dict[str, int] = field(default_factory=dict)
    frame_row: dict[str, int] = field(default_factory=dict)

    def bounds(self) -> Floats:
        """(x, y, width, height) of all there is, with a margin; a room to begin in when there is nothing."""
        rects = np.concatenate([self.frames.rects, self.boxes.rects])
        if not len(rects):
            return np.array([0.0, 0.0, 1600.0, 1000.0])
        low, high = rects[:, :2].min(axis=0), (rects[:, :2] + rects[:, 2:]).max(axis=0)
        if len(self.bundles.pieces):
            ends = self.bundles.pieces.reshape(-1, 2)
            low, high = np.minimum(low, ends.min(axis=0)), np.maximum(high, ends.max(axis=0))
        margin = 60.0
        return np.array([*(low - margin), *(high - low + 2 * margin)])

    def rect(self, id: str) -> Floats | None:
        for boxes, row in ((self.boxes, self.box_row), (self.frames, self.frame_row)):
            if id in row:
                found: Floats = boxes.rects[row[id]]
                return found
        return None

    def port_at(self, device: str, x: float, y: float) -> str | None:
        """The port of a device at a point."""
        rect = self.rect(device)
        if rect is None:
            return None
        w, h = self.port_size.get(device, (0, 0))
        for name, (dx, dy) in self.ports.get(device, {}).items():
            if abs(rect[0] + dx - x) <= w / 2 and abs(rect[1] + dy - y) <= h / 2:
                return name
        return None

    def port_centre(self, device: str, port: str) -> tuple[float, float] | None:
        rect, at = self.rect(device), self.ports.get(device, {}).get(port)
        return None if rect is None or at is None else (float(rect[0]) + at[0], float(rect[1]) + at[1])


def faceplate(
    ports: dict[str, Port], width: float, height: float, left: float
) -> tuple[dict[str, tuple[float, float]], tuple[float, float]]:
    """Centres of a device's ports on its box and their size: rows from the top, to the right of `left`."""
    if not ports:
        return {}, (0.0, 0.0)
    room = width - left - 4
    rows = max(1, min(round(height / 8), 4, ceil(len(ports) / 4)))
    columns = ceil(len(ports) / rows)
    cell_w, cell_h = min(room / columns, 14.0), min((height - 3) / rows, 12.0)
    x0, y0 = width - 4 - columns * cell_w, (height - rows * cell_h) / 2
    centres = {name: (x0 + (n // rows + 0.5) * cell_w, y0 + (n % rows + 0.5) * cell_h) for n, name in enumerate(ports)}
    return centres, (cell_w * (1 - PORT_GAP), cell_h * (1 - PORT_GAP))
