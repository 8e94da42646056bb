"""Figures and findings in a process of their own, so that a window never waits: `python -m planner.worker`.

It keeps a copy of the plan. Messages on standard input and output are pickles with their length in eight bytes
before them, between a program and its own child only. In: `(revision, rows)` begins a plan, `(revision, edits)`
follows it. Out: `(revision, Figures, Report)`, stamped with the revision that was asked for, or
`(revision, sentence)` when it could not be computed.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import IO, Any

from planner.analysis import Analysis
from planner.edit import Change, Edit, added
from planner.plan import Plan
from planner.records import Record

HEAD = 8


def framed(message: object) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


def begin(revision: int, rows: Sequence[Record]) -> bytes:
    return framed((revision, "begin", tuple(rows)))


def follow(revision: int, edits: Sequence[tuple[Change, ...]]) -> bytes:
    return framed((revision, "follow", tuple(edits)))


def serve(source: IO[bytes], sink: IO[bytes]) -> None:
    """Answer each message until the source ends."""
    analysis: Analysis | None = None
    while len(head := source.read(HEAD)) == HEAD:
        revision, what, content = pickle.loads(source.read(int.from_bytes(head, "big")))
        answer: tuple[Any, ...]
        try:
            analysis = _taken(analysis, what, content)
            answer = (
                revision,
                replace(analysis.figures(), revision=revision),
                replace(analysis.findings(), revision=revision),
            )
        except Exception as e:  # the window shows it; the next plan starts afresh
            analysis = None
            answer = revision, f"{type(e).__name__}: {e}"
        sink.write(framed(answer))
        sink.flush()


def _taken(analysis: Analysis | None, what: str, content: Sequence[Any]) -> Analysis:
    if what == "begin" or analysis is None:
        plan = Plan()
        plan.apply(added("Begin", *content))
        return Analysis(plan)
    for changes in content:
        analysis.plan.apply(Edit("Follow", changes))
    return analysis


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
