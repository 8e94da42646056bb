"""oversub.shortcut"""

from planner.analysis import Analysis
from planner.generators.clos import Recipe, build
from planner.records import Cable, Device


def _two_units(clos, add, links=1):
    """s0 on l0, s1 on l1, 4 NICs each; 4 spines with 2 links to each leaf; then `links` between the leaves."""
    clos(servers=0, leaves=2, spines=4, pair=2)
    for n in range(2):
        add(Device(f"s{n}", f"s{n}", "server"))
        add(*(Cable(f"N{n}{k}", f"s{n}", f"n{k}", f"l{n}", f"p{20 + k}", ("training",)) for k in range(1, 5)))
    add(*(Cable(f"X{k}", "l0", f"p{40 + k}", "l1", f"p{40 + k}", ("training",)) for k in range(links)))


def test_a_cable_between_leaves(clos, add, found):
    _two_units(clos, add)
    finding = found("oversub.shortcut")[0]
    assert finding.about == ("X0",)
    assert "between l0 and l1 traffic crowds onto 400 Gb/s, and the usual way has 3.2 Tb/s" in finding.message


def test_silent_where_the_short_way_is_as_wide(clos, add, found):
    _two_units(clos, add, links=8)
    assert not found("oversub.shortcut")


def test_silent_between_the_switches_of_a_pair():
    report = Analysis(build(Recipe(16, rail_optimised=False, dual_homed=True, tiers=2, peers=4))).findings()
    assert not report.broken and not [f for f in report.open if f.rule == "oversub.shortcut"]


def test_silent_between_leaves_without_spines(clos, add, found):
    clos(servers=2, leaves=2, spines=0)
    add(Cable("X", "l0", "p60", "l1", "p60", ("training",)))
    assert not found("oversub.shortcut")


def test_a_cable_past_a_tier(clos, add, found):
    """A leaf with 4 uplinks to spines and one link to the core above them."""
    clos(servers=4, leaves=2, spines=4)
    add(Device("c0", "c0", "big", role="core"))
    add(*(Cable(f"K{n}", f"t{n}", "p60", "c0", f"p{n + 1}", ("training",)) for n in range(4)))
    assert not found("oversub.shortcut")
    add(Cable("X", "l0", "p60", "c0", "p60", ("training",)))
    finding = found("oversub.shortcut")[0]
    assert finding.about == ("X",) and "between l0 and c0" in finding.message and "1.6 Tb/s" in finding.message
