"""What must not stand in any committed text: paths of one machine, loose ends, hosts of package registries."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KINDS = (".py", ".md", ".toml", ".txt", ".sh", ".desktop", ".xml", ".svg", "Makefile", "run")
BAD = {
    "a path of one machine": re.compile(r"/(?:home|root|Users|work)/\w"),
    "a loose end": re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b"),
    "a registry": re.compile(r"\b(?:pypi\.org|files\.pythonhosted|index-url|extra-index|find-links)\b"),
}


def committed() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split(
        "\n"
    )
    return [ROOT / name for name in listed if name.endswith(KINDS)]


@pytest.mark.parametrize("what", BAD)
def test_none_of_these(what):
    found = []
    for path in committed():
        if path == Path(__file__) or not path.exists():
            continue
        for n, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if BAD[what].search(line):
                found.append(f"{path.relative_to(ROOT)}:{n}: {line.strip()[:80]}")
    assert not found


def test_there_is_something_to_look_at():
    assert len(committed()) > 100 or not (ROOT / ".git").exists()
