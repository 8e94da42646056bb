"""mixed.checkpoint-load"""

import pytest

from planner.records import Cable, Device, Plane, Workload

BOTH = ("training", "storage")


def _shared(add, links=2):
    add(Plane("training", "Training"), Plane("storage", "Storage"), Device("s", "s", "server"), Device("l", "l", "big"))
    add(*(Cable(f"C{n}", "s", f"n{n + 1}", "l", f"p{n + 1}", BOTH) for n in range(links)))


def _answer(add, gb, kind="fine-tuning"):
    add(Workload(kind=kind, checkpoint_gb=gb, checkpoint_minutes=1))


def test_what_is_left_of_shared_links(add, found):
    """3750 GB in a minute are 500 Gb/s of 800: 150 a link are left, and 2:1 of 400 are 200."""
    _shared(add)
    _answer(add, 3750)
    finding = found("mixed.checkpoint-load")[0]
    assert "A checkpoint of 3750 GB in 1 min puts 500 Gb/s on 2 links" in finding.message
    assert "150 Gb/s a link is left, and at 2:1 it needs 200 Gb/s" in finding.message
    assert finding.about == ("C0", "C1") and finding.measure == 0.625


@pytest.mark.parametrize(("gb", "kind"), [(3000, "fine-tuning"), (3750, "inference"), (None, "fine-tuning")])
def test_silent_when_enough_is_left(add, found, gb, kind):
    """3000 GB in a minute are 400 Gb/s: 200 a link are left. Inference needs nothing of the training plane."""
    _shared(add)
    _answer(add, gb, kind)
    assert not found("mixed.checkpoint-load")


def test_a_share_keeps_storage_within_its_bounds(add, found):
    """With 25 % storage gets 200 of 800 Gb/s at most: 300 a link are left for training."""
    _shared(add)
    _answer(add, 3750)
    add(Plane("storage", "Storage", state="shared", shared_with="training", separated_by="ETS, 25 %"))
    assert not found("mixed.checkpoint-load")
    _answer(add, 3750, "pretraining")
    assert "puts 200 Gb/s" in found("mixed.checkpoint-load")[0].message


def test_silent_on_separate_links(add, found):
    _shared(add, links=0)
    add(Cable("C", "s", "n1", "l", "p1", ("training",)))
    _answer(add, 9000)
    assert not found("mixed.checkpoint-load")
