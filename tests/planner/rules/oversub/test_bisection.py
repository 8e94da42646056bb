"""oversub.bisection"""

from planner.records import Cable, Workload
from planner.rules.finding import Severity


def test_fires_below_full_bisection(clos, add, found):
    clos(servers=8, leaves=2, spines=4, pair=6)
    add(Workload(kind="pretraining"))
    # Each leaf has 4 NICs of every server: 32 × 400 down, 24 up. A split of the servers halves each leaf; within a leaf
    # all 16 × 16 meet at full rate, so the cut is taken there.
    assert not found("oversub.bisection")


def test_fires_when_groups_meet_over_thin_spines(plan, clos, add, found):
    clos(servers=4, leaves=4, spines=1, pair=1, nics=4)
    # Move servers 2 and 3 to leaves of their own: two groups joined by one 400 link a leaf.
    moved = []
    for cable in plan.cables.values():
        if cable.a_device in ("s0", "s1"):
            moved.append(_to(cable, "l0"))
        elif cable.a_device in ("s2", "s3"):
            moved.append(_to(cable, "l1"))
    add(*moved)
    add(Workload(kind="pretraining"))
    finding = found("oversub.bisection")[0]
    # 400 of 2 × 4 × 400: an eighth.
    assert finding.severity is Severity.ERROR
    assert "400 Gb/s" in finding.message and "12.5 %" in finding.message


def test_silent_for_inference(plan, clos, add, found):
    clos(servers=4, leaves=1, spines=1, pair=1, nics=4)
    add(Workload(kind="inference"))
    assert not found("oversub.bisection")


def _to(cable: Cable, leaf: str) -> Cable:
    port = 40 + int(cable.a_device[1:]) % 2 * 4 + int(cable.a_port[1:])
    return Cable(cable.id, cable.a_device, cable.a_port, leaf, f"p{port}", cable.planes)
