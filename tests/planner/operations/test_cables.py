"""What may be joined, which port is taken, and which plane a cable gets."""

import pytest

from planner.operations import cables, devices
from planner.plan import EditRefused


@pytest.fixture
def gear_out(network, do):
    for type in ("server", "server", "big", "eth", "fast-eth"):
        do(devices.place(network, type))


def test_connect_brings_the_plane_along(plan, network, do, gear_out):
    do(cables.connect(network, "server-01", "n1", "big-01", "p1"))
    cable = plan.cables["C-0001"]
    assert cable.planes == ("training",) and "training" in plan.planes
    assert network.graph.number_of_edges("server-01", "big-01") == 1


@pytest.mark.parametrize(
    ("a", "b", "why"),
    [
        (("server-01", "n1"), ("server-01", "n2"), "itself"),
        (("server-01", "n9"), ("big-01", "p1"), "no port n9"),
        (("server-01", "s1"), ("big-01", "p1"), "ethernet"),
        (("server-01", "s1"), ("fast-eth-01", "p1"), "200 Gb/s"),
        (("server-01", "n1"), ("eth-01", "p1"), "infiniband"),
    ],
)
def test_says_why_not(network, gear_out, a, b, why):
    assert why in cables.why_not(network, *a, *b)
    with pytest.raises(EditRefused):
        cables.connect(network, *a, *b)


def test_a_port_holds_one_cable(network, do, gear_out):
    do(cables.connect(network, "server-01", "n1", "big-01", "p1"))
    assert "holds a cable already" in cables.why_not(network, "server-02", "n1", "big-01", "p1")


def test_best_port_is_free_and_fits(network, do, gear_out):
    do(cables.connect(network, "server-01", "n1", "big-01", "p1"))
    assert cables.best_port(network, "big-01", "server-02", "n1") == "p2"
    assert cables.best_port(network, "server-01", "big-01", "p2") == "n2"
    assert cables.best_port(network, "server-01", "eth-01", "p1") == "s1"
    assert cables.best_port(network, "server-01", "fast-eth-01", "p1") == ""


def test_best_port_keeps_to_the_rail(plan, network, do, gear_out):
    do(devices.set_fields(plan, ["big-01"], rail=4))
    assert cables.best_port(network, "server-01", "big-01", "p1") == "n5"


def test_plane_of_a_new_cable(plan, network, do, gear_out):
    assert cables.plane_for(network, "server-01", "s1", "eth-01", "p1") == "storage"
    do(devices.set_fields(plan, ["eth-01"], plane="in-band"))
    assert cables.plane_for(network, "server-01", "s1", "eth-01", "p1") == "in-band"


@pytest.mark.parametrize("length", [0, -1, 1e9, float("nan")])
def test_a_typed_length_is_one(plan, network, do, gear_out, length):
    do(cables.connect(network, "server-01", "n1", "big-01", "p1"))
    with pytest.raises(EditRefused):
        cables.set_cable_fields(plan, ["C-0001"], length_m=length)
