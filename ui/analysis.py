"""Figures and findings seen from Qt: computed after a pause in the edits, never shown for another revision.

A small plan is computed in the window's own thread once no edit came for QUIET_MS: the network changes only there,
so nothing can be read half changed. As soon as that took longer than PATIENCE_S, or the plan has many cables, a
process of its own (`planner.worker`) computes on its copy of the plan, fed with the same changes; the window only
reads its answers. Each result carries the revision it belongs to, and `is_stale` compares it with the plan's.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from planner.edit import Change
from planner.figures.report import Figures
from planner.network import Network
from planner.rules import Report
from planner.worker import HEAD, begin, follow

QUIET_MS = 40
PATIENCE_S = 0.1
MANY_CABLES = 2500  # above this the first computation goes to the worker at once


class LiveAnalysis(QObject):
    """`finished`: `figures` and `report` are new, maybe still older than the plan."""

    finished = Signal()

    def __init__(self, network: Network, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.figures = Figures(-1)
        self.report = Report(-1)
        self.problem = ""  # why the last computation failed; the figures stay stale
        self._network, self._plan = network, network.plan
        self._worker: Worker | None = None
        self._slow = len(self._plan.cables) > MANY_CABLES
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.compute)

    @property
    def is_stale(self) -> bool:
        return self.figures.revision != self._plan.revision or self.report.revision != self._plan.revision

    def plan_changed(self, changes: tuple[Change, ...] = ()) -> None:
        """Compute when the edits pause."""
        if self._worker is not None:
            self._worker.edits.append(changes)
        self._quiet.start()

    def compute(self) -> None:
        """Bring everything up to date now, or ask the worker to."""
        self._quiet.stop()
        if not self.is_stale:
            return
        if self._slow:
            self._ask()
        else:
            self._compute_here()

    def close(self) -> None:
        self._quiet.stop()
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def _compute_here(self) -> None:
        from planner.figures.all import figures  # scipy comes with it: after the first frame
        from planner.rules import all_rules, check
        from planner.rules.finding import Design

        all_rules()
        began = time.perf_counter()
        found = figures(self._network)
        self._keep(found, check(Design(self._network, found)))
        self._slow = time.perf_counter() - began > PATIENCE_S

    def _ask(self) -> None:
        if self._worker is None:
            self._worker = Worker(self._plan.revision, self)
            self._worker.answered.connect(self._take)
            self._worker.died.connect(self._lose)
            self._worker.send(begin(self._plan.revision, list(self._plan.rows())), self._plan.revision)
        elif not self._worker.busy and self._worker.asked != self._plan.revision:
            self._worker.send(follow(self._plan.revision, self._worker.edits), self._plan.revision)

    def _take(self, answer: object) -> None:
        match answer:
            case (_, Figures() as found, Report() as report):
                self._keep(found, report)
            case (int(), str(sentence)):
                self._lose(sentence)
        if self.is_stale and not self.problem:
            self._quiet.start()

    def _lose(self, why: str) -> None:
        """The worker failed: once more here, where a bug shows itself to the tests."""
        self.close()
        self.problem = why
        self._compute_here()

    def _keep(self, found: Figures, report: Report) -> None:
        if found.revision >= self.figures.revision:
            self.figures, self.report, self.problem = found, report, ""
            self.finished.emit()


class Worker(QObject):
    """The child process. One question at a time; edits made meanwhile wait in `edits`."""

    answered = Signal(object)
    died = Signal(str)

    def __init__(self, revision: int, parent: QObject) -> None:
        super().__init__(parent)
        self.edits: list[tuple[Change, ...]] = []
        self.asked, self.busy = revision, False
        self._data = bytearray()
        self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        root = str(Path(__file__).parents[1])
        environment.insert("PYTHONPATH", root + os.pathsep + environment.value("PYTHONPATH", ""))
        self._process.setProcessEnvironment(environment)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._finished)
        self._process.start(sys.executable, ["-m", "planner.worker"])

    def send(self, message: bytes, revision: int) -> None:
        self.asked, self.busy, self.edits = revision, True, []
        self._process.write(message)

    def end(self) -> None:
        """Stop at once; nothing is lost, the plan is elsewhere."""
        self._process.blockSignals(True)
        self._process.kill()
        self._process.waitForFinished(1000)
        self.deleteLater()

    def _read(self) -> None:
        self._data += self._process.readAllStandardOutput().data()
        if len(self._data) < HEAD:
            return
        size = int.from_bytes(self._data[:HEAD], "big")
        if len(self._data) >= HEAD + size:
            answer = pickle.loads(self._data[HEAD : HEAD + size])
            self._data = self._data[HEAD + size :]
            self.busy = False
            self.answered.emit(answer)

    def _finished(self) -> None:
        self.died.emit("the process that computes figures has ended")
