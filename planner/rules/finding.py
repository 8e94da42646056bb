"""What a rule is and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeVar, cast

from planner.edit import Edit

if TYPE_CHECKING:  # they bring networkx and numpy, which a window that only shows severities does not need yet
    from planner.figures.report import Figures
    from planner.network import Network


T = TypeVar("T")


class Severity(Enum):
    ERROR = "error"  # will not work or will hurt
    WARNING = "warning"  # likely to hurt
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class Design:
    """All a rule may read."""

    network: Network
    figures: Figures
    _known: dict[Callable[[Design], Any], Any] = field(default_factory=dict, compare=False, repr=False)

    def once(self, make: Callable[[Design], T]) -> T:
        """What `make` finds in this design: worked out once, however many rules ask."""
        if make not in self._known:
            self._known[make] = make(self)
        return cast(T, self._known[make])


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake. Rule, subject and detail identify it across runs; the numbers are in `message` and `measure`.

    The subject is the sorted ids, unless it is named: a finding about all leaves of a plane stays the same finding
    when a leaf is added.
    """

    about: tuple[str, ...]  # ids of devices, cables, racks, planes it is about; empty for the whole plan
    message: str  # one sentence: what was found and what is required, with both numbers
    severity: Severity | None = None  # None takes the rule's
    subject: str = ""  # identifies it instead of the ids, e.g. plane and tier
    detail: str = ""  # parts findings on the same ids, e.g. a port
    remedy: str = ""  # what to do
    measure: float | None = None  # larger is worse; a waiver lapses when it grows
    fix: Edit | None = None  # a safe fix as one edit
    rule: str = ""  # filled in by the registry
    family: str = ""

    @property
    def key(self) -> str:
        subject = (self.subject,) if self.subject else sorted(self.about)
        return "|".join([self.rule, *subject, self.detail])


def _nothing(design: Design) -> Iterator[Finding]:
    yield from ()


@dataclass(frozen=True, slots=True)
class Rule:
    """Written in a module as `RULE = Rule(...)` beside `check(design)`; the docstring says why it matters."""

    id: str  # family.name
    severity: Severity
    title: str
    why: str = ""
    check: Callable[[Design], Iterable[Finding]] = _nothing

    @property
    def family(self) -> str:
        return self.id.partition(".")[0]
