"""`trunkline traffic`: what it prints, and a sentence for what it can't do."""

import json

import pytest

from planner.cli import main

FILE = "resources/examples/h100-1su.trunkline"


def test_it_prints_rate_and_times(capsys):
    assert main(["traffic", FILE, "--packed", "4", "--size", "512 MiB"]) == 0
    text = capsys.readouterr().out
    assert "4 packed, 4 endpoints with 32 GPUs" in text
    assert "3.2 Tb/s an endpoint, one way" in text
    assert "Estimates for 512 MiB a GPU" in text
    assert all(word in text for word in ("ring", "tree", "hierarchical", "pairwise"))


def test_as_json(capsys):
    assert main(["traffic", FILE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["job"]["endpoints"] == 31
    assert found["all_to_all_gbps_per_endpoint"][0] == 3200
    assert {e["algorithm"] for e in found["estimates"]} == {"ring", "tree", "hierarchical", "pairwise"}


def test_two_endpoints_are_warned_of_and_one_sends_nothing(capsys):
    assert main(["traffic", FILE, "--packed", "2"]) == 0
    assert "Two endpoints: NCCL takes other ways" in capsys.readouterr().out
    assert main(["traffic", FILE, "--packed", "1"]) == 0
    assert "sends nothing over this plane" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--plane", "moon"], "no plane moon"),
        (["--packed", "99"], "1 to 31 endpoints, not 99"),
        (["--packed", "2", "--scattered", "2"], "one of --job"),
        (["--size", "much"], "A size is written like 1 GiB"),
        (["--size", "0"], "A size is written like 1 GiB"),
        (["--flows", "0"], "1 to 4096 flows"),
        (["--job", "nobody"], "nobody is no endpoint"),
    ],
)
def test_what_it_can_not_do_is_one_sentence(arguments, sentence, capsys):
    assert main(["traffic", FILE, *arguments]) == 2
    found = capsys.readouterr()
    assert sentence in found.err
    assert found.err.count("\n") == 1 and not found.out
