"""What a tool is, and what it may ask of the canvas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from planner.catalogue import DeviceType
from ui.canvas.geometry import Picture
from ui.canvas.overlay import Ghost
from ui.document import Document


class Board(Protocol):
    """The canvas as a tool sees it."""

    document: Document
    picture: Picture
    ghost: Ghost | None

    def scale(self) -> float:
        """Device pixels a scene unit."""

    def device_at(self, x: float, y: float) -> str | None: ...

    def rack_at(self, x: float, y: float) -> str | None: ...

    def cable_at(self, x: float, y: float) -> str | None: ...

    def port_at(self, x: float, y: float) -> tuple[str, str] | None:
        """(device, port) at a point, where ports are large enough to be hit."""

    def show_ids(self, ids: Iterable[str]) -> None:
        """Bring these into view."""

    def say(self, text: str) -> None:
        """Tell the user in the status line."""


class Drag:
    """One drag, from press to release. Scene coordinates."""

    def move(self, x: float, y: float, free: bool) -> None:
        """The pointer is here now; `free` skips snapping."""

    def drop(self) -> None:
        """Make the edit. Esc drops nothing: the drag is just forgotten."""


def device_type(board: Board, device: str) -> DeviceType | None:
    return board.document.network.device_type(device)
