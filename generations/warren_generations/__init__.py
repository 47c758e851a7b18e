"""Generations of derived data: built beside the current one, resumed, switched to, removed."""
