"""A plane: what a set of cables is for, and how it is kept apart from the others."""

from __future__ import annotations

from dataclasses import dataclass

STATES = ("undecided", "own", "shared")


@dataclass(frozen=True, slots=True)
class Plane:
    id: str  # training, storage, in-band, out-of-band, or the user's own
    name: str
    protocol: str = ""  # infiniband, ethernet, ici (between TPU chips), or not decided
    state: str = "undecided"  # one of STATES
    shared_with: str = ""  # id of the plane whose links it uses
    separated_by: str = ""  # queue or rate share, in the planner's words
    rail_optimised: bool = False  # NIC i of every server goes to leaf i of its group
    max_ratio: float | None = None  # oversubscription limit set by hand; None takes the workload's


DEFAULT_PLANES = (
    Plane("training", "Training"),
    Plane("storage", "Storage"),
    Plane("in-band", "Management, in-band"),
    Plane("out-of-band", "Management, out-of-band"),
)
