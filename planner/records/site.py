"""How the building makes cables long and which media it prefers; one row, id "site"."""

from __future__ import annotations

from dataclasses import dataclass

# Passive copper first: the cheapest and coolest that reaches (definitions: media choice).
MEDIA_ORDER = ("dac", "acc", "aoc", "mmf", "smf", "cat6")


@dataclass(frozen=True, slots=True)
class Site:
    """Lengths in metres. The defaults of dressing, slack and tray height are guesses no standard gives: editable."""

    id: str = "site"
    tray_height_m: float = 2.7  # of the overhead tray above the floor
    dressing_m: float = 0.5  # cable dressed inside the rack, at each end
    slack_percent: float = 10.0
    fibre: str = "OM4"  # multimode fibre laid: OM3 or OM4
    media_order: tuple[str, ...] = MEDIA_ORDER
    rack_power_kw: float | None = None  # what each rack can power and cool; None when nobody has said
    count_from: str = "bottom"  # rack units shown from the bottom or the top
