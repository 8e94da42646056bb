"""`trunkline advise` as a user types it."""

import json
from pathlib import Path

import pytest

from planner.cli import main
from planner.fileformat.reader import open_plan
from planner.fileformat.rows import wrong
from planner.fileformat.writer import save
from planner.generators.clos import Recipe, build
from planner.operations.settings import set_row
from planner.records import Workload

EXAMPLES = Path(__file__).parents[3] / "resources" / "examples"


def said(capsys, *arguments):
    assert main(["advise", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def test_a_superpod(capsys):
    text = said(capsys, EXAMPLES / "h100-4su.trunkline")
    assert text.startswith("Training: InfiniBand, sure\n")
    assert "    met      Large models are pretrained over many nodes." in text
    assert "    open     Not known: whether each per cent of scaling efficiency matters." in text
    assert "If the cluster is for inference: Ethernet." in text
    assert "Storage: Ethernet, likely" in text and "The plan has InfiniBand." in text
    assert "70 billion parameters, 2 bytes a gradient, 4 million tokens a step" in text
    assert "1016 GPUs of 989 TFLOP/s, of which training reaches 40 %; 0 % of the all-reduce is hidden" in text
    assert "training, Adam in mixed precision  takes 3 nodes (18 GPUs)" in text
    assert "What more memory would save, for 42 copies of the model" in text
    assert "84 nodes fewer, 24 switches fewer, 1 184 cables fewer" in text


def test_as_json(capsys):
    found = json.loads(said(capsys, EXAMPLES / "ethernet-fine-tuning.trunkline", "--json"))
    training, storage, *management = found["planes"]
    assert training["answer"] == training["planned"] == "ethernet" and len(training["conditions"]) == 23
    assert storage["answer"] == "ethernet" and [m["plane"] for m in management] == ["in-band", "out-of-band"]
    assert found["step"]["billion_parameters"] == 13 and found["step"]["tokens"] == 4e6
    assert found["own"]["dgx-h200"]["fine-tuning"] == {"level": "one node", "gpus": 2, "nodes": 1}
    assert found["larger_memory"] == [] and found["others"]["dgx-b300"]["level"] == "one GPU"


def test_inputs_are_taken(capsys):
    """Half the tokens make a step of half the computing; a model twice as large takes twice the memory."""
    file = EXAMPLES / "ethernet-fine-tuning.trunkline"
    one, two = (
        json.loads(said(capsys, file, "--json", *more))
        for more in ([], ["--tokens", "2e6", "--parameters", "26", "--use", "lora", "--job-nodes", "2"])
    )
    assert two["step"]["compute_s"] == pytest.approx(one["step"]["compute_s"] * 0.5 * 2 * 2)
    assert two["step"]["gpus"] == 16 and two["model_billion_parameters"] == 26 and two["use"].endswith("LoRA")
    third = json.loads(said(capsys, file, "--json", "--overlap", "1", "--tflops", "100", "--reached", "1"))
    assert third["step"]["share"] == [0, 0]
    assert third["step"]["compute_s"] == pytest.approx(one["step"]["compute_s"] * 989 * 0.4 / 100)


def test_without_a_model_nothing_is_said_of_memory(tmp_path, capsys):
    """The step is shown for the default size, which is said to be none of the plan's, and is no ground for advice."""
    file = tmp_path / "a.trunkline"
    save(build(Recipe(4)), file)
    text = said(capsys, file)
    assert "7 billion parameters (not given)" in text and "Memory: give the model's size" in text
    assert "Training: not decided, open" in text
    assert "Not known: what the cluster is mainly for, how many nodes the largest job spans and how much" in text


def test_answers_are_kept_in_the_file(tmp_path, capsys):
    file = tmp_path / "a.trunkline"
    plan = build(Recipe(4))
    answers = Workload(kind="pretraining", job_gpus=8, sustained_training=True, prefers_simplicity=False)
    plan.apply(set_row(plan, "x", answers))
    save(plan, file)
    assert open_plan(file).plan.workload == answers
    text = said(capsys, file)
    assert "Training: Ethernet, sure" in text and "No job leaves its node" in text and "none over this plane" in text
    assert "more than zero" in wrong(Workload(job_gpus=0))


def test_a_plan_without_the_plane(capsys):
    text = said(capsys, EXAMPLES / "inference.trunkline")
    assert "A training step: The plan has no training plane." in text and "fits one GPU (1 GPU)" in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--job-nodes", "0"], "at least one node"),
        (["--overlap", "2"], "from 0 to 1"),
        (["--tokens", "0"], "more than zero"),
        (["--reached", "nan"], "above 0"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence, capsys):
    assert main(["advise", str(EXAMPLES / "inference.trunkline"), *arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error and error.count("\n") == 1
