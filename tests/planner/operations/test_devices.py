"""Devices are placed, moved, renamed and changed, or refused with a sentence."""

import pytest

from planner.operations import devices, racks
from planner.plan import EditRefused
from planner.records import Rack


@pytest.fixture
def rack(do, network):
    do(racks.add_rack(network, "rack", 0, 0))
    return "R-01"


def test_place_in_a_unit(plan, network, do, rack):
    do(devices.place(network, "server", rack, 5))
    row = plan.devices["server-01"]
    assert (row.name, row.rack, row.unit) == ("server-01", rack, 5)


def test_place_without_a_rack(plan, network, do):
    do(devices.place(network, "server"))
    assert plan.devices["server-01"].rack == "" and plan.devices["server-01"].unit is None


@pytest.mark.parametrize(("unit", "why"), [(39.5, "stick out"), (0, "stick out"), (4, "in the way"), (7, "in the way")])
def test_place_refuses_what_does_not_fit(network, do, rack, unit, why):
    do(devices.place(network, "server", rack, 5))
    with pytest.raises(EditRefused, match=why):
        devices.place(network, "server", rack, unit)


def test_place_refuses_an_unknown_type(network):
    with pytest.raises(EditRefused, match="no-such"):
        devices.place(network, "no-such")


def test_free_unit_is_the_nearest(network, do, rack):
    do(devices.place(network, "server", rack, 1))
    do(devices.place(network, "server", rack, 9))
    assert devices.free_unit(network, "server", rack) == 5
    assert devices.free_unit(network, "server", rack, near=40) == 39
    assert devices.free_unit(network, "big", rack, near=11) in (8, 13)
    assert devices.free_unit(network, "server", "nowhere") is None


def test_two_devices_take_each_others_places(plan, network, do, rack):
    do(devices.place(network, "server", rack, 1))
    do(devices.place(network, "server", rack, 5))
    do(devices.move(network, {"server-01": (rack, 5), "server-02": (rack, 1)}))
    assert (plan.devices["server-01"].unit, plan.devices["server-02"].unit) == (5, 1)


def test_devices_moved_together_do_not_land_on_each_other(network, do, rack):
    do(devices.place(network, "server", rack, 1))
    do(devices.place(network, "server", rack, 5))
    with pytest.raises(EditRefused):
        devices.move(network, {"server-01": (rack, 20), "server-02": (rack, 22)})


def test_taken_out_of_its_rack(plan, network, do, rack):
    do(devices.place(network, "server", rack, 1))
    do(devices.move(network, {"server-01": ("", None)}))
    assert (plan.devices["server-01"].rack, plan.devices["server-01"].unit) == ("", None)


def test_a_move_to_where_it_is_changes_nothing(network, do, rack):
    do(devices.place(network, "server", rack, 1))
    assert not devices.move(network, {"server-01": (rack, 1)}).changes


def test_rename_keeps_the_id(plan, network, do, rack):
    do(devices.place(network, "server", rack, 1))
    do(devices.rename(plan, "server-01", "  gpu \n 7 "))
    assert plan.devices["server-01"].name == "gpu 7"


@pytest.mark.parametrize("name", ["", "   ", "\x00\x1b", "x" * 201])
def test_rename_refuses_a_bad_name(plan, network, do, name):
    do(devices.place(network, "server"))
    with pytest.raises(EditRefused):
        devices.rename(plan, "server-01", name)


def test_rename_refuses_a_name_that_is_taken(plan, network, do):
    do(devices.place(network, "server"))
    do(devices.place(network, "server"))
    with pytest.raises(EditRefused, match="already"):
        devices.rename(plan, "server-02", "server-01")


def test_a_racks_name_may_equal_a_devices(plan, network, do, rack):
    do(devices.place(network, "server"))
    do(devices.rename(plan, rack, "server-01"))
    assert plan.racks[rack] == Rack(rack, "server-01", "rack")


def test_swap_type_checks_the_space_again(plan, network, do, rack):
    do(devices.place(network, "big", rack, 1))
    do(devices.place(network, "big", rack, 2))
    with pytest.raises(EditRefused, match="in the way"):
        devices.swap_type(network, ["big-01"], "server")
    do(devices.swap_type(network, ["big-01"], "small"))
    assert plan.devices["big-01"].type == "small"


def test_a_breakout_that_is_not_one_is_refused(plan, network, do):
    do(devices.place(network, "big"))
    with pytest.raises(EditRefused, match="breakout"):
        devices.set_fields(plan, ["big-01"], breakout="p1=two")
