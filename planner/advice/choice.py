"""InfiniBand or Ethernet for each plane: the answer, how sure it is, what speaks for and against it, and what would
change it.

Met conditions are counted for either side, those of the first list three times. How sure the answer is follows from
trying every way to answer what is still open; what would change it, from changing one answer at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from planner.advice.conditions import CONDITIONS, ETHERNET, INFINIBAND, Verdict, judged
from planner.advice.facts import CHOICES, Facts, completions, is_open, options, with_step
from planner.plan import Plan
from planner.records import Plane
from planner.units import share

SURE, LIKELY, OPEN = "sure", "likely", "open"
ENOUGH_AGREE = 0.75  # of the ways to answer, for an answer to be likely
NAMES = {ETHERNET: "Ethernet", INFINIBAND: "InfiniBand", "": "not decided"}


@dataclass(frozen=True, slots=True)
class Advice:
    """About one plane."""

    plane: str
    answer: str  # infiniband, ethernet or empty
    sure: str  # SURE, LIKELY or OPEN
    agree: float  # share of the ways to answer what is open that lead to the same answer
    reason: str
    verdicts: tuple[Verdict, ...] = ()
    changes: tuple[str, ...] = ()  # sentences: what single answer would turn it round
    planned: str = ""  # protocol that the plan has

    @property
    def contradicted(self) -> bool:
        """Whether the plan has decided otherwise."""
        return bool(self.answer and self.planned and self.answer != self.planned)


def points(facts: Facts) -> tuple[int, int]:
    """(Ethernet, InfiniBand): weights of the conditions that are met."""
    met = [c for c in CONDITIONS if c.judge(facts)]
    ethernet = sum(c.weight for c in met if c.favours == ETHERNET)
    return ethernet, sum(c.weight for c in met) - ethernet


def lean(facts: Facts) -> str:
    """The side with more points; a draw is none. Training that never leaves a node needs no InfiniBand at all."""
    ethernet, infiniband = points(facts)
    if facts.job_nodes == 1 or ethernet > infiniband:
        return ETHERNET
    return INFINIBAND if infiniband > ethernet else ""


def training(facts: Facts) -> Advice:
    """The plane on which it matters."""
    answer = lean(facts)
    ways = completions(facts)
    agree = sum(lean(replace(facts, **w)) == answer for w in ways) / len(ways)
    sure = SURE if agree == 1 and answer else LIKELY if agree >= ENOUGH_AGREE and answer else OPEN
    ethernet, infiniband = points(facts)
    reason = f"What is met counts {ethernet} for Ethernet and {infiniband} for InfiniBand."
    if facts.job_nodes == 1:
        reason = "No job leaves its node, so this plane carries no training."
    verdicts = tuple(judged(c, facts) for c in CONDITIONS)
    return Advice("training", answer, sure, agree, reason, verdicts, tuple(_changes(facts, answer)))


def advise(plan: Plan, facts: Facts) -> list[Advice]:
    """One for each of the standard planes and of those the plan has, in that order. Chips that are joined by links of
    their own kind leave nothing to choose."""
    own = plan.planes.get("training")
    if own is not None and own.protocol == "ici":
        first = Advice(
            "training", "", SURE, 1.0, "The chips are joined by links of their own kind: there is no choice."
        )
    else:
        first = training(facts)
    found = [first, storage(facts, first), *map(management, ("in-band", "out-of-band"))]
    return [replace(a, planned=plan.planes.get(a.plane, Plane("", "")).protocol) for a in found]


def storage(facts: Facts, first: Advice) -> Advice:
    """Bandwidth is what it needs; of its own, or with training."""
    if facts.separate_storage is False:
        return Advice(
            "storage", first.answer, first.sure, first.agree, "Storage shares the training fabric and its protocol."
        )
    reason = "Datasets and checkpoints need bandwidth, which Ethernet has, rather than the shortest delay."
    changes = ["If the storage system speaks InfiniBand alone: InfiniBand."]
    if facts.separate_storage is None and first.answer == INFINIBAND:
        changes.append("If storage shares the training fabric: InfiniBand.")
    return Advice("storage", ETHERNET, LIKELY, 1.0, reason, changes=tuple(changes))


def management(plane: str) -> Advice:
    reasons = {
        "in-band": "Logins, scheduling and monitoring are light, and every tool for them speaks Ethernet.",
        "out-of-band": "The management ports of servers and switches speak Ethernet alone.",
    }
    return Advice(plane, ETHERNET, SURE, 1.0, reasons[plane])


def _changes(facts: Facts, answer: str) -> Iterable[str]:
    for field in (*CHOICES, "end_nodes"):
        for value in options(facts, field):
            if value == getattr(facts, field) and not is_open(facts, field):
                continue
            after = lean(replace(facts, **with_step({field: value}, facts)))
            if after != answer and after:
                yield f"If {_said(field, value)}: {NAMES[after]}."


def _said(field: str, value: Any) -> str:
    """An answer as it reads after "if"."""
    if field == "kind":
        return f"the cluster is for {value}" if value != "mixed" else "the cluster is for mixed work"
    if field == "job_nodes":
        return "no job leaves its node" if value == 1 else f"jobs span {value} nodes"
    if field == "end_nodes":
        return f"the end state has {value} nodes"
    if field == "waiting":
        return f"{share(value)} of a step is spent waiting for the network"
    yes, no = {
        "experience": ("someone on the team has run InfiniBand", "nobody on the team has run InfiniBand"),
        "sustained": ("training runs for days on end", "training does not run for days on end"),
        "critical": ("each per cent of scaling efficiency matters", "no per cent of scaling efficiency matters much"),
        "first": ("it is the team's first cluster", "it is not the team's first cluster"),
        "simple": ("simple operation comes first", "simple operation does not come first"),
        "plain_orders": ("racks and orders must stay plain", "racks and orders may be particular"),
    }[field]
    return yes if value else no
