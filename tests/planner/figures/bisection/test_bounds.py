"""The bounds and the search by themselves, which small graphs would otherwise never reach: each against brute force."""

import importlib.util
from pathlib import Path

import numpy as np
from hypothesis import given, settings

from planner.figures.bisection.bounds import hub_bound, spectral_bound
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


def assert_bounds_hold(fabric):
    truth = oracle.brute_force(*fabric)
    for reductions in ((), TWINS, REDUCTIONS):
        graph, low, high, total = graph_of(fabric, reductions)
        assert hub_bound(graph, low) <= truth
        assert spectral_bound(graph, low, total) <= truth
        found = Search(graph, low, high)._searched(0.005, 0)
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
