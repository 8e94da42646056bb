"""The conditions under which Ethernet or InfiniBand is the better choice, each judged on the facts of one plan.

Five lists: situations with a usual choice, when Ethernet is enough, when InfiniBand pays, when to begin with Ethernet,
when to begin with InfiniBand. A condition is met, not met, or not known; its sentence says which, and why.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from planner.advice.facts import LARGE_JOB_NODES, SMALL_NODES, Facts, is_open, options, with_step
from planner.rules.words import listed
from planner.units import duration, share

ETHERNET, INFINIBAND = "ethernet", "infiniband"
FREQUENT_S = 10.0  # a step at most this long has frequent all-reduces (our opinion)
BOUND = 0.10  # share of a step spent waiting, above which a job is bound by communication (our opinion)
WORTH = 0.02  # share from which there is something to win (our opinion)
SITUATION, ENOUGH, PAYS, ETHERNET_FIRST, INFINIBAND_FIRST = (
    "situation",
    "Ethernet is enough",
    "InfiniBand pays",
    "Ethernet first",
    "InfiniBand first",
)
TRAINING = ("pretraining", "fine-tuning", "mixed")
State = bool | None
OPTIONAL = ("kind", "job_nodes", "end_nodes")  # what may be left open where another answer settles a condition


@dataclass(frozen=True, slots=True)
class Condition:
    """`yes` and `no` are sentences with fields of the facts; `asks` names what must be known."""

    id: str
    list: str
    favours: str
    judge: Callable[[Facts], State]
    yes: str
    no: str
    asks: tuple[str, ...]

    @property
    def weight(self) -> int:
        """A situation sets a default by itself and counts three."""
        return 3 if self.list == SITUATION else 1


@dataclass(frozen=True, slots=True)
class Verdict:
    condition: Condition
    met: State
    because: str


# What is asked, by field of the facts: the question, and how an answer reads after "if".
QUESTIONS: dict[str, str] = {
    "kind": "what the cluster is mainly for",
    "job_nodes": "how many nodes the largest job spans",
    "end_nodes": "how many nodes there will be at the end state",
    "gpus_a_node": "which GPU servers are used",
    "waiting": "how much of a training step is spent waiting for the network, for which the model's size is needed",
    "step_s": "how long a training step takes, for which the model's size is needed",
    "experience": "whether someone on the team has run InfiniBand",
    "sustained": "whether distributed training runs for days on end",
    "critical": "whether each per cent of scaling efficiency matters",
    "first": "whether this is the team's first cluster in production",
    "simple": "whether simple operation comes before the last bit of speed",
    "plain_orders": "whether racks and orders must stay plain",
}


def every(*states: State) -> State:
    """False when any is, else not known when any is."""
    return False if False in states else None if None in states else True


def opposite(state: State) -> State:
    return None if state is None else not state


def trains(f: Facts) -> State:
    return f.kind in TRAINING if f.kind else None


def is_kind(f: Facts, kind: str) -> State:
    return f.kind == kind if f.kind else None


def one_node(f: Facts) -> State:
    return None if f.job_nodes is None else f.job_nodes == 1


def large_job(f: Facts) -> State:
    if f.job_nodes is None or (f.at_least and f.job_nodes < LARGE_JOB_NODES):
        return None
    return f.job_nodes >= LARGE_JOB_NODES


def small(f: Facts) -> State:
    if f.end_nodes is None:
        return False if f.nodes > SMALL_NODES else None
    return f.end_nodes <= SMALL_NODES


def grows(f: Facts) -> State:
    return None if f.end_nodes is None else f.end_nodes > f.nodes


def gpus(f: Facts, least: int, most: int) -> State:
    return None if f.gpus_a_node is None else least <= f.gpus_a_node <= most


def waits(f: Facts, above: float) -> State:
    """Nothing waits where no training leaves its node."""
    if trains(f) is False or one_node(f):
        return False
    return None if f.waiting is None else f.waiting > above


def frequent(f: Facts) -> State:
    return every(trains(f), opposite(one_node(f)), None if f.step_s is None else f.step_s <= FREQUENT_S)


CONDITIONS: tuple[Condition, ...] = (
    Condition(
        "single-node-training", SITUATION, ETHERNET, lambda f: every(trains(f), one_node(f)),
        "Training stays on one node, so the network carries none of it.",
        "There is no training that stays on one node.", ("kind", "job_nodes"),
    ),
    Condition(
        "small-fine-tuning", SITUATION, ETHERNET, lambda f: every(is_kind(f, "fine-tuning"), small(f)),
        "This is a small cluster for fine-tuning.",
        "This is not a small cluster for fine-tuning.", ("kind", "end_nodes"),
    ),
    Condition(
        "large-pretraining", SITUATION, INFINIBAND,
        lambda f: every(is_kind(f, "pretraining"), opposite(one_node(f)), opposite(small(f))),
        "Large models are pretrained over many nodes.",
        "No large pretraining over many nodes is planned.", ("kind", "job_nodes", "end_nodes"),
    ),
    Condition(
        "inference", SITUATION, ETHERNET, lambda f: is_kind(f, "inference"),
        "The cluster serves models.", "The cluster does not mainly serve models.", ("kind",),
    ),
    Condition(
        "no-experience", SITUATION, ETHERNET, lambda f: opposite(f.experience),
        "Nobody on the team has run InfiniBand.", "Someone on the team has run InfiniBand.", ("experience",),
    ),
    Condition(
        "within-one-box", ENOUGH, ETHERNET, lambda f: every(trains(f), one_node(f), gpus(f, 1, 8)),
        "A job has all its {gpus_a_node} GPUs in one server.",
        "No job trains within a server of up to 8 GPUs.", ("kind", "job_nodes", "gpus_a_node"),
    ),
    Condition(
        "mostly-fine-tuning", ENOUGH, ETHERNET, lambda f: is_kind(f, "fine-tuning"),
        "Models are fine-tuned rather than trained from nothing.", "Fine-tuning is not the main work.", ("kind",),
    ),
    Condition(
        "mostly-inference", ENOUGH, ETHERNET, lambda f: is_kind(f, "inference"),
        "Requests are served side by side, and need little from each other.",
        "Serving requests is not the main work.", ("kind",),
    ),
    Condition(
        "familiar-tools", ENOUGH, ETHERNET, lambda f: f.simple,
        "The team would rather work with tools it knows.",
        "The team would take on new tools for more speed.", ("simple",),
    ),
    Condition(
        "stays-small", ENOUGH, ETHERNET, small,
        f"The end state of {{end_nodes}} nodes is small: at most {SMALL_NODES}.",
        f"The cluster will have more than {SMALL_NODES} nodes.", ("end_nodes",),
    ),
    Condition(
        "dense-nodes", PAYS, INFINIBAND, lambda f: every(trains(f), opposite(one_node(f)), gpus(f, 4, 10**6)),
        "Jobs train over {job_nodes} nodes of {gpus_a_node} GPUs.",
        "No job trains over several nodes of four or more GPUs.", ("kind", "job_nodes", "gpus_a_node"),
    ),
    Condition(
        "frequent-all-reduce", PAYS, INFINIBAND, frequent,
        "All nodes of a job reduce their gradients every {step}.",
        f"Nodes do not reduce gradients as often as every {FREQUENT_S:g} s.", ("kind", "job_nodes", "step_s"),
    ),
    Condition(
        "sustained-training", PAYS, INFINIBAND, lambda f: every(f.sustained, opposite(one_node(f))),
        "Training over several nodes goes on for days.",
        "Training over several nodes does not go on for days.", ("sustained", "job_nodes"),
    ),
    Condition(
        "every-per-cent", PAYS, INFINIBAND, lambda f: every(f.critical, opposite(one_node(f))),
        "Each per cent of scaling efficiency counts.",
        "A few per cent of scaling efficiency do not matter.", ("critical", "job_nodes"),
    ),
    Condition(
        "will-grow", PAYS, INFINIBAND, grows,
        "The cluster grows from {nodes} to {end_nodes} nodes.",
        "The cluster keeps its {nodes} nodes.", ("end_nodes",),
    ),
    Condition(
        "first-cluster", ETHERNET_FIRST, ETHERNET, lambda f: f.first,
        "It is the team's first cluster in production.",
        "The team has run a cluster in production before.", ("first",),
    ),
    Condition(
        "not-bound", ETHERNET_FIRST, ETHERNET, lambda f: opposite(waits(f, BOUND)),
        f"Training waits for the network for at most {share(BOUND)} of a step.",
        f"Training waits for the network for {{waits}} of a step, more than {share(BOUND)}.",
        ("kind", "job_nodes", "waiting"),
    ),
    Condition(
        "simple-operation", ETHERNET_FIRST, ETHERNET, lambda f: f.simple,
        "Simple operation is wanted.", "Simple operation is not what counts most.", ("simple",),
    ),
    Condition(
        "plain-orders", ETHERNET_FIRST, ETHERNET, lambda f: f.plain_orders,
        "Racks and orders must stay plain.", "Racks and orders may be particular.", ("plain_orders",),
    ),
    Condition(
        "large-jobs", INFINIBAND_FIRST, INFINIBAND,
        lambda f: every(trains(f), large_job(f)),
        "A job of {job_nodes} nodes is large.",
        f"No training job spans {LARGE_JOB_NODES} nodes or more.", ("kind", "job_nodes"),
    ),
    Condition(
        "efficiency-to-win", INFINIBAND_FIRST, INFINIBAND, lambda f: waits(f, WORTH),
        "A quicker network could win back some of the {waits} of a step that is spent waiting.",
        f"At most {share(WORTH)} of a step is spent waiting: a quicker network wins nothing.",
        ("kind", "job_nodes", "waiting"),
    ),
    Condition(
        "drag-of-long-runs", INFINIBAND_FIRST, INFINIBAND, lambda f: every(f.sustained, waits(f, WORTH)),
        "Over days of training the waiting adds up.",
        "No waiting adds up over days of training.", ("sustained", "kind", "job_nodes", "waiting"),
    ),
    Condition(
        "room-to-expand", INFINIBAND_FIRST, INFINIBAND, lambda f: every(grows(f), opposite(small(f))),
        "It is to grow beyond a small cluster, to {end_nodes} nodes.",
        "It does not grow beyond a small cluster.", ("end_nodes",),
    ),
)  # fmt: skip


def judged(condition: Condition, facts: Facts) -> Verdict:
    """The condition on these facts, with its sentence."""
    met = condition.judge(facts)
    if met is None:
        return Verdict(condition, None, f"Not known: {listed(QUESTIONS[f] for f in _missing(condition, facts))}.")
    text = condition.yes if met else condition.no
    return Verdict(condition, met, text.format(**_words(facts)))


def _missing(condition: Condition, facts: Facts) -> list[str]:
    """What is open and could settle it."""
    missing = [f for f in condition.asks if is_open(facts, f)]
    settles = [
        f for f in missing if f not in OPTIONAL or any(_settled(condition, facts, f, o) for o in options(facts, f))
    ]
    return settles or missing


def _settled(condition: Condition, facts: Facts, field: str, option: object) -> bool:
    return condition.judge(replace(facts, **with_step({field: option}, facts))) is not None


def _words(f: Facts) -> dict[str, object]:
    return {
        "nodes": f.nodes,
        "end_nodes": f.end_nodes,
        "job_nodes": f"at least {f.job_nodes}" if f.at_least else f.job_nodes,
        "gpus_a_node": f.gpus_a_node,
        "waits": share(f.waiting),
        "step": duration(f.step_s) if f.step_s is not None else "step",
    }
