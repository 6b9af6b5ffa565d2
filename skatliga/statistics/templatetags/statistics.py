"""Figures in templates, and the pictures that stand on pages of other apps."""

from fractions import Fraction

from django import template

from skatliga.lists.sheet_page import Display
from skatliga.standings.rankings import Ranking
from skatliga.statistics import page_plots
from skatliga.statistics.access import Together
from skatliga.statistics.pages import course
from skatliga.statistics.plots import Plot, written

register = template.Library()
register.filter("written", written)


@register.filter
def percent(share: Fraction | None) -> str:
    """A share as it is read, with one decimal: 33,3 %."""
    return "–" if share is None else written(round(100 * share, 1), " %")


@register.filter
def file_of(plot: Plot, about: Together) -> str:
    """The address of the figures of a picture of all together, as CSV."""
    return about.figures_file(plot.key)


@register.simple_tag
def list_course(display: Display) -> Plot | None:
    """The picture of how a list went on that a page shows; None where its deals are not known."""
    found = course(display)
    return page_plots.of_list(found) if found else None


@register.simple_tag
def spread_of(ranking: Ranking) -> Plot | None:
    """The picture of how the results of a ranking's lists are distributed; None for a few lists."""
    return page_plots.of_ranking(ranking)
