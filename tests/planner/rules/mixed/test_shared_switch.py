"""mixed.shared-switch"""

from planner.records import Cable, Device, Plane
from planner.rules.finding import Severity


def _switch(add, *planes):
    add(Plane("training", "Training"), Plane("storage", "Storage"), Device("s", "s", "server"), Device("l", "l", "big"))
    add(*(Cable(f"C{n}", "s", f"n{n + 1}", "l", f"p{n + 1}", p) for n, p in enumerate(planes)))


def test_cables_of_both_on_one_switch(add, found):
    _switch(add, ("training",), ("storage",))
    finding = found("mixed.shared-switch")[0]
    assert finding.severity is Severity.WARNING and finding.about == ("l",)
    assert "1 switch (l) holds both Training and Storage, and nothing says" in finding.message


def test_advice_once_decided(add, found):
    _switch(add, ("training",), ("storage",))
    add(Plane("storage", "Storage", state="shared", shared_with="training", separated_by="queue, 25 %"))
    finding = found("mixed.shared-switch")[0]
    assert finding.severity is Severity.ADVICE and "25 % for Storage leaves 75 % for Training" in finding.message


def test_silent_where_a_cable_carries_both(add, found):
    """That is for mixed.shared-link to say."""
    _switch(add, ("training",), ("training", "storage"))
    assert found("mixed.shared-link") and not found("mixed.shared-switch")


def test_silent_on_a_switch_for_each(add, found):
    _switch(add, ("training",))
    add(Device("e", "e", "eth"), Cable("S", "s", "s1", "e", "p1", ("storage",)))
    assert not found("mixed.shared-switch")
