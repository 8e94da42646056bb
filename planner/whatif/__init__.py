"""Failures: what they do to the figures, together and each alone, without touching the plan."""
