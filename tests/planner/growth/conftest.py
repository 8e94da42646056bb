"""A small fabric of two tiers, link by link."""

import pytest

from planner.edit import added
from planner.network import Network
from planner.plan import Plan
from planner.records import Cable, Device, Plane, Rack


@pytest.fixture
def fabric(gear):
    """Server i has one link to leaf i; `links` are (leaf, spine) pairs."""

    def build(links, spines=3, leaves=3, servers=3, spine="big"):
        rows = [Plane("training", "Training", "infiniband"), Rack("R1", "R1", "rack"), Rack("R2", "R2", "rack", 1)]
        rows += [Device(f"s{i}", f"s{i}", "server", "R1", 1 + 4 * i) for i in range(servers)]
        rows += [Device(f"l{i}", f"l{i}", "big", "R2", 1 + i, "leaf") for i in range(leaves)]
        rows += [Device(f"t{i}", f"t{i}", spine, "R2", 11 + i, "spine") for i in range(spines)]
        rows += [Cable(f"S-{i}", f"s{i}", "n1", f"l{i % leaves}", f"p{i + 60}", ("training",)) for i in range(servers)]
        used = {}
        for n, (leaf, upper) in enumerate(links):
            ends = []
            for d in (f"l{leaf}", f"t{upper}"):
                used[d] = used.get(d, 0) + 1
                ends += [d, f"p{used[d]}"]
            rows.append(Cable(f"C-{n:03d}", *ends, ("training",)))
        plan = Plan()
        plan.apply(added("build", *rows))
        return Network(plan, gear)

    return build
