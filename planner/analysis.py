"""Figures and findings kept current for a plan, each stamped with the revision it belongs to."""

from __future__ import annotations

from planner.catalogue import Catalogue
from planner.figures.report import Figures
from planner.network import Network
from planner.plan import Plan
from planner.rules import Report, check
from planner.rules.finding import Design


class Analysis:
    """Computes on demand and keeps the last result; a result is never given for another revision."""

    def __init__(self, plan: Plan, catalogue: Catalogue | None = None) -> None:
        self.plan = plan
        self.network = Network(plan, catalogue)
        self._figures: Figures | None = None
        self._report: Report | None = None

    def figures(self) -> Figures:
        from planner.figures.all import figures  # scipy comes with it: not before it is needed

        if self._figures is None or self._figures.revision != self.plan.revision:
            self._figures = figures(self.network)
        return self._figures

    def refine(self, figures: Figures) -> None:
        """Take figures of the same revision that say more; findings follow them."""
        if figures.revision == self.plan.revision:
            self._figures, self._report = figures, None

    def findings(self) -> Report:
        if self._report is None or self._report.revision != self.plan.revision:
            self._report = check(Design(self.network, self.figures()))
        return self._report
