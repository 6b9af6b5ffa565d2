"""Turnierserien: tournaments of several clubs, counted in one table."""
