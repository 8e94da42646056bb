"""Optics and switches can take months. A part ordered today that arrives after the day it is needed delays everything
that hangs on it, and a lead time nobody asked about is the usual surprise."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from planner.catalogue import FORMS
from planner.plan import Plan
from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import listed

MOST_WEEKS = 52 * 20  # no date leaves the calendar
RULE = Rule("physical.lead-time", Severity.WARNING, "Parts that arrive late")


def check(design: Design) -> Iterator[Finding]:
    plan = design.network.plan
    needed = need_dates(design)
    ordered = parse_date(plan.project.date) or date.today()
    for part, need in needed.items():
        terms = plan.parts.get(part)
        if terms is None or terms.lead_weeks is None or need is None:
            continue
        weeks = timedelta(weeks=min(terms.lead_weeks, MOST_WEEKS))
        arrives = ordered + weeks
        if arrives > need:
            yield Finding(
                (),
                f"{_name(design, part)} takes {terms.lead_weeks:g} weeks: ordered on {ordered} it arrives on "
                f"{arrives}, and it is needed on {need}.",
                subject=part,
                remedy=f"Order it by {need - weeks}, or choose another part.",
                measure=float((arrives - need).days),
            )
    yield from _unknown(design, needed)


def _unknown(design: Design, needed: dict[str, date | None]) -> Iterator[Finding]:
    terms = design.network.plan.parts
    optics = [p for p in needed if p in design.network.catalogue.optics]
    unknown = sorted(p for p in optics if p not in terms or terms[p].lead_weeks is None)
    if unknown:
        yield Finding(
            (),
            f"The lead time of {listed(_name(design, p) for p in unknown)} is not known.",
            Severity.ADVICE,
            subject="unknown",
            remedy="Ask the supplier, and enter the weeks under Parts.",
            measure=float(len(unknown)),
        )


def need_dates(design: Design) -> dict[str, date | None]:
    """Part -> day on which the first one is needed; None when its phase has no date. Parts are device types, cables
    and the transceivers those cables take."""
    network, lengths = design.network, design.figures.lengths
    plan = network.plan
    first = first_date(plan)
    needed: dict[str, date | None] = {}
    for device in plan.devices.values():
        _earlier(needed, device.type, needed_on(plan, device.phase, first))
    rows = network.links.rows()
    rows = rows[network.links["number"][rows] == 0]
    forms = [network.links[end][rows].tolist() for end in ("form_a", "form_b")]
    phases = (plan.cables[id].phase for id in lengths.ids)
    for media, phase, *ends in sorted(set(zip(lengths.media, phases, *forms, strict=True))):
        if media:
            day = needed_on(plan, phase, first)
            _earlier(needed, media, day)
            for optic in {network.catalogue.optic(media, FORMS[form]) for form in ends if form >= 0} - {None}:
                _earlier(needed, str(optic), day)
    return needed


def parse_date(text: str) -> date | None:
    """None when it is empty or not an ISO date."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def first_date(plan: Plan) -> date | None:
    """The day of the earliest phase that has one."""
    return min((d for p in plan.phases.values() if (d := parse_date(p.date))), default=None)


def needed_on(plan: Plan, phase: str, first: date | None) -> date | None:
    """The day of a phase, or `first` for what comes with none: day one."""
    row = plan.phases.get(phase)
    return parse_date(row.date) if row else first


def _earlier(needed: dict[str, date | None], part: str, day: date | None) -> None:
    known = needed.setdefault(part, day)
    if known is None or (day is not None and day < known):
        needed[part] = day


def _name(design: Design, part: str) -> str:
    catalogue = design.network.catalogue
    for table in (catalogue.devices, catalogue.media, catalogue.optics):
        row = table.get(part)
        if row is not None:
            return row.name
    return part
