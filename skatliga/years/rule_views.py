"""Pages of a year's rules: which tables there are, how each counts, and what it would make of played evenings."""

from collections.abc import Sequence
from copy import copy

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.people.models import Player, means
from skatliga.requests import Request, refusal_told
from skatliga.wertung.presets import YEAR_PRESETS
from skatliga.wertung.rules import MOST_TABLES, YearTableRule, write_rules
from skatliga.wertung.views import PreviewLine, RulePage, RulePreview, start_page
from skatliga.years import services
from skatliga.years.access import year_for
from skatliga.years.models import ClubYear
from skatliga.years.queries import season
from skatliga.years.year_standing import year_table


def rules(request: Request, slug: str) -> HttpResponse:
    """All tables of the year, each with its rule."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = season(year, year.role)
    tables = [year_table(found, number=number) for number in range(1, len(year.tables) + 1)]
    context = {
        "year": year,
        "tables": tables,
        "next": len(tables) + 1 if len(tables) < MOST_TABLES else None,
        "open": year.state != ClubYear.State.FINAL,
    }
    return render(request, "years/rules.html", context)


def change_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """The rule of one table, or of a new one."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    tables = year.tables
    if not 1 <= number <= min(len(tables) + 1, MOST_TABLES):
        raise Http404
    old = number <= len(tables)
    page = RulePage(
        table=tables[number - 1] if old else YearTableRule("", tables[0].rule),
        presets=YEAR_PRESETS,
        preview=lambda table: _preview(year, table),
        save=lambda table, reason: services.set_table(year, number, table, reason),
        back=reverse("years:rules", args=[slug]),
        context={
            "base": "years/year_base.html",
            "year": year,
            "subject": year.name,
            "eyebrow": _("So wird gezählt"),
            "heading": _("Jahrestabelle"),
        },
        main=number == 1,
        new=number > 1,
        frozen=old and services.is_frozen(year),
    )
    return page.answer(request)


def remove_rule(request: Request, slug: str, number: int) -> HttpResponse:
    """Take a further table away, after asking; the lists and the other tables stay."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    if not 2 <= number <= len(year.tables):
        raise Http404
    if request.method == "POST":
        with refusal_told(request):
            services.remove_table(year, number)
            messages.success(request, _("Die Tabelle ist entfernt."))
        return redirect("years:rules", slug)
    return render(request, "years/remove_rule.html", {"year": year, "table": year.tables[number - 1]})


def start(request: Request, slug: str, key: str) -> HttpResponse:
    """What a player of the register begins the first table with, or a deduction."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    found = season(year, year.role)
    person = found.persons.get(key)
    if person is None or not person.member:
        raise Http404
    player = Player.objects.get(pk=int(key[1:]))
    return start_page(
        request,
        year.starts.filter(means(player.pk, "player")).first(),
        lambda points, reason: services.set_start(year, player, points, reason),
        reverse("years:player", args=[slug, key]),
        {"base": "years/year_base.html", "year": year, "name": person.name},
    )


def _preview(year: ClubYear, table: YearTableRule) -> RulePreview | None:
    earlier = year.club.years.filter(first_day__lt=year.first_day).order_by("-first_day")[:2]
    candidates: Sequence[ClubYear] = (*earlier, year)
    for each in candidates:
        tried = copy(each)
        tried.rules = write_rules([YearTableRule("", table.rule)])
        found = season(tried, year.role)
        if found.held:
            made = year_table(found)
            lines = [PreviewLine(line.place, line.person.name, line.total.value) for line in made.members]
            return RulePreview(each.name, made.said, made.heading, lines, len(made.below))
    return None
