"""The project file: versioned JSON, one row a line, the same bytes for the same plan; and what survives a crash."""
