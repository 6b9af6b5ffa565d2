"""Numbers of leagues in templates."""

from fractions import Fraction

from django import template
from django.utils.formats import get_format

from scoring.standings import format_average
from skatliga.leagues.points import format_points

register = template.Library()
register.filter("points", format_points)


@register.filter
def average(value: Fraction) -> str:
    """Two decimals, with the decimal sign of the language."""
    return format_average(value, get_format("DECIMAL_SEPARATOR"))
