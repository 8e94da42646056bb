"""oversub.after-failure"""

from planner.edit import Change, Edit
from planner.records import Cable, Plane, Workload
from planner.rules.finding import Severity


def test_one_of_two_spines(clos, add, found):
    clos(servers=10, leaves=2, spines=2, pair=10)  # 40 down, 20 up: 2:1, and 4:1 with one spine
    add(Workload(kind="pretraining"))
    finding = found("oversub.after-failure")[0]
    assert finding.severity is Severity.WARNING and finding.about == ("t0",)
    assert "If t0 failed, l0 of Training would be 4:1, and 2:1 is the most for it" in finding.message


def test_silent_with_more_spines(clos, add, found):
    clos(servers=6, leaves=2, spines=4, pair=4)  # 24 down, 16 up: 1.5:1, and exactly 2:1 with three spines
    add(Workload(kind="pretraining"))
    assert not found("oversub.after-failure")


def test_what_is_too_much_already_is_said_elsewhere(clos, add, found):
    clos(servers=10, leaves=2, spines=2, pair=9)  # 40:18 is above 2:1 as it stands
    add(Workload(kind="pretraining"))
    assert found("oversub.switch") and not found("oversub.after-failure")


def test_a_limit_by_hand_gives_advice(clos, add, found):
    clos(servers=8, leaves=2, spines=2, pair=16)  # 32 down, 32 up
    add(Plane("training", "Training", max_ratio=1))
    finding = found("oversub.after-failure")[0]
    assert finding.severity is Severity.ADVICE and "would be 2:1, and 1:1 is the most" in finding.message


def test_a_cable_to_several_spines_counts_whole(plan, clos, add, found):
    """24 down; 4 uplinks to each of 4 spines. One link to each spine is in one cable: with it, 4 of 16 are gone, and
    with two more in the same cable 6: 24:10."""
    clos(servers=6, leaves=2, spines=4, pair=4)
    add(Workload(kind="pretraining"))
    ups = [c for c in plan.cables.values() if c.a_device == "l0"]
    first, *rest = [ups[n] for n in (0, 1, 4, 5, 8, 12)]
    joined = Cable(
        first.id, first.a_device, first.a_port, first.b_device, first.b_port, first.planes,
        more_links=tuple(tuple(c.links[0]) for c in rest),
    )  # fmt: skip
    plan.apply(Edit("join", (Change(first, joined), *(Change(c, None) for c in rest))))
    finding = found("oversub.after-failure")[0]
    assert finding.about == (first.id,) and "would be 2.4:1" in finding.message


def test_silent_for_inference(clos, add, found):
    clos(servers=10, leaves=2, spines=2, pair=10)
    add(Workload(kind="inference"))
    assert not found("oversub.after-failure")
