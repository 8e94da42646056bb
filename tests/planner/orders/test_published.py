"""Bills against those in print: DGX H100 SuperPOD of 4 units (RA-11333, tables 7 and 8), DGX BasePOD of 4 and 8 nodes
(RA-11127, table 4.2), and 256 GPUs whose NICs have a port each. What differs from print is said beside it."""

import pytest

from planner.edit import added
from planner.figures.all import figures
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.generators.examples import EXAMPLES, example
from planner.network import Network
from planner.orders.bill import bill
from planner.records import Cable


def bill_of(plan):
    network = Network(plan)
    return bill(network, figures(network).lengths)


def number(found, kind, part=None, plane=None, name=""):
    rows = [r for r in found.rows if r.kind == kind and name in r.name]
    rows = [r for r in rows if part in (None, r.part) and (plane is None or plane in r.planes)]
    return sum(r.quantity for r in rows)


@pytest.fixture(scope="module")
def superpod():
    return bill_of(example("h100-4su"))


@pytest.mark.parametrize(
    ("row", "printed"),
    [
        (("device", "dgx-h100"), 127),
        (("device", "management-server"), 4),
        (("device", "qm9700", "training"), 48),
        (("device", "qm9700", "storage"), 16),
        (("transceiver", "mma4z00-ns", "training", "finned top"), 1536),  # 48 switches of 32 cages
        (("transceiver", "mma4z00-ns", "training", "flat top"), 508),  # 127 nodes of 4 cages
        (("transceiver", "400g-sr4-qsfp112", "training"), 4),  # of the fabric managers
        (("transceiver", "400g-sr4-qsfp112", "storage", "flat top"), 254),
    ],
    ids=str,
)
def test_superpod_as_printed(superpod, row, printed):
    assert number(superpod, *row) == printed


@pytest.mark.parametrize(
    ("row", "printed", "more"),
    [
        (("cable", "sr4-400g", "training"), 2040, 4),  # fabric managers' links; in print two splitters, listed apart
        (("cable", "sr4-400g", "storage"), 494, 32),  # 16 storage servers of ours; in print 48 cables of 2 x 200G
        # In print 367 for 254 + 2 x 240 fibre ends, and 2 for the fabric managers; here 17 for 32 more ends, one over.
        (("transceiver", "mma4z00-ns", "storage"), 367, 17),
        (("cable", "aoc-100g", "in-band"), 254, 40),  # 16 storage and 4 management servers of ours with two each
        # In print 127 nodes, 72 switches, 108 power distribution units, 8 servers, 2 more. Here the nodes, 4 management
        # and 16 storage servers, and 2 fabric managers.
        (("cable", "cat6", "out-of-band"), 127, 22),
        (("device", "ufm-appliance"), 4, -2),  # the two of the storage fabric are not drawn
        (("rack",), 38, 4),  # leaves have a rack of their own in each unit
        (("device", "sn2201"), 8, -4),  # 149 ports to serve, not 317
        (("device", "sn4600c"), 8, 3),  # 10 in-band, one above the out-of-band switches
    ],
    ids=str,
)
def test_superpod_where_it_differs_from_print(superpod, row, printed, more):
    assert number(superpod, *row) == printed + more


def test_superpod_of_the_training_plane_alone():
    """The design as `trunkline new --design h100-4su` makes it."""
    found = bill_of(design("h100-4su"))
    assert number(found, "cable") == 2040 + 4 and number(found, "device", "qm9700") == 48
    assert number(found, "transceiver") == 1536 + 508 + 4


def test_superpod_power_and_weight(superpod):
    """127 nodes at 10.2 kW; 64 switches at 747 and 1720 W, 11 at 466, 4 at 98; two appliances at 689 W. 16 storage and
    4 management servers are unknown. 2428 twin-port transceivers at 17 W at most, 290 others unknown."""
    devices, transceivers = superpod.devices_power, superpod.transceivers_power
    assert devices.max_w == 127 * 10200 + 64 * 1720 + 11 * 466 + 4 * 98 + 2 * 689
    assert devices.typical_w == 127 * 10200 + 64 * 747 + 11 * 466 + 4 * 98 + 2 * 689
    assert (devices.unknown, transceivers.max_w, transceivers.unknown) == (20, 2428 * 17, 290)
    assert superpod.weight_kg == pytest.approx(127 * 130.45 + 64 * 14.8 + 11 * 14.64 + 4 * 7.41 + 2 * 17)
    assert superpod.weight_unknown == 20 + 42


def basepod(nodes):
    """As printed, with the cables that the recipe has no word for: two between the in-band switches, and two from the
    out-of-band switch to them."""
    recipe = Recipe(
        nodes, dual_homed=True, peers=4 * nodes, pairs=True, planes=("training", "in-band", "out-of-band"),
        management_servers=5,
    )  # fmt: skip
    plan = build(recipe)
    one, two = "in-band-leaf-01", "in-band-leaf-02"
    ends = [(one, "swp63", two, "swp63"), (one, "swp64", two, "swp64")]
    ends += [("oob-leaf-01", "swp49", one, "swp62"), ("oob-leaf-01", "swp50", two, "swp62")]
    plan.apply(added("Join", *(Cable(f"X-{n}", *k, ("in-band",)) for n, k in enumerate(ends))))
    return bill_of(plan)


@pytest.mark.parametrize(
    ("nodes", "links", "osfp", "peers", "node_aocs"), [(4, 32, 16, 8, 8), (8, 64, 32, 16, 16)], ids=str
)
def test_basepod(nodes, links, osfp, peers, node_aocs):
    """Fibres are 32 and 64, as many as links; the table prints half, which its own transceivers contradict. Cat6 are 9
    and 13 for the servers; in print 29 and 45 with switches and power distribution. The second out-of-band switch of 8
    nodes is for those, and has two more uplinks."""
    found = basepod(nodes)
    assert number(found, "device", "dgx-h100") == nodes and number(found, "device", "management-server") == 5
    assert number(found, "device", "qm9700") == 2 and number(found, "device", "sn4600c") == 2
    assert number(found, "device", "sn2201") == 1 and number(found, "cable", "cat6") == nodes + 5
    assert number(found, "cable", "sr4-400g", "training") == links
    assert number(found, "transceiver", name="flat top") == osfp
    assert number(found, "transceiver", name="finned top") == osfp
    assert number(found, "cable", "dac-2x400g-twin") == peers
    # Two for each node, two for each of five management servers, two from the out-of-band switch to the in-band ones.
    assert number(found, "cable", "aoc-100g", "in-band") == node_aocs + 10 + 2
    assert number(found, "cable", "dac-100g", "in-band") == 2


def test_single_port_servers_at_twin_port_switches():
    """256 GPUs, a NIC of one port each: 256 single-port transceivers, and 128 twin-port ones in the switches."""
    found = bill_of(build(Recipe(32, server="hgx-h200-oem", rail_only=True)))
    assert number(found, "cable") == 256
    assert number(found, "transceiver", "400g-sr4-qsfp112") == 256
    assert number(found, "transceiver", "mma4z00-ns", name="finned top") == 128
    assert number(found, "transceiver") == 384


@pytest.mark.parametrize("stem", EXAMPLES)
def test_counts_are_those_of_the_figures(stem):
    plan = example(stem)
    network = Network(plan)
    all_of_it = figures(network)
    found = bill(network, all_of_it.lengths)
    assert found.number("transceiver") == all_of_it.counts.transceivers
    assert found.number("cable") == len(plan.cables) and found.number("device") == len(plan.devices)
    assert found.number("rack") == len(plan.racks) and found.devices_power == all_of_it.power
    metres = sum(r.quantity * r.length_m for r in found.rows if r.length_m is not None)
    assert metres == pytest.approx(all_of_it.lengths.ordered_total_m)
    assert len(found.unplaced) == all_of_it.lengths.unknown
    assert len(found.unfit) == all_of_it.lengths.without_media
