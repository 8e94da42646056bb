"""workload.readiness"""

from planner.records import Cable, Device, Phase, Plane, Rack, Workload

READY = {"kind": "mixed", "traffic_isolation": "storage", "separate_storage": True, "cable_plan": True}


def _ready(add, servers=1, **answers):
    add(Rack("R", "R", "rack"), Plane("training", "Training"), Plane("storage", "Storage"))
    add(*(Device(f"s{n}", f"s{n}", "server", "R", 1 + 4 * n) for n in range(servers)))
    add(Device("l", "l", "big", "R", 40), Phase("end", "End", "2027-12-01", 2), Workload(**{**READY, **answers}))


def test_names_what_is_not_answered(add, found):
    add(Device("s", "s", "server"), Workload(kind="mixed", separate_storage=False))
    (finding,) = found("workload.readiness")
    assert finding.measure == 3
    assert "3 of the 5 questions before ordering are not answered: the node count in 12 months" in finding.message


def test_silent_when_all_are_answered_and_kept(add, found):
    _ready(add)
    add(Cable("C", "s0", "n1", "l", "p1", ("training",)))
    assert not found("workload.readiness")


def test_more_placed_than_planned(add, found):
    _ready(add, servers=2)
    assert not found("workload.readiness")
    _ready(add, servers=3)
    assert "The end state has 2 nodes, and 3 GPU servers are placed" in found("workload.readiness")[0].message


def test_storage_that_shares_against_the_answer(add, found):
    _ready(add, traffic_isolation="none")
    add(Cable("C", "s0", "n1", "l", "p1", ("training", "storage")))
    (finding,) = found("workload.readiness")
    assert "Storage is to get a fabric of its own, and 1 cable of it carries other traffic" in finding.message


def test_storage_apart_against_the_answer(add, found):
    _ready(add, separate_storage=False)
    add(Device("e", "e", "eth", "R", 41), Cable("C", "s0", "s1", "e", "p1", ("storage",)))
    assert (
        "Storage is to share a fabric, and 1 cable of it carries nothing else" in found("workload.readiness")[0].message
    )


def test_traffic_to_be_kept_apart_on_one_cable(add, found):
    _ready(add, separate_storage=False)
    add(Cable("C", "s0", "n1", "l", "p1", ("training", "storage")))
    (finding,) = found("workload.readiness")
    assert finding.about == ("C",) and "(storage), and 1 cable carries several planes" in finding.message
    add(Plane("storage", "Storage", state="shared", shared_with="training", separated_by="queue"))
    assert not found("workload.readiness")


def test_a_rack_plan_with_loose_devices(add, found):
    _ready(add)
    add(Device("s9", "s9", "server"), Cable("C", "s9", "n1", "l", "p1", ("training",)))
    (finding,) = found("workload.readiness")
    assert finding.about == ("s9",) and "1 cabled device (s9) is in no rack" in finding.message
