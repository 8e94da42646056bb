"""physical.port-shared"""

from planner.records import Cable, Device


def test_fires_on_two_cables_in_one_port(add, found):
    add(Device("a", "a", "server"), Device("b", "b", "big"))
    add(Cable("C1", "a", "n1", "b", "p1"), Cable("C2", "a", "n2", "b", "p1"))
    finding = found("physical.port-shared")[0]
    assert finding.about == ("b",) and "b p1 holds 2 cables: C1 and C2" in finding.message


def test_silent_otherwise(clos, found):
    clos(servers=2, leaves=2, spines=2)
    assert not found("physical.port-shared")
