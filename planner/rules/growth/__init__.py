"""Growth: the end-state size was not thought of."""
