"""Federations: what belongs to them, and what each level makes known to all below it."""
