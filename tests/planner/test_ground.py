"""The ground everything stands on: columns, units, edits and the plan."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from planner import units
from planner.columns import Columns
from planner.edit import Change, Edit, added
from planner.plan import EditRefused, Plan, StaleEdit
from planner.records import Cable, Device, Rack


class ColumnsMachine(RuleBasedStateMachine):
    """Columns against a plain dict."""

    def __init__(self):
        super().__init__()
        self.columns, self.model = Columns(value=int), {}

    @rule(id=st.integers(0, 200), value=st.integers(-1000, 1000))
    def put(self, id, value):
        self.columns.put(id, value=value)
        self.model[id] = value

    @rule(data=st.data())
    def drop(self, data):
        if self.model:
            id = data.draw(st.sampled_from(sorted(self.model)))
            self.columns.drop(id)
            del self.model[id]

    @invariant()
    def agrees(self):
        rows = self.columns.rows()
        assert {self.columns.id[r]: int(self.columns["value"][r]) for r in rows} == self.model
        assert len(self.columns) == len(self.model)


TestColumns = ColumnsMachine.TestCase


@pytest.mark.parametrize(
    ("gbps", "text"), [(0, "0 Gb/s"), (400, "400 Gb/s"), (999, "999 Gb/s"), (1000, "1 Tb/s"), (204800, "204.8 Tb/s")]
)
def test_rates(gbps, text):
    assert units.rate(gbps) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "no uplinks"),
        (0, "idle"),
        (1, "1:1"),
        (2, "2:1"),
        (4 / 3, "1.3:1"),
        (0.5, "1:2"),
        (33 / 7, "4.7:1"),
        (7, "7:1"),
    ],
)
def test_ratios(value, text):
    assert units.ratio(value) == text


@pytest.mark.parametrize(("text", "value"), [("1:1", 1), ("3:1", 3), ("4:3", 4 / 3), (" 2 : 1 ", 2)])
def test_ratios_are_read(text, value):
    assert units.parse_ratio(text) == pytest.approx(value)


@pytest.mark.parametrize("text", ["", "1", "1:", "a:b", "0:1", "1:0", "-1:1", "1:1:1", "inf:1", "nan:1"])
def test_what_is_no_ratio(text):
    with pytest.raises(ValueError, match="down:up"):
        units.parse_ratio(text)


@pytest.mark.parametrize(("metres", "text"), [(None, "unknown"), (3, "3 m"), (1234.56, "1 234.6 m"), (0.25, "0.3 m")])
def test_lengths(metres, text):
    assert units.length(metres) == text


@pytest.mark.parametrize(("watts", "text"), [(None, "unknown"), (700, "700 W"), (10200, "10.2 kW")])
def test_power(watts, text):
    assert units.power(watts) == text


def test_share_and_count():
    assert units.share(1.0) == "100 %" and units.share(0.333) == "33.3 %" and units.count(12345) == "12 345"


A, B = Rack("A", "A", "t"), Rack("B", "B", "t", 1.0)
DEVICE = Device("d", "d", "t", "A", 1.0)


def test_all_of_an_edit_or_none_of_it():
    plan = Plan()
    told = []
    plan.subscribe(told.append)
    with pytest.raises(EditRefused):
        plan.apply(added("x", A, Device("d", "d", "t", "nowhere", 1.0)))
    assert not plan.racks and plan.revision == 0 and not told
    plan.apply(added("x", A, DEVICE))
    assert plan.revision == 1 and len(told) == 1


def test_an_edit_for_another_state_is_refused():
    plan = Plan()
    plan.apply(added("x", A))
    with pytest.raises(StaleEdit):
        plan.apply(added("x", A))
    with pytest.raises(StaleEdit):
        plan.apply(Edit("x", (Change(B, None),)))


def test_what_is_needed_stays():
    plan = Plan()
    plan.apply(added("x", A, DEVICE, Device("e", "e", "t"), Cable("c", "d", "1", "e", "1")))
    for row in (A, DEVICE):
        with pytest.raises(EditRefused):
            plan.apply(Edit("x", (Change(row, None),)))
    plan.apply(Edit("x", tuple(Change(r, None) for r in (plan.cables["c"], DEVICE, A))))
    assert not plan.racks


def test_a_listener_may_not_edit():
    plan = Plan()
    plan.subscribe(lambda changes: plan.apply(added("y", B)))
    with pytest.raises(RuntimeError):
        plan.apply(added("x", A))


racks = st.builds(Rack, st.sampled_from("abcd"), st.text(max_size=3), st.just("t"), st.floats(0, 9))


@given(st.lists(st.tuples(racks, st.booleans()), max_size=20))
def test_inverse_and_joined_edits_do_what_they_say(steps):
    """Undoing every edit restores the plan; the edits joined into one give the same plan, and one undo restores it."""
    plan, once = Plan(), Plan()
    edits = []
    for rack, remove in steps:
        before = plan.racks.get(rack.id)
        after = None if remove else rack
        if before != after:
            edits.append(Edit("step", (Change(before, after),)))
            plan.apply(edits[-1])
    if edits:
        whole = edits[0]
        for later in edits[1:]:
            whole = whole.then(later)
        once.apply(whole)
        assert once.same_as(plan)
        once.apply(whole.inverted())
        assert once.same_as(Plan())
    for edit in reversed(edits):
        plan.apply(edit.inverted())
    assert plan.same_as(Plan())


def test_an_edit_that_changes_a_row_twice_is_undone_backward():
    plan = Plan()
    middle = Rack("A", "A", "t", 5.0)
    edit = Edit("twice", (Change(None, A), Change(A, middle)))
    plan.apply(edit)
    assert plan.racks["A"] == middle
    plan.apply(edit.inverted())
    assert plan.same_as(Plan())
