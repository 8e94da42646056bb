"""Figures and findings as text, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from planner.figures.fabric import Ints
from planner.figures.report import BisectionFigure, CableLengths, Counts, Figures, PlaneFigures
from planner.figures.traffic.collectives import Traffic, all_reduce, all_to_all
from planner.figures.traffic.loads import Loads
from planner.network import Network
from planner.plan import Plan
from planner.rules import Report
from planner.rules.finding import Finding, Severity
from planner.units import count, duration, length, power, rate, ratio, share
from planner.whatif.comparing import Loss


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
        alike = f" and {count(len(x.alike))} alike" if x.alike else ""
        lines.append(f"{x.failed}{alike}  {plane}: bisection {before} → {after} ({share(x.share)} left){ratios}{lost}")
    return "\n".join(lines) or "No plane of this project has endpoints."


def traffic_text(plan: Plan, network: Network, plane: str, found: Traffic, size_bytes: float) -> str:
    """The all-to-all rate and the collectives' times of a job. Bands run from slow to ideal."""
    job = found.job
    lines = [f"{plan.planes[plane].name}: {job.name}, {count(len(job))} endpoints with {count(job.ranks)} GPUs"]
    if found.all_to_all is None:
        return f"{lines[0]}\n  One endpoint sends nothing over this plane."
    ideal, hashed = found.rate_gbps
    lines += [
        f"  All-to-all rate   {band(rate(round(hashed)), rate(round(ideal)))} an endpoint, one way",
        f"  Slowest link      {slowest_link(network, found.link, found.all_to_all)}",
        "",
        f"Estimates for {size_bytes / 2**20:g} MiB a GPU: time, and nccl-tests' algbw and busbw",
    ]
    whole = all_to_all(found, size_bytes)
    for e in [*all_reduce(found, size_bytes), *([whole] if whole else [])]:
        lines.append(
            f"  {e.operation + ', ' + e.algorithm:27}{band(duration(e.seconds[0]), duration(e.seconds[1])):>22}   "
            f"algbw {_gbs(e.algbw_gbs):>15}   busbw {_gbs(e.busbw_gbs):>15} GB/s"
        )
    return "\n".join([*lines, "", *caveats(found)])


def band(low: str, high: str) -> str:
    return low if low == high else f"{low} to {high}"


def _gbs(pair: tuple[float, float]) -> str:
    return band(f"{pair[1]:.1f}", f"{pair[0]:.1f}")


def slowest_link(network: Network, links: Ints, found: Loads) -> str:
    """ "leaf-01 to spine-03 and 511 more": the links whose busier way takes as long as the slowest."""
    busy = found.utilisation(network.links["gbps"][links])
    alike = int((busy > 1 - 1e-6).sum()) - 1
    row = int(links[found.worst])
    names = [str(network.devices.id[network.links[end][row]]) for end in ("a", "b")]
    return " – ".join(network.plan.devices[n].name for n in names) + (f" and {count(alike)} more" if alike else "")


def caveats(found: Traffic) -> list[str]:
    """What the estimate does not know, a sentence each."""
    said = ["From links at full rate with even spreading, to hashed flows and 92 % of line rate."]
    if len(found.job) == 2:
        said.append("Two endpoints: NCCL takes other ways inside them, and can be faster than this.")
    if found.scale_up_gbps is None and int(found.job.gpus.max()) > 1:
        said.append("The rate between GPUs inside an endpoint is not known and not counted.")
    return [*said, "Not counted: congestion, reduction inside switches, overlap with computing."]


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
