"""A cable that is too long for its media brings up no link, or one that fails on a warm day. Copper ends after a
few metres, multimode after some tens: the distance between racks decides what must be ordered."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from planner.catalogue import FORMS
from planner.figures.media import fitting, ordered, question_of, reach
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, names
from planner.units import length

OWN = "own"  # the form of a maker's own connector
RULE = Rule("physical.reach", Severity.ERROR, "Beyond the reach of its media")


def check(design: Design) -> Iterator[Finding]:
    plan, found = design.network.plan, design.figures.lengths
    without = np.array([not m for m in found.media], np.bool_) & ~np.isnan(found.needed_m)
    chosen = np.array([bool(plan.cables[id].media) for id in found.ids], np.bool_)
    unfit: dict[tuple[str, int], list[str]] = defaultdict(list)
    for at in np.nonzero(without | chosen)[0].tolist():
        yield from _judged(design, found.ids[at], float(found.needed_m[at]), unfit)
    for (ends, gbps), ids in unfit.items():
        many = len(ids) > 1
        own = ends == OWN  # such cables come with the machine: nothing to mend
        joined = "the maker's own connectors" if own else ends
        yield Finding(
            tuple(sorted(ids)),
            f"No cable in the catalogue joins {joined} at {gbps} Gb/s: {counted(len(ids), 'cable')} "
            f"({names(plan, ids)}) {'have' if many else 'has'} no media.",
            Severity.ADVICE if own else None,
            subject=f"{ends} {gbps}",
            remedy="Ask the maker for them." if own else "Use ports of the same kind, or split them to another rate.",
            measure=float(len(ids)),
        )


def _judged(design: Design, id: str, needed: float, unfit: dict[tuple[str, int], list[str]]) -> Iterator[Finding]:
    """A cable whose media was chosen by hand, or for which nothing fits: then it goes into `unfit` by kind."""
    network = design.network
    site, cable = network.plan.site, network.plan.cables[id]
    question = question_of(network, cable)
    if question.gbps == 0:
        return  # oversub.rate-mismatch says what is wrong with it
    if question.protocols == 0:
        yield Finding(
            (id,),
            f"{id} carries {question.links} links whose ends differ in rate, cage or protocol: no cable does.",
            remedy="Give each link a cable of its own, or ports that are alike.",
        )
        return
    able = fitting(network.catalogue, site, question)
    enough = [m for m in able if needed <= reach(m, site) and not np.isnan(ordered(m, np.array([needed]))[0])]
    first = f"the first that reaches is {enough[0].name}" if enough else "no cable in the catalogue reaches that far"
    media = network.catalogue.media.get(cable.media)
    if media is None and not able:
        ends = " and ".join(sorted({FORMS[question.form_a], FORMS[question.form_b]}))
        unfit[ends, question.gbps].append(id)
    elif media is None or needed > reach(media, site):
        what = f"{media.name} reaches {length(reach(media, site))}" if media else "nothing that fits reaches that far"
        yield Finding(
            (id,),
            f"{id} needs {length(needed)}, and {what}; {first}."
            if media
            else f"{id} needs {length(needed)}, and {what}.",
            remedy="Choose that media, or move the racks closer.",
            measure=needed,
        )
