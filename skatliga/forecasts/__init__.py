"""Forecasts: what can still become of a league, a club year, a Turnierserie."""
