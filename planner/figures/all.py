"""Every figure of a plan in one call."""
