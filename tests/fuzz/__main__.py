"""Mutates real project files, byte by byte and value by value, opens them, and makes every list of what opens."""

import argparse
import json
import random
import sys
import time
import zipfile
from collections import Counter
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

from planner.analysis import Analysis
from planner.fileformat.problem import FileProblem
from planner.fileformat.reader import parsed
from planner.fileformat.writer import text
from planner.orders.bill import bill
from planner.orders.labels import labels, labels_table
from planner.orders.listing import bill_table
from planner.orders.schedule import schedule, schedule_table
from planner.orders.sheets import csv_bytes, xlsx_bytes
from planner.orders.table import as_objects, as_text

ROOT = Path(__file__).parents[2]
SAMPLES = [ROOT / "resources/examples/inference.trunkline", ROOT / "resources/examples/ethernet-fine-tuning.trunkline"]
VALUES = [
    None,
    True,
    -1,
    0,
    1e308,
    10**30,
    "",
    "x" * 3000,
    "\x00",
    "\ud800",
    ["x" * 300],
    [""],
    ["a\nb"],
    "‮",
    [],
    {},
    [[]],
    "R01",
    "training",
    0.5,
    -0.0,
]
SLOWEST_S = 2.0


def damaged_bytes(data: bytes, dice: random.Random) -> bytes:
    """Some bytes changed, removed, doubled or moved."""
    out = bytearray(data)
    for _ in range(dice.randint(1, 6)):
        at = dice.randrange(max(len(out), 1))
        if not out:
            break
        what = dice.randrange(4)
        if what == 0:
            out[at] = dice.randrange(256)
        elif what == 1:
            del out[at : at + dice.randint(1, 40)]
        elif what == 2:
            out[at:at] = out[at : at + dice.randint(1, 40)]
        else:
            out = out[: max(at, 1)]
    return bytes(out)


def damaged_values(data: bytes, dice: random.Random) -> bytes:
    """Still JSON, but fields changed, added, dropped, or rows doubled."""
    content = json.loads(data)
    for _ in range(dice.randint(1, 4)):
        table = dice.choice([k for k, v in content.items() if isinstance(v, list) and v] or ["devices"])
        rows = content.get(table)
        if not rows:
            continue
        row = dice.choice(rows)
        if not isinstance(row, dict) or not row:
            continue
        key = dice.choice(sorted(row))
        what = dice.randrange(5)
        if what == 0:
            row[key] = dice.choice(VALUES)
        elif what == 1:
            del row[key]
        elif what == 2:
            row[dice.choice(["x", key.upper(), ""])] = dice.choice(VALUES)
        elif what == 3:
            rows.append(dict(row))
        else:
            rows[dice.randrange(len(rows))] = dice.choice(VALUES)
    return json.dumps(content).encode()


def one(data: bytes) -> str:
    """Open, and compute when it opens; returns what became of it."""
    began = time.perf_counter()
    try:
        plan = parsed(data, "fuzz.trunkline").plan
    except FileProblem as e:
        assert "\n" not in str(e) and len(str(e)) < 600, str(e)
        return "refused"
    finally:
        took = time.perf_counter() - began
        assert took < SLOWEST_S, f"{took:.1f} s"
    written = text(plan)
    assert text(parsed(written.encode(), "again").plan) == written, "what was opened does not come back"
    analysis = Analysis(plan)
    report = analysis.findings()
    assert not report.broken, report.broken
    listed(analysis)
    return "opened"


def listed(analysis: Analysis) -> None:
    """Make every list, in every form; a sheet must be XML that can be read."""
    plan, lengths = analysis.plan, analysis.figures().lengths
    rows = schedule(analysis.network, lengths)
    found = bill(analysis.network, lengths, {"device": 10, "cable": 5})
    tables = [bill_table(plan, found), schedule_table(plan, rows), labels_table(plan, labels(plan, rows))]
    for table in tables:
        json.dumps(as_objects(table), allow_nan=False)
        shown = as_text(table)
        assert all(c.isprintable() or c == "\n" for c in shown) and csv_bytes(table)
        with zipfile.ZipFile(BytesIO(xlsx_bytes(table))) as file:
            ElementTree.fromstring(file.read("xl/worksheets/sheet1.xml"))


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    dice = random.Random(asked.seed)
    samples = [p.read_bytes() for p in SAMPLES]
    tally: Counter[str] = Counter()
    ends = time.monotonic() + asked.seconds
    while time.monotonic() < ends:
        data = dice.choice([damaged_bytes, damaged_values])(dice.choice(samples), dice)
        try:
            tally[one(data)] += 1
        except Exception:
            (ROOT / "fuzz-failure.trunkline").write_bytes(data)
            print(f"seed {asked.seed}, after {sum(tally.values())} files; the file is fuzz-failure.trunkline")
            raise
    print(", ".join(f"{n} {what}" for what, n in tally.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
