"""growth.spine-radix"""

import pytest

from planner.records import Phase
from planner.rules.growth.spine_radix import spines_for


def test_says_how_many_cables_move(clos, add, found):
    # 8 leaves of 64 ports, 4 uplinks each, one a spine; 60 down-ports serve 60 nodes; spines have 64 ports.
    clos(servers=4, leaves=8, spines=4, pair=1)
    add(Phase("end", "End", "2027-12-01", 600))
    finding = found("growth.spine-radix")[0]
    # 600 nodes × 8 NICs / 60 down-ports = 80 leaves, one link a pair: 80 ports on a spine of 64.
    # 5 spines would do (80 × 4 / 64), but 4 uplinks reach at most 4 spines.
    assert "need 80 leaves" in finding.message and "A third tier is needed" in finding.message
    assert finding.about == ("t0", "t1", "t2", "t3")


def test_counts_moved_cables(clos, add, found):
    # 2 leaves of 64 ports with 8 uplinks each, 4 to each of 2 spines.
    clos(servers=4, leaves=2, spines=2, pair=4, nics=2)
    add(Phase("end", "End", "2027-12-01", 120))
    # 120 × 2 links / 56 down-ports = 5 leaves × 4 links a pair = 20 ≤ 64: fits.
    assert not found("growth.spine-radix")
    add(Phase("end", "End", "2027-12-01", 480))
    # 480 × 2 / 56 = 18 leaves × 4 = 72 > 64; 18 × 8 / 64 = 3 spines at least, 4 divide 8: each pair keeps 2 of 4 links.
    message = found("growth.spine-radix")[0].message
    assert "need 18 leaves" in message and "72 ports" in message
    assert "4 spines instead of 2, and 8 cables must move" in message


def test_silent_when_the_end_state_is_today(clos, add, found):
    clos(servers=4, leaves=8, spines=4)
    add(Phase("end", "End", "2027-12-01", 4))
    assert not found("growth.spine-radix")


@pytest.mark.parametrize(
    ("leaves", "uplinks", "radix", "spines"),
    [(32, 32, 64, 16), (24, 32, 64, 16), (64, 32, 64, 32), (65, 32, 64, None), (32, 72, 144, 18)],
)
def test_spines_follow_the_published_tables(leaves, uplinks, radix, spines):
    """DGX SuperPOD H100 3 and 4 SU, B200 8 SU, B300 XDR 4 SU."""
    assert spines_for(leaves, uplinks, radix) == spines
