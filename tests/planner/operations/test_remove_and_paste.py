"""Removing takes along what can't stand alone; pasting brings everything under new names."""

from dataclasses import replace

import pytest

from planner.edit import Change, Edit
from planner.operations import cables, clipboard, devices, racks, remove
from planner.operations.naming import FreshNames, number_order
from planner.plan import EditRefused


@pytest.fixture
def rack(network, do):
    """A rack with a server and a switch, cabled twice, and a switch outside cabled once."""
    do(racks.add_rack(network, "rack", 0, 0))
    do(devices.place(network, "server", "R-01", 1))
    do(devices.place(network, "big", "R-01", 20))
    do(devices.place(network, "big"))
    do(cables.connect(network, "server-01", "n1", "big-01", "p1"))
    do(cables.connect(network, "server-01", "n2", "big-01", "p2"))
    do(cables.connect(network, "server-01", "n3", "big-02", "p1"))
    return "R-01"


def test_a_rack_goes_with_all_that_is_in_it(plan, network, do, rack):
    edit = do(remove.remove(plan, [rack]))
    assert not plan.racks and not plan.cables and set(plan.devices) == {"big-02"}
    assert "1 rack, 2 devices, 3 cables" in edit.label
    plan.apply(edit.inverted())
    assert len(plan.cables) == 3 and network.graph.number_of_edges() == 3


def test_a_device_goes_with_its_cables(plan, do, rack):
    do(remove.remove(plan, ["big-01", "gone"]))
    assert set(plan.cables) == {"C-0003"}


def test_nothing_to_remove(plan):
    with pytest.raises(EditRefused):
        remove.remove(plan, [])


def test_a_pasted_rack_stands_beside_with_its_inner_cables(plan, network, do, rack):
    do(clipboard.paste(network, clipboard.copy(plan, [rack])))
    assert set(plan.racks) == {"R-01", "R-02"} and plan.racks["R-02"].x_m == 0.6
    new = [c for c in plan.cables.values() if plan.devices[c.a_device].rack == "R-02"]
    assert len(new) == 2 and all(plan.devices[c.b_device].rack == "R-02" for c in new)
    assert len({d.name for d in plan.devices.values()}) == len(plan.devices)


def test_pasted_devices_take_free_units(plan, network, do, rack):
    clip = clipboard.copy(plan, ["server-01", "big-01"])
    do(clipboard.paste(network, clip, rack))
    spots = [(d.unit, 4 if d.type == "server" else 1) for d in plan.devices.values() if d.rack == rack]
    filled = [u + i for u, h in spots for i in range(h)]
    assert len(filled) == len(set(filled)) == 10


def test_paste_twice(plan, network, do, rack):
    clip = clipboard.copy(plan, [rack])
    do(clipboard.paste(network, clip))
    do(clipboard.paste(network, clip))
    assert len(plan.racks) == 3 and len(plan.cables) == 7


def test_nothing_to_paste(network):
    with pytest.raises(EditRefused):
        clipboard.paste(network, clipboard.Clip())


def test_racks_move_together_and_stay_in_the_building(plan, network, do, rack):
    do(racks.move_racks(plan, [rack], 1.2, 2.4))
    assert (plan.racks[rack].x_m, plan.racks[rack].y_m) == (1.2, 2.4)
    with pytest.raises(EditRefused):
        racks.move_racks(plan, [rack], 1e9, 0)
    with pytest.raises(EditRefused):
        racks.move_racks(plan, [rack], float("nan"), 0)


def test_copies_are_numbered_like_their_originals(plan, network, do, rack):
    for old, new in (("server-01", "node-009"), ("big-01", "node-010"), ("big-02", "spine")):
        do(devices.rename(plan, old, new))
    do(devices.rename(plan, rack, "R1"))
    edit = clipboard.paste(network, clipboard.copy(plan, ["big-02", rack]))
    assert [c.row.name for c in edit.changes[:4]] == ["R2", "node-001", "node-002", "spine-01"]


def test_a_copy_of_an_undone_removal_keeps_the_order(plan, network, do, rack):
    do(devices.place(network, "big"))
    gone = do(remove.remove(plan, ["big-01"]))
    plan.apply(gone.inverted())
    clip = clipboard.copy(plan, ["big-01", "big-02", "big-03"])
    assert [d.id for d in clip.devices] == ["big-01", "big-02", "big-03"]


def test_names_in_the_style_of_others():
    fresh = FreshNames(["a-01", "a-02"])
    assert [fresh.like(n) for n in ("a-01", "a-07", "b", "b", "12", "R9")] == [
        "a-03", "a-04", "b-01", "b-02", "01", "R1",
    ]  # fmt: skip
    assert len(fresh.like("x" * 200)) <= 200
    assert sorted(["n-10", "n-9", "m", "10", "n"], key=number_order) == ["10", "m", "n", "n-9", "n-10"]


def test_a_cable_with_one_link_outside_is_not_copied(plan, network, do, rack):
    """A splitter whose second tail ends elsewhere."""

    cable = plan.cables["C-0001"]
    split = replace(cable, more_links=(("server-01", "n4", "big-02", "p2"),))
    do(Edit("split", (Change(cable, split),)))
    assert "C-0001" not in {c.id for c in clipboard.copy(plan, [rack]).cables}
    assert {c.id for c in clipboard.copy(plan, [rack, "big-02"]).cables} == {"C-0001", "C-0002", "C-0003"}
