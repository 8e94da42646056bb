"""Workload: gear chosen before anyone said what it is for."""
