"""What the advice rests on: answers of the planner, and what this design says itself. None is not known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import ceil
from typing import Any

from planner.advice.communication import StepTime
from planner.advice.memory import OF_KIND, USES, fit
from planner.network import Network
from planner.records.workload import KINDS

SMALL_NODES = 16  # GPU servers up to which a cluster counts as small (our opinion)
LARGE_JOB_NODES = 8  # from which a job counts as large (our opinion)


@dataclass(frozen=True, slots=True)
class Facts:
    kind: str = ""  # one of KINDS; empty is not known
    nodes: int = 0  # GPU servers of the plan
    end_nodes: int | None = None  # at the end state
    job_nodes: int | None = None  # of the largest job
    at_least: bool = False  # jobs may span more nodes: so many is what the model's memory takes
    gpus_a_node: int | None = None
    waiting: float | None = None  # share of a training step spent waiting for the network, at the slow end
    step_s: float | None = None  # seconds of a step: the time from one all-reduce to the next
    experience: bool | None = None
    sustained: bool | None = None
    critical: bool | None = None
    first: bool | None = None
    simple: bool | None = None
    plain_orders: bool | None = None
    separate_storage: bool | None = None


# What each open answer could be, for trying all of them.
CHOICES: dict[str, tuple[Any, ...]] = {
    "kind": KINDS,
    "job_nodes": (1, 2 * LARGE_JOB_NODES),
    "waiting": (0.01, 0.3),
    **dict.fromkeys(("experience", "sustained", "critical", "first", "simple", "plain_orders"), (False, True)),
}


def end_choices(facts: Facts) -> tuple[int, int]:
    """An end state of today's size, and one well beyond a small cluster."""
    return max(facts.nodes, 1), 4 * max(facts.nodes, SMALL_NODES)


def is_open(facts: Facts, field: str) -> bool:
    return getattr(facts, field) in (None, "") or (field == "job_nodes" and facts.at_least)


def open_fields(facts: Facts) -> list[str]:
    """Names of what is not known, but for storage, which decides nothing about training."""
    return [k for k in (*CHOICES, "end_nodes") if is_open(facts, k)]


def options(facts: Facts, field: str) -> tuple[Any, ...]:
    if field == "job_nodes" and facts.at_least and facts.job_nodes is not None:
        return facts.job_nodes, max(2 * LARGE_JOB_NODES, facts.job_nodes)
    return end_choices(facts) if field == "end_nodes" else CHOICES[field]


def completions(facts: Facts) -> list[dict[str, Any]]:
    """Every way to answer what is open, as fields to replace."""
    names = open_fields(facts)
    ways = product(*(options(facts, n) for n in names))
    return [with_step(dict(zip(names, way, strict=True)), facts) for way in ways]


def with_step(change: dict[str, Any], facts: Facts) -> dict[str, Any]:
    """A share of the step implies that there is one, of a second where its length is not known; and a number of nodes
    that is answered is no lower bound."""
    if "waiting" in change and facts.step_s is None:
        change = change | {"step_s": 1.0}
    return change | {"at_least": False} if "job_nodes" in change else change


def facts_of(network: Network, step: StepTime | None) -> Facts:
    """Read off the plan. `step` is known when a model's size was given and the training plane is cabled."""
    plan, w = network.plan, network.plan.workload
    rows = network.devices.rows()
    gpus = network.devices["gpus"][rows]
    nodes = int((gpus > 0).sum())
    end = max((p.nodes for p in plan.phases.values() if p.nodes is not None), default=None)
    most = int(gpus.max(initial=0))
    asked = ceil(w.job_gpus / most) if w.job_gpus and most else None
    held = None if asked else _job_nodes(network, nodes, end)
    return Facts(
        kind=w.kind,
        nodes=nodes,
        end_nodes=None if end is None else max(end, nodes),
        job_nodes=asked or held,
        at_least=held is not None and held > 1,
        gpus_a_node=most or None,
        waiting=step.share[1] if step else None,
        step_s=step.compute_s + step.exposed_s[1] if step else None,
        experience=w.infiniband_experience,
        sustained=w.sustained_training,
        critical=w.scaling_critical,
        first=w.first_cluster,
        simple=w.prefers_simplicity,
        plain_orders=w.simple_procurement,
        separate_storage=w.separate_storage,
    )


def _job_nodes(network: Network, nodes: int, end: int | None) -> int | None:
    """Without an answer: 1 when there will never be two nodes, and what the model's memory takes when that is more
    than one."""
    if max(nodes, end or 0) == 1 and end is not None:
        return 1
    w = network.plan.workload
    types = {d.type for d in network.plan.devices.values() if (t := network.device_type(d.id)) and t.gpus}
    if w.model_billion_parameters is None or w.kind not in OF_KIND or len(types) != 1:
        return None
    found = fit(network.catalogue.devices[types.pop()], w.model_billion_parameters, USES[OF_KIND[w.kind]])
    return found.nodes if found is not None and found.nodes > 1 else None
