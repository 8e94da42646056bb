"""Which switch becomes which: against every other assignment, on fabrics small enough to try them all."""

import random
from dataclasses import replace
from itertools import permutations

import pytest

from planner.edit import Change, Edit, added
from planner.growth.matching import Side, kept_links, match, same_devices
from planner.growth.step import step_between
from planner.network import Network
from planner.plan import Plan
from planner.records import Cable, Device


@pytest.mark.parametrize("seed", range(20))
def test_no_other_assignment_of_spines_keeps_more(fabric, seed):
    chance = random.Random(seed)
    day, end = (fabric([(chance.randrange(3), chance.randrange(4)) for _ in range(14)], 4) for _ in range(2))
    sides = Side(day, frozenset(["training"])), Side(end, frozenset(["training"]))
    found = match(*sides, same_devices(day, end))
    assert [found[f"l{i}"] for i in range(3)] == ["l0", "l1", "l2"]  # each is told by its server
    fixed = {k: v for k, v in found.items() if not k.startswith("t")}
    spines = [d for d in day.plan.devices if d.startswith("t")]
    best = max(kept_links(*sides, fixed | dict(zip(spines, order, strict=True))) for order in permutations(spines))
    assert kept_links(*sides, found) == best


def test_spines_under_other_names_move_nothing(fabric):
    """The same fabric with its spines named the other way round."""
    links = [(0, 0), (0, 1), (1, 0), (1, 1), (1, 1), (2, 0)]
    step = step_between(fabric(links, 2), fabric([(leaf, 1 - spine) for leaf, spine in links], 2))
    assert not step.listed.moves and not step.listed.new and len(step.listed.stays) == 3 + 6
    assert not step.edit.changes and not step.batches


def test_one_link_of_a_pair_moves(fabric):
    """Leaf 0 goes from two links to spine 0 to one to each of two."""
    day, end = fabric([(0, 0), (0, 0), (1, 0), (1, 1)], 2), fabric([(0, 0), (0, 1), (1, 0), (1, 1)], 2)
    step = step_between(day, end)
    (move,) = step.listed.moves
    assert (move.anchor, move.source, move.target) == ("l0", "t0", "t1") and not step.listed.new
    assert step.moved == {"l0": (1, 2)}


def test_a_server_keeps_its_ports(fabric):
    """The cable of NIC 1 in the port of NIC 2 has moved at the server's end, though both plans join the same two."""
    day, end = fabric([(0, 0)], 1), fabric([(0, 0)], 1)
    cable = end.plan.cables["S-0"]
    end.plan.apply(Edit("x", (Change(cable, replace(cable, a_port="n2")),)))
    (move,) = step_between(day, end).listed.moves
    assert (move.end, move.before.a_port, move.after.a_port, move.after.b_port) == ("a", "n1", "n2", "p60")


def test_names_with_more_zeros_are_the_same_servers(fabric, gear):
    day, end = fabric([(0, 0)], 1), fabric([(0, 0)], 1)
    renamed = Plan()
    rows = [r for r in end.plan.rows() if not isinstance(r, Cable)]
    rows = [Device("s001", "s001", "server", "R1", 5) if r.id == "s1" else r for r in rows]
    renamed.apply(added("x", *rows))
    assert same_devices(day, Network(renamed, gear)) == {"s0": "s0", "s1": "s001", "s2": "s2"}
