"""The site: Django apps in one order, each a slice of what a club, an organiser and a league do."""
