"""growth.ratio"""

from planner.records import Phase, Workload


def test_more_leaves_under_todays_spines(clos, add, found):
    # 2 spines of 64 ports: 128 × 400 up. 48 nodes × 8 × 400 down are 384: 3:1.
    clos(servers=4, leaves=8, spines=2)
    add(Workload(kind="pretraining"), Phase("end", "End", "2027-12-01", 48))
    finding = found("growth.ratio")[0]
    assert "48 nodes over today's 2 spines of Training would be 3:1" in finding.message
    assert "the limit for large pretraining is 1:1" in finding.message and finding.measure == 3


def test_silent_where_spine_ports_suffice(clos, add, found):
    clos(servers=4, leaves=8, spines=2)
    add(Workload(kind="pretraining"), Phase("end", "End", "2027-12-01", 16))
    assert not found("growth.ratio")


def test_silent_without_a_limit(clos, add, found):
    clos(servers=4, leaves=8, spines=2)
    add(Workload(kind="inference"), Phase("end", "End", "2027-12-01", 48))
    assert not found("growth.ratio")
