"""Where things are drawn: racks to scale, units from the bottom, tiers above each other, every cable whole."""

import numpy as np
import pytest

from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.generators.examples import example
from planner.network import Network
from planner.operations.remove import remove
from planner.plan import Plan
from planner.records import Cable, Device, Plane, Rack
from ui.canvas.geometry import Boxes, Lines, faceplate
from ui.canvas.layouts import fabric, racks


@pytest.fixture(scope="module")
def network():
    return Network(build(Recipe(40, tiers=2)))


def test_a_rack_is_true_to_scale():
    """600 mm at 400 units a metre are 240; 48 rack units of 44.45 mm are 853.44. A device of 8 units at U1 fills
    the lowest 142.24 of them, 16 from each side."""
    plan = Plan()
    plan.apply(added("x", Rack("R", "R", "rack-48u-600x1200", 1.2), Device("d", "d", "dgx-h100", "R", 1.0)))
    picture = racks.picture(Network(plan))
    x, y, w, h = picture.rect("R")
    assert (x, w, h) == pytest.approx((480, 240, 853.44))
    dx, dy, dw, dh = picture.rect("d")
    assert (dx - x, dw, dh) == pytest.approx((16, 208, 142.24)) and dy + dh == pytest.approx(y + h)


@pytest.mark.parametrize("unit", [1, 7, 41])
@pytest.mark.parametrize("height", [1.0, 8.0])
def test_a_unit_is_found_where_it_is_drawn(unit, height):
    frame = np.array([0.0, 100.0, 240.0, 48 * racks.UNIT])
    rect = racks.unit_rect(frame, 48, unit, height)
    for shift in (-0.4, 0.0, 0.4):
        assert racks.unit_at(frame, 48, rect[1] + shift * racks.UNIT, height) == unit
    assert racks.unit_at(frame, 48, -1e6, height) == 48 - height + 1 and racks.unit_at(frame, 48, 1e6, height) == 1


def test_racks_stand_where_they_stand_on_the_floor():
    plan = Plan()
    plan.apply(
        added(
            "x",
            *(Rack(f"R{n}", f"R{n}", "rack-42u-600x1200", n * 0.6, row * 2.4) for n, row in ((0, 0), (1, 0), (2, 1))),
        )
    )
    picture = racks.picture(Network(plan))
    first, second, third = (picture.rect(f"R{n}") for n in range(3))
    assert second[0] - first[0] == pytest.approx(240) and second[1] == first[1] and third[1] > first[1] + first[3]


@pytest.mark.parametrize("layout", [racks, fabric])
def test_nothing_lies_on_anything_else(network, layout):
    picture = layout.picture(network)
    assert set(picture.boxes.ids) == set(network.plan.devices)
    r = picture.boxes.rects
    for n in range(len(r)):
        apart = (r[:, 0] >= r[n, 0] + r[n, 2] - 1e-6) | (r[n, 0] >= r[:, 0] + r[:, 2] - 1e-6)
        apart |= (r[:, 1] >= r[n, 1] + r[n, 3] - 1e-6) | (r[n, 1] >= r[:, 1] + r[:, 3] - 1e-6)
        apart[n] = True
        assert apart.all(), (picture.boxes.names[n], [picture.boxes.names[k] for k in np.nonzero(~apart)[0]])


def test_tiers_rise(network):
    picture = fabric.picture(network)
    height = {d.role: picture.rect(d.id)[1] for d in network.plan.devices.values()}
    assert height["spine"] < height["leaf"] < height[""]


@pytest.mark.parametrize("layout", [racks, fabric])
def test_every_cable_is_one_unbroken_line_between_its_ends(network, layout):
    picture = layout.picture(network)
    lines = picture.lines
    assert set(lines.ids) == set(network.plan.cables)
    for cable in range(0, len(lines.ids), 37):
        pieces = lines.pieces[lines.owner == cable]
        row = network.plan.cables[lines.ids[cable]]
        points: dict[tuple[float, float], int] = {}
        for piece in pieces.tolist():
            for at in (tuple(np.round(piece[:2], 3)), tuple(np.round(piece[2:], 3))):
                points[at] = points.get(at, 0) + 1
        loose = [at for at, n in points.items() if n % 2]
        assert len(loose) == 2
        for device in (row.a_device, row.b_device):
            x, y, w, h = picture.rect(device)
            assert any(x - 1 <= px <= x + w + 1 and y - 1 <= py <= y + h + 1 for px, py in loose)


@pytest.mark.parametrize("layout", [racks, fabric])
def test_bundles_hold_every_cable_between_two_places(network, layout):
    picture = layout.picture(network)
    total = int(picture.bundles.count.sum())
    if layout is fabric:
        assert total == len(network.plan.cables)
    else:
        apart = [
            c
            for c in network.plan.cables.values()
            if network.plan.devices[c.a_device].rack != network.plan.devices[c.b_device].rack
        ]
        assert total == len(apart)


def test_ports_are_on_the_faceplate_and_do_not_touch(network):
    for type in ("qm9700", "dgx-h100", "sn2201"):
        ports = network.catalogue.ports(type)
        centres, (w, h) = faceplate(ports, 208.0, 17.78 if type != "dgx-h100" else 142.24, 96.0)
        assert set(centres) == set(ports)
        assert all(x - w / 2 >= 96 and x + w / 2 <= 208 for x, _ in centres.values())
        places = list(centres.values())
        for n, (x, y) in enumerate(places):
            assert all(abs(x - a) >= w - 1e-9 or abs(y - b) >= h - 1e-9 for a, b in places[n + 1 :])


def test_hit_the_box_on_top_and_the_nearest_cable():
    boxes = Boxes(("a", "b"), np.array([[0, 0, 10, 10], [5, 5, 10, 10.0]]), ("a", "b"))
    assert boxes.at(1, 1) == "a" and boxes.at(7, 7) == "b" and boxes.at(20, 20) is None
    lines = Lines(np.array([[0, 0, 10, 0], [0, 5, 10, 5.0]]), np.array([0, 1]), ("c", "d"), np.array([0, 0]))
    assert lines.near(5, 1, 3) == "c" and lines.near(5, 4, 3) == "d" and lines.near(5, 50, 3) is None


def test_unknown_gear_and_missing_ports_are_drawn():
    plan = Plan()
    rows = [Plane("p", "P"), Device("a", "a", "of-the-future"), Device("b", "b", "qm9700")]
    plan.apply(added("x", *rows, Cable("c", "a", "1", "b", "none", ("p",))))
    for layout in (racks, fabric):
        picture = layout.picture(Network(plan))
        assert len(picture.lines.pieces) and np.isfinite(picture.lines.pieces).all()


def test_empty():
    for layout in (racks, fabric):
        picture = layout.picture(Network(Plan()))
        assert not picture.boxes.ids and picture.bounds()[2] > 0


def test_a_switch_that_serves_two_planes_stands_with_training():
    plan = example("five-mistakes")
    found = fabric.picture(Network(plan))
    top = {id: float(found.boxes.rects[n, 1]) for n, id in enumerate(found.boxes.ids)}
    assert top["spine-01"] < top["su01-leaf-1"] == top["su02-leaf-1"] < top["node-01"]


def test_many_groups_are_no_ribbon():
    """64 groups of 32 nodes: a column each of 32 lines, not 8 columns each of 4 lines, which is 60 times as wide as
    high."""
    wide = fabric.picture(Network(design("b200-64su"))).bounds()
    assert wide[2] < 6 * wide[3]


def test_removing_and_undoing_moves_nothing_in_the_fabric():
    plan = build(Recipe(12, tiers=2))
    network = Network(plan)
    before = {d: fabric.picture(network).rect(d).tolist() for d in plan.devices}
    for id in (next(iter(plan.devices)), list(plan.devices)[-1], list(plan.devices)[5]):
        gone = remove(plan, [id])
        plan.apply(gone)
        plan.apply(gone.inverted())
    after = fabric.picture(Network(plan))
    assert {d: after.rect(d).tolist() for d in plan.devices} == before
