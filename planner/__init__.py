"""The planning engine. Imports no Qt, so scripts, notebooks and CI can use it."""
