"""A federation's year in the running site: its people, drawn from a seed, and what they do on its pages."""
