"""What fits where, against sizes worked out from the bytes a parameter takes and the memory that is sold."""

from dataclasses import replace

import pytest

from planner.advice.larger import Bill, alternatives
from planner.advice.memory import USES, Use, fit, fits, largest_billion, needed_gb
from planner.catalogue import shipped
from planner.generators.clos import Recipe

SERVERS = shipped().devices
STATES, HUGGING_FACE = Use("states alone", 16, 1), Use("with float32 gradients", 18, 1)


@pytest.mark.parametrize(
    ("gb", "training", "eighteen", "lora", "half", "byte", "nibble"),
    [
        (8 * 80, 40, 35.6, 247, 267, 533, 1067),
        (8 * 141, 70.5, 62.7, 435, 470, 940, 1880),
        (8 * 180, 90, 80, 556, 600, 1200, 2400),
        (8 * 288, 144, 128, 889, 960, 1920, 3840),
        (8 * 192, 96, 85, 593, 640, 1280, 2560),
        (72 * 186, 837, 744, 5167, 5580, 11160, 22320),
    ],
)
def test_the_largest_model(gb, training, eighteen, lora, half, byte, nibble):
    """Billion parameters: 640 GB hold 40 of 16 bytes, and 267 of 2 bytes with a fifth on top."""
    uses = [STATES, HUGGING_FACE, USES["lora"], USES["inference-16"], USES["inference-8"], USES["inference-4"]]
    found = [largest_billion(gb, use) for use in uses]
    assert found == pytest.approx([training, eighteen, lora, half, byte, nibble], rel=0.005)


def test_a_fifth_is_left_free_when_training():
    assert largest_billion(640, USES["training"]) == pytest.approx(32)
    assert needed_gb(70, USES["training"]) == pytest.approx(1400)


@pytest.mark.parametrize(
    ("server", "use", "level", "gpus", "nodes"),
    [
        ("dgx-h100", "training", "several nodes", 18, 3),  # 1400 GB by 80
        ("dgx-h200", "training", "several nodes", 10, 2),  # 1120 GB of states in 1128 GB leave no room
        ("dgx-b200", "training", "one node", 8, 1),  # 1120 of 1440 GB
        ("gb200-nvl72-tray", "training", "one scale-up domain", 8, 2),  # 1400 by 186, trays of 4
        ("dgx-h100", "fine-tuning", "several nodes", 18, 3),
        ("dgx-h100", "lora", "one node", 3, 1),  # 181 GB
        ("dgx-h100", "inference-16", "one node", 3, 1),  # 168 GB
        ("dgx-b200", "inference-16", "one GPU", 1, 1),
        ("dgx-h100", "inference-8", "one node", 2, 1),
        ("dgx-h100", "inference-4", "one GPU", 1, 1),
    ],
)
def test_seventy_billion(server, use, level, gpus, nodes):
    found = fit(SERVERS[server], 70, USES[use])
    assert (found.level, found.gpus, found.nodes) == (level, gpus, nodes)
    assert found.leaves_the_node == (level == "several nodes")


def test_weights_alone():
    """140 GB: two H100 or one B200."""
    alone = replace(USES["inference-16"], filled=1)
    assert fit(SERVERS["dgx-h100"], 70, alone).gpus == 2 and fit(SERVERS["dgx-b200"], 70, alone).gpus == 1


def test_memory_that_is_not_known_fits_nothing():
    assert fit(SERVERS["l40s-pcie"], 7, USES["training"]) is None
    assert fit(SERVERS["qm9700"], 7, USES["training"]) is None
    found = fits(shipped(), 70, USES["training"])
    assert "l40s-pcie" not in found and next(iter(found)) == "dgx-b300"


@pytest.mark.parametrize(
    ("nodes", "copies", "b200", "saved"),
    [
        # 30 nodes have 240 cables to 8 leaves and 8 x 32 above; 10 have 80 to as many leaves, one a rail
        (32, 10, Bill(10, 12, 336), Bill(20, 0, 160)),
        # 126 nodes fill four units: 32 leaves, 16 spines, 1008 + 1024 cables; 42 take two: 16, 8, 336 + 512
        (128, 42, Bill(42, 24, 848), Bill(84, 24, 1184)),
    ],
)
def test_larger_memory_saves_a_fabric(nodes, copies, b200, saved):
    """70 billion parameters take three H100 nodes or one of B200."""
    recipe = Recipe(nodes, "dgx-h100", "qm9700")
    found = {a.fit.type: a for a in alternatives(shipped(), recipe, 70, USES["training"])}
    assert found["dgx-b200"].copies == copies
    assert (found["dgx-b200"].bill, found["dgx-b200"].saved) == (b200, saved)
    assert found["dgx-h200"].bill.nodes == 2 * copies and next(iter(found)) == "dgx-b200"
    assert found["dgx-b300"].bill is None and "no 800 Gb/s ports" in found["dgx-b300"].why_not


def test_nothing_to_save():
    assert not alternatives(shipped(), Recipe(32, "dgx-h100", "qm9700"), 13, USES["training"])  # fits one node
    assert not alternatives(shipped(), Recipe(2, "dgx-h100", "qm9700"), 70, USES["training"])  # too few for one copy
    assert not alternatives(shipped(), Recipe(4, "l40s-pcie", "sn5600"), 70, USES["training"])  # memory not known
