"""Proofs in a process of their own: they come back, they can be stopped, and they only ever narrow the figures."""

import json
import threading
from dataclasses import replace

import numpy as np
import pytest

from planner import cli
from planner.analysis import Analysis
from planner.figures.fabric import fabric
from planner.figures.report import BisectionFigure
from planner.fileformat.writer import save
from planner.generators.clos import Recipe, build
from planner.operations.remove import remove
from planner.prover import NotProved, Proving, answer, narrowed, proofs, question


@pytest.fixture
def damaged():
    """32 servers on a plain fabric of 400 Gb/s links, a tenth of the cables between switches gone."""
    plan = build(Recipe(32, server="dgx-h100", switch="qm9700", rail_optimised=False))
    between = [c.id for c in plan.cables.values() if "leaf" in c.a_device and "spine" in c.b_device]
    gone = np.random.default_rng(4).choice(between, len(between) // 10, replace=False)
    plan.apply(remove(plan, gone.tolist()))
    return Analysis(plan)


def test_an_interval_becomes_exact(damaged):
    before = damaged.figures().planes["training"].bisection
    assert not before.exact
    ((plane, found),) = proofs(damaged.network, damaged.figures(), 60.0)
    assert plane == "training" and isinstance(found, BisectionFigure) and found.exact
    assert before.low_gbps <= found.low_gbps <= before.high_gbps
    damaged.refine(narrowed(damaged.figures(), plane, found))
    assert damaged.figures().planes["training"].bisection == found


def test_the_half_it_names_cuts_what_it_says(damaged):
    ((_, found),) = proofs(damaged.network, damaged.figures(), 60.0)
    ends = [(k.a_device, k.b_device) for c in damaged.plan.cables.values() for k in c.links]
    assert 400 * sum((a in found.first_half) != (b in found.first_half) for a, b in ends) == found.high_gbps


def test_it_can_be_stopped(damaged):
    proving = Proving(fabric(damaged.network, "training"), 600.0)
    threading.Timer(0.2, proving.cancel).start()
    with pytest.raises(NotProved, match="stopped"):
        proving.wait()


def test_what_is_too_large_is_said():
    plan = build(Recipe(1024, rail_optimised=False))
    gone = [c.id for n, c in enumerate(plan.cables.values()) if n % 7 == 0]
    plan.apply(remove(plan, gone))
    analysis = Analysis(plan)
    found = dict(proofs(analysis.network, analysis.figures(), 30.0))["training"]
    assert isinstance(found, NotProved) and "too large to prove" in str(found)


@pytest.mark.parametrize(
    "low, high, expected",
    [(5, 7, (5, 7)), (3, 6, (4, 6)), (6, 9, (6, 8)), (9, 9, (8, 8)), (2, 10, (4, 8))],
)
def test_the_better_of_both_bounds_counts(damaged, low, high, expected):
    figures = damaged.figures()
    known = replace(figures.planes["training"], bisection=BisectionFigure(4, 8, 10.0))
    figures = replace(figures, planes={"training": known})
    found = narrowed(figures, "training", BisectionFigure(low, high, 10.0)).planes["training"].bisection
    assert (found.low_gbps, found.high_gbps) == expected


def test_a_question_is_of_numbers_only(damaged):
    assert len(question(fabric(damaged.network, "training"), 1.0)) < 200_000
    with pytest.raises(NotProved):
        answer(b"")


def test_on_the_command_line(damaged, tmp_path, capsys):
    file = tmp_path / "damaged.trunkline"
    save(damaged.plan, file)
    assert cli.main(["figures", str(file), "--prove", "60", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)["planes"]["training"]["bisection"]
    assert shown["low_gbps"] == shown["high_gbps"] == 43_200 and shown["exact"]
    assert cli.main(["figures", str(file), "--prove", "nan"]) == 2
    assert "1 to 86400 seconds" in capsys.readouterr().err
