"""mixed.shared-link"""

from planner.records import Cable, Device, Plane
from planner.rules.finding import Severity

BOTH = ("training", "storage")


def _shared(add):
    add(Plane("training", "Training"), Plane("storage", "Storage"), Device("s", "s", "server"), Device("l", "l", "big"))
    add(Cable("C1", "s", "n1", "l", "p1", BOTH), Cable("C2", "s", "n2", "l", "p2", ("training",)))


def test_an_undecided_mix_is_an_error(add, found):
    _shared(add)
    finding = found("mixed.shared-link")[0]
    assert finding.severity is Severity.ERROR and finding.about == ("C1",)


def test_a_decided_mix_is_advice_with_the_share_left(add, found):
    _shared(add)
    add(Plane("storage", "Storage", state="shared", shared_with="training", separated_by="ETS queue, 30 %"))
    finding = found("mixed.shared-link")[0]
    assert finding.severity is Severity.ADVICE
    assert "30 % for Storage leaves 70 % for Training" in finding.message


def test_silent_on_separate_planes(add, found):
    add(Plane("training", "Training"), Plane("storage", "Storage"), Device("s", "s", "server"), Device("l", "l", "big"))
    add(Cable("C1", "s", "n1", "l", "p1", ("training",)))
    assert not found("mixed.shared-link")
