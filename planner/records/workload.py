"""The planner's answers about what the cluster is for; one row, id "workload". Empty or None: not answered."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("pretraining", "fine-tuning", "inference", "mixed")


@dataclass(frozen=True, slots=True)
class Workload:
    id: str = "workload"
    kind: str = ""  # one of KINDS
    model_billion_parameters: float | None = None
    topology_aware: bool | None = None  # jobs are placed so that heavy traffic stays low in the fabric
    infiniband_experience: bool | None = None  # someone on the team has run InfiniBand
    traffic_isolation: str = ""  # which traffic must be kept apart, in the planner's words
    separate_storage: bool | None = None  # storage gets a fabric of its own
    cable_plan: bool | None = None  # the rack and cable plan is agreed
    job_gpus: int | None = None  # GPUs that the largest usual job synchronises
    latency_sensitive: bool | None = None  # jobs wait for latency and congestion, not for bandwidth alone
    checkpoint_gb: float | None = None  # of one checkpoint, over all nodes that write it
    checkpoint_minutes: float | None = None  # it may take
    sustained_training: bool | None = None  # distributed training runs for days on end
    scaling_critical: bool | None = None  # each per cent of scaling efficiency matters
    first_cluster: bool | None = None  # the team's first in production
    prefers_simplicity: bool | None = None  # familiar tools and simple operation come before the last bit of speed
    simple_procurement: bool | None = None  # racks and orders must stay plain
