"""Rankings of events, read from the results of lists."""
