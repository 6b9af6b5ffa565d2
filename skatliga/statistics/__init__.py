"""What was played, counted and shown in pictures: players, clubs, events, seasons."""
