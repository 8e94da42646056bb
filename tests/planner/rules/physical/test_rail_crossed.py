"""physical.rail-crossed"""

import pytest

from planner.records import Cable, Plane


@pytest.fixture
def crossed(plan, clos, add):
    """Eight rails; NIC 1 and 2 of server 0 are swapped."""
    clos(servers=4, leaves=8, spines=2)
    one = next(c for c in plan.cables.values() if (c.a_device, c.a_port) == ("s0", "n1"))
    two = next(c for c in plan.cables.values() if (c.a_device, c.a_port) == ("s0", "n2"))
    add(
        Cable(one.id, "s0", "n1", two.b_device, two.b_port, one.planes),
        Cable(two.id, "s0", "n2", one.b_device, one.b_port, two.planes),
    )
    return one.id, two.id


def test_fires_in_a_rail_optimised_plane(crossed, add, found):
    add(Plane("training", "Training", rail_optimised=True))
    findings = found("physical.rail-crossed")
    assert {f.about for f in findings} == {(c,) for c in crossed}
    assert any("s0 n1 is on rail 1" in f.message and "a leaf of rail 2" in f.message for f in findings)


def test_silent_where_rails_do_not_matter(crossed, add, found):
    assert not found("physical.rail-crossed")


def test_silent_when_straight(clos, add, found):
    clos(servers=4, leaves=8, spines=2)
    add(Plane("training", "Training", rail_optimised=True))
    assert not found("physical.rail-crossed")
