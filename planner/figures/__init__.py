"""Figures: one a file, each with one meaning and one function that computes it."""
