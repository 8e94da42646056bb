"""The open plan with its undo steps, selection, path and last results: what every part of the window shares."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from planner.edit import Change, Edit
from planner.figures.report import Figures
from planner.network import Network
from planner.plan import EditRefused, Plan
from planner.rules import Report
from ui.analysis import LiveAnalysis
from ui.undo import ApplyEdit


class Document(QObject):
    """`changed` carries the tuple of Change of one edit, undone and redone ones too. `analysed`: `figures` and
    `report` are new. `refused`: a sentence why the last `perform` did nothing."""

    changed = Signal(object)
    analysed = Signal()
    selection_changed = Signal()
    refused = Signal(str)
    path_changed = Signal()

    def __init__(self, plan: Plan | None = None, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.plan = Plan() if plan is None else plan
        self.network = Network(self.plan)
        self.path = path
        self.selection: frozenset[str] = frozenset()
        self.undo_stack = QUndoStack(self)
        self.analysis = LiveAnalysis(self.network, self)
        self.analysis.finished.connect(self.analysed)
        self._closed = False
        self._unsubscribe = self.plan.subscribe(self._follow)
        self.analysis.plan_changed()

    @property
    def figures(self) -> Figures:
        """The last computed, maybe of an older revision: see `is_stale`."""
        return self.analysis.figures

    @property
    def report(self) -> Report:
        return self.analysis.report

    @property
    def is_stale(self) -> bool:
        """True while `figures` and `report` are of another revision than the plan."""
        return self.analysis.is_stale

    def perform(self, edit: Edit) -> bool:
        """The only way the window changes the plan. False: refused, and `refused` says why."""
        if not edit.changes:
            return True
        try:
            self.plan.check(edit)  # before the push: a redo() that raises leaves a dead step on the stack
        except EditRefused as e:
            self.refused.emit(str(e))
            return False
        self.undo_stack.push(ApplyEdit(self.plan, edit))
        return True

    def select(self, ids: Iterable[str]) -> None:
        """Select racks, devices and cables; ids of anything else are passed over."""
        chosen = frozenset(i for i in ids if self.has(i))
        if chosen != self.selection:
            self.selection = chosen
            self.selection_changed.emit()

    def has(self, id: str) -> bool:
        return id in self.plan.devices or id in self.plan.cables or id in self.plan.racks

    def set_path(self, path: Path | None) -> None:
        self.path = path
        self.path_changed.emit()

    def close(self) -> None:
        """Stop following the plan; nothing is computed or told any more."""
        if not self._closed:
            self._closed = True
            self.analysis.close()
            self._unsubscribe()
            self.network.close()

    def _follow(self, changes: tuple[Change, ...]) -> None:
        self.analysis.plan_changed(changes)
        self.changed.emit(changes)
        if any(c.after is None for c in changes):
            self.select(self.selection)
