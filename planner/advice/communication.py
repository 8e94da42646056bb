"""The share of a training step that is spent in communication: an estimate, with every input in sight.

One step computes 6 x parameters x tokens operations (Kaplan et al., 2020: 2 forward and 4 backward for each parameter
and token), spread over all GPUs of the job, and reduces one gradient for each parameter over all of them. The time of
the all-reduce is that of `figures.traffic`, from the routes of this plan. What of it goes on while the GPUs compute is
an input. Sharding the optimiser moves as much (a reduce-scatter and an all-gather); sharding the weights too, half as
much again. Traffic of tensor or pipeline parallelism is not in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from planner.figures.traffic.collectives import Traffic, all_reduce, plane_traffic
from planner.figures.traffic.jobs import JobRefused, Placing
from planner.figures.traffic.loads import Unroutable
from planner.network import Network

OPERATIONS = 6.0  # a parameter and token
# Dense BF16 TFLOP/s of one GPU, from the makers' data sheets, without sparsity.
DENSE_TFLOPS = {
    "A100": 312.0,
    "H100": 989.0,
    "H200": 989.0,
    "B200": 2250.0,
    "GB200": 2500.0,
    "B300": 2250.0,
    "GB300": 2500.0,
    "MI300X": 1307.0,
}
DEFAULT_TFLOPS = 989.0


@dataclass(frozen=True, slots=True)
class StepInputs:
    """Of one training step. Every default is a guess of ours until the planner sets it."""

    billion_parameters: float = 7.0
    bytes_a_gradient: float = 2.0  # BF16
    tokens: float = 4e6  # of one step, over the whole job
    nodes: int = 0  # of the job; 0 takes all
    tflops: float = DEFAULT_TFLOPS  # of one GPU at its peak, dense, in the precision of the training
    reached: float = 0.4  # share of that peak which training reaches (model FLOPs utilisation)
    overlap: float = 0.0  # share of the all-reduce that is hidden behind computing


@dataclass(frozen=True, slots=True)
class StepTime:
    """Seconds of one step. Pairs are (ideal, slow): even spreading at line rate, hashed flows at 92 % of it."""

    inputs: StepInputs
    gpus: int
    compute_s: float
    all_reduce_s: tuple[float, float]
    algorithm: str  # of the quicker estimate; empty when nothing leaves the node

    @property
    def exposed_s(self) -> tuple[float, float]:
        """What the GPUs wait for."""
        left = 1 - self.inputs.overlap
        return self.all_reduce_s[0] * left, self.all_reduce_s[1] * left

    @property
    def share(self) -> tuple[float, float]:
        """Of the whole step that is spent waiting."""
        ideal, slow = (x / (x + self.compute_s) for x in self.exposed_s)
        return ideal, slow


def step_time(network: Network, plane: str, inputs: StepInputs) -> StepTime:
    """Raises JobRefused or Unroutable with a sentence."""
    found = plane_traffic(network, plane, Placing(inputs.nodes))
    return timed(found, inputs)


def timed(found: Traffic, inputs: StepInputs) -> StepTime:
    """The step for a job whose traffic is known. A job of one endpoint sends nothing over the plane."""
    gpus = found.job.ranks
    compute = (
        OPERATIONS * inputs.billion_parameters * 1e9 * inputs.tokens / (gpus * inputs.tflops * 1e12 * inputs.reached)
    )
    size = inputs.billion_parameters * 1e9 * inputs.bytes_a_gradient
    estimates = [e for e in all_reduce(found, size) if e.algorithm in ("ring", "tree")]
    if not estimates:
        return StepTime(inputs, gpus, compute, (0.0, 0.0), "")
    best = min(estimates, key=lambda e: e.seconds[1])
    return StepTime(inputs, gpus, compute, best.seconds, best.algorithm)


def tflops_of(network: Network, plane: str) -> float:
    """The peak of the GPUs on the plane where all are of one known kind, else the default."""
    kinds = set()
    for device in network.plan.devices:
        found = network.device_type(device)
        if found is not None and found.gpus and network.graph.degree(device):
            kinds.add(found.gpu)
    return DENSE_TFLOPS.get(kinds.pop() or "", DEFAULT_TFLOPS) if len(kinds) == 1 else DEFAULT_TFLOPS


def try_step_time(network: Network, plane: str, inputs: StepInputs) -> tuple[StepTime | None, str]:
    """The step, or None and why there is none."""
    if plane not in network.plan.planes:
        return None, f"The plan has no {plane} plane."
    try:
        return step_time(network, plane, inputs), ""
    except (JobRefused, Unroutable) as e:
        return None, str(e)
