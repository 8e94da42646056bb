"""Advice as text for a terminal, and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planner.advice.choice import NAMES, Advice
from planner.advice.communication import StepTime
from planner.advice.larger import Alternative, Bill
from planner.advice.memory import USES, Fit
from planner.advice.report import Report
from planner.network import Network
from planner.rules.words import counted
from planner.units import count, duration, share

MARKS = {True: "met    ", False: "not met", None: "open   "}
MOST_OTHERS = 8


def advice_text(network: Network, found: Report) -> str:
    """Planes, then the step, then memory."""
    lines: list[str] = []
    for advice in found.planes:
        lines += [*_plane(network, advice), ""]
    lines += [*_step(found.step, found.no_step, found.billion), ""]
    lines += _memory(network, found)
    return "\n".join(lines).rstrip()


def _plane(network: Network, advice: Advice) -> Iterator[str]:
    row = network.plan.planes.get(advice.plane)
    name = row.name if row else advice.plane.capitalize()
    agree = f" ({share(advice.agree)} of the ways to answer what is open agree)" if advice.agree < 1 else ""
    yield f"{name}: {NAMES[advice.answer]}, {advice.sure}{agree}"
    yield f"  {advice.reason}"
    if advice.contradicted:
        yield f"  The plan has {NAMES.get(advice.planned, advice.planned)}."
    last = ""
    for verdict in advice.verdicts:
        if verdict.condition.list != last:
            last = verdict.condition.list
            yield f"  {last[0].upper()}{last[1:]}"
        yield f"    {MARKS[verdict.met]}  {verdict.because}"
    if advice.changes:
        yield "  What would change it"
        yield from (f"    {said}" for said in advice.changes)
    elif advice.verdicts:
        yield "  No single answer would change it."


def _step(step: StepTime | None, why: str, billion: float | None) -> Iterator[str]:
    if step is None:
        yield f"A training step: {why}"
        return
    asked = step.inputs
    low, high = (share(x) for x in step.share)
    yield f"A training step: {low if low == high else f'{low} to {high}'} of it waits for the network (estimate)"
    size = f"{asked.billion_parameters:g} billion parameters{'' if billion is not None else ' (not given)'}"
    yield f"  {size}, {asked.bytes_a_gradient:g} bytes a gradient, {asked.tokens / 1e6:g} million tokens a step"
    yield (
        f"  {counted(step.gpus, 'GPU')} of {asked.tflops:g} TFLOP/s, of which training reaches {share(asked.reached)}; "
        f"{share(asked.overlap)} of the all-reduce is hidden"
    )
    times = " to ".join(dict.fromkeys(duration(s) for s in step.all_reduce_s))
    yield f"  Computing {duration(step.compute_s)}, all-reduce {times if step.algorithm else 'none over this plane'}"


def _memory(network: Network, found: Report) -> Iterator[str]:
    if found.billion is None:
        yield "Memory: give the model's size under Workload or with --parameters to see what fits where."
        return
    devices = network.catalogue.devices
    for type, uses in found.own.items():
        yield f"{found.billion:g} billion parameters on {devices[type].name}"
        if not uses:
            yield "  The memory of its GPUs is not known."
        for use, fit in uses.items():
            yield f"  {USES[use].name:34} {_fit(fit)}"
    of = found.use
    yield f"On others, for {of.name} ({of.bytes_a_parameter:g} bytes a parameter, {share(of.filled)} filled)"
    shown = [f for t, f in found.others.items() if t not in found.own]
    for fit in shown[:MOST_OTHERS]:
        yield f"  {devices[fit.type].name:34} {_fit(fit)}"
    if len(shown) > MOST_OTHERS:
        yield f"  and {len(shown) - MOST_OTHERS} with less memory a GPU"
    if found.larger:
        yield f"What more memory would save, for {counted(found.larger[0].copies, 'copy', 'copies')} of the model"
    for other in found.larger:
        yield f"  {devices[other.fit.type].name:34} {_saved(other)}"


def _fit(fit: Fit) -> str:
    where = f"{counted(fit.nodes, 'node')}" if fit.leaves_the_node else fit.level
    return (
        f"fits {where} ({counted(fit.gpus, 'GPU')})" if not fit.leaves_the_node else f"takes {where} ({fit.gpus} GPUs)"
    )


def _saved(other: Alternative) -> str:
    if other.saved is None:
        return other.why_not
    return ", ".join(
        f"{count(abs(n))} {what} {'fewer' if n >= 0 else 'more'}"
        for what, n in (
            ("nodes", other.saved.nodes),
            ("switches", other.saved.switches),
            ("cables", other.saved.cables),
        )
    )


def advice_json(found: Report) -> dict[str, Any]:
    """What `trunkline advise --json` prints. What is not known is null."""
    return {
        "planes": [_plane_json(a) for a in found.planes],
        "step": _step_json(found.step) if found.step else None,
        "why_no_step": found.no_step,
        "model_billion_parameters": found.billion,
        "use": found.use.name,
        "own": {t: {u: _fit_json(f) for u, f in uses.items()} for t, uses in found.own.items()},
        "others": {t: _fit_json(f) for t, f in found.others.items()},
        "larger_memory": [
            {
                "type": a.fit.type,
                "copies": a.copies,
                "needs": _bill(a.bill),
                "saves": _bill(a.saved),
                "why_not": a.why_not,
            }
            for a in found.larger
        ],
    }


def _plane_json(advice: Advice) -> dict[str, Any]:
    return {
        "plane": advice.plane,
        "answer": advice.answer or None,
        "sure": advice.sure,
        "agree": round(advice.agree, 6),
        "planned": advice.planned or None,
        "reason": advice.reason,
        "conditions": [
            {
                "id": v.condition.id,
                "list": v.condition.list,
                "favours": v.condition.favours,
                "met": v.met,
                "because": v.because,
            }
            for v in advice.verdicts
        ],
        "changes": list(advice.changes),
    }


def _step_json(step: StepTime) -> dict[str, Any]:
    asked = step.inputs
    return {
        "share": [round(x, 6) for x in step.share],
        "compute_s": step.compute_s,
        "all_reduce_s": list(step.all_reduce_s),
        "gpus": step.gpus,
        "billion_parameters": asked.billion_parameters,
        "bytes_a_gradient": asked.bytes_a_gradient,
        "tokens": asked.tokens,
        "tflops": asked.tflops,
        "reached": asked.reached,
        "overlap": asked.overlap,
    }


def _fit_json(fit: Fit) -> dict[str, Any]:
    return {"level": fit.level, "gpus": fit.gpus, "nodes": fit.nodes}


def _bill(bill: Bill | None) -> dict[str, int] | None:
    return {"nodes": bill.nodes, "switches": bill.switches, "cables": bill.cables} if bill else None
