"""Every module in the family folders that defines RULE is a rule. Nothing else needs to know it."""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

from planner.rules.finding import Design, Finding, Rule, Severity


@cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule, by id."""
    names = (m.name for m in pkgutil.walk_packages(__path__, __name__ + "."))
    modules = [m for m in map(importlib.import_module, names) if hasattr(m, "RULE")]
    return tuple(
        sorted(
            (replace(m.RULE, why=" ".join((m.__doc__ or "").split()), check=m.check) for m in modules),
            key=lambda r: r.id,
        )
    )


@dataclass(frozen=True, slots=True)
class Report:
    """Findings of one revision, worst first."""

    revision: int
    open: tuple[Finding, ...] = ()
    waived: tuple[Finding, ...] = ()
    stale_waivers: tuple[str, ...] = ()  # keys of waivers that hide nothing any more
    broken: dict[str, str] = field(default_factory=dict)  # rule id -> why it could not run

    def count(self, severity: Severity) -> int:
        return Counter(f.severity for f in self.open)[severity]


def check(design: Design, rules: Iterable[Rule] | None = None) -> Report:
    """Run the rules. One that breaks is reported and the rest run."""
    plan = design.network.plan
    opened: list[Finding] = []
    waived: list[Finding] = []
    broken: dict[str, str] = {}
    ran = list(all_rules() if rules is None else rules)
    for rule in ran:
        try:
            found = [_stamped(f, rule) for f in rule.check(design)]
        except Exception as e:  # one bad rule must not hide the others
            broken[rule.id] = f"{type(e).__name__}: {e}"
            continue
        for f in found:
            waiver = plan.waivers.get(f.key)
            lapsed = waiver is not None and _worse(f.measure, waiver.worst)
            (opened if waiver is None or lapsed else waived).append(f)
    seen = {f.key for f in waived}
    checked = {r.id for r in ran} - broken.keys()
    stale = tuple(k for k in plan.waivers if k not in seen and k.split("|")[0] in checked)
    order = list(Severity)
    opened.sort(key=lambda f: (order.index(f.severity or Severity.ADVICE), f.rule, f.about))
    return Report(plan.revision, tuple(opened), tuple(waived), stale, broken)


def _stamped(finding: Finding, rule: Rule) -> Finding:
    return replace(finding, rule=rule.id, family=rule.family, severity=finding.severity or rule.severity)


def _worse(now: float | None, then: float | None) -> bool:
    return now is not None and then is not None and now > then * (1 + 1e-9)
