"""Cabling by hand: from a port, or from a device (its next fitting port), to a port or a device. Legality is shown
on the way: ports that may be joined glow, and where one may not, the reason stands beside the pointer."""

from __future__ import annotations

from planner.operations.cables import best_port, connect, why_not
from planner.plan import EditRefused
from ui.canvas.overlay import Ghost
from ui.canvas.tools.base import Board, Drag

SMALLEST_GLOW_PX = 3.0


class Connect(Drag):
    def __init__(self, board: Board, device: str, port: str) -> None:
        """`port` may be empty: then the first free port that fits the other end is taken."""
        self.board, self.device, self.port = board, device, port
        self.ends: tuple[str, str, str, str] | None = None
        self.refusal = ""

    def move(self, x: float, y: float, free: bool) -> None:
        board = self.board
        ghost = Ghost(line=(*self._start(), x, y))
        self.ends, self.refusal = None, ""
        target = board.device_at(x, y)
        if target is None or target == self.device:
            ghost.text = "Drag to a port or a device"
            ghost.targets = []
        else:
            self._aim(target, x, y, ghost)
        board.ghost = ghost

    def _aim(self, target: str, x: float, y: float, ghost: Ghost) -> None:
        network, names = self.board.document.network, self.board.document.plan.devices
        hit = self.board.port_at(x, y)
        far = hit[1] if hit and hit[0] == target else ""
        near, far = self._ports(target, far)
        ghost.targets = self._glow(target, near or self.port)
        if not near or not far:
            self.refusal = f"{names[target].name} has no free port that fits {names[self.device].name}."
        else:
            self.refusal = why_not(network, self.device, near, target, far)
        ghost.good = not self.refusal
        ghost.text = self.refusal or f"{names[self.device].name} {near} to {names[target].name} {far}"
        if not self.refusal:
            self.ends = self.device, near, target, far

    def _ports(self, target: str, far: str) -> tuple[str, str]:
        """Both ports, with those left open chosen: the first of this device for which the other has one that fits."""
        network = self.board.document.network
        if self.port:
            return self.port, far or best_port(network, target, self.device, self.port)
        if far:
            return best_port(network, self.device, target, far), far
        tried: set[tuple[int, tuple[str, ...]]] = set()
        for port in network.free_ports(self.device):
            kind = port.rate_gbps, port.protocols
            if kind in tried:
                continue
            tried.add(kind)
            found = best_port(network, target, self.device, port.name)
            if found:
                return best_port(network, self.device, target, found) or port.name, found
        return "", ""

    def _glow(self, target: str, near: str) -> list[tuple[float, float, float, float]]:
        """Ports of the target that this end may be joined with."""
        board = self.board
        rect, (w, h) = board.picture.rect(target), board.picture.port_size.get(target, (0.0, 0.0))
        if rect is None or not near or w * board.scale() < SMALLEST_GLOW_PX:
            return []
        network = board.document.network
        own = network.ports(self.device).get(near)
        if own is None:
            return []
        fitting = {
            p.name for p in network.free_ports(target)
            if p.rate_gbps == own.rate_gbps and set(p.protocols) & set(own.protocols)
        }  # fmt: skip
        places = board.picture.ports.get(target, {})
        return [
            (float(rect[0]) + dx - w / 2, float(rect[1]) + dy - h / 2, w, h)
            for name, (dx, dy) in places.items()
            if name in fitting
        ]

    def _start(self) -> tuple[float, float]:
        centre = self.board.picture.port_centre(self.device, self.port) if self.port else None
        if centre is not None:
            return centre
        rect = self.board.picture.rect(self.device)
        assert rect is not None
        return float(rect[0] + rect[2] / 2), float(rect[1] + rect[3] / 2)

    def drop(self) -> None:
        if self.ends is None:
            if self.refusal:
                self.board.say(self.refusal)
            return
        try:
            edit = connect(self.board.document.network, *self.ends)
        except EditRefused as e:
            self.board.say(str(e))
            return
        self.board.document.perform(edit)
