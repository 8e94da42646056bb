"""What the walk in the README promises about the example is what the program finds."""

from pathlib import Path

import pytest

from planner.analysis import Analysis
from planner.generators.examples import example
from planner.operations.remove import remove

TEXT = (Path(__file__).parents[1] / "README.md").read_text("utf-8")


def test_the_first_figures():
    found = Analysis(example("h100-1su")).figures().planes["training"]
    assert "31 endpoints,\n   48 Tb/s bisection" in TEXT and "1:1 at the leaf" in TEXT
    assert found.endpoints == 31 and found.bisection.exact and found.bisection.share == 1
    assert found.bisection.low_gbps == 15 * 8 * 400 and found.oversubscription[0].worst <= 1


def test_a_spine_taken_away():
    """Each leaf: 31 ports of 400 Gb/s down against three spines by 8 up. Bisection stays: rails meet in their leaf."""
    plan = example("h100-1su")
    assert plan.devices["spine-01"].rack == "R10" and "rack R10, click a spine" in TEXT and "are 1.3:1 now" in TEXT
    plan.apply(remove(plan, ["spine-01"]))
    analysis = Analysis(plan)
    found = analysis.figures().planes["training"]
    assert found.oversubscription[0].worst == pytest.approx(31 / 24)
    assert found.bisection.low_gbps == found.bisection.high_gbps == 48_000
    assert any("oversubscribed" in f.message and "su01-leaf-1" in f.about for f in analysis.findings().open)
