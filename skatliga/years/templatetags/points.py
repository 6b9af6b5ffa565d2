"""Sums and averages of a year in templates."""

from django import template

from skatliga.years.queries import Night
from skatliga.years.rule_text import write_value
from skatliga.years.year_standing import Cell, Line

register = template.Library()
register.filter("points", write_value)


@register.filter
def cells_of(line: Line, nights: list[Night]) -> list[Cell | None]:
    """What these evenings brought, None where somebody was not there."""
    cells = line.cells
    return [cells.get(night.number) for night in nights]
