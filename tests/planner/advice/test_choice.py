"""InfiniBand or Ethernet: every condition of every list turns round when one fact does, and so do the answers."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from planner.advice.choice import LIKELY, OPEN, SURE, advise, lean, points, training
from planner.advice.conditions import (
    CONDITIONS,
    ENOUGH,
    ETHERNET,
    ETHERNET_FIRST,
    INFINIBAND,
    INFINIBAND_FIRST,
    PAYS,
    QUESTIONS,
    SITUATION,
    judged,
)
from planner.advice.facts import Facts, completions, facts_of
from planner.edit import added
from planner.generators.clos import Recipe, build
from planner.network import Network
from planner.operations.settings import set_row
from planner.plan import Plan
from planner.records import Phase, Plane, Workload
from planner.records.workload import KINDS

BIG = Facts(
    "pretraining", 128, 512, 64, gpus_a_node=8, waiting=0.2, step_s=4.0,
    experience=True, sustained=True, critical=True, first=False, simple=False, plain_orders=False,
)  # fmt: skip
TUNING = replace(BIG, kind="fine-tuning", nodes=4, end_nodes=8, job_nodes=2, waiting=0.01)
BY_ID = {c.id: c for c in CONDITIONS}

# id: facts on which it is met, the one change after which it is not, and what is said before and after
FLIPS = {
    "single-node-training": (
        replace(BIG, job_nodes=1),
        {"job_nodes": 2},
        "network carries none of it",
        "no training that",
    ),
    "small-fine-tuning": (TUNING, {"end_nodes": 17}, "is a small cluster", "not a small cluster"),
    "large-pretraining": (BIG, {"kind": "fine-tuning"}, "Large models", "No large pretraining"),
    "inference": (replace(BIG, kind="inference"), {"kind": "mixed"}, "serves models", "does not mainly serve"),
    "no-experience": (
        replace(BIG, experience=False),
        {"experience": True},
        "Nobody on the team",
        "Someone on the team",
    ),
    "within-one-box": (replace(BIG, job_nodes=1), {"gpus_a_node": 16}, "all its 8 GPUs", "of up to 8 GPUs"),
    "mostly-fine-tuning": (TUNING, {"kind": "pretraining"}, "rather than trained", "not the main work"),
    "mostly-inference": (replace(BIG, kind="inference"), {"kind": "mixed"}, "side by side", "not the main work"),
    "familiar-tools": (replace(BIG, simple=True), {"simple": False}, "tools it knows", "take on new tools"),
    "stays-small": (TUNING, {"end_nodes": 17}, "end state of 8 nodes", "more than 16 nodes"),
    "dense-nodes": (BIG, {"gpus_a_node": 2}, "over 64 nodes of 8 GPUs", "No job trains over several"),
    "frequent-all-reduce": (BIG, {"step_s": 11.0}, "every 4 s", "as often as every 10 s"),
    "sustained-training": (BIG, {"sustained": False}, "goes on for days", "does not go on for days"),
    "every-per-cent": (BIG, {"critical": False}, "Each per cent", "do not matter"),
    "will-grow": (BIG, {"end_nodes": 128}, "grows from 128 to 512", "keeps its 128"),
    "first-cluster": (replace(BIG, first=True), {"first": False}, "team's first", "before"),
    "not-bound": (TUNING, {"waiting": 0.11}, "at most 10 %", "11 % of a step, more than 10 %"),
    "simple-operation": (replace(BIG, simple=True), {"simple": False}, "is wanted", "not what counts most"),
    "plain-orders": (replace(BIG, plain_orders=True), {"plain_orders": False}, "must stay plain", "may be particular"),
    "large-jobs": (BIG, {"job_nodes": 7}, "A job of 64 nodes", "8 nodes or more"),
    "efficiency-to-win": (BIG, {"waiting": 0.02}, "some of the 20 %", "At most 2 %"),
    "drag-of-long-runs": (BIG, {"waiting": 0.02}, "the waiting adds up", "No waiting adds up"),
    "room-to-expand": (BIG, {"end_nodes": 128}, "to 512 nodes", "does not grow beyond"),
}


def test_every_list_is_whole():
    """Five situations, five conditions for Ethernet, five for InfiniBand, and four to begin with either."""
    found = Counter((c.list, c.favours) for c in CONDITIONS)
    assert found == {
        (SITUATION, ETHERNET): 4, (SITUATION, INFINIBAND): 1, (ENOUGH, ETHERNET): 5,
        (PAYS, INFINIBAND): 5, (ETHERNET_FIRST, ETHERNET): 4, (INFINIBAND_FIRST, INFINIBAND): 4,
    }  # fmt: skip
    assert FLIPS.keys() == BY_ID.keys()


@pytest.mark.parametrize("id", FLIPS)
def test_one_change_turns_the_sentence(id):
    facts, change, yes, no = FLIPS[id]
    before, after = judged(BY_ID[id], facts), judged(BY_ID[id], replace(facts, **change))
    assert before.met is True and yes in before.because
    assert after.met is False and no in after.because
    assert yes not in after.because


@pytest.mark.parametrize("id", FLIPS)
def test_without_the_answer_it_is_open_and_says_what_to_answer(id):
    """With all it asks unknown it is open, and its questions stand in the sentence."""
    verdict = judged(BY_ID[id], Facts(nodes=4))
    asked = [QUESTIONS[f] for f in BY_ID[id].asks]
    assert verdict.met is None and verdict.because.startswith("Not known: ")
    assert all(q in verdict.because for q in asked)


def test_the_model_s_nodes_are_a_lower_bound():
    """Three nodes hold the model: that jobs span 8 is open, that they leave the node is not."""
    facts = replace(BIG, job_nodes=3, at_least=True)
    assert judged(BY_ID["large-jobs"], facts).met is None
    assert "over at least 3 nodes" in judged(BY_ID["dense-nodes"], facts).because
    assert judged(BY_ID["large-jobs"], replace(facts, job_nodes=9)).met is True


def test_large_pretraining_is_infiniband_whoever_runs_it():
    assert points(BIG) == (0, 12) and lean(BIG) == INFINIBAND
    said = training(BIG)
    assert (said.answer, said.sure, said.agree) == (INFINIBAND, SURE, 1.0)
    assert "for Ethernet and 12 for InfiniBand" in said.reason
    assert "If the cluster is for inference: Ethernet." in said.changes
    assert not any("experience" in c or "nobody" in c for c in said.changes)


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({}, INFINIBAND),
        ({"kind": "inference"}, ETHERNET),
        ({"kind": "fine-tuning", "end_nodes": 8, "nodes": 8, "job_nodes": 2, "waiting": 0.01}, ETHERNET),
        ({"job_nodes": 1}, ETHERNET),
    ],
)
def test_answers(change, answer):
    assert training(replace(BIG, **change)).answer == answer


def test_no_job_that_leaves_its_node_needs_infiniband():
    said = training(replace(BIG, job_nodes=1, sustained=True, critical=True))
    assert said.answer == ETHERNET and said.sure == SURE and said.reason.startswith("No job leaves its node")


def test_nothing_known_is_nothing_said():
    said = training(Facts(nodes=4))
    assert said.answer == "" and said.sure == OPEN


def test_how_sure_follows_from_every_way_to_answer():
    """Nine for InfiniBand, and three for Ethernet open: sure. Four, and eight for Ethernet open: not."""
    facts = replace(BIG, sustained=False, critical=False, first=None, simple=None, plain_orders=None)
    assert points(facts) == (0, 9) and len(completions(facts)) == 8 and training(facts).sure == SURE
    less = replace(facts, end_nodes=128, waiting=None, step_s=None, job_nodes=4, experience=None)
    assert len(completions(less)) == 32 and points(less) == (0, 4)
    said = training(less)
    agree = sum(lean(replace(less, **w)) == INFINIBAND for w in completions(less))
    assert said.agree == agree / 32 < 1 and said.sure == (LIKELY if agree >= 24 else OPEN)


def test_one_answer_that_changes_it_is_named_and_does():
    """At 6 to 3 nobody's experience turns it, at 6 to 4 it does: a situation counts three."""
    facts = replace(BIG, end_nodes=128, sustained=False, critical=False, waiting=0.05, job_nodes=4, simple=True)
    assert points(facts) == (3, 6)
    changes = training(facts).changes
    assert "If nobody on the team has run InfiniBand: Ethernet." not in changes
    facts = replace(facts, plain_orders=True)
    assert points(facts) == (4, 6)
    assert "If nobody on the team has run InfiniBand: Ethernet." in training(facts).changes
    assert lean(replace(facts, experience=False)) == ETHERNET


def planes(facts, **rows):
    plan = Plan()
    if rows:
        plan.apply(added("x", *(Plane(id, id, protocol) for id, protocol in rows.items())))
    return {a.plane: a for a in advise(plan, facts)}


def test_each_plane_has_advice():
    found = planes(BIG)
    assert list(found) == ["training", "storage", "in-band", "out-of-band"]
    assert [a.answer for a in found.values()] == [INFINIBAND, ETHERNET, ETHERNET, ETHERNET]
    assert found["out-of-band"].sure == SURE and "speak Ethernet alone" in found["out-of-band"].reason


def test_storage_follows_training_when_it_shares_its_fabric():
    assert planes(replace(BIG, separate_storage=False))["storage"].answer == INFINIBAND
    assert "shares the training fabric" in planes(replace(BIG, separate_storage=False))["storage"].reason
    apart = planes(replace(BIG, separate_storage=True))["storage"]
    assert apart.answer == ETHERNET and len(apart.changes) == 1
    assert "If storage shares the training fabric: InfiniBand." in planes(BIG)["storage"].changes


def test_what_the_plan_decided_is_compared():
    found = planes(BIG, training="ethernet", storage="ethernet")
    assert found["training"].contradicted and not found["storage"].contradicted and not found["in-band"].contradicted


def test_chips_with_links_of_their_own_leave_no_choice():
    found = planes(BIG, training="ici")["training"]
    assert found.answer == "" and not found.verdicts and "no choice" in found.reason and not found.contradicted


def plan_of(servers, *rows):
    plan = build(Recipe(servers))
    for row in rows:
        plan.apply(set_row(plan, "x", row))
    return Network(plan)


def test_facts_are_read_off_the_plan():
    """70 billion parameters take three H100 nodes to train; an answer goes before that."""
    end = Phase("end", "End", nodes=40)
    facts = facts_of(plan_of(10, Workload(kind="pretraining", model_billion_parameters=70), end), None)
    assert (facts.nodes, facts.end_nodes, facts.job_nodes, facts.at_least, facts.gpus_a_node) == (10, 40, 3, True, 8)
    answered = Workload(
        kind="pretraining", model_billion_parameters=70, infiniband_experience=True, separate_storage=True, job_gpus=61,
        sustained_training=True, scaling_critical=False, first_cluster=True, prefers_simplicity=False,
        simple_procurement=True,
    )  # fmt: skip
    facts = facts_of(plan_of(10, answered), None)
    assert (facts.job_nodes, facts.at_least, facts.end_nodes, facts.waiting) == (8, False, None, None)
    assert (facts.experience, facts.sustained, facts.critical, facts.first) == (True, True, False, True)
    assert (facts.simple, facts.plain_orders, facts.separate_storage) == (False, True, True)


def test_one_node_for_ever_has_jobs_of_one_node():
    assert facts_of(plan_of(1, Phase("end", "End", nodes=1)), None).job_nodes == 1
    assert facts_of(plan_of(1, Phase("end", "End", nodes=2)), None).job_nodes is None
    assert facts_of(plan_of(1), None).job_nodes is None


# What single answers are said to turn, and the fact that each stands for.
ANSWERS = {
    "the cluster is for pretraining": {"kind": "pretraining"},
    "the cluster is for fine-tuning": {"kind": "fine-tuning"},
    "the cluster is for inference": {"kind": "inference"},
    "the cluster is for mixed work": {"kind": "mixed"},
    "no job leaves its node": {"job_nodes": 1, "at_least": False},
    "jobs span 16 nodes": {"job_nodes": 16, "at_least": False},
    "the end state has 10 nodes": {"end_nodes": 10},
    "the end state has 64 nodes": {"end_nodes": 64},
    "1 % of a step is spent waiting for the network": {"waiting": 0.01},
    "30 % of a step is spent waiting for the network": {"waiting": 0.3},
    "someone on the team has run InfiniBand": {"experience": True},
    "nobody on the team has run InfiniBand": {"experience": False},
    "training runs for days on end": {"sustained": True},
    "training does not run for days on end": {"sustained": False},
    "each per cent of scaling efficiency matters": {"critical": True},
    "no per cent of scaling efficiency matters much": {"critical": False},
    "it is the team's first cluster": {"first": True},
    "it is not the team's first cluster": {"first": False},
    "simple operation comes first": {"simple": True},
    "simple operation does not come first": {"simple": False},
    "racks and orders must stay plain": {"plain_orders": True},
    "racks and orders may be particular": {"plain_orders": False},
}


@pytest.fixture(scope="module")
def many():
    """Facts of 10 nodes with every answer given, drawn at random, and the sentences on them."""
    chance = random.Random(5)
    drawn = []
    for _ in range(3000):
        answers = {k: chance.choice((False, True)) for k in ("experience", "sustained", "critical", "first", "simple")}
        facts = Facts(
            chance.choice(KINDS), 10, chance.choice((10, 64)), chance.choice((1, 2, 4, 16)), False, 8,
            chance.choice((0.01, 0.05, 0.3)), 4.0, plain_orders=chance.choice((False, True)), **answers,
        )  # fmt: skip
        drawn.append((facts, training(facts).changes))
    return drawn


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_named_exactly_where_it_turns_the_choice(answer, many):
    """On facts where it turns the choice the sentence stands, with the new choice; on those where it does not, not."""
    seen = {True: 0, False: 0}
    for facts, changes in many:
        now, then = lean(facts), lean(replace(facts, **ANSWERS[answer]))
        name = {ETHERNET: "Ethernet", INFINIBAND: "InfiniBand", "": ""}[then]
        turns = then not in (now, "")
        assert (f"If {answer}: {name}." in changes) == turns
        seen[turns] += 1
    assert min(seen.values()) > 0


def test_every_sentence_about_an_answer_is_among_these(many):
    said = {c.removeprefix("If ").rpartition(":")[0] for _, changes in many for c in changes}
    assert said == ANSWERS.keys()
