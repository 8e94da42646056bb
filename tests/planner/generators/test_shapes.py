"""Tori, dragonflies and tapers of any size: what each must hold, checked against networkx and by trying every cut."""

from collections import Counter
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.analysis import Analysis
from planner.figures.fabric import fabric
from planner.figures.plane import plane_figures
from planner.generators.draft import RecipeRefused
from planner.generators.dragonfly import Dragonfly, dragonfly
from planner.generators.dragonfly_plus import DragonflyPlus, dragonfly_plus
from planner.generators.tapered import Tapered, Tier, tapered
from planner.generators.torus import Torus, torus
from planner.operations.devices import fits

BAD = {"oversub.unreachable", "oversub.rate-mismatch", "oversub.uneven-uplinks", "physical.port-shared"}
BAD |= {"physical.overlap", "physical.rail-crossed", "physical.reach"}


def sound(plan):
    """Its analysis, after what any plan must hold."""
    analysis = Analysis(plan)
    ends = Counter(end for c in plan.cables.values() for k in c.links for end in (k[:2], k[2:]))
    assert not ends or max(ends.values()) == 1
    assert len({d.name for d in plan.devices.values()}) == len(plan.devices)
    for device in plan.devices.values():
        assert not fits(analysis.network, device.type, device.rack, device.unit, {device.id})
    open_ = [f for f in analysis.findings().open if f.rule in BAD and f.severity.value != "advice"]
    assert not [f.message for f in open_] and not analysis.findings().broken
    return analysis


def switches_of(plan, kind):
    """Switches and their links, as a graph."""
    graph = nx.Graph()
    graph.add_nodes_from(d.id for d in plan.devices.values() if d.type == kind)
    for c in plan.cables.values():
        if c.a_device in graph and c.b_device in graph:
            graph.add_edge(c.a_device, c.b_device)
    return graph


@given(st.lists(st.integers(2, 6), min_size=2, max_size=3))
@settings(max_examples=settings().max_examples // 4, deadline=None)
def test_tori(sides):
    network = sound(torus(Torus(tuple(sides), "tpu-v4"))).network
    wanted = nx.grid_graph(sorted(sides), periodic=True)  # which has its first side last
    found = nx.Graph(network.graph)
    assert len(found) == len(wanted) == np.prod(sides)
    assert nx.faster_could_be_isomorphic(found, wanted)
    assert nx.diameter(found) == sum(n // 2 for n in sides)
    assert {d for _, d in network.graph.degree()} == {2 * len(sides)}


@pytest.mark.parametrize("sides", [(2, 2), (3, 2), (3, 3), (4, 3), (5, 3), (4, 4), (2, 2, 2), (3, 2, 2)])
def test_no_cut_of_a_torus_is_outside_the_bounds(sides):
    """Every way to halve up to 16 chips."""
    network = Analysis(torus(Torus(sides, "tpu-v4"))).network
    part = fabric(network, "training")
    count = len(part.row)
    least = min(
        int(part.gbps[np.isin(part.u, half) != np.isin(part.v, half)].sum())
        for half in combinations(range(count), count // 2)
    )
    found = plane_figures(network, "training").bisection
    assert found.low_gbps <= least <= found.high_gbps
    if all(n % 2 == 0 for n in sides):
        assert least == found.high_gbps == 2 * count // max(sides) * 400


@given(st.integers(1, 7), st.integers(1, 6), st.integers(1, 5), st.integers(1, 9), st.integers(1, 4))
@settings(max_examples=settings().max_examples // 2, deadline=None)
def test_dragonflies(groups, switches, ports, links, used):
    try:
        plan = dragonfly(Dragonfly(switches, ports, groups=groups, links=links, used=used))
    except RecipeRefused as refused:
        assert str(refused).endswith(".")
        return
    sound(plan)
    graph = switches_of(plan, "slingshot-200g")
    assert len(graph) == groups * switches and nx.diameter(graph) <= 3  # within, between, within
    assert sum(d.type == "frontier-node" for d in plan.devices.values()) * used == groups * switches * ports


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 4), st.sampled_from([8, 16]), st.integers(1, 6))
@settings(max_examples=settings().max_examples // 4, deadline=None)
def test_dragonflies_plus(cells, leaves, spines, ports, links):
    try:
        plan = dragonfly_plus(DragonflyPlus(cells, leaves, spines, ports, links))
    except RecipeRefused as refused:
        assert str(refused).endswith(".")
        return
    analysis = Analysis(plan)
    assert analysis.figures().counts.switches["spine"] == cells * spines
    assert nx.is_connected(nx.Graph(analysis.network.graph))
    assert nx.diameter(switches_of(plan, "qm8790")) <= 5  # up, across a cell, between, across, down


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 3), st.sampled_from([1, 2, 4, 8]), st.integers(1, 8))
@settings(max_examples=settings().max_examples // 4, deadline=None)
def test_tapers(servers, units, pods, lanes, spines):
    """Servers of 8 ports of 400 Gb/s; a leaf sends `spines` links up, and a spine two to either of two cores."""
    spine, core = Tier("qm9790", spines, 400), Tier("qm9790", 2, 400, 2, bundle=2)
    recipe = Tapered("dgx-h100", servers, "qm9790", spine, core, units=units, pods=pods, lanes=lanes)
    figures = sound(tapered(recipe)).figures()
    training = figures.planes["training"]
    assert figures.counts.switches == {"leaf": units * pods * lanes, "spine": pods * spines, "core": 2}
    leaf, above, _ = training.oversubscription
    assert leaf.worst == pytest.approx(servers * 8 / lanes / spines)
    assert above.worst == pytest.approx(units * lanes / 4)
    assert above.cumulative == pytest.approx(units * servers * 8 / (spines * 4))
