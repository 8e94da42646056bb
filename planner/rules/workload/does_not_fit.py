"""A model that is larger than the memory of one fast domain is spread over several, and its traffic leaves the node at
every step. GPUs with more memory may keep it inside."""

from __future__ import annotations

from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.memory import fit_of

RULE = Rule("workload.does-not-fit", Severity.ADVICE, "Model larger than one node")


def check(design: Design) -> Iterator[Finding]:
    fit = fit_of(design)
    if fit is not None and not fit.fits:
        yield Finding(
            (),
            f"{fit.said(design.network.plan)}: the model is spread over nodes, and its traffic crosses the fabric.",
            remedy="Size the training plane for it, or compare GPUs with more memory.",
            measure=fit.needed_gb / fit.usable_gb,
        )
