"""Tournaments and club evenings: Serien, who takes part, who sits where, and roles in one event."""
