"""workload.unknown"""

from planner.records import Device, Workload


def test_fires_until_the_kind_is_chosen(add, found):
    assert not found("workload.unknown")
    add(Device("s", "s", "server"))
    assert found("workload.unknown")
    add(Workload(kind="inference"))
    assert not found("workload.unknown")
