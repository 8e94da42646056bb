"""What the cluster is for decides nearly everything here: how much oversubscription hurts, whether a second node
matters, which fabric pays. Gear that is chosen first has to be right by luck."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity

RULE = Rule("workload.unknown", Severity.WARNING, "Workload not chosen")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    if plan.devices and not plan.workload.kind:
        yield Finding(
            (),
            "Gear is placed, but nobody has said what the cluster is for.",
            remedy="Choose pretraining, fine-tuning, inference or mixed under Workload.",
        )
