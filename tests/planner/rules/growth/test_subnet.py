"""growth.subnet"""

import pytest

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.records import Phase, Plane
from planner.rules.growth.subnet import addresses


def test_counts_ports_and_switches(plan, clos, gear, add):
    clos(servers=4, leaves=8, spines=2)
    network = Analysis(plan, gear).network
    assert addresses(network, "training") == 4 * 8 + 8 + 2
    add(Plane("training", "Training", "ethernet", "own"))
    assert addresses(network, "training") == 0


def test_rails_that_do_not_meet_are_subnets(plan, clos, gear):
    clos(servers=4, leaves=8, spines=0)
    assert addresses(Analysis(plan, gear).network, "training") == 4 + 1


@pytest.mark.parametrize(("target", "number"), [(5900, 0), (6000, 1)])
def test_an_end_state_past_the_limit(target, number):
    """64 nodes have 512 ports, 16 leaves and 8 spines: 536 addresses, 8.375 a node. 48,895 are 5838 nodes."""
    plan = build(Recipe(64, "dgx-b200", "qm9700", unit=32))
    plan.apply(added("end", Phase("end", "End", "2028-01-01", target - 64)))
    found = [f for f in Analysis(plan).findings().open if f.rule == "growth.subnet"]
    assert len(found) == number
    assert not number or "48 895 addresses" in found[0].message
