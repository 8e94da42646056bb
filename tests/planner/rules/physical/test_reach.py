"""physical.reach"""

from dataclasses import replace

from planner.edit import Change, Edit
from planner.operations.cables import set_cable_fields
from planner.operations.racks import move_racks
from planner.records import Cable, Device, Plane, Rack, Site


def test_copper_chosen_by_hand_that_is_too_short(plan, clos, found):
    clos(servers=1, leaves=1, spines=1)
    plan.apply(set_cable_fields(plan, [next(iter(plan.cables))], media="copper"))
    finding = found("physical.reach")[0]
    # Racks touch, but the way goes over the tray at 2.7 m.
    assert "copper reaches 3 m" in finding.message and "the first that reaches is fibre" in finding.message


def test_nothing_reaches(plan, clos, found):
    clos(servers=1, leaves=1, spines=1)
    assert not found("physical.reach")
    plan.apply(move_racks(plan, ["R0"], 200, 0))
    assert len(found("physical.reach")) == 8
    assert "nothing that fits reaches" in found("physical.reach")[0].message


def test_a_typed_length_counts(plan, clos, found):
    clos(servers=1, leaves=1, spines=1)
    cable = next(iter(plan.cables))
    plan.apply(set_cable_fields(plan, [cable], media="copper", length_m=2.5))
    assert not found("physical.reach")


def test_what_no_cable_joins_is_one_finding(plan, clos, found):
    """Multimode alone is laid, and it is not in the order of media."""
    clos(servers=1, leaves=1, spines=1)
    plan.apply(Edit("site", (Change(None, Site(media_order=("aoc",))),)))
    finding = found("physical.reach")[0]
    assert len(found("physical.reach")) == 1 and len(finding.about) == 9
    assert "No cable in the catalogue joins osfp at 400 Gb/s: 9 cables" in finding.message


def test_silent_without_a_place(plan, clos, found):
    clos(servers=1, leaves=1, spines=1)
    row = plan.devices["s0"]
    plan.apply(Edit("out", (Change(row, replace(row, rack="", unit=None)),)))
    assert not found("physical.reach")


def test_links_of_one_cable_must_be_alike(add, found):
    """The second link runs from a 200 Gb/s storage port to a switch for 200: by itself it is sound."""
    add(Plane("training", "T"), Rack("R", "R", "rack"))
    add(Device("s", "s", "server", "R", 1), Device("l", "l", "small", "R", 8), Device("e", "e", "eth", "R", 9))
    add(Cable("C", "s", "n1", "l", "p1", ("training",), more_links=(("s", "s1", "e", "p1"),)))
    (only,) = found("physical.reach")
    assert only.about == ("C",) and "2 links" in only.message
    add(Cable("C", "s", "n1", "l", "p1", ("training",)))
    assert not found("physical.reach")
