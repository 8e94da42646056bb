"""Advice: InfiniBand or Ethernet for each plane, how much of a training step is communication, and what fits where."""
