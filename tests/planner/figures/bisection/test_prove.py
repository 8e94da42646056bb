"""The proof by mixed-integer programming: against brute force with nothing else applied, and on damaged fabrics."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from planner.figures.bisection import bisection, halves, spread
from planner.figures.bisection.prove import TooLargeToProve, cut, prove, prove_graph
from planner.figures.reduction import REDUCTIONS, TWINS, reduced
from planner.figures.reduction.graph import Graph

_spec = importlib.util.spec_from_file_location("oracle", Path(__file__).with_name("test_bisection.py"))
oracle = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(oracle)


def random_fabric(random, weights):
    """Two to seven hosts, up to five switches, random links, some between hosts; many have no way between parts."""
    hosts, switches = int(random.integers(2, 8)), int(random.integers(1, 6))
    count = hosts + switches
    ends = random.integers(0, count, (2, int(random.integers(0, 18))))
    ends = np.concatenate([ends[:, ends[0] != ends[1]], [range(hosts), random.integers(hosts, count, hosts)]], axis=1)
    gbps = random.choice([1, 2, 3, 4]) * random.integers(1, 5, ends.shape[1])
    weight = [*random.choice(weights, hosts).tolist(), *[0] * switches]
    return weight, *(x.tolist() for x in (*ends, gbps))


def damaged_clos(random):
    """Leaves with twins beneath, two links to each of several spines, a fifth of those links gone."""
    leaves, spines, each = (int(n) for n in random.integers((2, 2, 1), (5, 4, 3)))
    hosts = min(8, leaves * each)
    links = [(h, hosts + h % leaves, 4) for h in range(hosts)]
    links += [
        (hosts + leaf, hosts + leaves + spine, 2)
        for leaf in range(leaves)
        for spine in range(spines)
        for _ in range(2)
        if random.random() > 0.2
    ]
    u, v, gbps = zip(*links, strict=True)
    return [1] * hosts + [0] * (leaves + spines), u, v, gbps


def assert_proved(fabric, reductions):
    weight, u, v, gbps = (np.array(x) for x in fabric)
    units, low, high = halves(weight)
    graph = reduced(Graph(units, u, v, gbps), reductions)
    proof = prove_graph(graph, low, high, 60.0)
    truth = oracle.brute_force(*fabric)
    assert (proof.low_gbps, cut(graph, proof.ones)) == (truth, truth)
    side = spread(graph, units, proof.ones > 0, proof.ones)
    assert oracle.cut_of(side, u, v, gbps) == truth
    assert low <= int(units[side].sum()) <= high


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("weights", [[1], [1, 2, 4], [3, 5]], ids=["equal", "unequal", "odd"])
def test_finds_what_brute_force_finds(seed, weights):
    random = np.random.default_rng(seed)
    for n in range(25):
        assert_proved(random_fabric(random, weights), ((), TWINS, REDUCTIONS)[n % 3])


@pytest.mark.parametrize("seed", range(4))
def test_finds_what_brute_force_finds_on_leaf_and_spine(seed):
    random = np.random.default_rng(seed)
    for n in range(20):
        assert_proved(damaged_clos(random), ((), TWINS, REDUCTIONS)[n % 3])


def test_a_known_bound_stops_it_no_sooner_than_it_may():
    """With an upper bound at hand it may stop as soon as no smaller cut is possible: never before."""
    random = np.random.default_rng(8)
    for _ in range(60):
        fabric = random_fabric(random, [1, 2])
        weight, u, v, gbps = (np.array(x) for x in fabric)
        units, low, high = halves(weight)
        graph, truth = Graph(units, u, v, gbps), oracle.brute_force(*fabric)
        proof = prove_graph(graph, low, high, 60.0, near=truth + int(random.integers(0, 3)))
        assert proof.low_gbps == truth


def damaged_rails(nodes, part, seed, up=32):
    """Rail-optimised two tiers with this part of the switch cables gone."""
    weight, u, v, gbps = oracle.rail_two_tier(nodes, up=up)
    between = np.nonzero((weight[u] == 0) & (weight[v] == 0))[0]
    left = np.ones(len(u), bool)
    left[np.random.default_rng(seed).choice(between, int(len(between) * part), replace=False)] = False
    return weight, u[left], v[left], gbps[left]


@pytest.mark.parametrize("seed", [1, 2])
def test_a_damaged_rail_fabric_is_proved(seed):
    """128 servers of 8 rails, one in twenty switch cables gone: an interval without it."""
    fabric = damaged_rails(128, 0.05, seed)
    before, found = bisection(*fabric), prove(*fabric, 60.0)
    assert not before.exact and found.exact
    assert before.low_gbps <= found.low_gbps <= before.high_gbps
    assert oracle.cut_of(found.side, *fabric[1:]) == found.high_gbps
    assert abs(2 * int(fabric[0][found.side].sum()) - 1024) <= 8


def test_a_torus_that_is_too_large_for_the_program_is_proved_by_routes():
    """10 × 10 × 10 chips in random order: 2 · 100 links of 400 Gb/s."""
    weight, u, v, gbps = torus(10, 10, 10, seed=4)
    found = prove(weight, u, v, 400 * gbps, 60.0)
    assert (found.low_gbps, found.high_gbps) == (80_000, 80_000)


def torus(*sides, seed):
    chips = np.random.default_rng(seed).permutation(int(np.prod(sides))).reshape(sides)
    u = np.concatenate([chips.ravel() for _ in sides])
    v = np.concatenate([np.roll(chips, -1, axis).ravel() for axis in range(len(sides))])
    return np.ones(chips.size, np.int64), u, v, np.ones(len(u), np.int64)


def test_what_is_open_when_the_time_ends_is_an_interval():
    fabric = damaged_rails(160, 0.05, 1, up=16)
    before, found = bisection(*fabric), prove(*fabric, 0.5)
    assert before.low_gbps <= found.low_gbps <= found.high_gbps
    assert oracle.cut_of(found.side, *fabric[1:]) == found.high_gbps


def test_what_is_too_large_is_refused():
    with pytest.raises(TooLargeToProve, match="too large to prove"):
        prove(*damaged_rails(256, 0.05, 1), 60.0)


@pytest.mark.parametrize("weight", [[], [1], [0, 0]])
def test_nothing_to_halve(weight):
    none = np.zeros(0, int)
    assert prove(np.array(weight, int), none, none, none, 1.0).exact
