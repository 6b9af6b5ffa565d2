"""Clubs, players, their memberships, and the users' roles in clubs."""
