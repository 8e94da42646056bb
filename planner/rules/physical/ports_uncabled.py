"""Every figure counts what is cabled. A server with seven of its eight training ports in use is a slower server,
and the shares and ratios of the rest look as good as ever."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from planner.rules.finding import Design, Finding, Rule, Severity
from planner.rules.words import counted, names

RULE = Rule("physical.ports-uncabled", Severity.WARNING, "Training ports without a cable")


def check(design: Design) -> Iterator[Finding]:
    network = design.network
    idle: dict[tuple[int, int], list[str]] = defaultdict(list)
    for row in network.devices.rows()[network.devices["gpus"][network.devices.rows()] > 0].tolist():
        id = network.devices.id[row]
        assert id is not None
        ports = [p.name for p in network.ports(id).values() if p.purpose == "training"]
        used = network.used_ports(id)
        free = sum(p not in used for p in ports)
        if 0 < free < len(ports):  # none in use: the server is not cabled yet, or has no training fabric
            idle[free, len(ports)].append(id)
    for (free, of), ids in sorted(idle.items()):
        verb = "has" if len(ids) == 1 else "have"
        yield Finding(
            tuple(sorted(ids)),
            f"{counted(len(ids), 'GPU server')} ({names(network.plan, sorted(ids))}) {verb} {free} of {of} training "
            "ports without a cable.",
            subject=f"{free} of {of}",
            remedy="Cable them, or accept this if fewer rails are meant.",
            measure=float(len(ids)),
        )
