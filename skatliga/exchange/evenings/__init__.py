"""Whole evenings with their lists on their way in: from a table of deals or the records of a Skat server."""
