"""workload.incomplete"""

from planner.records import Device, Workload


def test_names_the_open_questions(add, found):
    assert not found("workload.incomplete")
    add(Device("s", "s", "server"))
    assert "10 questions are open: the model's size" in found("workload.incomplete")[0].message
    add(Workload("workload", "pretraining", 70, True, False, "none", True, None, 8, True, 1000, 10))
    assert "1 question is open: whether the rack and cable plan is agreed" in found("workload.incomplete")[0].message


def test_no_is_an_answer(add, found):
    add(
        Device("s", "s", "server"),
        Workload("workload", "mixed", 7, False, False, "none", False, False, 8, False, 1000, 10),
    )
    assert not found("workload.incomplete")


def test_nobody_asks_about_checkpoints_of_inference(add, found):
    add(Device("s", "s", "server"), Workload("workload", "inference", 7, False, False, "none", False, False, 8, False))
    assert not found("workload.incomplete")
