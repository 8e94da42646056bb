"""oversub.single-point, and the search for cuts beside networkx."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from planner.records import Cable, Device, Plane
from planner.rules.finding import Severity
from planner.rules.parting import cut_points


def _leaf_each(add, spines, links=1):
    """Two servers on each of 3 leaves, one NIC each; `links` cables from each leaf to each spine."""
    add(Plane("training", "Training", "infiniband", "own"))
    add(*(Device(f"l{n}", f"l{n}", "big", role="leaf") for n in range(3)))
    add(*(Device(f"t{n}", f"t{n}", "big", role="spine") for n in range(spines)))
    add(*(Device(f"s{n}", f"s{n}", "server") for n in range(6)))
    add(*(Cable(f"N{n}", f"s{n}", "n1", f"l{n // 2}", f"p{n % 2 + 1}", ("training",)) for n in range(6)))
    for leaf in range(3):
        for k in range(spines * links):
            add(
                Cable(
                    f"U{leaf}{k}", f"l{leaf}", f"p{10 + k}", f"t{k % spines}", f"p{leaf * links + k + 1}", ("training",)
                )
            )


def test_one_spine_and_single_uplinks(add, found):
    _leaf_each(add, spines=1)
    switch, cable = sorted(found("oversub.single-point"), key=lambda f: f.subject, reverse=True)
    assert switch.severity is Severity.WARNING and switch.about == ("t0",)
    assert "Switch t0 parts Training when it fails: 4 endpoints of 6 can't reach the others" in switch.message
    assert cable.about == ("U00", "U10", "U20") and "2 endpoints of 6 can't reach" in cable.message


def test_two_uplinks_leave_the_spine(add, found):
    _leaf_each(add, spines=1, links=2)
    assert [f.about for f in found("oversub.single-point")] == [("t0",)]


def test_silent_with_two_spines(add, found):
    """A leaf that fails takes its servers with it: that parts nothing."""
    _leaf_each(add, spines=2)
    assert not found("oversub.single-point")


def test_one_switch_for_all_is_advice(clos, found):
    clos(servers=3, leaves=1, spines=0, nics=2)
    finding = found("oversub.single-point")[0]
    assert (
        finding.severity is Severity.ADVICE and "All 3 endpoints of Training hang on one switch, l0" in finding.message
    )


def test_silent_with_a_leaf_for_each_rail(clos, found):
    clos(servers=3, leaves=4, spines=0)
    assert not found("oversub.single-point")


def test_a_cable_between_two_groups(add, found):
    """Two leaves with two servers each and one cable between them."""
    add(Plane("training", "Training"), Device("l0", "l0", "big"), Device("l1", "l1", "big"))
    add(*(Device(f"s{n}", f"s{n}", "server") for n in range(4)))
    add(*(Cable(f"N{n}", f"s{n}", "n1", f"l{n // 2}", f"p{n % 2 + 1}", ("training",)) for n in range(4)))
    add(Cable("X", "l0", "p9", "l1", "p9", ("training",)))
    finding = found("oversub.single-point")[0]
    assert (
        finding.about == ("X",)
        and "Cable X parts Training" in finding.message
        and "2 endpoints of 4" in finding.message
    )


@given(st.integers(2, 12), st.data())
def test_cuts_are_those_of_networkx(count, data):
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    chosen = data.draw(st.lists(st.sampled_from(pairs), unique=True))
    graph = nx.Graph(chosen)
    points, bridges = cut_points(chosen)
    assert points == set(nx.articulation_points(graph))
    assert bridges == {(min(e), max(e)) for e in nx.bridges(graph)}
