"""A network over the plan, and the way every test changes it: perform an edit, or see it refused."""

import pytest

from planner.network import Network


@pytest.fixture
def network(plan, gear):
    return Network(plan, gear)


@pytest.fixture
def do(plan):
    """Apply an edit and return it."""

    def apply(edit):
        plan.apply(edit)
        return edit

    return apply
