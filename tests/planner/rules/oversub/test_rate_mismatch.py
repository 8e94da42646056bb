"""oversub.rate-mismatch"""

from planner.records import Cable, Device


def test_fires_on_rate_protocol_and_missing_port(add, found):
    add(Device("s", "s", "server"), Device("ib", "ib", "big"), Device("fast", "fast", "fast-eth"))
    add(Cable("C1", "s", "s1", "ib", "p1"), Cable("C2", "s", "n1", "fast", "p1"), Cable("C3", "s", "n2", "ib", "p99"))
    said = {f.about[0]: f.message for f in found("oversub.rate-mismatch")}
    assert "s s1 is 200 Gb/s, ib p1 is 400 Gb/s" in said["C1"]
    assert "infiniband" in said["C2"] and "ethernet" in said["C2"]
    assert "ib has no port p99" in said["C3"]


def test_silent_on_a_matching_cable(clos, found):
    clos(servers=2, leaves=2, spines=1)
    assert not found("oversub.rate-mismatch")
