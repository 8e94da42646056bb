"""Whether a model fits one GPU, one node or one scale-up domain, and how many nodes it takes where it does not.

Bytes a parameter: training with Adam in mixed precision keeps 2 for the weight, 2 for the gradient, 4 for a master
copy and 8 for two moments (Rajbhandari et al., ZeRO, 2020). LoRA keeps the frozen weight in 2 and trains a hundredth
of as many at 16. Inference keeps the weight alone. On top come activations, caches and fragments: part of the memory
is left to them, a fifth when training (our opinion) and a sixth otherwise (as in NVIDIA's enterprise sizing, which
fills 83 %). What fits one node keeps its traffic off the network.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from planner.catalogue import Catalogue, DeviceType


@dataclass(frozen=True, slots=True)
class Use:
    """What is done with the model, and what a parameter takes then."""

    name: str
    bytes_a_parameter: float
    filled: float  # share of the memory that these bytes may fill


TRAINING_FILLED, OTHER_FILLED = 0.8, 1 / 1.2
USES: dict[str, Use] = {
    "training": Use("training, Adam in mixed precision", 16.0, TRAINING_FILLED),
    "fine-tuning": Use("fine-tuning of all parameters", 16.0, TRAINING_FILLED),
    "lora": Use("fine-tuning by LoRA", 2.16, OTHER_FILLED),
    "inference-16": Use("inference at 16 bits", 2.0, OTHER_FILLED),
    "inference-8": Use("inference at 8 bits", 1.0, OTHER_FILLED),
    "inference-4": Use("inference at 4 bits", 0.5, OTHER_FILLED),
}
LEVELS = ("one GPU", "one node", "one scale-up domain", "several nodes")
OF_KIND = {"pretraining": "training", "fine-tuning": "fine-tuning", "inference": "inference-16", "mixed": "training"}


@dataclass(frozen=True, slots=True)
class Fit:
    """How one copy of the model lies on one type of server."""

    type: str  # id in the catalogue
    level: str  # the smallest of LEVELS that holds it
    gpus: int  # that it needs at least
    nodes: int

    @property
    def leaves_the_node(self) -> bool:
        """Whether its traffic goes over the network: it does not within a scale-up domain."""
        return self.level == LEVELS[3]


def needed_gb(billion: float, use: Use) -> float:
    """GB (decimal) of memory for the bytes and what is left free beside them."""
    return billion * use.bytes_a_parameter / use.filled


def largest_billion(memory_gb: float, use: Use) -> float:
    """Billion parameters of the largest model that this much memory holds."""
    return memory_gb * use.filled / use.bytes_a_parameter


def fit(server: DeviceType, billion: float, use: Use) -> Fit | None:
    """None when the memory of the server's GPUs is not known. The model is taken to be split evenly."""
    if not server.gpus or server.gpu_memory_gb is None:
        return None
    gpus = max(1, ceil(needed_gb(billion, use) / server.gpu_memory_gb - 1e-9))
    domain = max(server.scale_up_domain_gpus or 0, server.gpus)
    bounds = (1, server.gpus, domain)
    level = next((LEVELS[n] for n, most in enumerate(bounds) if gpus <= most), LEVELS[3])
    if level == LEVELS[2] and domain == server.gpus:
        level = LEVELS[1]
    return Fit(server.id, level, gpus, ceil(gpus / server.gpus))


def fits(catalogue: Catalogue, billion: float, use: Use) -> dict[str, Fit]:
    """Every GPU server of the catalogue whose memory is known, by id, most memory of a GPU first."""
    known = [d for d in catalogue.devices.values() if d.gpus and d.gpu_memory_gb]
    known.sort(key=lambda d: (-(d.gpu_memory_gb or 0), d.id))
    return {d.id: found for d in known if (found := fit(d, billion, use)) is not None}
