"""What a player reached in years taken over, for the player's page over events."""

from django import template

from skatliga.years.past_years import past_results_of

register = template.Library()
register.simple_tag(past_results_of)
