"""Amounts of money in templates."""

from django import template

from skatliga.desk.euros import write_euros

register = template.Library()
register.filter("euros", write_euros)


@register.filter
def amount(cents: int) -> str:
    """An amount without its sign, where the words say whether it comes in or goes out."""
    return write_euros(abs(cents))
