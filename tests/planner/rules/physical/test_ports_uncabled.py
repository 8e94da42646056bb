"""physical.ports-uncabled"""

from planner.edit import Change, Edit
from planner.records import Device


def test_fires_on_a_missing_rail(plan, clos, found):
    clos(servers=3, leaves=1, spines=1, nics=7)
    (finding,) = found("physical.ports-uncabled")
    assert finding.about == ("s0", "s1", "s2") and "3 GPU servers (s0, s1 and s2) have 1 of 8" in finding.message


def test_servers_alike_are_one_finding(plan, clos, add, found):
    clos(servers=2, leaves=1, spines=1, nics=7)

    last = next(c for c in plan.cables.values() if (c.a_device, c.a_port) == ("s0", "n7"))
    plan.apply(Edit("cut", (Change(last, None),)))
    assert {(f.about, f.subject) for f in found("physical.ports-uncabled")} == {
        (("s1",), "1 of 8"),
        (("s0",), "2 of 8"),
    }


def test_silent_when_all_or_none_are_cabled(clos, add, found):
    clos(servers=2, leaves=1, spines=1)
    add(Device("s9", "s9", "server"))
    assert not found("physical.ports-uncabled")
