"""oversub.uneven-uplinks"""

from planner.edit import Change, Edit


def test_fires_where_one_link_is_missing(plan, clos, found):
    clos(servers=4, leaves=2, spines=2, pair=2)
    _cut(plan, "l0", "t1", 1)
    finding = found("oversub.uneven-uplinks")[0]
    assert finding.about == ("l0",) and "2 × 400 Gb/s to t0, 1 × 400 Gb/s to t1" in finding.message


def test_fires_where_a_spine_is_left_out(plan, clos, found):
    clos(servers=4, leaves=2, spines=2, pair=2)
    _cut(plan, "l0", "t1", 2)
    finding = found("oversub.uneven-uplinks")[0]
    assert finding.about == ("l0",) and "none to t1" in finding.message


def test_silent_on_an_even_fabric(clos, found):
    clos(servers=4, leaves=4, spines=2, pair=3)
    assert not found("oversub.uneven-uplinks")


def _cut(plan, a: str, b: str, number: int) -> None:
    between = [c for c in plan.cables.values() if (c.a_device, c.b_device) == (a, b)]
    plan.apply(Edit("cut", tuple(Change(c, None) for c in between[:number])))
