"""physical.rack-power"""

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.operations.settings import set_row
from planner.records import Site


def test_two_servers_and_a_switch():
    """Two DGX H100 of 10.2 kW and a QM9700 of 1.72 kW draw 22.12 kW."""
    plan = build(Recipe(2, tiers=1, rail_optimised=False))
    assert not _of(plan)
    plan.apply(added("budget", Site(rack_power_kw=22)))
    finding = _of(plan)[0]
    assert "draws up to 22.1 kW, and the rack can power and cool 22 kW" in finding.message
    assert finding.about == tuple(plan.racks) and finding.severity.value == "error"
    plan.apply(set_row(plan, "more", Site(rack_power_kw=22.2)))
    assert not _of(plan)


def _of(plan):
    return [f for f in Analysis(plan).findings().open if f.rule == "physical.rack-power"]
