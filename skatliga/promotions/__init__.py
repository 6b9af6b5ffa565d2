"""Aufstieg und Abstieg: how a season becomes the next one."""
