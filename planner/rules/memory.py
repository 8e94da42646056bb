"""Whether a model fits in one node: its bytes against the memory of the GPUs that share one fast domain."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from planner.plan import Plan
from planner.rules.finding import Design
from planner.units import count

# Adam in mixed precision keeps weights, gradients, a master copy and two moments; inference keeps weights of 16 bits.
BYTES = {"inference": 2, "pretraining": 16, "fine-tuning": 16, "mixed": 16}
USABLE = {"inference": 0.83, "pretraining": 0.8, "fine-tuning": 0.8, "mixed": 0.8}  # the rest is for activations


@dataclass(frozen=True, slots=True)
class Domain:
    """The commonest GPU server of the plan, or the scale-up domain it is part of."""

    name: str
    gpus: int
    memory_gb: float


@dataclass(frozen=True, slots=True)
class Fit:
    domain: Domain
    needed_gb: float
    usable_gb: float

    @property
    def fits(self) -> bool:
        return self.needed_gb <= self.usable_gb

    def said(self, plan: Plan) -> str:
        """ "70 billion parameters at 16 bytes need 1 120 GB, and a DGX H100 has 512 GB to spare for them"."""
        w = plan.workload
        size = w.model_billion_parameters or 0
        return (
            f"{size:g} billion parameters at {BYTES[w.kind]} bytes need {count(round(self.needed_gb))} GB, and "
            f"{USABLE[w.kind]:.0%} of the memory of {self.domain.name} is {count(round(self.usable_gb))} GB"
        )


def fit_of(design: Design) -> Fit | None:
    """None while the workload, the model's size or the GPUs' memory is not known."""
    w = design.network.plan.workload
    domain = _domain(design)
    if w.kind not in BYTES or not w.model_billion_parameters or domain is None:
        return None
    return Fit(domain, w.model_billion_parameters * BYTES[w.kind], domain.memory_gb * USABLE[w.kind])


def _domain(design: Design) -> Domain | None:
    catalogue = design.network.catalogue.devices
    types = Counter(d.type for d in design.network.plan.devices.values() if d.type in catalogue)
    for type, _ in types.most_common():
        found = catalogue[type]
        if found.gpus and not found.is_switch:
            gpus = max(found.gpus, found.scale_up_domain_gpus or 0)
            return None if found.gpu_memory_gb is None else Domain(found.name, gpus, gpus * found.gpu_memory_gb)
    return None
