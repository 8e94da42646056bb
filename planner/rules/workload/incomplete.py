"""Each open question about the workload is a place where the design rests on a guess. None must be answered to go on,
but all should be before anything is bought."""

from __future__ import annotations

from collections.abc import Iterator

from planner.plan import Plan
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import listed

RULE = Rule("workload.incomplete", Severity.ADVICE, "Questions still open")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    missing = open_questions(plan)
    if plan.devices and missing:
        one = len(missing) == 1
        yield Finding(
            (),
            f"{len(missing)} {'question is' if one else 'questions are'} open: {listed(missing)}.",
            remedy="Answer what you know under Workload.",
            measure=float(len(missing)),
        )


def open_questions(plan: Plan) -> list[str]:
    """What nobody has answered, in a few words each. The kind of workload has a finding of its own."""
    w = plan.workload
    asked = {
        "the model's size": w.model_billion_parameters,
        "how many GPUs a job synchronises": w.job_gpus,
        "whether jobs are sensitive to latency": w.latency_sensitive,
        "whether jobs are placed by topology": w.topology_aware,
        "who has run InfiniBand": w.infiniband_experience,
        "which traffic must be kept apart": w.traffic_isolation or None,
        "whether storage gets a fabric of its own": w.separate_storage,
        "whether the rack and cable plan is agreed": w.cable_plan,
    }
    if w.kind != "inference":
        asked["the size of a checkpoint"] = w.checkpoint_gb
        asked["how long a checkpoint may take"] = w.checkpoint_minutes
    return [question for question, answer in asked.items() if answer is None]
