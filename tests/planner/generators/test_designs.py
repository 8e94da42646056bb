"""Every published reference design, row by row, as literal numbers.

Sources: NVIDIA DGX SuperPOD reference architectures for H100 (RA-11333), B200 (RA-11334), B300 Spectrum-X
(RA-11337), B300 XDR (RA-11339) and GB200 (RA-11338). In the B300 Ethernet rows a cable runs from cage to cage and
carries two links. The 18-unit XDR row is printed with 9,216 GPUs, which its 1,296 nodes contradict; the rest of the
row holds. Of GB200 only the switches are published.
"""

from collections import Counter

import pytest

from planner.analysis import Analysis
from planner.generators.designs import DESIGNS, design
from planner.generators.machines import MACHINES
from planner.operations.devices import fits
from planner.records import Workload

# id: nodes, GPUs, leaf, spine, core, node-leaf, leaf-spine, spine-core cables, bisection in Gb/s
PUBLISHED = {
    "h100-1su": (31, 248, 8, 4, 0, 252, 256, 0, 48000),
    "h100-2su": (63, 504, 16, 8, 0, 508, 512, 0, 99200),
    "h100-3su": (95, 760, 24, 16, 0, 764, 768, 0, 150400),
    "h100-4su": (127, 1016, 32, 16, 0, 1020, 1024, 0, 201600),
    "b200-2su": (64, 512, 16, 8, 0, 512, 512, 0, 102400),
    "b200-4su": (128, 1024, 32, 16, 0, 1024, 1024, 0, 204800),
    "b200-8su": (256, 2048, 64, 32, 0, 2048, 2048, 0, 409600),
    "b200-16su": (512, 4096, 128, 128, 64, 4096, 4096, 4096, 819200),
    "b200-32su": (1024, 8192, 256, 256, 128, 8192, 8192, 8192, 1638400),
    "b200-64su": (2048, 16384, 512, 512, 256, 16384, 16384, 16384, 3276800),
    "b300eth-1su": (64, 512, 16, 8, 0, 512, 512, 0, 204800),
    "b300eth-2su": (128, 1024, 32, 16, 0, 1024, 1024, 0, 409600),
    "b300eth-4su": (256, 2048, 64, 32, 0, 2048, 2048, 0, 819200),
    "b300eth-8su": (512, 4096, 128, 64, 0, 4096, 4096, 0, 1638400),
    "b300eth-16su": (1024, 8192, 256, 128, 0, 8192, 8192, 0, 3276800),
    "b300xdr-1su": (72, 576, 8, 4, 0, 576, 576, 0, 230400),
    "b300xdr-2su": (144, 1152, 16, 8, 0, 1152, 1152, 0, 460800),
    "b300xdr-4su": (288, 2304, 32, 18, 0, 2304, 2304, 0, 921600),
    "b300xdr-8su": (576, 4608, 64, 36, 0, 4608, 4608, 0, 1843200),
    "b300xdr-18su": (1296, 10368, 144, 72, 0, 10368, 10368, 0, 4147200),
    "gb200-1su": (144, 576, 32, 24, 0, 576, None, 0, 115200),
}


def test_every_design_is_a_published_one():
    assert set(DESIGNS) == set(PUBLISHED) | set(MACHINES)


@pytest.mark.parametrize("id", PUBLISHED)
def test_counts_and_bisection(id):
    nodes, gpus, leaf, spine, core, down, middle, top, gbps = PUBLISHED[id]
    figures = Analysis(design(id)).figures()
    training = figures.planes["training"]
    assert (training.nodes, training.gpus) == (nodes, gpus)
    assert figures.counts.switches == {"leaf": leaf, "spine": spine, "core": core}
    by_tier = figures.counts.cables_by_tier
    assert (by_tier["endpoint_leaf"], by_tier["spine_core"]) == (down, top)
    assert middle is None or by_tier["leaf_spine"] == middle
    assert (training.bisection.low_gbps, training.bisection.high_gbps) == (gbps, gbps)
    assert training.bisection.share == 1.0
    links = 2 if id.startswith("b300eth") else 1
    assert figures.counts.links_by_tier == {k: n * links for k, n in by_tier.items()}


def test_transceivers_of_the_published_bill():
    """H100, 4 units: 48 switches × 32 and 127 nodes × 4, and 4 at the fabric managers."""
    assert Analysis(design("h100-4su")).figures().counts.transceivers == 1536 + 508 + 4


@pytest.mark.parametrize(
    "id", ["h100-1su", "h100-4su", "b200-16su", "b300eth-1su", "b300eth-16su", "b300xdr-4su", "gb200-1su"]
)
def test_laid_out_soundly(id):
    plan = design(id)
    network = Analysis(plan).network
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert max(ends.values()) == 1  # a port holds one cable
    assert (network.links["gbps"][network.links.rows()] > 0).all()  # every link comes up
    for device in plan.devices.values():
        assert device.unit is not None
        assert not fits(network, device.type, device.rack, device.unit, {device.id})


@pytest.mark.parametrize("id", ["h100-1su", "h100-4su", "b200-16su", "b300eth-2su", "b300xdr-4su", "gb200-1su"])
def test_judged_as_sound_even_for_pretraining(id):
    from planner.operations.settings import set_row

    plan = design(id)
    plan.apply(set_row(plan, "Workload", Workload(kind="pretraining")))
    report = Analysis(plan).findings()
    assert not report.broken
    assert not [f.message for f in report.open if f.family == "oversub" or f.severity.value == "error"]
