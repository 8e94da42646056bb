"""A server, switch or appliance, and where it is mounted."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Device:
    id: str
    name: str
    type: str  # id of a device type in the catalogue
    rack: str = ""  # id of the rack; empty when it has no place yet
    unit: float | None = None  # lowest rack unit it fills, from 1 at the bottom
    role: str = ""  # of a switch: leaf, spine, core or empty to tell it by hop distance
    plane: str = ""  # of a switch: plane it is meant for, also before it is cabled
    rail: int | None = None  # of a leaf: the rail it serves, from 0
    group: str = ""  # scalable unit or pod, for folding and for rails
    domain: str = ""  # scale-up domain (an NVL72 rack): its devices are one endpoint
    phase: str = ""  # id of the phase it comes with; empty is day one
    breakout: str = ""  # how cages are split: "2" all that can, "swp1=4 swp2=2" only those
