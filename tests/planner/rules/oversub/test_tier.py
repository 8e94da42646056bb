"""oversub.tier"""

from planner.records import Cable, Workload
from planner.rules.finding import Severity


def _pod(plan, clos, add, up):
    """4 servers with 8 NICs: 32 × 400 Gb/s on 2 leaves, 16 links from each to 2 spines, `up` links of t0 to a core."""
    from planner.records import Device

    clos(servers=4, leaves=2, spines=2, pair=8)
    add(Device("c0", "c0", "big", "R1", 20, role="core"), Workload(kind="pretraining"))
    add(*(Cable(f"K{n}", "t0", f"p{40 + n}", "c0", f"p{1 + n}", ("training",)) for n in range(up)))


def test_ratios_that_multiply(plan, clos, add, found):
    """t0 alone goes on: 16 × 400 down to 12 up is 1.3:1, but 32 × 400 of the endpoints share those 12: 2.7:1."""
    _pod(plan, clos, add, 12)
    finding = next(f for f in found("oversub.tier") if f.subject == "training/2")
    assert finding.severity is Severity.ERROR and "2.7:1" in finding.message and finding.measure == 32 / 12
    assert "the limit for large pretraining is 1:1" in finding.message and set(finding.about) == {"t0", "t1"}


def test_silent_where_one_switch_says_it(plan, clos, add, found):
    clos(servers=10, leaves=2, spines=4, pair=4)  # 40 down, 16 up, at each leaf and in all
    add(Workload(kind="pretraining"))
    assert found("oversub.switch") and not found("oversub.tier")


def test_silent_within_the_limit(plan, clos, add, found):
    _pod(plan, clos, add, 16)
    add(Workload(kind="fine-tuning"))
    assert not found("oversub.tier")  # 2:1
