"""Names in a row, as findings say them."""

import pytest

from planner.records import Device, Rack
from planner.rules.words import counted, listed, names


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "n0"), (2, "n0 and n1"), (3, "n0, n1 and n2"), (4, "n0, n1, n2 and 1 more"), (9, "n0, n1, n2 and 6 more")],
)
def test_the_first_few_and_the_rest_counted(plan, add, number, said):
    add(*(Device(f"d{n}", f"n{n}", "server") for n in range(number)))
    assert names(plan, [f"d{n}" for n in range(number)]) == said


def test_names_of_anything_and_ids_of_what_has_none(plan, add):
    add(Rack("r", "Row one", "rack"))
    assert names(plan, ["r", "C-0001"]) == "Row one and C-0001"


def test_words():
    assert listed(["a"]) == "a" and listed(["a", "b"]) == "a and b"
    assert counted(1, "switch", "switches") == "1 switch" and counted(2, "switch", "switches") == "2 switches"
