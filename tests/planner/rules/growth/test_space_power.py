"""growth.space-power"""

from planner.analysis import Analysis
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.operations.settings import set_row
from planner.records import Device, Phase, Rack, Site


def test_counts_places_by_units(clos, add, found):
    """Servers of 4 units in racks of 42. R0 holds 8 servers to U32: 10 units free, two places. R1 is empty: ten.
    R2 holds two switches in U1 and U2: 40 units free, ten places."""
    clos(servers=8, leaves=1, spines=1, nics=4)
    add(Rack("R2", "R2", "rack", x_m=3))
    add(Phase("end", "End", "2027-12-01", 8 + 2 + 10 + 10))
    assert not found("growth.space-power")
    add(Phase("end", "End", "2027-12-01", 8 + 2 + 10 + 10 + 1))
    message = found("growth.space-power")[0].message
    assert "23 more nodes of the end state need 4 units each, and the racks have units for 22" in message


def test_counts_places_by_power():
    """Two DGX H100 of 8 units and 10.2 kW and a QM9700 of 1 unit and 1.72 kW: 22.12 kW, and 31 of 48 units are free."""
    plan = build(Recipe(2, tiers=1, rail_optimised=False))
    assert len(plan.racks) == 1 and len(plan.devices) == 3
    plan.apply(added("end", Phase("end", "End", "2027-12-01", 5), Site(rack_power_kw=53)))
    assert not _of(plan)
    plan.apply(set_row(plan, "less", Site(rack_power_kw=52)))
    message = _of(plan)[0].message
    assert "3 more nodes of the end state need 8 units each, and the power of the racks is enough for 2" in message


def _of(plan):
    return [f for f in Analysis(plan).findings().open if f.rule == "growth.space-power"]


def test_silent_while_nothing_is_in_a_rack(add, found):
    add(Device("s", "s", "server"), Phase("end", "End", "2027-12-01", 900))
    assert not found("growth.space-power")
