"""Pages of club years: the years of a club, tables, accounts, records, honours; and the rule of a year."""

from collections.abc import Sequence
from copy import copy

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.desk.forms import ReverseForm
from skatliga.events.live_pages import Poll, answer_kept, latest_names
from skatliga.exports import Export
from skatliga.formatting import write_euros
from skatliga.forms import refusal_in
from skatliga.handouts import ExportSteps
from skatliga.lists.event_progress import EventProgress
from skatliga.people.access import club_for
from skatliga.requests import Request, refusal_told
from skatliga.standings.player_pages import readable_player
from skatliga.tables import arrange
from skatliga.years import services
from skatliga.years.access import cash_entry_for, year_for
from skatliga.years.cashbook import cash_book
from skatliga.years.forms import CashForm, YearForm, following, this_year
from skatliga.years.models import ClubYear
from skatliga.years.queries import YearData, known_of, season, seasons, years_of
from skatliga.years.records import honours as honours_of
from skatliga.years.records import records as records_of
from skatliga.years.records import years_of_player
from skatliga.years.tables import (
    LAST_NIGHTS,
    MARKS,
    AccountTable,
    BookTable,
    HonoursTable,
    StandingTable,
    YearsOfPlayerTable,
)
from skatliga.years.year_account import YearAccount, account
from skatliga.years.year_standing import (
    YearStandingLine,
    YearTable,
    parts_of,
    title_of,
    year_table,
)

PER_PAGE = 50


@login_not_required
def years(request: Request, club: str) -> HttpResponse:
    """The years of a club."""
    organiser = club_for(request, club, None)
    return render(request, "years/years.html", {"club": organiser, "years": years_of(organiser)})


def create_year(request: Request, club: str) -> HttpResponse:
    """A new year, first shown with the rule of the last one."""
    organiser = club_for(request, club, Role.SPIELLEITUNG)
    last = organiser.years.first()
    form = YearForm(request.POST or None, club=organiser, initial=following(last) if last else this_year())
    if form.is_valid():
        with refusal_in(form):
            rules = {"rules": last.rules} if last else {}
            made = services.create_year(organiser, **form.cleaned_data, **rules)
            return redirect("years:rules", made.slug)
    return render(request, "years/create_year.html", {"club": organiser, "form": form, "last": last})


def change_year(request: Request, slug: str) -> HttpResponse:
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = YearForm(request.POST or None, club=year.club, instance=copy(year))
    if form.is_valid():
        with refusal_in(form):
            services.change_year(year, **form.cleaned_data)
            messages.success(request, _("Die Angaben sind gespeichert."))
            return redirect(year)
    tables = [YearTable(year, None, number, *table) for number, table in enumerate(year.tables, 1)]
    return render(request, "years/change_year.html", {"year": year, "form": form, "tables": tables})


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
def year(request: Request, slug: str, part: int | None = None, number: int = 1) -> HttpResponse:
    """A table of the year, or of one of its parts; `?abende=alle` with a column for every evening."""
    year = year_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        found = season(year, year.role)
        table = _table(year, found, part, number)
        every = request.GET.get("abende") == "alle"
        nights = table.nights if every else table.nights[-LAST_NIGHTS:]
        members = StandingTable(table, table.members, nights, exclude=("status", *MARKS))
        arrange(request, members, PER_PAGE)
        context = {
            "year": year,
            "found": found,
            "table": table,
            "members": members,
            "below": _rest(table, table.below, nights),
            "guests": _rest(table, table.guests, nights),
            "tables": list(enumerate(year.tables, 1))[1:],
            "parts": parts_of(year, (night.date for night in found.held)),
            "part": part,
            "title": title_of(year, year.parts, part) if part else "",
            "every": every,
            "more": len(table.nights) - len(nights),
        }
        return render(request, "years/year.html", context)

    return answer_kept(request, known_of([year]), year.role, make)


def year_file(request: Request, slug: str, part: int | None = None, number: int = 1) -> ExportSteps:
    """The table as a file, everybody in it, with a column for every evening."""
    year = year_for(request, slug, None)
    yield known_of([year])
    table = _table(year, season(year, year.role), part, number)
    name = f"jahrestabelle-{slug}" + (f"-teil-{part}" if part else f"-{number}" if number > 1 else "")
    name += "" if year.state == ClubYear.State.FINAL else "-vorlaeufig"
    return Export(StandingTable(table, table.lines, table.nights), name, table.title)


@login_not_required
def player(request: Request, slug: str, key: str, number: int = 1) -> HttpResponse:
    """The account of one player in a table."""
    year = year_for(request, slug, None)

    def make(poll: Poll) -> HttpResponse:
        found = _account(year, key, number)
        return render(request, "years/player.html", {"year": year, "found": found, "table": found.table})

    return answer_kept(request, known_of([year]), year.role, make)


def player_file(request: Request, slug: str, key: str, number: int = 1) -> ExportSteps:
    """The account as a file."""
    year = year_for(request, slug, None)
    yield known_of([year])
    name = f"konto-{slug}-{key}" + (f"-{number}" if number > 1 else "")
    return Export(AccountTable(_account(year, key, number)), name, _("Konto"))


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

    def make(poll: Poll) -> HttpResponse:
        found = seasons(known, organiser.role)
        context = {
            "club": organiser,
            "honours": honours_of(found),
            "found": records_of(found),
            "latest": known and known[0],
        }
        return render(request, "years/honours.html", context)

    return answer_kept(request, known_of(known), organiser.role, make)


def honours_file(request: Request, club: str) -> ExportSteps:
    """The winners of all years."""
    organiser = club_for(request, club, None)
    known = list(years_of(organiser))
    yield known_of(known)
    table = HonoursTable(honours_of(seasons(known, organiser.role)))
    return Export(table, f"ehrentafel-{organiser.slug}", _("Ehrentafel"))


def _table(year: ClubYear, found: YearData, part: int | None, number: int) -> YearTable:
    """The table asked for; a part or a table of which there is none gives a page that does not exist."""
    if not 1 <= number <= len(year.tables):
        raise Http404
    if part is not None and part not in {number for number, _title in parts_of(year, (n.date for n in found.held))}:
        raise Http404
    return year_table(found, part, number)


def _account(year: ClubYear, key: str, number: int) -> YearAccount:
    """The account of a player by his key; who has not played gives a page that does not exist."""
    found = season(year, year.role)
    table = _table(year, found, None, number)
    line = table.line_of(key)
    if line is None:
        raise Http404
    return account(found, table, line)


def _rest(table: YearTable, lines: Sequence[YearStandingLine], nights: Sequence[EventProgress]) -> StandingTable | None:
    exclude = ("status", "group", *MARKS)
    return StandingTable(table, lines, nights, exclude=exclude, orderable=False) if lines else None


# ---- Pages of the cash book of a year; for those who direct the club


def cash(request: Request, slug: str) -> HttpResponse:
    """The cash book, and the form for money that belongs to no evening."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    form = CashForm(request.POST or None, initial={"date": timezone.localdate()})
    if form.is_valid():
        with refusal_in(form):
            services.book(year, user=request.user, **form.values)
            messages.success(request, _("%(euros)s gebucht.") % {"euros": write_euros(form.values["cents"])})
            return redirect("years:cash", slug)
    return render(request, "years/cash.html", {"year": year, "book": cash_book(year), "form": form})


def cash_file(request: Request, slug: str) -> Export:
    """The cash book as a file."""
    year = year_for(request, slug, Role.SPIELLEITUNG)
    return Export(BookTable(cash_book(year)), f"kassenbuch-{slug}", _("Kassenbuch"))


def reverse(request: Request, slug: str, pk: int) -> HttpResponse:
    """Take an entry back, with a reason."""
    entry = cash_entry_for(request, slug, pk)
    form = ReverseForm(request.POST or None)
    if form.is_valid():
        with refusal_in(form):
            services.reverse(entry, form.cleaned_data["reason"], request.user)
            messages.success(request, _("Die Buchung ist storniert."))
            return redirect("years:cash", slug)
    return render(request, "years/reverse.html", {"year": entry.year, "entry": entry, "form": form})


# ---- What is known of players only as sums


def results_file(request: Request, pk: int) -> ExportSteps:
    """Where a player came in years of which sums are known, as on his page over all events."""
    player = readable_player(request.user, pk)
    results = years_of_player(player, request.user) if player else []
    if not player or not results:
        raise Http404
    yield [(each.year.pk, each.year.version) for each in results], latest_names()
    return Export(YearsOfPlayerTable(results), f"clubjahre-spieler-{player.pk}", _("Clubjahre"))


@login_not_required
def former_address(request: Request, slug: str) -> HttpResponse:
    """Where a year that was taken over stood before it was a year like any other."""
    return redirect("years:year", slug, permanent=True)
