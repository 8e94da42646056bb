"""Published machines that no scalable unit repeats: tori, a dragonfly, and fabrics that are thin at the top.

Each is built from what is published of it. What is assumed beyond that is said here, in the title or in the note of
the device it is of.

Summit: 4608 nodes with two EDR ports, without blocking; racks of 18 with two leaves, and 18 directors above, are the
natural way to build that from 36-port leaves. Meta's 24k cluster: racks of 16 GPUs, pods of 192 racks, 7:1 above the
pods. 3072 links don't divide by seven: 8 cluster switches of 55 uplinks come nearest. Alibaba's HPN: 15 segments of
128 hosts (8 spare ones are left out), 8 rails, two planes, 15:1 above; the number of cores is assumed. Juniper's
design: the printed totals are those of servers with eight ports of 200 Gb/s, four spines, one link a leaf and spine.
"""

from __future__ import annotations

from collections.abc import Callable

from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.tapered import Tapered, Tier, tapered
from planner.generators.torus import Torus, torus
from planner.plan import Plan


def _torus(chip: str, *sides: int) -> Callable[[str], Plan]:
    return lambda name: torus(Torus(sides, chip, name=name))


def _frontier(name: str) -> Plan:
    return dragonfly(Dragonfly(32, 16, groups=74, links=4, name=name))


def _summit(name: str) -> Plan:
    return tapered(Tapered("summit-node", 18, "sb7800", Tier("cs7500", 18, 100), units=256, lanes=2, name=name))


def _meta(name: str) -> Plan:
    spine, core = Tier("arista-7816r3", 8, 400, 2), Tier("arista-7060dx5-64s", 55, 400)
    return tapered(Tapered("grand-teton", 2, "minipack2", spine, core, units=192, pods=8, name=name))


def _hpn(name: str) -> Plan:
    spine, core = Tier("hpn-51t", 60, 400), Tier("hpn-51t", 8, 400)
    return tapered(
        Tapered(
            "hpn-host", 128, "hpn-51t", spine, core,
            units=15, lanes=8, fabrics=2, server_breakout="2", servers_a_rack=4, name=name,
        )
    )  # fmt: skip


def juniper(gbps: int, servers: int, name: str = "") -> Plan:
    """Leaf to spine at `gbps` (200, 400 or 800 Gb/s), `servers` in each of two stripes (4 or 8): the six printed rows.

    Cables follow what is sold: 200 Gb/s comes as one cable from a cage to two others.
    """
    spine = Tier("juniper-qfx5240-64od", 4, gbps, bundle=2 if gbps == 200 else 1)
    return tapered(
        Tapered("dgx-a100", servers, "juniper-qfx5240-64od", spine, units=2, lanes=8, neighbours=2, name=name)
    )


MACHINES: dict[str, tuple[str, Callable[[str], Plan]]] = {
    "tpu-v4": ("TPU v4, torus 16 × 16 × 16, link rate assumed: 4096 chips", _torus("tpu-v4", 16, 16, 16)),
    "tpu-v5e": ("TPU v5e, torus 16 × 16: 256 chips", _torus("tpu-v5e", 16, 16)),
    "tpu-v6e": ("TPU v6e, torus 16 × 16: 256 chips", _torus("tpu-v6e", 16, 16)),
    "frontier": ("Frontier, dragonfly of 74 compute groups: 9472 nodes", _frontier),
    "summit": ("Summit, fat tree of dual EDR: 4608 nodes", _summit),
    "meta-24k": ("Meta's RoCE cluster of 24,576 H100, 7:1 above the pods: 3072 nodes", _meta),
    "hpn-pod": ("Alibaba HPN, one pod of 15 segments, two planes, 15:1 above: 1920 nodes", _hpn),
    "juniper-jvd": (
        "Juniper validated design, two stripes, 400G from leaf to spine: 16 nodes",
        lambda name: juniper(400, 8, name),
    ),
}
