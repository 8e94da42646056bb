"""What a crash leaves behind is offered back; what was saved or let go is not."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from planner.edit import added
from planner.fileformat.recovery import EDITS, Journal, found
from planner.plan import Plan
from planner.records import Phase, Rack

ROOT = Path(__file__).parents[3]
VICTIM = """
import sys, time
from pathlib import Path
from planner.edit import added
from planner.fileformat.recovery import Journal
from planner.plan import Plan
from planner.records import Rack
plan = Plan()
plan.apply(added("before", Rack("R0", "R0", "t")))
journal = Journal(plan, Path("/somewhere/a.trunkline"), Path(sys.argv[1]))
n = 0
while True:
    n += 1
    plan.apply(added("edit", Rack(f"R{n}", f"R{n}", "t")))
    print(n, flush=True)
"""


def test_killed_in_the_middle_of_editing(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as victim:
        assert victim.stdout
        last = 0
        while last < 20:
            last = int(victim.stdout.readline())
        assert not found(tmp_path)  # it still runs: not ours to offer
        os.kill(victim.pid, signal.SIGKILL)
        rest = victim.stdout.read().split()
        last = int(rest[-1]) if rest else last
    recovery = found(tmp_path)[0]
    assert recovery.path == Path("/somewhere/a.trunkline")
    assert recovery.edits in (last, last + 1)
    assert set(recovery.plan().racks) == {f"R{n}" for n in range(recovery.edits + 1)}
    recovery.discard()
    assert not found(tmp_path)


@pytest.fixture
def crashed(tmp_path):
    """A journal of two edits whose process is gone."""
    plan = Plan()
    journal = Journal(plan, None, tmp_path)
    plan.apply(added("one", Rack("R1", "R1", "t")))
    plan.apply(added("two", Phase("p", "P", nodes=4)))
    assert journal._lock and journal._edits and not journal.broken
    journal._lock.close()
    journal._edits.close()
    return tmp_path


def test_offered_with_all_its_edits(crashed):
    plan = found(crashed)[0].plan()
    assert "R1" in plan.racks and plan.phases["p"].nodes == 4


def test_a_torn_last_line_is_left_out(crashed):
    edits = next(crashed.iterdir()) / EDITS
    data = edits.read_bytes()
    for cut in range(1, len(data.splitlines()[-1]) + 1):
        edits.write_bytes(data[:-cut])
        recovery = found(crashed)[0]
        assert "R1" in recovery.plan().racks and not recovery.plan().phases


def test_a_damaged_line_ends_the_replay(crashed):
    edits = next(crashed.iterdir()) / EDITS
    lines = edits.read_text().splitlines()
    edits.write_text(f'{lines[0]}\n[["racks", 5]]\n{lines[1]}\n')
    assert set(found(crashed)[0].plan().racks) == {"R1"}


def test_closed_is_gone(tmp_path):
    plan = Plan()
    journal = Journal(plan, None, tmp_path)
    plan.apply(added("one", Rack("R1", "R1", "t")))
    journal.close()
    plan.apply(added("two", Rack("R2", "R2", "t")))
    assert not found(tmp_path) and not list(tmp_path.iterdir())


def test_nowhere_to_write_does_not_stop_the_user(tmp_path):
    (tmp_path / "file").write_text("")
    plan = Plan()
    journal = Journal(plan, None, tmp_path / "file")
    plan.apply(added("one", Rack("R1", "R1", "t")))
    assert "R1" in plan.racks and "recovery" in journal.broken
    journal.close()


def test_a_plan_that_can_not_be_written_does_not_stop_the_user(tmp_path):
    plan = Plan()
    plan.apply(added("half a character", Phase("p", "\ud800")))
    journal = Journal(plan, None, tmp_path)
    plan.apply(added("one", Rack("R1", "R1", "t")))
    assert "R1" in plan.racks and "recovery" in journal.broken
    journal.close()


def test_junk_in_the_folder_is_passed_over(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").write_text("x")
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "origin.json").write_text("[]")
    assert found(tmp_path) == []


def test_found_in_no_time(crashed):
    began = time.perf_counter()
    found(crashed)
    assert time.perf_counter() - began < 2
