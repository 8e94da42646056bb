"""physical.no-position"""

from planner.records import Cable, Device


def test_fires_on_a_cabled_device_in_no_rack(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    assert not found("physical.no-position")
    add(Device("s9", "s9", "server"))
    assert not found("physical.no-position")  # not cabled: still on the bench
    add(Cable("X", "s9", "n1", "l0", "p60", ("training",)))
    assert found("physical.no-position")[0].about == ("s9",)
