"""growth.no-target"""

from planner.records import Device, Phase


def test_fires_on_a_switch_without_a_target(add, found):
    add(Device("l0", "l0", "big"))
    assert "no target node count and date" in found("growth.no-target")[0].message


def test_fires_on_a_target_without_a_date(add, found):
    add(Device("l0", "l0", "big"), Phase("end", "End", nodes=64))
    assert "no date" in found("growth.no-target")[0].message


def test_silent_with_a_target_and_on_an_empty_canvas(add, found):
    assert not found("growth.no-target")
    add(Device("l0", "l0", "big"), Phase("end", "End", "2027-12-01", 64))
    assert not found("growth.no-target")
