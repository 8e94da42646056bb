"""The cable schedule and the labels of small plans, worked out by hand."""

import pytest

from planner.catalogue import shipped
from planner.figures.lengths import lengths
from planner.generators.designs import design
from planner.generators.examples import example
from planner.network import Network
from planner.orders.labels import FIELDS, PatternRefused, check_pattern, labels, labels_table
from planner.orders.schedule import NO_CABLES, schedule, schedule_table
from planner.orders.table import as_objects, as_text
from planner.records import Cable, Device, Phase, Plane, Rack, Site

LINE = ("cable", "from_rack", "from_unit", "from_device", "from_port", "to_rack", "to_unit", "to_device", "to_port")


@pytest.fixture
def rows_of(plan, gear):
    def of(catalogue=gear):
        network = Network(plan, catalogue)
        return schedule(network, lengths(network))

    return of


@pytest.fixture
def three(add):
    """Racks 2 and 10 with a switch each, servers in rack 2, one of them nowhere."""
    add(
        Plane("training", "Training"),
        Rack("R10", "R10", "rack", x_m=0.6, row="A"),
        Rack("R2", "R2", "rack", row="A"),
        Device("s1", "s1", "server", "R2", 1),
        Device("s2", "s2", "server", "R2", 5),
        Device("lost", "lost", "server"),
        Device("near", "near", "big", "R2", 20),
        Device("far", "far", "big", "R10", 3),
    )


def lines(plan, rows):
    shown = as_objects(schedule_table(plan, rows))["rows"]
    return [tuple(row[key] for key in LINE) for row in shown]


def test_in_the_order_of_pulling(plan, three, add, rows_of):
    """Rack 2 before rack 10; within a rack before between two; by unit, then port by the faceplate; nowhere last."""
    add(
        Cable("C1", "far", "p10", "s2", "n1", ("training",)),
        Cable("C2", "s1", "n8", "far", "p9", ("training",)),
        Cable("C3", "near", "p1", "s1", "n2", ("training",)),
        Cable("C4", "lost", "n1", "near", "p2", ("training",)),
        Cable("C10", "s1", "n3", "far", "p2", ("training",)),
        Cable("C5", "s1", "s1", "near", "p3", ("training",)),
    )
    rows = rows_of()
    assert lines(plan, rows) == [
        ("C3", "R2", 1, "s1", "n2", "R2", 20, "near", "p1"),
        ("C5", "R2", 1, "s1", "s1", "R2", 20, "near", "p3"),
        ("C10", "R2", 1, "s1", "n3", "R10", 3, "far", "p2"),
        ("C2", "R2", 1, "s1", "n8", "R10", 3, "far", "p9"),
        ("C1", "R2", 5, "s2", "n1", "R10", 3, "far", "p10"),
        ("C4", "R2", 20, "near", "p2", None, None, "lost", "n1"),
    ]
    assert "The length of 1 cable is unknown, as an end has no place: C4." in schedule_table(plan, rows).notes
    # 400 to 200 Gb/s: nothing one can buy joins them.
    assert "Nothing can be ordered for 1 cable, as no media fits: C5." in schedule_table(plan, rows).notes


def test_two_in_one_port(plan, three, add, rows_of):
    """A mistake, and still an order: by number."""
    add(*(Cable(id, "s1", "n1", "near", "p1", ("training",)) for id in ("C10", "C9")))
    assert [row.cable for row in rows_of()] == ["C9", "C10"]


def test_every_column(plan, three, add, rows_of):
    add(Phase("two", "Two"), Site(media_order=("mmf",)))
    add(Cable("C1", "far", "p10", "s2", "n1", ("training",), label="A 1", phase="two", length_m=7.25))
    (row,) = as_objects(schedule_table(plan, rows_of()))["rows"]
    assert row == {
        "cable": "C1",
        "label": "A 1",
        "from_rack": "R2",
        "from_unit": 5,
        "from_device": "s2",
        "from_port": "n1",
        "from_cage": "n1",
        "from_transceiver": "optic",
        "to_rack": "R10",
        "to_unit": 3,
        "to_device": "far",
        "to_port": "p10",
        "to_cage": "10",
        "to_transceiver": "optic",
        "media": "fibre",
        "media_name": "fibre",
        "needed_m": 7.25,
        "ordered_m": 8,
        "plane": "Training",
        "phase": "Two",
    }


def test_what_is_not_known_is_said(plan, three, add, rows_of):
    """A port that is not there, a device without a rack: no cage, no transceiver, no length."""
    add(Cable("C1", "lost", "n1", "near", "p99"))
    (row,) = as_objects(schedule_table(plan, rows_of()))["rows"]
    assert row["to_rack"] is row["to_unit"] is row["needed_m"] is row["ordered_m"] is row["media"] is None
    assert row["from_cage"] is None and row["from_transceiver"] is None


def test_a_rack_without_a_unit(plan, three, add, rows_of):
    """What is known is shown, and there is no length from it."""
    add(Device("loose", "loose", "big", "R10"), Cable("C1", "s1", "n1", "loose", "p1", ("training",)))
    assert lines(plan, rows_of()) == [("C1", "R2", 1, "s1", "n1", "R10", None, "loose", "p1")]
    assert rows_of()[0].needed_m is None
    found = labels(plan, rows_of())
    assert found[0].text == "R2-U01:n1 / R10-U?:p1" and not found[0].placed


def test_units_from_the_top(plan, three, add, rows_of):
    """Unit 5 of 42 from the bottom is 38 from the top; unknown in a rack whose height is."""
    add(Site(count_from="top"), Rack("X", "X", "no-such"), Device("x", "x", "big", "X", 1))
    add(Cable("C1", "s2", "n1", "far", "p1", ("training",)), Cable("C2", "s2", "n2", "x", "p1", ("training",)))
    assert [(k[2], k[6]) for k in lines(plan, rows_of())] == [(38, 40), (38, None)]


def test_empty_plan(plan, rows_of):
    assert schedule_table(plan, rows_of()).notes == (NO_CABLES,) and rows_of() == []
    assert labels_table(plan, []).notes == (NO_CABLES,)


@pytest.fixture
def twins(add):
    """A twin-port cage to a twin-port cage, and one split to two servers."""
    add(
        Plane("training", "Training"),
        *(Rack(f"R{n}", f"R{n}", "rack-48u-600x1200", x_m=0.6 * n) for n in (1, 2)),
        Device("leaf", "leaf", "qm9700", "R1", 10),
        Device("spine", "spine", "qm9700", "R2", 11),
        *(Device(f"s{n}", f"s{n}", "hgx-h200-oem", f"R{n}", 1) for n in (1, 2)),
        Cable("C1", "leaf", "1/1", "spine", "5/1", ("training",), more_links=(("leaf", "1/2", "spine", "5/2"),)),
        Cable("C2", "leaf", "2/1", "s1", "nic1", ("training",), more_links=(("leaf", "2/2", "s2", "nic1"),)),
    )


def test_one_row_a_cable_with_all_its_ends(plan, twins, rows_of):
    """The splitter's first link stays in rack 1; its second runs the same way, from the server's side."""
    shown = as_objects(schedule_table(plan, rows_of(shipped())))["rows"]
    assert {r["cable"]: r["further_links"] for r in shown} == {
        "C1": "R1-U10 leaf 1/2 to R2-U11 spine 5/2",
        "C2": "R2-U1 s2 nic1 to R1-U10 leaf 2/2",
    }
    assert "2 cables with 4 links." in as_text(schedule_table(plan, rows_of(shipped())))


def test_labels_of_twins(plan, twins, rows_of):
    """Where a cable takes both ports of a cage, the cage stands for them; the head of a splitter has two labels."""
    found = labels(plan, rows_of(shipped()))
    assert sorted((k.cable, k.end.device, k.text) for k in found) == [
        ("C1", "leaf", "R1-U10:1 / R2-U11:5"),
        ("C1", "spine", "R2-U11:5 / R1-U10:1"),
        ("C2", "leaf", "R1-U10:2/1 / R1-U01:nic1"),
        ("C2", "leaf", "R1-U10:2/2 / R2-U01:nic1"),
        ("C2", "s1", "R1-U01:nic1 / R1-U10:2/1"),
        ("C2", "s2", "R2-U01:nic1 / R1-U10:2/2"),
    ]
    assert labels_table(plan, found).notes == ("6 labels for 2 cables.",)


def test_every_field(plan, three, add, rows_of):
    """Up 2.43 m and down 2.59 m, 0.6 m along, 1 m dressed, a tenth on top: 7.28 m, 8 m of fibre."""
    add(Cable("C1", "s2", "n1", "far", "p10", ("training",), label="mine"))
    rows = rows_of()
    pattern = "|".join(f"{{{name}}}" for name in FIELDS)
    first, second = labels(plan, rows, pattern)
    assert first.text == "C1|mine|fibre|8 m|Training|day one|A|R2|05|s2|n1|n1|A|R10|03|far|p10|10"
    assert second.text == "C1|mine|fibre|8 m|Training|day one|A|R10|03|far|p10|10|A|R2|05|s2|n1|n1"
    assert labels(plan, rows, "{{{unit:0>4}}} {rack:<4}.")[0].text == "{0005} R2  ."


def test_labels_of_an_end_without_a_place(plan, three, add, rows_of):
    add(Cable("C1", "lost", "n1", "near", "p2"))
    found = labels(plan, rows_of())
    assert [k.text for k in found] == ["R2-U20:p2 / ?-U?:n1", "?-U?:n1 / R2-U20:p2"]
    said = labels_table(plan, found).notes
    assert "An end of 1 cable has no place, so its rack and unit are unknown: C1." in said
    assert labels(plan, rows_of(), "{length}")[0].text == "?"


def test_labels_that_are_alike_are_counted(plan, three, add, rows_of):
    add(Cable("C1", "s1", "n1", "near", "p1"), Cable("C2", "s1", "n2", "near", "p2"))
    said = labels_table(plan, labels(plan, rows_of(), "{device}")).notes
    assert any(note.startswith("4 labels are not unique") for note in said)


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("{colour}", "no field 'colour': the fields are cable"),
        ("{}", "no field ''"),
        ("{0}", "no field '0'"),
        ("{rack.__class__}", "no field 'rack.__class__'"),
        ("{rack[0]}", r"no field 'rack\[0\]'"),
        ("{rack", "can't be read"),
        ("rack}", "can't be read"),
        ("{unit:02}", "width of unit"),
        ("{unit:d}", "width of unit"),
        ("{unit:>999999999}", "width of unit"),
        ("{unit:{rack}}", "width of unit"),
        ("{unit!r}", "width of unit"),
        ("rack", "names fields in braces"),
        ("", "names fields in braces"),
    ],
)
def test_patterns_that_are_none(pattern, why):
    with pytest.raises(PatternRefused, match=why) as refused:
        check_pattern(pattern)
    assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


@pytest.mark.parametrize("plan", [example("h100-1su"), design("b300eth-1su")], ids=["h100", "b300"])
def test_all_cables_once_and_every_plug_labelled(plan):
    """Against the plan itself: each link in one row, each plug with a label that no other has."""
    network = Network(plan)
    rows = schedule(network, lengths(network))
    assert sorted(r.cable for r in rows) == sorted(plan.cables)
    ends = {frozenset(((a.id, a.port), (b.id, b.port))) for r in rows for a, b in r.links}
    links = [k for c in plan.cables.values() for k in c.links]
    assert ends == {frozenset((k[:2], k[2:])) for k in links}
    found = labels(plan, rows)
    assert len({k.text for k in found}) == len(found)
    assert {(k.cable, *k.end.plug) for k in found} == {
        (c.id, d, network.ports(d)[p].cage) for c in plan.cables.values() for k in c.links for d, p in (k[:2], k[2:])
    }
