"""The bill of small plans, worked out by hand."""

from datetime import date

import pytest

from planner.figures.lengths import lengths
from planner.network import Network
from planner.orders.bill import bill
from planner.orders.listing import NOTHING, bill_table
from planner.orders.phases import PhaseOrder, order_by
from planner.orders.table import as_objects, as_text
from planner.records import Cable, Device, PartTerms, Phase, Plane, Rack, Site


@pytest.fixture
def bill_of(plan, gear):
    def of(**spares):
        network = Network(plan, gear)
        return bill(network, lengths(network), spares)

    return of


@pytest.fixture
def pair(add):
    """A server and a switch in one rack, five cables between them."""
    add(
        Plane("training", "Training"),
        Rack("R1", "R1", "rack"),
        Device("s", "s", "server", "R1", 1),
        Device("l", "l", "big", "R1", 10, plane="training"),
        *(Cable(f"C{n}", "s", f"n{n}", "l", f"p{n}", ("training",)) for n in range(1, 6)),
    )


def rows(found, kind):
    return [r for r in found.rows if r.kind == kind]


def test_row_by_row(pair, bill_of):
    found = bill_of()
    said = [(r.kind, r.part, r.quantity, r.planes, r.length_m) for r in found.rows]
    # Server middle at unit 3, switch middle at 10.5: 7.5 units of 44.45 mm, 1 m dressed, a tenth on top: 1.47 m.
    assert said == [
        ("device", "server", 1, (), None),
        ("device", "big", 1, ("training",), None),
        ("cable", "copper", 5, ("training",), 2.0),
        ("rack", "rack", 1, (), None),
    ]
    assert found.weight_kg == 150 and found.weight_unknown == 1
    assert found.devices_power.unknown == 2 and found.transceivers_power.unknown == 0


def test_nothing_planned_is_nothing_ordered(plan, bill_of):
    table = bill_table(plan, bill_of())
    assert table.rows == () and table.notes == (NOTHING,)
    assert as_text(table) == f"Untitled cluster: bill\n\n{NOTHING}"


def test_transceivers_one_a_cage_and_end(pair, add, bill_of):
    add(Site(media_order=("mmf",)))
    found = bill_of()
    assert [(r.part, r.quantity, r.draws) for r in rows(found, "transceiver")] == [("optic", 10, True)]
    assert [(r.part, r.length_m) for r in rows(found, "cable")] == [("fibre", 2.0)]


@pytest.mark.parametrize(
    ("spares", "cables"),
    [({}, 0), ({"cable": 1}, 1), ({"cable": 20}, 1), ({"cable": 21}, 2), ({"copper": 100, "cable": 1}, 5)],
    ids=str,
)
def test_spares_are_rounded_up(pair, bill_of, spares, cables):
    found = bill_of(**spares)
    row = rows(found, "cable")[0]
    assert (row.quantity, row.spares, row.ordered) == (5, cables, 5 + cables)
    assert all(r.spares == 0 for r in found.rows if r.kind != "cable")
    assert found.number("cable") == 5


def test_a_fraction_that_is_none(plan, add, bill_of):
    """1500 x 2.2 % is 33, and 33.00000000000001 in floating point."""
    add(*(Device(f"s{n}", f"s{n}", "server") for n in range(1500)))
    assert rows(bill_of(device=2.2), "device")[0].spares == 33


def test_an_end_without_a_place(plan, pair, add, bill_of):
    """Its cables have no length: unknown is counted and named, and no transceiver is made up for it."""
    add(Device("lost", "lost", "server"), Cable("X1", "lost", "n1", "l", "p9"), Cable("X2", "lost", "n2", "l", "p10"))
    found = bill_of(cable=100)
    unknown = [r for r in found.rows if r.kind == "cable" and r.length_m is None]
    assert [(r.part, r.quantity, r.spares, r.name) for r in unknown] == [("", 2, 0, "Cable, length unknown")]
    assert found.unplaced == ("X1", "X2") and not found.unfit
    table = bill_table(plan, found)
    assert "The length of 2 cables is unknown, as an end has no place: X1, X2." in table.notes
    assert "Transceivers of cables whose media is unknown are not counted." in table.notes
    shown = next(r for r in as_objects(table)["rows"] if r["name"] == "Cable, length unknown")
    assert shown["length_m"] is None and shown["part"] is None and "typical_w" not in shown


def test_a_typed_length_needs_no_place(plan, add, bill_of):
    add(Device("a", "a", "server"), Device("b", "b", "big"), Cable("X1", "a", "n1", "b", "p1", length_m=4.2))
    found = bill_of()
    assert [(r.part, r.length_m) for r in rows(found, "cable")] == [("fibre", 5.0)] and not found.unplaced


def test_no_media_reaches(plan, pair, add, bill_of):
    """Longer than any; and by hand one that is too short."""
    add(Cable("C1", "s", "n1", "l", "p1", ("training",), length_m=60.0))
    add(Cable("C2", "s", "n2", "l", "p2", ("training",), media="copper", length_m=9.0))
    found = bill_of()
    assert found.unfit == ("C1", "C2") and not found.unplaced
    names = {(r.name, r.part) for r in found.rows if r.kind == "cable" and r.length_m is None}
    assert names == {("Cable, no media fits", ""), ("copper, too long for it", "copper")}
    assert "Nothing can be ordered for 2 cables, as no media fits: C1, C2." in bill_table(plan, found).notes


def test_a_type_the_catalogue_does_not_hold(plan, add, bill_of):
    add(Device("x", "x", "no-such"))
    found = bill_of()
    assert [(r.name, r.typical_w, r.weight_kg) for r in found.rows] == [("no-such", None, None)]
    assert found.devices_power.unknown == 1 and found.weight_unknown == 1


def test_order_by_needs_both_days(plan, pair, add, bill_of):
    """Ten weeks before 1 March 2027 is 21 December 2026."""
    add(PartTerms("big", 10), PartTerms("server", 8))
    assert {r.order_by for r in bill_of().rows} == {None}
    add(Phase("one", "One", "2027-03-01"), Phase("two", "Two"))
    add(Device("l2", "l2", "big", "R1", 11, plane="training", phase="two"))
    found = bill_of()
    devices = {(r.part, r.phase): (r.lead_weeks, r.order_by) for r in rows(found, "device")}
    assert devices[("big", "")] == (10, date(2026, 12, 21))
    assert devices[("big", "two")] == (10, None)  # its phase has no date
    assert devices[("server", "")] == (8, date(2027, 1, 4))
    assert rows(found, "cable")[0].order_by is None and found.lead_unknown == 2
    shown = [(r["phase"], r["order_by"]) for r in as_objects(bill_table(plan, found))["rows"] if r["kind"] == "device"]
    assert shown == [("day one", "2027-01-04"), ("day one", "2026-12-21"), ("Two", None)]


def test_before_the_calendar():
    assert order_by(date(1, 2, 1), 8) is None and order_by(date(2027, 1, 1), 0) == date(2027, 1, 1)


def test_phases_are_bought_apart(plan, pair, add, bill_of):
    """A rack comes with its first device; a transceiver with the first cable that its cage serves."""
    add(Phase("a", "Late", "2028-01-01"), Phase("b", "Early", "2027-01-01"), Site(media_order=("mmf",)))
    add(
        Rack("R2", "R2", "rack", x_m=0.6),
        Rack("R3", "R3", "rack", x_m=1.2),
        Device("s2", "s2", "server", "R2", 1, phase="a"),
        Device("s3", "s3", "server", "R2", 5, phase="b"),
        Cable("D1", "s2", "n1", "l", "p20", ("training",), phase="a"),
    )
    found = bill_of()
    assert [(r.phase, r.quantity) for r in rows(found, "rack")] == [("", 2), ("b", 1)]
    assert [(r.phase, r.quantity) for r in rows(found, "transceiver")] == [("", 10), ("a", 2)]
    assert PhaseOrder(plan).earliest(["a", "b", "gone"]) == "b"


def test_a_cage_comes_with_its_first_cable(plan, add):
    """Both ports of a twin-port cage, one cabled later; the far cages come with their own cable."""
    add(
        Phase("late", "Late", "2028-01-01"),
        Rack("R1", "R1", "rack-48u-600x1200"),
        Device("a", "a", "qm9700", "R1", 1),
        Device("b", "b", "qm9700", "R1", 2),
        Cable("C1", "a", "1/1", "b", "1/1", ("training",), phase="late"),
        Cable("C2", "a", "1/2", "b", "2/1", ("training",)),
    )
    network = Network(plan)
    found = bill(network, lengths(network))
    assert [(r.phase, r.quantity) for r in rows(found, "transceiver")] == [("", 2), ("late", 1)]


def test_planes_share_a_cage(plan, add, bill_of):
    """One transceiver, for both."""
    add(
        Plane("storage", "Storage"),
        Plane("training", "Training"),
        Rack("R1", "R1", "rack"),
        Site(media_order=("mmf",)),
        Device("s", "s", "server", "R1", 1),
        Device("l", "l", "big", "R1", 10),
        Cable("C1", "s", "n1", "l", "p1", ("training", "storage")),
    )
    found = bill_of()
    assert [(r.planes, r.quantity) for r in rows(found, "transceiver")] == [(("storage", "training"), 2)]
    assert "Storage, Training" in as_text(bill_table(plan, found))


def test_names_cannot_move_the_cursor(plan, add, bill_of):
    add(Device("x", "x", "a\x1b[2Jb\nc"))
    text = as_text(bill_table(plan, bill_of()))
    assert "a [2Jb c" in text and "\x1b" not in text
