"""Damaged files: `python -m tests.fuzz --seconds N` opens many, and each must open or be refused with a sentence."""
