"""What later apps give to pages of earlier ones, for templates: the pictures of a list, the years of an event.

It stands above all apps; a page names it in `{% load panels %}` and no app imports it.
"""

from fractions import Fraction

from django import template

from skatliga.circuits.standing import CircuitLine
from skatliga.events.models import Event
from skatliga.leagues.queries import group_played_as
from skatliga.leagues.squads import squads_of
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.queries import serien_in_words
from skatliga.lists.sheet_page import Display
from skatliga.operations.legal import PAGES
from skatliga.printing.certificates import certificate_form
from skatliga.registrations.queries import wishes_for
from skatliga.standings.rankings import Ranking
from skatliga.statistics import page_plots
from skatliga.statistics.access import Together
from skatliga.statistics.pages import course
from skatliga.statistics.plots import Plot, written
from skatliga.wertung.wording import write_value
from skatliga.years.queries import years_with
from skatliga.years.records import years_of_player
from skatliga.years.year_standing import EventCell, YearStandingLine

register = template.Library()

# ---- Operations


@register.inclusion_tag("operations/legal_links.html")
def legal_links() -> dict[str, object]:
    """Impressum and Datenschutz, as far as there are any."""
    return {"pages": [page for page in PAGES if page.address]}


# ---- Lists

register.simple_tag(serien_in_words)


@register.filter
def of_number(words: dict[int, str], number: int) -> str:
    """What is said of the Serie with this number; empty where there is nothing to say."""
    return words.get(number, "")


# ---- Players' own phones


@register.simple_tag
def certificate_for(event: Event, place: int | None) -> bool:
    """Whether whoever has this place gets a certificate of an event that is over."""
    return bool(place) and event.state == Event.State.FINAL and (place or 0) <= certificate_form(event).places


# ---- Leagues, club years, Turnierserien

register.simple_tag(group_played_as)
register.simple_tag(wishes_for)
register.simple_tag(squads_of)
register.simple_tag(years_with)
register.simple_tag(years_of_player)
register.filter("year_value", write_value)


@register.filter
def thousandths(value: int) -> str:
    """A number that is kept in thousandths, as it is written."""
    return write_value(value // 1000 if value % 1000 == 0 else Fraction(value, 1000))


@register.filter
def cells_of(line: YearStandingLine | CircuitLine, events: list[EventProgress]) -> list[EventCell | None]:
    """What these evenings or tournaments brought, None where somebody was not there."""
    cells = line.cells
    return [cells.get(event.number) for event in events]


# ---- Statistics

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
