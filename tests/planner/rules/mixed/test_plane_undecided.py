"""mixed.plane-undecided"""

from planner.records import Plane


def test_fires_until_decided(clos, add, found):
    clos(servers=2, leaves=1, spines=1)
    assert not found("mixed.plane-undecided")
    add(Plane("training", "Training"))
    assert "Training has cables" in found("mixed.plane-undecided")[0].message


def test_silent_without_cables(add, found):
    add(Plane("storage", "Storage"))
    assert not found("mixed.plane-undecided")
