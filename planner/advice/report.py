"""All advice on one plan: each plane's fabric, the share of a step spent waiting, and what fits where."""

from __future__ import annotations

from dataclasses import dataclass

from planner.advice.choice import Advice, advise
from planner.advice.communication import StepInputs, StepTime, try_step_time
from planner.advice.facts import facts_of
from planner.advice.larger import Alternative, alternatives
from planner.advice.memory import OF_KIND, USES, Fit, Use, fit, fits
from planner.growth.endstate import shape_of
from planner.growth.ports import GrowthRefused
from planner.network import Network

PLANE = "training"


@dataclass(frozen=True, slots=True)
class Report:
    planes: tuple[Advice, ...]
    step: StepTime | None
    no_step: str  # why there is none
    billion: float | None  # the model's size
    use: Use  # of the model, for `others` and `larger`
    own: dict[str, dict[str, Fit]]  # GPU server type of the plan -> use -> fit
    others: dict[str, Fit]  # every server of the catalogue whose memory is known
    larger: tuple[Alternative, ...]


def report(network: Network, inputs: StepInputs, billion: float | None, use: str = "") -> Report:
    """`billion` is the model's size where it is known: without it nothing is said of its memory, and the step is no
    ground for advice. `inputs` hold it, or the default, in any case."""
    kind = network.plan.workload.kind
    chosen = USES[use or OF_KIND.get(kind, "training")]
    step, why = try_step_time(network, PLANE, inputs)
    facts = facts_of(network, step if billion is not None else None)
    types = sorted({d.type for d in network.plan.devices.values() if (t := network.device_type(d.id)) and t.gpus})
    own: dict[str, dict[str, Fit]] = {}
    if billion is not None:
        own = {t: {u: f for u, use_ in USES.items() if (f := _fit(network, t, billion, use_))} for t in types}
    return Report(
        tuple(advise(network.plan, facts)),
        step,
        why,
        billion,
        chosen,
        own,
        fits(network.catalogue, billion, chosen) if billion is not None else {},
        tuple(_larger(network, billion, chosen)),
    )


def _fit(network: Network, type: str, billion: float, use: Use) -> Fit | None:
    return fit(network.catalogue.devices[type], billion, use)


def _larger(network: Network, billion: float | None, use: Use) -> list[Alternative]:
    """Nothing where the training plane is no fabric of leaves and spines that a recipe could make for other servers."""
    if billion is None:
        return []
    try:
        recipe = shape_of(network, PLANE).recipe
    except GrowthRefused:
        return []
    return alternatives(network.catalogue, recipe, billion, use)
