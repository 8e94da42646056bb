"""Figures and findings as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from planner.figures.report import BisectionFigure, CableLengths, Counts, Figures, PlaneFigures
from planner.plan import Plan
from planner.rules import Report
from planner.rules.finding import Finding, Severity
from planner.units import count, length, power, rate, ratio, share
from planner.whatif import Loss


def bisection_text(found: BisectionFigure) -> str:
    """ "204.8 Tb/s, 100 % of full, exact", or the interval. One way, always."""
    if found.exact:
        return f"{rate(found.low_gbps)}, {share(found.share)} of full, exact"
    return f"between {rate(found.low_gbps)} and {rate(found.high_gbps)}, at least {share(found.share)} of full"


def figures_text(plan: Plan, figures: Figures, report: Report) -> str:
    """All figures, a line each. Rates are per direction."""
    lines = [plan.project.name, ""]
    for id, plane in figures.planes.items():
        lines += _plane(plan.planes[id].name, plane)
    counts, lengths = figures.counts, figures.lengths
    lines += [
        f"Switches       {_switches(counts)} (training)",
        f"Cables         {count(counts.cables)} cables, {count(counts.links)} links, "
        f"{count(counts.transceivers)} transceivers",
        f"Cable length   needed {length(lengths.needed_total_m)}, {to_order(lengths)}, "
        f"longest {length(lengths.longest_m)}, {count(lengths.unknown)} unknown",
        f"Power          typical {power(figures.power.typical_w)}, at most {power(figures.power.max_w)}, "
        f"{count(figures.power.unknown)} devices unknown",
        f"Findings       {tally(report)}",
    ]
    return "\n".join(lines)


def to_order(lengths: CableLengths) -> str:
    """ "to order 820 m", with the number of cables for which nothing can be ordered."""
    none = lengths.without_media
    if none and not lengths.ordered_total_m:
        return "to order unknown"
    rest = f" ({count(none)} without media)" if none else ""
    return f"to order {length(lengths.ordered_total_m)}{rest}"


def _switches(counts: Counts) -> str:
    """ "32 leaf, 16 spine", "2 368 without a tier" or "none"."""
    parts = [f"{count(n)} {tier}" for tier, n in counts.switches.items() if n]
    if counts.switches_without_tier:
        parts.append(f"{count(counts.switches_without_tier)} without a tier")
    return ", ".join(parts) or "none"


def _plane(name: str, plane: PlaneFigures) -> list[str]:
    bisection = bisection_text(plane.bisection) if plane.endpoints > 1 else "none between fewer than two endpoints"
    lines = [
        name,
        f"  Endpoints    {count(plane.endpoints)} with {count(plane.gpus)} GPUs, {rate(plane.injection_gbps)} in all",
        f"  Bisection    {bisection}",
    ]
    for tier in plane.oversubscription:
        if tier.worst is not None:
            lines.append(
                f"  {tier.name.capitalize():12} {ratio(tier.worst)} worst, {ratio(tier.aggregate)} in all, "
                f"{ratio(tier.cumulative)} cumulative"
            )
    return [*lines, ""]


def tally(report: Report) -> str:
    """ "2 errors, 1 warning"."""
    parts = [(report.count(s), s.value) for s in Severity]
    words = [f"{n} {word if n == 1 or word == 'advice' else word + 's'}" for n, word in parts if n]
    return ", ".join(words) or "none"


def losses_text(plan: Plan, found: Sequence[Loss]) -> str:
    """A line a failure and plane: bisection, endpoints and worst ratio before and after. Rates are one way."""
    lines = []
    for x in found:
        plane = plan.planes[x.plane].name
        before, after = (rate(g) for g in x.bisection_gbps)
        gone = x.endpoints[0] - x.endpoints[1]
        lost = f", {gone} endpoint{'s' if gone > 1 else ''} lost" if gone > 0 else ""
        tiered = any(r is not None for r in x.worst_ratio)
        ratios = f", worst ratio {' → '.join(ratio(r) for r in x.worst_ratio)}" if tiered else ""
        lines.append(f"{x.failed}  {plane}: bisection {before} → {after} ({share(x.share)} left){ratios}{lost}")
    return "\n".join(lines) or "No plane of this project has endpoints."


def findings_text(report: Report, most: int = 200) -> str:
    """Worst first, at most so many written out; all are counted."""
    lines = [f"{_line(f)}\n         {f.remedy}" if f.remedy else _line(f) for f in report.open[:most]]
    if len(report.open) > most:
        lines.append(f"and {count(len(report.open) - most)} more")
    lines += [f"waived   {f.rule}: {f.message}" for f in report.waived]
    lines += [f"a waiver hides nothing any more: {key}" for key in report.stale_waivers]
    lines += [f"{rule} could not run: {why}" for rule, why in report.broken.items()]
    return "\n".join([*lines, f"Findings: {tally(report)}"])


def _line(found: Finding) -> str:
    severity = found.severity or Severity.ADVICE
    return f"{severity.value:8} {found.rule}: {found.message}"
