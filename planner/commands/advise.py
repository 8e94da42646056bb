"""`trunkline advise`: InfiniBand or Ethernet, the share of a step spent waiting, and what fits where."""

from __future__ import annotations

import argparse
from math import ceil
from typing import Any

from planner.advice.communication import StepInputs, tflops_of
from planner.advice.memory import USES
from planner.advice.report import PLANE, report
from planner.advice.text import advice_json, advice_text
from planner.commands.common import UsageProblem, add_file, add_json, as_text, opened
from planner.network import Network

DEFAULTS = StepInputs()


def add(commands: Any) -> None:
    parser = commands.add_parser("advise", help="print which fabric suits each plane, and why")
    add_file(parser)
    parser.add_argument("--parameters", type=float, metavar="B", help="billions; what the plan says if left out")
    parser.add_argument(
        "--gradient-bytes", type=float, default=DEFAULTS.bytes_a_gradient, help="2 for BF16, 4 for FP32"
    )
    parser.add_argument("--tokens", type=float, default=DEFAULTS.tokens, help="of one step, over the whole job")
    parser.add_argument("--job-nodes", type=int, metavar="N", help="nodes of the job; the largest job if left out")
    parser.add_argument("--tflops", type=float, help="peak of one GPU, dense; by its kind if left out")
    parser.add_argument("--reached", type=float, default=DEFAULTS.reached, help="share of that peak, 0.4 if left out")
    parser.add_argument(
        "--overlap", type=float, default=DEFAULTS.overlap, help="hidden share of the all-reduce, 0 to 1"
    )
    parser.add_argument("--use", choices=list(USES), help="what the memory is for; by the workload if left out")
    add_json(parser)
    parser.set_defaults(command=_advise)


def _advise(parsed: argparse.Namespace) -> int:
    network = Network(opened(parsed.file).plan)
    answers = network.plan.workload
    billion = answers.model_billion_parameters if parsed.parameters is None else parsed.parameters
    inputs = StepInputs(
        DEFAULTS.billion_parameters if billion is None else billion,
        parsed.gradient_bytes,
        parsed.tokens,
        _job_nodes(network, parsed.job_nodes),
        tflops_of(network, PLANE) if parsed.tflops is None else parsed.tflops,
        parsed.reached,
        parsed.overlap,
    )
    _check(inputs)
    found = report(network, inputs, billion, parsed.use or "")
    print(as_text(advice_json(found)) if parsed.json else advice_text(network, found))
    return 0


def _job_nodes(network: Network, asked: int | None) -> int:
    """What was asked, else the largest job, as far as the plan has nodes for it."""
    if asked is not None:
        if asked < 1:
            raise UsageProblem(f"A job takes at least one node, not {asked}.")
        return asked
    gpus = network.devices["gpus"][network.devices.rows()]
    job = network.plan.workload.job_gpus
    return min(ceil(job / int(gpus.max())), int((gpus > 0).sum())) if job and gpus.any() else 0


def _check(inputs: StepInputs) -> None:
    sizes = (inputs.billion_parameters, inputs.bytes_a_gradient, inputs.tokens, inputs.tflops)
    if not all(0 < x < 1e15 for x in sizes):
        raise UsageProblem("Parameters, bytes, tokens and TFLOP/s are more than zero.")
    if not (0 < inputs.reached <= 1 and 0 <= inputs.overlap <= 1):
        raise UsageProblem("What training reaches is above 0 and at most 1, what is hidden from 0 to 1.")
