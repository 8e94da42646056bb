"""Published machines that no single unit repeats: tori, dragonflies and fabrics that are thin at the top.

Each is named with what is published of it. A figure that is assumed is said so in the title or in the note of the
device it is of.
"""

from __future__ import annotations

from collections.abc import Callable

from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.torus import Torus, torus
from planner.plan import Plan


def _torus(chip: str, *sides: int) -> Callable[[str], Plan]:
    return lambda name: torus(Torus(sides, chip, name=name))


MACHINES: dict[str, tuple[str, Callable[[str], Plan]]] = {
    "tpu-v4": ("TPU v4, torus 16 × 16 × 16, link rate assumed: 4096 chips", _torus("tpu-v4", 16, 16, 16)),
    "tpu-v5e": ("TPU v5e, torus 16 × 16: 256 chips", _torus("tpu-v5e", 16, 16)),
    "tpu-v6e": ("TPU v6e, torus 16 × 16: 256 chips", _torus("tpu-v6e", 16, 16)),
    "frontier": (
        "Frontier, dragonfly of 74 compute groups: 9472 nodes",
        lambda name: dragonfly(Dragonfly(32, 16, groups=74, links=4, name=name)),
    ),
}
