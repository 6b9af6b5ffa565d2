"""Pages of lists: entering them, reading them, and what the office does with them."""
