"""What the title block of a sheet says."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from planner.analysis import Analysis
from planner.listing import bisection_text, tally, to_order
from planner.units import count, length, power, ratio

VIEWS = {"racks": "Racks, front", "fabric": "Fabric by tiers"}
MOST_PLANES = 5


@dataclass(frozen=True, slots=True)
class TitleBlock:
    name: str
    facts: tuple[tuple[str, str], ...]  # author, revision, date, view
    figures: tuple[str, ...]
    planes: tuple[tuple[str, str], ...]  # id and name, for the legend


def title_block(analysis: Analysis, layout: str) -> TitleBlock:
    """Figures are those of the plan as it is: never old ones."""
    plan, figures, report = analysis.plan, analysis.figures(), analysis.findings()
    project = plan.project
    facts = (
        ("View", VIEWS[layout]),
        ("Author", project.author or "–"),
        ("Revision", project.revision or "–"),
        ("Date", project.date or date.today().isoformat()),
    )
    lines = []
    planes = sorted(figures.planes.items(), key=lambda item: item[0] != "training")
    for id, plane in planes[:MOST_PLANES]:
        if not plane.endpoints:
            continue
        tiers = ", ".join(f"{t.name} {ratio(t.worst)}" for t in plane.oversubscription if t.worst is not None)
        bisection = bisection_text(plane.bisection) if plane.endpoints > 1 else "one endpoint"
        ends = f"{count(plane.endpoints)} endpoint{'s' if plane.endpoints > 1 else ''}, {count(plane.gpus)} GPUs"
        lines.append(f"{plan.planes[id].name}: {ends}; bisection {bisection}{'; ' + tiers if tiers else ''}")
    counts, lengths = figures.counts, figures.lengths
    unknown = f", {count(lengths.unknown)} of unknown length" if lengths.unknown else ""
    lines.append(
        f"{_many(counts.cables, 'cable')}, {_many(counts.links, 'link')}, "
        f"{_many(counts.transceivers, 'transceiver')}; "
        f"needed {length(lengths.needed_total_m)}, {to_order(lengths)}, longest "
        f"{length(lengths.longest_m)}{unknown}"
    )
    lines.append(f"Power at most {power(figures.power.max_w)}. Findings: {tally(report)}. Rates are one way.")
    legend = tuple((p.id, p.name) for p in sorted(plan.planes.values(), key=lambda p: p.id != "training"))
    return TitleBlock(project.name, facts, tuple(lines), legend)


def _many(number: int, noun: str) -> str:
    return f"{count(number)} {noun}{'' if number == 1 else 's'}"
