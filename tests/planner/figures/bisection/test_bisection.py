"""Bisection against brute force on small random graphs, and against closed forms and published designs."""

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from planner.figures.bisection import bisection

FEW = settings().max_examples  # of the profile: many more in `make soak`


def brute_force(weight, u, v, gbps):
    """Least cut over every admissible split, by networkx: another method, and slow."""
    graph = nx.Graph()
    graph.add_nodes_from(range(len(weight)))
    for a, b, c in zip(u, v, gbps, strict=True):
        if a != b:
            graph.add_edge(a, b, capacity=graph.get_edge_data(a, b, {"capacity": 0})["capacity"] + int(c))
    hosts = [i for i, w in enumerate(weight) if w]
    total, heaviest = sum(weight), max(weight)
    best = None
    for size in range(1, len(hosts)):
        for ones in combinations(hosts, size):
            if abs(2 * sum(weight[i] for i in ones) - total) > heaviest:
                continue
            g = graph.copy()
            for i in hosts:
                g.add_edge("one" if i in ones else "zero", i)  # no capacity: unbounded
            cut = nx.minimum_cut_value(g, "one", "zero")
            best = cut if best is None else min(best, cut)
    return best


def cut_of(side, u, v, gbps):
    return int(np.asarray(gbps)[side[np.asarray(u)] != side[np.asarray(v)]].sum()) if len(u) else 0


@st.composite
def fabrics(draw, equal=True):
    """Two to six hosts and up to five switches with random links: connected or not, parallel links or none."""
    hosts, switches = draw(st.integers(2, 6)), draw(st.integers(1, 5))
    weights = st.just(1) if equal else st.sampled_from([1, 2, 4])
    weight = [draw(weights) for _ in range(hosts)] + [0] * switches
    count = hosts + switches
    link = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1), st.sampled_from([1, 2, 3, 4]))
    links = [x for x in draw(st.lists(link, max_size=16)) if x[0] != x[1]]
    # every host gets a link to a switch, as real ones have
    links += [(h, hosts + draw(st.integers(0, switches - 1)), draw(st.sampled_from([1, 2]))) for h in range(hosts)]
    u, v, gbps = zip(*links, strict=True)
    return weight, u, v, gbps


def assert_true(fabric):
    weight, u, v, gbps = fabric
    found = bisection(np.array(weight), np.array(u), np.array(v), np.array(gbps), effort=0.5)
    truth = brute_force(*fabric)
    assert found.low_gbps <= truth <= found.high_gbps
    assert cut_of(found.side, u, v, gbps) == found.high_gbps
    assert abs(2 * int(np.array(weight)[found.side].sum()) - sum(weight)) <= max(weight)


BESIDE_A_CLASS = [1, 1, 1, 1, 1, 1, 0], (0, 2, 0, 1, 2, 3, 4, 5), (1, 6, 6, 6, 6, 6, 6, 6), (1, 4, 1, 1, 1, 1, 1, 1)


@settings(max_examples=5 * FEW)
@example(BESIDE_A_CLASS)
@given(fabrics())
def test_brackets_brute_force_with_equal_endpoints(fabric):
    assert_true(fabric)


@settings(max_examples=3 * FEW)
@given(fabrics(equal=False))
def test_brackets_brute_force_with_unequal_endpoints(fabric):
    assert_true(fabric)


@st.composite
def clos(draw):
    """Small leaf-spine fabrics with some links missing: these must mostly be exact."""
    leaves, spines, each = draw(st.integers(1, 3)), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    hosts = leaves * each
    links = [(h, hosts + h // each, draw(st.sampled_from([2, 4]))) for h in range(hosts)]
    for leaf in range(leaves):
        for spine in range(spines):
            if draw(st.integers(0, 9)):
                links.append((hosts + leaf, hosts + leaves + spine, draw(st.sampled_from([1, 2]))))
    u, v, gbps = zip(*links, strict=True)
    return [1] * hosts + [0] * (leaves + spines), u, v, gbps


@settings(max_examples=2 * FEW)
@given(clos().filter(lambda f: sum(f[0]) >= 2))
def test_small_clos_fabrics_are_exact(fabric):
    weight, u, v, gbps = fabric
    found = bisection(np.array(weight), np.array(u), np.array(v), np.array(gbps))
    assert found.exact and found.low_gbps == brute_force(*fabric)


def rail_two_tier(nodes, rails=8, unit=32, up=32, gbps=400):
    """Rail-optimised two tiers as arrays: NIC r of each node to leaf r of its unit, `up` links a leaf over spines."""
    leaves = rails * -(-nodes // unit)
    spines = min(up, max(1, leaves * up // 64))
    links = [(n, nodes + n // unit * rails + r) for n in range(nodes) for r in range(rails)]
    links += [(nodes + leaf, nodes + leaves + k % spines) for leaf in range(leaves) for k in range(up)]
    u, v = np.array(links).T
    weight = np.zeros(nodes + leaves + spines, int)
    weight[:nodes] = 8
    return weight, u, v, np.full(len(u), gbps)


def rail_three_tier(pods, up=32, gbps=400):
    """Pods of 1024 nodes: 8 rails with 32 leaves and 32 spines each; spine j of all of them to core group j."""
    nodes, rails = pods * 1024, 8
    links, base = [], nodes
    leaf = lambda p, r, k: base + (p * rails + r) * 32 + k  # noqa: E731
    base_spine = base + pods * rails * 32
    spine = lambda p, r, j: base_spine + (p * rails + r) * 32 + j  # noqa: E731
    base_core = base_spine + pods * rails * 32
    cores = max(1, pods * rails * up // 64)
    for p in range(pods):
        for r in range(rails):
            links += [(p * 1024 + n, leaf(p, r, n // 32)) for n in range(1024)]
            links += [(leaf(p, r, k), spine(p, r, j)) for k in range(32) for j in range(32)]
            links += [(spine(p, r, j), base_core + j * cores + k % cores) for j in range(32) for k in range(up)]
    u, v = np.array(links).T
    weight = np.zeros(base_core + 32 * cores, int)
    weight[:nodes] = 8
    return weight, u, v, np.full(len(u), gbps)


@pytest.mark.parametrize(
    ("nodes", "gbps"),
    [
        (32, 51200),  # 16 nodes × 8 × 400
        (64, 102400),
        (128, 204800),
        (127, 201600),  # 63 nodes on one side
        (256, 409600),
        (512, 819200),
    ],
)
def test_non_blocking_two_tiers_have_half_the_injection(nodes, gbps):
    found = bisection(*rail_two_tier(nodes))
    assert (found.low_gbps, found.high_gbps) == (gbps, gbps)


def test_two_to_one_over_an_odd_number_of_units():
    """Five units of 32 at 2:1: 2 units and a half against 2 and a half. Each uplink set is 8 × 16 × 400 = 51.2 T; three
    units' uplinks are cut, half of each unit at most... the published value for this shape is 153.6 T, not 128."""
    found = bisection(*rail_two_tier(160, up=16))
    assert (found.low_gbps, found.high_gbps) == (153600, 153600)


@pytest.mark.parametrize(("up", "gbps"), [(32, 3276800), (16, 1638400)])
def test_three_tiers_of_16384_gpus(up, gbps):
    found = bisection(*rail_three_tier(2, up))
    assert (found.low_gbps, found.high_gbps) == (gbps, gbps)


def test_three_pods_at_four_to_one():
    """An odd pod can't be halved for free: 2457.6 T, not the textbook's 1228.8."""
    found = bisection(*rail_three_tier(3, up=8))
    assert (found.low_gbps, found.high_gbps) == (2457600, 2457600)


def test_parted_fabric_has_none():
    weight, u, v, gbps = [1, 1, 0, 0], [0, 1], [2, 3], [400, 400]
    assert bisection(*map(np.array, (weight, u, v, gbps))).high_gbps == 0


@pytest.mark.parametrize("weight", [[], [1], [0, 0]])
def test_nothing_to_halve(weight):
    none = np.zeros(0, int)
    found = bisection(np.array(weight, int), none, none, none)
    assert found.exact and found.high_gbps == 0


@given(fabrics())
def test_rates_beyond_32_bits_are_no_trouble(fabric):
    """A typo of a million times the rate: the flow can't count so far, and the bounds hold all the same."""
    weight, u, v, gbps = fabric
    assert_true((weight, u, v, tuple(g * 1_000_000_007 + n % 3 for n, g in enumerate(gbps))))


def test_torus_is_exact():
    """A 4 × 4 × 4 torus of 400 Gb/s links with a host a switch: 2 · 4² · 400, known in closed form. The spectral bound
    meets it but for rounding, which whole links make up for."""
    index = np.arange(64).reshape(4, 4, 4)
    links = [
        (int(a), int(b))
        for axis in range(3)
        for a, b in zip(index.ravel(), np.roll(index, 1, axis).ravel(), strict=True)
    ]
    u = np.array([a + 64 for a, _ in links] + list(range(64)))
    v = np.array([b + 64 for _, b in links] + list(range(64, 128)))
    weight = np.repeat([1, 0], 64)
    found = bisection(weight, u, v, np.concatenate([np.full(192, 400), np.full(64, 10_000)]), effort=3.0)
    assert (found.low_gbps, found.high_gbps) == (12800, 12800)


def test_a_damaged_fabric_is_bracketed_closely():
    """64 of 32,768 switch cables of the 16,384-GPU fabric gone. Each costs at most its own 400 Gb/s, so the value lies
    between 3,276,800 - 64 × 400 and 3,276,800."""
    weight, u, v, gbps = rail_three_tier(2)
    between = np.nonzero((weight[u] == 0) & (weight[v] == 0))[0]
    left = np.ones(len(u), bool)
    left[np.random.default_rng(5).choice(between, 64, replace=False)] = False
    found = bisection(weight, u[left], v[left], gbps[left])
    assert found.low_gbps <= 3276800 and found.high_gbps >= 3251200
    assert found.low_gbps >= 0.99 * found.high_gbps
    assert cut_of(found.side, u[left], v[left], gbps[left]) == found.high_gbps
