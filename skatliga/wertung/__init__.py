"""How tables count: rules as they are stored, chosen and said in words; the same for every kind of table."""
