"""Spines for the end state bought now, or bought when they are needed: what either does to today and to the step."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner.generators.clos import build
from planner.generators.draft import RecipeRefused
from planner.growth.endstate import grown, shape_of
from planner.growth.step import Step, grown_step, step_to
from planner.network import Network

TWO_TIERS = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """Both ways to the same end state."""

    nodes: int  # GPU servers at the end
    spines: tuple[int, int]  # of the plane: today's, the end state's
    later: Step  # from today's plan
    now: Step | None  # from today's servers under the end state's spines; None where `why_not` says why
    why_not: str = ""

    @property
    def extra_now(self) -> int:
        """Switches to buy before they are needed."""
        return self.spines[1] - self.spines[0]

    @property
    def saved(self) -> int:
        """Cables that need not move in the step."""
        return len(self.later.listed.moves) - len(self.now.listed.moves) if self.now else 0


def buy_now_or_later(day: Network, nodes: int, plane: str = "training") -> Choice:
    """The step from today's plan, beside the one from a day one that has all spines. Raises as `step_to` does."""
    shape = shape_of(day, plane)
    end = grown(shape, nodes)
    later = step_to(day, nodes, plane)
    spines = _spines(later, plane)
    if len(later.headroom[plane][1].tiers) != TWO_TIERS:
        return Choice(
            nodes, spines, later, None, "Only the spines of a fabric that ends with two tiers can be bought ahead."
        )
    if not spines[0]:
        return Choice(nodes, spines, later, None, "Today's fabric has no spines.")
    if spines[1] <= spines[0]:
        return Choice(nodes, spines, later, later)
    try:
        ready = Network(build(replace(shape.recipe, spines=end.spines), day.catalogue), day.catalogue)
        made = shape_of(ready, plane)
        now = grown_step(ready, made, Network(build(grown(made, nodes), day.catalogue), day.catalogue))
    except RecipeRefused as e:
        return Choice(nodes, spines, later, None, str(e))
    return Choice(nodes, spines, later, now)


def _spines(step: Step, plane: str) -> tuple[int, int]:
    before, after = ({t.tier: t.switches for t in h.tiers}.get("spine", 0) for h in step.headroom[plane])
    return before, after
