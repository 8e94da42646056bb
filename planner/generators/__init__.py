"""Whole designs from a few parameters: each gives a new plan, placed in racks and cabled."""
