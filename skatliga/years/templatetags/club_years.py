"""The club years an event belongs to, for the pages of the event."""

from django import template

from skatliga.years.queries import years_with

register = template.Library()
register.simple_tag(years_with)
