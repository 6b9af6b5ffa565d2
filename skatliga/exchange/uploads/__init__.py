"""Tables of players, participants and past years on their way in: columns, a preview of every line, a report."""
