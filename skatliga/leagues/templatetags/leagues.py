"""Numbers of leagues in templates, and the group of an event for the pages of the event."""

from fractions import Fraction

from django import template
from django.utils.formats import get_format

from scoring.standings import format_average
from skatliga.leagues.points import format_points
from skatliga.leagues.queries import group_played_as

register = template.Library()
register.filter("points", format_points)
register.simple_tag(group_played_as)


@register.filter
def average(value: Fraction) -> str:
    """Two decimals, with the decimal sign of the language."""
    return format_average(value, get_format("DECIMAL_SEPARATOR"))
