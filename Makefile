# What a developer or a first user types. `make run` and `make test` set everything up by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXAMPLE ?= resources/examples/h100-1su.trunkline
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: run test bench soak fuzz lint format clean

run: $(VENV)/run.stamp
	@packaging/system_libraries.sh run
	@packaging/run.sh $(BIN)/python $(EXAMPLE)

test: $(VENV)/test.stamp
	@packaging/system_libraries.sh test
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q -n 2 tests/planner tests/ui tests/test_*.py
	packaging/with_display.sh $(BIN)/python -m pytest -q tests/window

bench: $(VENV)/bench.stamp
	@packaging/system_libraries.sh test
	packaging/with_display.sh $(BIN)/python -m tests.bench

# Long runs of the property tests and of random files.
soak: $(VENV)/test.stamp
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q -n 2 --hypothesis-profile=soak tests/planner

fuzz: $(VENV)/test.stamp
	$(BIN)/python -m tests.fuzz --seconds 300

lint: $(VENV)/test.stamp
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy

format: $(VENV)/test.stamp
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/base.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Trunkline needs Python 3.11 or newer: make run PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run.stamp: $(VENV)/base.stamp pyproject.toml constraints.txt
	$(BIN)/python -m pip install -q -c constraints.txt -e .
	@touch $@

$(VENV)/test.stamp: $(VENV)/base.stamp pyproject.toml constraints.txt
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/run.stamp

$(VENV)/bench.stamp: $(VENV)/test.stamp
	$(BIN)/python -m pip install -q -c constraints.txt -e '.[dev,bench]'
	@touch $@
