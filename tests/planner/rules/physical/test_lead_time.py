"""physical.lead-time"""

from planner.records import PartTerms, Phase, Project, Site
from planner.rules.finding import Severity


def test_late_parts_and_the_day_to_order_by(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    add(Project(date="2027-01-04"), Phase("one", "One", "2027-03-01"), PartTerms("big", 10))
    finding = next(f for f in found("physical.lead-time") if f.subject == "big")
    # Ten weeks from 4 January 2027 are 15 March; ten weeks before 1 March 2027 is 21 December 2026.
    assert finding.severity is Severity.WARNING
    assert "2027-03-15" in finding.message and "2026-12-21" in finding.remedy


def test_in_time(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    add(Project(date="2027-01-04"), Phase("one", "One", "2027-03-01"), PartTerms("big", 8), PartTerms("optic", 8))
    assert not found("physical.lead-time")


def test_unknown_lead_time_of_an_optic_is_advice(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    add(Site(media_order=("mmf",)))
    assert [(f.severity, f.subject) for f in found("physical.lead-time")] == [(Severity.ADVICE, "unknown")]
    add(PartTerms("optic", 4))
    assert not found("physical.lead-time")
