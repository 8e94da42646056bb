"""The registry, waivers, and what holds for every rule."""

from dataclasses import replace

import pytest

from planner.analysis import Analysis
from planner.operations.waivers import unwaive, waive
from planner.records import Device
from planner.rules import all_rules, check
from planner.rules.finding import Design, Finding, Rule, Severity

ASKED = [
    "growth.no-target",
    "growth.spine-radix",
    "oversub.switch",
    "oversub.bisection",
    "oversub.uneven-uplinks",
    "oversub.rate-mismatch",
    "oversub.unreachable",
    "mixed.shared-link",
    "mixed.no-storage-path",
    "physical.no-position",
    "physical.reach",
    "physical.overlap",
    "physical.rail-crossed",
    "physical.lead-time",
    "workload.unknown",
    "workload.incomplete",
]


def test_every_rule_is_found_and_says_why():
    rules = {r.id: r for r in all_rules()}
    assert set(ASKED) <= rules.keys()
    assert all(len(r.why) > 60 and r.title for r in rules.values())


def test_nothing_fires_on_an_empty_canvas(plan, gear):
    report = Analysis(plan, gear).findings()
    assert not report.open and not report.broken


def test_a_broken_rule_is_reported_and_the_rest_run(plan, gear, add):
    add(Device("s", "s", "server"))
    analysis = Analysis(plan, gear)

    def breaks(design: Design) -> list[Finding]:
        raise ZeroDivisionError("no such luck")

    rules = [Rule("growth.breaks", Severity.ERROR, "", check=breaks), *all_rules()]
    report = check(Design(analysis.network, analysis.figures()), rules)
    assert "no such luck" in report.broken["growth.breaks"]
    assert any(f.rule == "workload.unknown" for f in report.open)


def test_a_waiver_hides_a_finding_until_it_gets_worse(plan, gear, clos, add):
    clos(servers=2, leaves=1, spines=1)
    analysis = Analysis(plan, gear)
    finding = next(f for f in analysis.findings().open if f.rule == "mixed.no-storage-path")
    plan.apply(waive(plan, finding, "data is local"))
    assert finding.key in {f.key for f in analysis.findings().waived}
    add(Device("s9", "s9", "server"))
    worse = next(f for f in analysis.findings().open if f.rule == "mixed.no-storage-path")
    assert worse.key == finding.key and worse.measure == 3
    plan.apply(unwaive(plan, finding.key))
    assert not analysis.findings().waived


def test_a_waiver_that_hides_nothing_is_listed(plan, gear, add):
    add(Device("s", "s", "server"))
    analysis = Analysis(plan, gear)
    finding = next(f for f in analysis.findings().open if f.rule == "workload.unknown")
    plan.apply(waive(plan, finding, "later"))
    add(replace(plan.workload, kind="mixed"))
    assert analysis.findings().stale_waivers == (finding.key,)


@pytest.mark.parametrize("rule", all_rules(), ids=lambda r: r.id)
def test_ids_name_family_and_rule(rule):
    assert rule.family in ("growth", "oversub", "mixed", "physical", "workload")
