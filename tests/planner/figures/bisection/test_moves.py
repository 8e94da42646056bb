"""Moving single vertices: never worse, in balance, and out of hollows that alternating stays in."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.figures.bisection import bisection
from planner.figures.bisection.moves import Moves
from planner.figures.reduction.graph import Graph


def torus(*sides, seed):
    """A torus whose chips are numbered in random order."""
    chips = np.random.default_rng(seed).permutation(int(np.prod(sides))).reshape(sides)
    u = np.concatenate([chips.ravel() for _ in sides])
    v = np.concatenate([np.roll(chips, -1, axis).ravel() for axis in range(len(sides))])
    return np.ones(chips.size, np.int64), u, v, np.ones(len(u), np.int64)


def cut(graph, side):
    return int(graph.capacity[side[graph.a] != side[graph.b]].sum())


@pytest.mark.parametrize("sides, least", [((16, 16), 32), ((8, 8, 8), 128), ((12, 6), 12), ((4, 4, 4, 4), 128)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_torus_in_any_order_is_cut_across_its_longest_side(sides, least, seed):
    # Two cuts through a ring for each chip of a layer: 2·16, 2·64, 2·6, 2·64.
    found = bisection(*torus(*sides, seed=seed), effort=2.0)
    assert found.high_gbps == least


def test_a_grid_split_at_random_gets_much_better():
    weight, u, v, gbps = torus(10, 10, seed=3)
    graph = Graph(weight, u, v, gbps)
    side = np.arange(100) < 50
    after = Moves(graph).improved(side)
    assert cut(graph, after) < 0.5 * cut(graph, side)
    assert abs(int(after.sum()) - 50) <= 1


@given(st.data())
def test_it_never_gets_worse_and_stays_in_balance(data):
    size = data.draw(st.integers(2, 10))
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1), st.integers(1, 9))
    u, v, gbps = (np.array(x) for x in zip(*data.draw(st.lists(pairs, min_size=1, max_size=25)), strict=True))
    weight = np.array(data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size)))
    side = np.array(data.draw(st.lists(st.booleans(), min_size=size, max_size=size)))
    graph = Graph(weight, u, v, gbps)
    moves = Moves(graph)
    side = side[moves.label]  # hanging hosts with their switch
    after = moves.improved(side)
    assert cut(graph, after) <= cut(graph, side)
    apart = abs(int(weight[after].sum()) * 2 - int(weight.sum()))
    assert apart <= max(moves.tolerance, abs(int(weight[side].sum()) * 2 - int(weight.sum())))


def test_a_class_moves_with_the_switch_it_hangs_on():
    # Two pairs of leaves with 4 hosts each, joined within the pairs by 10 and between them by 1; split the wrong way.
    weight = np.array([0, 0, 0, 0] + [1] * 16)
    hosts = np.arange(4, 20)
    u = np.concatenate([[0, 1, 0, 2], hosts])
    v = np.concatenate([[2, 3, 1, 3], np.repeat(np.arange(4), 4)])
    graph = Graph(weight, u, v, np.concatenate([[10, 10, 1, 1], np.full(16, 5)]))
    wrong = np.concatenate([[True, True, False, False], np.repeat([True, True, False, False], 4)])
    assert cut(graph, wrong) == 20
    after = Moves(graph).improved(wrong)
    assert cut(graph, after) == 2 and int(after[4:].sum()) == 8
