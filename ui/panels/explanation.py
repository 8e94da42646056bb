"""Where a figure comes from: its inputs, the formula in words, and the worst place."""

from __future__ import annotations

from collections import Counter

from planner.figures.lengths import explain as explain_length
from planner.figures.report import Figures, PlaneFigures
from planner.network import Network
from planner.rules import Report
from planner.units import count, length, power, rate, ratio, share


def explain(network: Network, figures: Figures, report: Report, key: str, plane: str) -> tuple[str, tuple[str, ...]]:
    """A few plain sentences, and ids of the place they are about."""
    found = figures.planes.get(plane)
    if key in ("endpoints", "bisection", "oversubscription"):
        if found is None:
            return "This plane has no cables yet.", ()
        makers = {"endpoints": _endpoints, "bisection": _bisection, "oversubscription": _oversubscription}
        return makers[key](network, found)
    if key == "cables":
        return _cables(network, figures)
    if key == "length":
        return _length(network, figures)
    if key == "power":
        return _power(figures), ()
    return _findings(report), ()


def _endpoints(network: Network, plane: PlaneFigures) -> tuple[str, tuple[str, ...]]:
    domains = plane.nodes != plane.endpoints
    merged = f" They stand for {count(plane.nodes)} devices: a scale-up domain is one." if domains else ""
    return (
        f"{count(plane.endpoints)} endpoints hang on this plane with {count(plane.gpus)} GPUs.{merged}\n\n"
        f"Together they can send {rate(plane.injection_gbps)}, counted one way. Servers without a cable on this plane, "
        "switches and fabric managers do not count."
    ), ()


def _bisection(network: Network, plane: PlaneFigures) -> tuple[str, tuple[str, ...]]:
    found = plane.bisection
    if plane.endpoints < 2:
        return "Bisection is between two halves of the endpoints, and there are fewer than two.", ()
    known = (
        f"It is {rate(found.high_gbps)}, exactly (both ways together: {rate(2 * found.high_gbps)})."
        if found.exact
        else f"It lies between {rate(found.low_gbps)} and {rate(found.high_gbps)}; both bounds are certain."
    )
    return (
        "The least capacity that has to be cut to part the endpoints into two halves, over all ways to halve them. "
        f"One way.\n\n{known}\n\nFull bisection would be half of the endpoints' own rate, {rate(found.full_gbps)}: "
        f"this is {share(found.share)} of it."
    ), tuple(sorted(found.first_half))[:400]


def _oversubscription(network: Network, plane: PlaneFigures) -> tuple[str, tuple[str, ...]]:
    lines = ["What comes into a switch from below against what goes up, as cabled. 1:1 is non-blocking."]
    worst: tuple[str, ...] = ()
    for tier in plane.oversubscription:
        if tier.worst is None:
            continue
        name = network.plan.devices[tier.worst_device].name
        lines.append(
            f"{tier.name.capitalize()}: worst {ratio(tier.worst)} ({name}), in all {ratio(tier.aggregate)}; "
            f"all endpoints beneath against all uplinks {ratio(tier.cumulative)}; with every free port in use "
            f"{ratio(tier.as_full)}."
        )
        worst = (*worst, tier.worst_device)
    if len(lines) == 1:
        lines.append("No switch here has another above it." if plane.tiers else "This plane has no tiers.")
    return "\n\n".join(lines), worst[:1]


def _cables(network: Network, figures: Figures) -> tuple[str, tuple[str, ...]]:
    counts = figures.counts
    media = Counter(m for m in figures.lengths.media if m)
    names = [f"{count(n)} × {network.catalogue.media[m].name}" for m, n in media.most_common(8)]
    tiers = [f"{n} {name.replace('_', '–')}" for name, n in counts.links_by_tier.items() if n]
    return (
        f"{count(counts.cables)} cables carry {count(counts.links)} links and take {count(counts.transceivers)} "
        "transceivers: one a cage and end, none on copper, AOC and Cat6.\n\n"
        f"Training links: {', '.join(tiers) or 'none'}.\n\n" + "\n".join(names)
    ), ()


def _length(network: Network, figures: Figures) -> tuple[str, tuple[str, ...]]:
    found = figures.lengths
    site = network.plan.site
    text = (
        "Each cable goes to the side of its rack, up to the tray, along and across in straight lines, and down again; "
        f"within a rack it stays at the side. Tray at {length(site.tray_height_m)}, {length(site.dressing_m)} dressed "
        f"at each end, {site.slack_percent:g} % slack: guesses of ours until you set them under Plan ▸ Site.\n\n"
        f"Needed in all {length(found.needed_total_m)}; to order, in stocked lengths, {length(found.ordered_total_m)}."
    )
    if found.unknown:
        text += f"\n\n{count(found.unknown)} cables have no length, since an end stands in no rack."
    if found.longest is None:
        return text, ()
    id = found.ids[found.longest]
    parts = explain_length(network, id)
    if parts is not None:
        text += (
            f"\n\nThe longest is {id}, {length(found.longest_m)}: up and down {length(parts.vertical_m)}, along "
            f"{length(parts.along_rows_m)}, across {length(parts.across_rows_m)}, dressing {length(parts.dressing_m)}, "
            f"slack {length(parts.slack_m)}."
        )
    return text, (id,)


def _power(figures: Figures) -> str:
    found = figures.power
    unknown = f"\n\n{count(found.unknown)} devices state no power and are not in it." if found.unknown else ""
    return (
        f"At most {power(found.max_w)}, typically {power(found.typical_w)}, from the data sheets of all devices. Where "
        f"a sheet states only one of the two, it counts for both.{unknown}"
    )


def _findings(report: Report) -> str:
    waived = f"\n\n{len(report.waived)} are waived." if report.waived else ""
    broken = "".join(f"\n\n{rule} could not run: {why}" for rule, why in report.broken.items())
    return f"Errors will not work or will hurt, warnings are likely to, advice may help.{waived}{broken}"
