"""Benchmarks: `python -m tests.bench` prints one table, each row a ratio to a peer or to a limit in the same run."""
