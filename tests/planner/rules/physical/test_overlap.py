"""physical.overlap"""

from planner.records import Device, Rack


def test_shared_units(add, found):
    add(Rack("R", "R", "rack"), Device("a", "a", "server", "R", 1), Device("b", "b", "big", "R", 4))
    finding = found("physical.overlap")[0]
    assert set(finding.about) == {"a", "b"} and "U4 of R" in finding.message


def test_a_tall_device_hides_no_later_clash(add, found):
    add(Rack("R", "R", "rack"), Device("a", "a", "server", "R", 1), Device("b", "b", "big", "R", 2))
    add(Device("c", "c", "big", "R", 3))
    assert {f.about for f in found("physical.overlap")} == {("a", "b"), ("a", "c")}


def test_sticking_out(add, found):
    add(Rack("R", "R", "rack"), Device("a", "a", "server", "R", 40))
    assert "U40 to U43" in found("physical.overlap")[0].message


def test_weight(add, found):
    add(Rack("R", "R", "rack"), *(Device(f"s{i}", f"s{i}", "server", "R", 1 + 4 * i) for i in range(8)))
    assert "at least 1040 kg, and it carries 1000 kg" in found("physical.overlap")[0].message


def test_racks_in_one_place(add, found):
    add(Rack("R1", "R1", "rack"), Rack("R2", "R2", "rack", x_m=0.5), Rack("R3", "R3", "rack", x_m=0.5, y_m=1.2))
    assert [f.about for f in found("physical.overlap")] == [("R1", "R2")]


def test_silent_when_stacked_close(add, found):
    add(Rack("R1", "R1", "rack"), Rack("R2", "R2", "rack", x_m=0.6))
    add(Device("a", "a", "server", "R1", 1), Device("b", "b", "big", "R1", 5), Device("c", "c", "big", "R1", 42))
    assert not found("physical.overlap")
