"""Seasons of a league: Staffeln, teams, fixtures, match days; a match-day group is an event the league links to."""
