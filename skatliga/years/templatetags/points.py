"""Sums and averages of a year in templates."""

from django import template

from skatliga.years.queries import EveningProgress
from skatliga.years.rule_text import write_value
from skatliga.years.year_standing import YearCell, YearStandingLine

register = template.Library()
register.filter("points", write_value)


@register.filter
def cells_of(line: YearStandingLine, nights: list[EveningProgress]) -> list[YearCell | None]:
    """What these evenings brought, None where somebody was not there."""
    cells = line.cells
    return [cells.get(night.number) for night in nights]
