"""Pages of club years: the years of a club, tables, accounts, records, honours; and the rule of a year."""

from collections.abc import Sequence
from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.events.live import Poll, answer_kept
from skatliga.handouts import Steps, handout
from skatliga.people.access import club_for
from skatliga.refusals import refusal_told
from skatliga.requests import Request
from skatliga.spreadsheets import table_file
from skatliga.tables import arrange
from skatliga.years import services
from skatliga.years.access import year_for
from skatliga.years.account import Account, account
from skatliga.years.forms import YearForm, following
from skatliga.years.models import ClubYear, PastYear
from skatliga.years.parts import parts_of, title_of
from skatliga.years.past import past_winners, past_years_of
from skatliga.years.queries import Night, Season, known_of, season, seasons, years_of
from skatliga.years.ranking import Line, YearTable, year_table
from skatliga.years.records import honours as honours_of
from skatliga.years.records import records as records_of
from skatliga.years.tables import LAST_NIGHTS, AccountTable, HonoursTable, StandingTable
from skatliga.years.wording import explain

PER_PAGE = 50


@login_not_required
def years(request: Request, club: str) -> HttpResponse:
    """The years of a club."""
    organiser = club_for(request, club, None)
    every: list[ClubYear | PastYear] = [*years_of(organiser), *past_years_of(organiser)]
    every.sort(key=lambda year: year.first_day, reverse=True)
    return render(request, "years/years.html", {"club": organiser, "years": every})


def create_year(request: Request, club: str) -> HttpResponse:
    """A new year, first shown with the rule of the last one."""
    organiser = club_for(request, club, Role.SPIELLEITUNG)
    last = organiser.years.first()
    form = YearForm(request.POST or None, club=organiser, initial=following(last) if last else None)
    if form.is_valid():
        try:
            return redirect(services.create_year(organiser, **form.cleaned_data))
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "years/create_year.html", {"club": organiser, "form": form, "last": last})


def change_year(request: Request, slug: str) -> HttpResponse:
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = YearForm(request.POST or None, club=year.club, instance=copy(year))
    if form.is_valid():
        try:
            services.change_year(year, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(year)
        except ValidationError as refusal:
            form.add_error(None, refusal.messages)
    return render(request, "years/change_year.html", {"year": year, "form": form})


@require_POST
def set_state(request: Request, slug: str) -> HttpResponse:
    """Publish, withdraw, close or open again."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    state = request.POST.get("state", "")
    if state in ClubYear.State.values:
        with refusal_told(request):
            services.set_state(year, ClubYear.State(state))
    return redirect(year)


@login_not_required
def year(request: Request, slug: str, part: int | None = None) -> HttpResponse:
    """The table of the year, or of one of its parts; `?abende=alle` with a column for every evening."""
    year = year_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        found = season(year, year.role)
        table = _table(year, found, part)
        every = request.GET.get("abende") == "alle"
        nights = table.nights if every else table.nights[-LAST_NIGHTS:]
        members = StandingTable(table, table.members, nights, exclude=("status",))
        arrange(request, members, PER_PAGE)
        context = {
            "year": year,
            "found": found,
            "table": table,
            "members": members,
            "below": _rest(table, table.below, nights),
            "guests": _rest(table, table.guests, nights),
            "rule": explain(table.rule, year.block, table.unit),
            "parts": parts_of(year, (night.date for night in found.held)),
            "part": part,
            "title": title_of(year, year.parts, part) if part else "",
            "every": every,
            "more": len(table.nights) - len(nights),
        }
        return render(request, "years/year.html", context)

    return answer_kept(request, known_of([year]), year.role, make)


@login_not_required
@handout()
def year_file(request: Request, slug: str, ending: str, part: int | None = None) -> Steps:
    """The table as a file, everybody in it, with a column for every evening."""
    year = year_for(request, slug, None)
    yield known_of([year])
    table = _table(year, season(year, year.role), part)
    name = f"jahrestabelle-{slug}" + (f"-teil-{part}" if part else "")
    name += "" if year.state == ClubYear.State.FINAL else "-vorlaeufig"
    return table_file(StandingTable(table, table.lines, table.nights), name, ending, _("Jahrestabelle"))


@login_not_required
def player(request: Request, slug: str, key: str) -> HttpResponse:
    """The account of one player."""
    year = year_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        found = _account(year, key)
        table = found.table
        rule = explain(table.rule, year.block, table.unit)
        return render(request, "years/player.html", {"year": year, "found": found, "rule": rule, "table": table})

    return answer_kept(request, known_of([year]), year.role, make)


@login_not_required
@handout()
def player_file(request: Request, slug: str, key: str, ending: str) -> Steps:
    """The account as a file."""
    year = year_for(request, slug, None)
    yield known_of([year])
    return table_file(AccountTable(_account(year, key)), f"konto-{slug}-{key}", ending, _("Konto"))


@login_not_required
def records(request: Request, slug: str) -> HttpResponse:
    """The records of the year."""
    year = year_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        return render(request, "years/records.html", {"year": year, "found": records_of([season(year, year.role)])})

    return answer_kept(request, known_of([year]), year.role, make)


@login_not_required
def honours(request: Request, club: str) -> HttpResponse:
    """Who won which year, and the records of all years."""
    organiser = club_for(request, club, None)
    known = list(years_of(organiser))
    past = past_winners(past_years_of(organiser), organiser.role)

    def make(poll: Poll) -> HttpResponse:
        found = seasons(known, organiser.role)
        context = {
            "club": organiser,
            "honours": honours_of(found),
            "past": past,
            "found": records_of(found),
            "latest": known and known[0],
        }
        return render(request, "years/honours.html", context)

    return answer_kept(request, _known_of_all(known, past), organiser.role, make)


def _known_of_all(years: Sequence[ClubYear], past: Sequence[PastYear]) -> tuple[object, ...]:
    return (*known_of(years), *((year.pk, year.version) for year in past))


@login_not_required
@handout()
def honours_file(request: Request, club: str, ending: str) -> Steps:
    """The winners of all years."""
    organiser = club_for(request, club, None)
    known = list(years_of(organiser))
    past = past_winners(past_years_of(organiser), organiser.role)
    yield _known_of_all(known, past)
    table = HonoursTable(honours_of(seasons(known, organiser.role)), past)
    return table_file(table, f"ehrentafel-{organiser.slug}", ending, _("Ehrentafel"))


def _table(year: ClubYear, found: Season, part: int | None) -> YearTable:
    """The table asked for; a part of which there is none gives a page that does not exist."""
    if part is not None and part not in {number for number, _title in parts_of(year, (n.date for n in found.held))}:
        raise Http404
    return year_table(found, part)


def _account(year: ClubYear, key: str) -> Account:
    """The account of a player by his key; who has not played gives a page that does not exist."""
    found = season(year, year.role)
    table = year_table(found)
    line = table.line_of(key)
    if line is None:
        raise Http404
    return account(found, table, line)


def _rest(table: YearTable, lines: Sequence[Line], nights: Sequence[Night]) -> StandingTable | None:
    return StandingTable(table, lines, nights, exclude=("status", "group"), orderable=False) if lines else None
