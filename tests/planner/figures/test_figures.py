"""Figures against numbers worked out by hand."""

from dataclasses import replace

import numpy as np
import pytest

from planner.edit import Change, Edit, added
from planner.figures.all import figures
from planner.figures.lengths import explain
from planner.figures.media import Question, fitting, ordered
from planner.network import Network
from planner.plan import Plan
from planner.records import Cable, Device, Plane, Rack, Site


@pytest.fixture
def built():
    """Two racks in one row, a third in the next row; a server in each of the first two, a switch in each."""
    plan = Plan()
    plan.apply(
        added(
            "build",
            Plane("training", "Training"),
            Rack("R1", "R1", "rack-48u-600x1200", 0.0, 0.0),
            Rack("R2", "R2", "rack-48u-600x1200", 0.6, 0.0),
            Rack("R3", "R3", "rack-48u-600x1200", 0.0, 2.4),
            Device("s1", "s1", "dgx-h100", "R1", 1.0),
            Device("s2", "s2", "dgx-h100", "R2", 1.0),
            Device("l1", "l1", "qm9700", "R1", 20.0),
            Device("l2", "l2", "qm9700", "R3", 20.0),
        )
    )
    return plan


def cable(plan, *ends, id="C1", **fields):
    plan.apply(added("cable", Cable(id, *ends, ("training",), **fields)))


def needed(plan, id="C1"):
    found = figures(Network(plan)).lengths
    return found.needed_m[found.ids.index(id)], found.ordered_m[found.ids.index(id)], found.media[found.ids.index(id)]


def test_within_a_rack_by_hand(built):
    """Server: 8 units from 1, its middle at 4 × 44.45 mm = 0.1778 m; switch at unit 20, its middle at 19.5 × 44.45
    mm = 0.866775 m. Between them 0.688975 m, two times 0.5 m of dressing, 10 %: 1.8578725 m. No media of one link
    is copper here: multimode, cut to whole metres, 2 m."""
    cable(built, "s1", "osfp1/1", "l1", "1/1")
    assert needed(built)[0] == pytest.approx((0.688975 + 1.0) * 1.1)
    assert needed(built)[1:] == (2.0, "sr4-400g")


def test_along_the_row_by_hand(built):
    """From rack 2 to rack 1: up 2.7 - 0.1778, along 0.6, down 2.7 - 0.866775, dressing 1, 10 %."""
    cable(built, "s2", "osfp1/1", "l1", "1/1")
    assert needed(built)[0] == pytest.approx((2.5222 + 0.6 + 1.833225 + 1.0) * 1.1)


def test_across_rows_by_hand_and_part_by_part(built):
    """From rack 2 to rack 3: along 0.6, across 2.4."""
    cable(built, "s2", "osfp1/1", "l2", "1/1")
    assert needed(built)[0] == pytest.approx((2.5222 + 1.833225 + 0.6 + 2.4 + 1.0) * 1.1)
    parts = explain(Network(built), "C1")
    assert (parts.along_rows_m, parts.across_rows_m, parts.dressing_m) == pytest.approx((0.6, 2.4, 1.0))
    assert parts.vertical_m == pytest.approx(2.5222 + 1.833225)
    assert parts.needed_m == pytest.approx(needed(built)[0])


def test_a_typed_length_wins(built):
    cable(built, "s1", "osfp1/1", "l1", "1/1", length_m=7.5)
    assert needed(built)[:2] == (7.5, 8.0)


def test_without_a_place_there_is_no_length(built):
    cable(built, "s1", "osfp1/1", "l1", "1/1")
    row = built.devices["s1"]
    built.apply(Edit("out", (Change(row, replace(row, rack="", unit=None)),)))
    found = figures(Network(built))
    assert found.lengths.unknown == 1 and np.isnan(found.lengths.needed_m[0])
    assert found.lengths.needed_total_m == 0 and found.lengths.longest_m is None
    assert explain(Network(built), "C1") is None


def test_two_links_in_one_copper_cable(built):
    """Cage to cage in one rack: 2 × 400G copper, stocked at 0.5, 1, 1.5, 2 m: 1.858 m takes 2 m, and no transceiver."""
    cable(built, "s1", "osfp1/1", "l1", "1/1", more_links=(("s1", "osfp1/2", "l1", "1/2"),))
    assert needed(built)[1:] == (2.0, "dac-2x400g-twin")
    found = figures(Network(built)).counts
    assert (found.cables, found.links, found.transceivers) == (1, 2, 0)


def test_no_cable_where_the_second_link_fits_none(built):
    """As above, but the second link ends in a 1 Gb/s management port, or in no port: no cable joins such ends."""
    cable(built, "s1", "osfp1/1", "l1", "1/1", more_links=(("s1", "osfp1/2", "l1", "mgmt0"),))
    cable(built, "s1", "osfp2/1", "l1", "2/1", id="C2", more_links=(("s1", "osfp2/2", "l1", "nowhere"),))
    for id in ("C1", "C2"):
        length, order, media = needed(built, id)
        assert length == pytest.approx(1.8578725) and np.isnan(order) and media == ""
    assert figures(Network(built)).counts.transceivers == 0


def test_one_transceiver_a_cage(built):
    """Two fibres from one cage of the server to two cages of the switch: 1 + 2 transceivers."""
    cable(built, "s1", "osfp1/1", "l1", "1/1", id="C1")
    cable(built, "s1", "osfp1/2", "l1", "2/1", id="C2")
    found = figures(Network(built)).counts
    assert (found.cables, found.links, found.transceivers) == (2, 2, 3)


@pytest.mark.parametrize(("metres", "length"), [(0.4, 0.5), (0.5, 0.5), (0.51, 1.0), (2.0, 2.0), (2.1, np.nan)])
def test_next_stocked_length(metres, length):
    media = Network(Plan()).catalogue.media["dac-2x400g-twin"]
    assert ordered(media, np.array([metres]))[0] == pytest.approx(length, nan_ok=True)


def test_media_in_the_sites_order():
    catalogue = Network(Plan()).catalogue
    from planner.catalogue import FORMS

    twin = FORMS.index("osfp-twin")
    question = Question(twin, twin, 400, 1, 1, False)
    assert [m.id for m in fitting(catalogue, Site(), question)] == [
        "sr4-400g", "dr4-400g-100m", "dr4-400g-500m", "fr4-400g", "lr4-400g",
    ]  # fmt: skip
    single_mode_first = Site(media_order=("smf", "mmf"))
    assert fitting(catalogue, single_mode_first, question)[0].id == "dr4-400g-100m"


def test_om3_reaches_less(built):
    """31 m: multimode on OM4, single-mode on OM3."""
    cable(built, "s1", "osfp1/1", "l1", "1/1", length_m=31.0)
    assert needed(built)[2] == "sr4-400g"
    built.apply(Edit("om3", (Change(None, Site(fibre="OM3")),)))
    assert needed(built)[2] == "dr4-400g-100m"


def fabric(down, up, spine_links=0):
    """A leaf with `down` servers' links and `up` links to a spine."""
    plan = Plan()
    rows = [Plane("training", "T"), Device("l", "l", "qm9700"), Device("t", "t", "qm9700")]
    rows += [Device(f"s{i}", f"s{i}", "dgx-h100") for i in range(-(-down // 8))]
    ports = [f"{c}/{n}" for c in range(1, 33) for n in (1, 2)]
    for n in range(down):
        nic = f"osfp{n % 8 // 2 + 1}/{n % 2 + 1}"
        rows.append(Cable(f"D{n}", f"s{n // 8}", nic, "l", ports[n], ("training",)))
    for n in range(up):
        rows.append(Cable(f"U{n}", "l", ports[down + n], "t", ports[n], ("training",)))
    plan.apply(added("x", *rows))
    return figures(Network(plan)).planes["training"]


def test_narval_reads_4_7_to_1():
    """33 down, 7 up, as the Narval cluster has it: 4.7:1."""
    leaf = fabric(33, 7).oversubscription[0]
    assert leaf.worst == pytest.approx(33 / 7) and leaf.aggregate == pytest.approx(33 / 7)
    assert leaf.cumulative == pytest.approx(33 / 7) and leaf.as_full == pytest.approx((33 + 24) / 7)


def test_cumulative_seven_to_one():
    """Four servers of 8 × 400 under two leaves at 1:1, eight spine uplinks cut to 14 of 32: the ratio at the
    spine's tier is of all endpoints beneath."""
    plan = Plan()
    rows = [Plane("training", "T")]
    rows += [Device(f"s{i}", f"s{i}", "dgx-h100") for i in range(7)]
    rows += [Device("l", "l", "qm9700", role="leaf"), Device("t", "t", "qm9790", role="spine")]
    rows += [Device("c", "c", "qm9790", role="core")]
    ports = [f"{c}/{n}" for c in range(1, 33) for n in (1, 2)]
    for n in range(28):
        rows.append(Cable(f"D{n}", f"s{n // 4}", f"osfp{n % 4 // 2 + 1}/{n % 2 + 1}", "l", ports[n], ("training",)))
        rows.append(Cable(f"U{n}", "l", ports[28 + n], "t", ports[n], ("training",)))
    for n in range(4):
        rows.append(Cable(f"V{n}", "t", ports[40 + n], "c", ports[n], ("training",)))
    plan.apply(added("x", *rows))
    leaf, spine, core = figures(Network(plan)).planes["training"].oversubscription
    assert (leaf.worst, leaf.cumulative) == (1.0, 1.0)
    assert (spine.worst, spine.cumulative) == (7.0, 7.0)
    assert core.worst is None and core.cumulative is None


def test_tiers_by_distance_and_none_in_a_ring():
    plane = fabric(8, 4)
    assert plane.tiers == {"l": 1, "t": 2}
    plan = Plan()
    rows = [Plane("training", "T")]
    for n in range(4):
        rows += [Device(f"s{n}", f"s{n}", "dgx-h100"), Device(f"x{n}", f"x{n}", "qm9700")]
    rows += [Cable(f"D{n}", f"s{n}", "osfp1/1", f"x{n}", "1/1", ("training",)) for n in range(4)]
    rows += [Cable(f"R{n}", f"x{n}", "2/1", f"x{(n + 1) % 4}", "2/2", ("training",)) for n in range(4)]
    plan.apply(added("x", *rows))
    ring = figures(Network(plan)).planes["training"]
    assert ring.tiers == {} and ring.oversubscription == ()
    assert ring.bisection.exact and ring.bisection.low_gbps == 800  # two links of a ring are cut; two NICs cost as much


def test_management_ports_of_switches_do_not_forward():
    plan = Plan()
    rows = [
        Plane("out-of-band", "OOB"),
        Device("s", "s", "dgx-h100"),
        Device("o", "o", "sn2201"),
        Device("q", "q", "qm9700"),
    ]
    rows.append(Cable("C1", "s", "bmc", "o", "swp1", ("out-of-band",)))
    rows.append(Cable("C2", "q", "mgmt0", "o", "swp2", ("out-of-band",)))
    plan.apply(added("x", *rows))
    plane = figures(Network(plan)).planes["out-of-band"]
    assert plane.endpoints == 1 and plane.tiers == {"o": 1}


def test_power_by_hand(built):
    """Two DGX H100 at 10.2 kW at most, two QM9700 at 1 720 W, typically 747 W."""
    found = figures(Network(built)).power
    assert found.max_w == 2 * 10200 + 2 * 1720 and found.typical_w == 2 * 10200 + 2 * 747 and found.unknown == 0


def pods(*uplinks):
    """One leaf with two servers of 8 × 400 a pod, and so many links to one spine above all."""
    plan = Plan()
    ports = [f"{c}/{n}" for c in range(1, 33) for n in (1, 2)]
    rows = [Plane("training", "T"), Device("t", "t", "qm9700", role="spine")]
    taken = 0
    for pod, count in enumerate(uplinks):
        rows += [
            Device(f"l{pod}", f"l{pod}", "qm9700"),
            *(Device(f"s{pod}{n}", f"s{pod}{n}", "dgx-h100") for n in (0, 1)),
        ]
        for n in range(16):
            nic = f"osfp{n % 8 // 2 + 1}/{n % 2 + 1}"
            rows.append(Cable(f"D{pod}-{n}", f"s{pod}{n // 8}", nic, f"l{pod}", ports[n], ("training",)))
        for n in range(count):
            rows.append(Cable(f"U{pod}-{n}", f"l{pod}", ports[16 + n], "t", ports[taken], ("training",)))
            taken += 1
    plan.apply(added("x", *rows))
    return plan


def test_cumulative_is_that_of_the_worst_group():
    """16 down against 16, 4 and 8 up: the worst group is 4:1, all together 48:28."""
    leaf = figures(Network(pods(16, 4, 8))).planes["training"].oversubscription[0]
    assert (leaf.cumulative, leaf.worst, leaf.worst_device) == (4.0, 4.0, "l1")
    assert leaf.aggregate == pytest.approx(48 / 28)


def test_a_role_that_was_set_wins_over_distance():
    """A server on the spine itself would make it a leaf by distance."""
    plan = pods(8, 8)
    plan.apply(added("x", Device("extra", "extra", "dgx-h100")))
    cable(plan, "extra", "osfp1/1", "t", "32/2", id="X")
    found = figures(Network(plan))
    assert found.planes["training"].tiers == {"t": 2, "l0": 1, "l1": 1}
    # the link that skips the leaf is neither of these
    assert found.counts.links_by_tier == {"endpoint_leaf": 32, "leaf_spine": 16, "spine_core": 0}
