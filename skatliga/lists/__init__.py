"""Spiellisten: rows and feet as they were written, what they come to, and their way from the table to the ranking."""
