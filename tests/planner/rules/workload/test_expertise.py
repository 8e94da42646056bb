"""workload.expertise"""

from planner.records import Workload


def test_fires_only_on_a_no(clos, add, found):
    clos(servers=1, leaves=1, spines=1)
    assert not found("workload.expertise")
    add(Workload(infiniband_experience=True))
    assert not found("workload.expertise")
    add(Workload(infiniband_experience=False))
    assert found("workload.expertise")[0].about == ("training",)
