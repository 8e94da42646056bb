"""A rack and where it stands on the floor."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rack:
    id: str
    name: str
    type: str  # id of a rack type in the catalogue
    x_m: float = 0.0  # left edge of the front, along the row
    y_m: float = 0.0  # front edge, across the rows; rows of racks share a y
    row: str = ""  # name of the row it stands in
    feed: str = ""  # name of the power feed; "A+B" has power as long as one of the two has
