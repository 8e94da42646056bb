"""The share of a step spent waiting, against the same sums done by hand."""

from dataclasses import replace

import pytest

from planner.advice.communication import StepInputs, step_time, tflops_of, try_step_time
from planner.generators.clos import Recipe, build
from planner.generators.designs import design
from planner.network import Network

SEVEN = StepInputs(billion_parameters=7, tokens=4e6, tflops=1000, reached=0.5)


@pytest.fixture(scope="module")
def four():
    """Four H100 nodes: 32 GPUs, each with a port of 400 Gb/s, which is 50 GB/s."""
    return Network(build(Recipe(4)))


def test_computing_is_six_operations_a_parameter_and_token(four):
    """6 x 7e9 x 4e6 = 1.68e17 operations by 32 GPUs at 500 TFLOP/s: 10.5 s."""
    assert step_time(four, "training", SEVEN).compute_s == pytest.approx(10.5)


def test_the_gradient_goes_through_a_tree(four):
    """14 GB up and down inside a node at 450 GB/s, of which a tree gets 92 %: 67.6 ms, and some latency. A ring at 400
    GB/s between nodes would take 67.8."""
    found = step_time(four, "training", SEVEN)
    assert found.algorithm == "tree" and found.all_reduce_s == pytest.approx((0.0676, 0.0676), rel=0.005)
    assert found.share[0] == pytest.approx(found.all_reduce_s[0] / (found.all_reduce_s[0] + 10.5))


@pytest.mark.parametrize(
    ("change", "compute", "wait"),
    [
        ({"billion_parameters": 14}, 2, 2),
        ({"bytes_a_gradient": 4}, 1, 2),
        ({"tokens": 2e6}, 0.5, 1),
        ({"tflops": 500}, 2, 1),
        ({"reached": 0.25}, 2, 1),
        ({"overlap": 0.75}, 1, 0.25),
        ({"nodes": 2}, 2, 1),  # half the GPUs; the way through a node is as long
    ],
)
def test_every_input_counts(four, change, compute, wait):
    before, after = (step_time(four, "training", i) for i in (SEVEN, replace(SEVEN, **change)))
    assert after.compute_s == pytest.approx(before.compute_s * compute)
    assert after.exposed_s[0] == pytest.approx(before.exposed_s[0] * wait, rel=0.05)


def test_one_node_waits_for_nothing(four):
    found = step_time(four, "training", replace(SEVEN, nodes=1))
    assert found.share == (0, 0) and found.algorithm == "" and found.gpus == 8


def test_seventy_billion_on_a_superpod():
    """1016 GPUs: 4.18 s of computing at 40 % of 989 TFLOP/s, and 140 GB twice at 400 GB/s: 0.7 s, a seventh of all."""
    found = step_time(Network(design("h100-4su")), "training", StepInputs(70))
    assert found.gpus == 1016 and found.compute_s == pytest.approx(4.180, rel=1e-3)
    assert 0.699 < found.all_reduce_s[0] < 0.72 and 0.14 < found.share[0] < 0.15


def test_the_peak_is_that_of_the_gpus(four):
    assert tflops_of(four, "training") == 989
    assert tflops_of(Network(build(Recipe(4, "dgx-b200"))), "training") == 2250
    assert tflops_of(Network(build(Recipe(4, "xe7745-rtx-pro-6000", "sn5600"))), "training") == 989  # not known


def test_why_there_is_no_step(four):
    assert try_step_time(four, "storage", SEVEN) == (None, "The plan has no storage plane.")
    found, why = try_step_time(four, "training", replace(SEVEN, nodes=5))
    assert found is None and "1 to 4 endpoints" in why
