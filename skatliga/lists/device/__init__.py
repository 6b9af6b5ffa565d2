"""The table device: a list kept on any phone at its table, without an account, most of the time without a network."""
