"""Pages of a year's rules: which tables there are, how each counts, and what it would make of played evenings."""

from collections.abc import Sequence
from copy import copy
from typing import Final

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS
from skatliga.access import Role
from skatliga.people.models import Player
from skatliga.requests import Request
from skatliga.wertung.models import MOST_REASON
from skatliga.wertung.presets import SUM_PRESETS, YEAR_PRESETS
from skatliga.wertung.rules import OF_SUMS, RuleField, YearTableRule, write_rules
from skatliga.wertung.views import PreviewLine, RulePreview, TablesPages, start_page
from skatliga.years import services
from skatliga.years.access import year_for
from skatliga.years.models import ClubYear, YearStart
from skatliga.years.queries import season
from skatliga.years.year_standing import year_table
from skatliga.years.year_sums import contradiction

TABLE_SIZES: Final = tuple(sorted({size for book in BOOKS.values() for size in book.table_sizes}))
"""The tables that evenings can have, whichever book they are played by."""


def rules(request: Request, slug: str) -> HttpResponse:
    """All tables of the year, each with its rule."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = season(year, year.role)
    said = [year_table(found, number=number).said for number in range(1, len(year.tables) + 1)]
    return _pages(year).all(
        request,
        said,
        open=year.state != ClubYear.State.FINAL,
        begun=bool(found.held or found.sums),
        onward=reverse("years:evenings", args=[slug]),
    )


def change_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """The rule of one table, or of a new one."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    sums = year.sums.exists()
    return _pages(year).change(
        request,
        number,
        SUM_PRESETS if sums else YEAR_PRESETS,
        lambda table: _preview(year, table),
        lambda table, reason: services.set_table(year, number, table, reason),
        frozen=services.is_frozen(year),
        where=OF_SUMS if sums else RuleField(sizes=TABLE_SIZES, days=(year.last_day - year.first_day).days + 1),
    )


def remove_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """Take a further table away, after asking."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    return _pages(year).remove(request, number, lambda: services.remove_table(year, number))


def _pages(year: ClubYear) -> TablesPages:
    context: dict[str, object] = {"base": "years/year_base.html", "year": year, "subject": year.name}
    return TablesPages(year.tables, "years", year.slug, _("Jahrestabelle"), context)


def start(request: Request, slug: str, key: str) -> HttpResponse:
    """What a player of the register begins the first table with, or a deduction."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = season(year, year.role)
    person = found.persons.get(key)
    if person is None or person.player is None:
        raise Http404
    player = Player.objects.get(pk=person.player)
    return start_page(
        request,
        YearStart(start_points=person.start_points, start_reason=person.start_reason[:MOST_REASON]),
        lambda points, reason: services.set_start(year, player, points, reason),
        reverse("years:player", args=[slug, key]),
        {"base": "years/year_base.html", "year": year, "name": person.name},
    )


def _preview(year: ClubYear, table: YearTableRule) -> RulePreview | None:
    earlier = year.club.years.filter(first_day__lt=year.first_day).order_by("-first_day")[:2]
    candidates: Sequence[ClubYear] = (*earlier, year)
    for each in candidates:
        evenings = each.evenings.exists()
        if contradiction(table.rule, list(each.sums.all()), evenings=evenings):
            continue
        tried = copy(each)
        tried.rules = write_rules([YearTableRule("", table.rule)])
        found = season(tried, year.role)
        if found.held or found.sums:
            made = year_table(found)
            lines = [PreviewLine(line.place, line.person.name, line.total.value) for line in made.members]
            return RulePreview(each.name, made.said, made.heading, lines, len(made.below))
    return None
