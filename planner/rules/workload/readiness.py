"""Five questions are worth asking before anything is bought. An answer that the drawing contradicts is worse than none:
one of the two will be built."""

from __future__ import annotations

from collections.abc import Iterator

from planner.network import Network
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.sharing import separation
from planner.rules.words import counted, listed, names

RULE = Rule("workload.readiness", Severity.WARNING, "Not ready to order")
NONE = ("", "none", "no", "nothing", "-")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    if not network.plan.devices:
        return
    missing = unanswered(network)
    if missing:
        yield Finding(
            (),
            f"{len(missing)} of the 5 questions before ordering {'is' if len(missing) == 1 else 'are'} not answered: "
            f"{listed(missing)}.",
            subject="unanswered",
            remedy="Answer them under Workload and Phases.",
            measure=float(len(missing)),
        )
    yield from _target(network)
    yield from _storage(network)
    yield from _isolation(network)
    yield from _racks(network)


def unanswered(network: Network) -> list[str]:
    """Of the five questions, those without an answer, in a few words each."""
    w, phases = network.plan.workload, network.plan.phases.values()
    asked = {
        "training, inference or mixed": w.kind or None,
        "the node count in 12 months": next((p.nodes for p in phases if p.nodes is not None), None),
        "which traffic must be kept apart": w.traffic_isolation.strip() or None,
        "whether storage gets a fabric of its own": w.separate_storage,
        "whether the rack and cable plan is agreed": w.cable_plan,
    }
    return [question for question, answer in asked.items() if answer is None]


def _target(network: Network) -> Iterator[Finding]:
    target = max((p.nodes for p in network.plan.phases.values() if p.nodes is not None), default=None)
    rows = network.devices.rows()
    placed = int((network.devices["gpus"][rows] > 0).sum())
    if target is not None and placed > target:
        yield Finding(
            (),
            f"The end state has {counted(target, 'node')}, and {placed} GPU servers are placed already.",
            subject="target",
            remedy="Correct the phases, or take servers out.",
            measure=float(placed - target),
        )


def _storage(network: Network) -> Iterator[Finding]:
    plan = network.plan
    row, wanted = plan.planes.get("storage"), plan.workload.separate_storage
    cables = [c.id for c in plan.cables.values() if "storage" in c.planes]
    shared = [c for c in cables if len(plan.cables[c].planes) > 1]
    declared = row is not None and row.state == "shared"
    if wanted and (shared or declared):
        carry = "carries" if len(shared) == 1 else "carry"
        how = f"{counted(len(shared), 'cable')} of it {carry} other traffic" if shared else "its plane is set to share"
        said = f"Storage is to get a fabric of its own, and {how}."
    elif wanted is False and cables and not shared and not declared:
        carry = "carries" if len(cables) == 1 else "carry"
        said = f"Storage is to share a fabric, and {counted(len(cables), 'cable')} of it {carry} nothing else."
    else:
        return
    yield Finding(
        ("storage",),
        said,
        subject="storage",
        remedy="Change the answer under Workload, or the plane.",
    )


def _isolation(network: Network) -> Iterator[Finding]:
    plan = network.plan
    if plan.workload.traffic_isolation.strip().lower() in NONE or separation(plan) is not None:
        return
    mixed = sorted(c.id for c in plan.cables.values() if len(c.planes) > 1)
    if mixed:
        yield Finding(
            tuple(mixed),
            f"Some traffic is to be kept apart ({plan.workload.traffic_isolation.strip()[:60]}), and "
            f"{counted(len(mixed), 'cable')} {'carries' if len(mixed) == 1 else 'carry'} several planes.",
            subject="isolation",
            remedy="Give each plane cables of its own, or say on the plane how they are kept apart.",
            measure=float(len(mixed)),
        )


def _racks(network: Network) -> Iterator[Finding]:
    devices = network.plan.devices.values()
    loose = sorted(d.id for d in devices if (not d.rack or d.unit is None) and network.graph.degree(d.id))
    if network.plan.workload.cable_plan and loose:
        verb = "is" if len(loose) == 1 else "are"
        yield Finding(
            tuple(loose),
            f"The rack and cable plan is agreed, and {counted(len(loose), 'cabled device')} "
            f"({names(network.plan, loose)}) {verb} in no rack.",
            subject="racks",
            remedy="Drag each into a rack, or take the answer back.",
            measure=float(len(loose)),
        )
