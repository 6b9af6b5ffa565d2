"""Safekeeping and running the site: backup, restore, integrity, health, upgrade."""
