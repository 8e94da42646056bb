"""Jobs that stay inside one node do not use the fabric between nodes. Money spent there buys nothing that a plain
network would not give."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.memory import fit_of
from planner.rules.words import name
from planner.units import rate

RULE = Rule("workload.single-node", Severity.ADVICE, "A fabric that jobs do not need")
INSIDE = ("fine-tuning", "inference")  # kinds whose jobs stay in a node that holds the model, unless they are larger


def check(design: Design) -> Iterator[Finding]:
    plan, fit = design.network.plan, fit_of(design)
    training = design.figures.planes.get("training")
    if fit is None or not fit.fits or training is None or training.endpoints < 2 or not training.switches:
        return
    job = plan.workload.job_gpus
    if job <= fit.domain.gpus if job is not None else plan.workload.kind in INSIDE:
        yield Finding(
            ("training",),
            f"{fit.said(plan)}: jobs can stay inside one node, and {name(plan, 'training')} joins "
            f"{training.endpoints} endpoints at {rate(training.injection_gbps / training.endpoints)} each.",
            remedy="Ethernet with fewer ports a node may do; say under Workload how many GPUs a job synchronises.",
        )
