"""The bounds and the search by themselves, which small graphs would otherwise never reach: each against brute force."""

import importlib.util
from math import inf
from pathlib import Path

import numpy as np
from hypothesis import given, settings

from planner.figures.bisection.access import Joined, join
from planner.figures.bisection.bounds import all_to_all_bound, hub_bound, spectral_bound
from planner.figures.bisection.search import Search
from planner.figures.reduction import REDUCTIONS, TWINS, reduced
from planner.figures.reduction.graph import Graph

_spec = importlib.util.spec_from_file_location("oracle", Path(__file__).with_name("test_bisection.py"))
oracle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(oracle)
FEW = settings().max_examples


def graph_of(fabric, reductions):
    weight, u, v, gbps = (np.array(x) for x in fabric)
    units = weight // np.gcd.reduce(weight[weight > 0])
    total, heaviest = int(units.sum()), int(units.max())
    low, high = (total - heaviest + 1) // 2, (total + heaviest) // 2
    return reduced(Graph(units, u, v, gbps), reductions), low, high, total


def apart(graph):
    """The graph with no host joined to its switch."""
    return Joined(graph, np.ones(len(graph), np.bool_), inf)


def assert_bounds_hold(fabric):
    truth = oracle.brute_force(*fabric)
    for reductions in ((), TWINS, REDUCTIONS):
        graph, low, high, total = graph_of(fabric, reductions)
        assert hub_bound(graph, low) <= truth
        for joined in (join(graph), apart(graph)):
            assert spectral_bound(joined, low, total) <= truth
            assert all_to_all_bound(joined, low, total, inf) <= truth
        found = Search(graph, low, high)._searched(0.1, 0)
        assert found.cut >= truth
        assert low <= int((found.ones * graph.unit).sum()) <= high


@settings(max_examples=3 * FEW)
@given(oracle.fabrics())
def test_with_equal_endpoints(fabric):
    assert_bounds_hold(fabric)


@settings(max_examples=2 * FEW)
@given(oracle.fabrics(equal=False))
def test_with_unequal_endpoints(fabric):
    assert_bounds_hold(fabric)


@settings(max_examples=2 * FEW)
@given(oracle.clos().filter(lambda f: sum(f[0]) >= 2))
def test_on_leaf_and_spine(fabric):
    assert_bounds_hold(fabric)


def test_the_hub_bound_is_tight_where_it_should_be():
    """DGX B200, 2 units, non-blocking: the hubs deliver everything, less the margin for rounding."""
    weight, u, v, gbps = oracle.rail_two_tier(64)
    graph = Graph(weight // 8, u, v, gbps)
    assert 102400 * 0.9999 <= hub_bound(graph, 32) <= 102400


def ring(chips):
    index = np.arange(chips)
    return Graph(np.ones(chips, np.int64), index, np.roll(index, 1), np.full(chips, 400))


def test_the_all_to_all_bound_is_tight_on_a_ring():
    """Ten chips: a link carries 1 + 2 + 3 + 4 + 5/2 = 12.5 pairs one way, so 400 / 12.5 · 5 · 5 = 800 is proved."""
    assert 799.99 < all_to_all_bound(join(ring(10)), 5, 10, inf) <= 800


def test_hosts_that_hang_on_a_switch_may_be_left_apart():
    """Two switches of two hosts each, joined by 1000: the cut that leaves two hosts apart costs their links of 10."""
    u, v = np.array([0, 2, 3, 4, 5]), np.array([1, 0, 0, 1, 1])
    graph = Graph(np.array([0, 0, 1, 1, 1, 1]), u, v, np.array([1000, 10, 10, 10, 10]))
    joined = join(graph)
    assert joined.link == 10 and len(joined.graph) == 2
    assert 19.99 < all_to_all_bound(joined, 2, 4, inf) <= 20
    assert 19.99 < spectral_bound(joined, 2, 4) <= 20


def test_what_is_too_large_is_not_routed():
    assert all_to_all_bound(join(ring(10)), 5, 10, 199) == 0
