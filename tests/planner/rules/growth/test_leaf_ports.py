"""growth.leaf-ports"""

from planner.records import Device, Phase
from planner.rules.finding import Severity


def test_counts_ports_and_leaves_to_add(clos, add, found):
    # 8 leaves of 64 ports with 4 uplinks each: 480 down-ports; 61 nodes × 8 NICs are 488.
    clos(servers=4, leaves=8, spines=4)
    add(Phase("end", "End", "2027-12-01", 61))
    finding = found("growth.leaf-ports")[0]
    assert finding.severity is Severity.WARNING and finding.about == tuple(f"l{n}" for n in range(8))
    assert "need 488 leaf ports at 400 Gb/s on Training, and its 8 leaves have 480" in finding.message
    assert "1 more leaf " in finding.remedy


def test_silent_where_they_just_do(clos, add, found):
    clos(servers=4, leaves=8, spines=4)
    add(Phase("end", "End", "2027-12-01", 60))
    assert not found("growth.leaf-ports")


def test_an_error_when_too_few_today(clos, add, found):
    """2 leaves of 8 ports less 2 uplinks take 12 links; each of the 3 cabled servers has 2, and 7 stand there."""
    clos(servers=3, leaves=2, spines=2, nics=2, switch="small")
    add(*(Device(f"more{n}", f"more{n}", "server") for n in range(4)), Phase("end", "End", "2027-12-01", 7))
    finding = found("growth.leaf-ports")[0]
    assert finding.severity is Severity.ERROR and "7 nodes placed today need 14 leaf ports" in finding.message
