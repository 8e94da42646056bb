"""growth.tier-limit"""

import pytest

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.records import Phase


def test_two_tiers(clos, add, found):
    # Leaves with 60 down-ports, spines of 64 ports: 3840 links, 8 a node.
    clos(servers=4, leaves=8, spines=4)
    add(Phase("end", "End", "2027-12-01", 480))
    assert not found("growth.tier-limit")
    add(Phase("end", "End", "2027-12-01", 481))
    finding = found("growth.tier-limit")[0]
    assert "2 tiers of these switches serve at most 480 nodes on Training, and the end state has 481" in finding.message


def test_one_tier(clos, add, found):
    """8 leaves of 64 ports without a spine take a NIC of 64 servers each."""
    clos(servers=4, leaves=8, spines=0)
    add(Phase("end", "End", "2027-12-01", 64))
    assert not found("growth.tier-limit")
    add(Phase("end", "End", "2027-12-01", 65))
    assert "1 tier of these switches serves at most 64 nodes" in found("growth.tier-limit")[0].message


@pytest.mark.parametrize(
    ("recipe", "most"),
    [
        # Radix 64 in two tiers: 64² / 2 = 2048 GPUs. In three: 64³ / 4 = 65,536. Twin fabrics of radix 128: 8192.
        (Recipe(64, "dgx-b200", "qm9700", unit=32), 256),
        (Recipe(512, "dgx-b200", "qm9700", unit=32), 8192),
        (Recipe(64, "dgx-b300", "sn5600", unit=64, fabrics=2, pairs=True, server_breakout="2"), 1024),
    ],
    ids=["two", "three", "twin"],
)
def test_the_limits_of_the_textbook(recipe, most):
    for target, expected in ((most, 0), (most + 1, 1)):
        plan = build(recipe)
        plan.apply(added("end", Phase("end", "End", "2028-01-01", target)))
        report = Analysis(plan).findings()
        assert sum(f.rule == "growth.tier-limit" for f in report.open) == expected and not report.broken
