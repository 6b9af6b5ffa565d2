"""The tables of the statistics as files, and the figures of every picture."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.spreadsheets import table_file
from skatliga.standings.queries import ranking
from skatliga.standings.scopes import read_number, scope_of
from skatliga.statistics import pictures, queries
from skatliga.statistics.access import Find, Together, pair_of, player_for, rated_club, refuse_without_lists
from skatliga.statistics.measures import compare
from skatliga.statistics.meetings import head_to_head, met
from skatliga.statistics.periods import choice_of
from skatliga.statistics.plots import Plot
from skatliga.statistics.shown import Group, PlayerFigures
from skatliga.statistics.strength import strengths
from skatliga.statistics.tables import (
    BestTable,
    FigureTable,
    ListTable,
    MeetingTable,
    MemberTable,
    MetTable,
    RateTable,
    StrengthTable,
)


@login_not_required
def together(request: HttpRequest, slug: str, ending: str, find: Find) -> HttpResponse:
    """The players of a club, an event, a season or a year."""
    _about, found = _together(request, slug, find)
    return table_file(
        MemberTable(found.members, found.evaluation), _named(request, f"statistik-{slug}"), ending, _("Spieler")
    )


@login_not_required
def together_rates(request: HttpRequest, slug: str, ending: str, find: Find) -> HttpResponse:
    """How they have played."""
    about, found = _together(request, slug, find)
    club = about.beside(found)
    rates = compare(found.kind, found.figures, club=club)
    table = RateTable(found, rates, _("hier"), _("im Verein") if club else "")
    return table_file(table, _named(request, f"anteile-{slug}"), ending, _("Wie gespielt wurde"))


@login_not_required
def together_best(request: HttpRequest, slug: str, ending: str, find: Find) -> HttpResponse:
    """Their best lists."""
    _about, found = _together(request, slug, find)
    return table_file(
        BestTable(found.best, found.evaluation), _named(request, f"beste-listen-{slug}"), ending, _("Beste Listen")
    )


@login_not_required
def together_figures(request: HttpRequest, slug: str, key: str, ending: str, find: Find) -> HttpResponse:
    """One of their pictures."""
    _about, found = _together(request, slug, find)
    return _figures(pictures.of_group(found), key, _named(request, slug), ending)


@login_not_required
def strength(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """How strong the players of a club are."""
    club, _rated = rated_club(request, slug)
    return table_file(StrengthTable(strengths(club, club.role)), f"spielstaerke-{slug}", ending, _("Spielstärke"))


@login_not_required
def player(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """All lists of a player."""
    found = _of_player(request, pk)
    return table_file(
        ListTable(found.lists, found.evaluation), _named(request, f"listen-spieler-{pk}"), ending, _("Listen")
    )


@login_not_required
def player_rates(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """How a player has played."""
    found = _of_player(request, pk)
    rates = compare(found.kind, found.figures, found.group)
    table = RateTable(found, rates, pgettext("einer", "Spieler"), _("alle dort"))
    return table_file(table, _named(request, f"anteile-spieler-{pk}"), ending, _("Wie gespielt wurde"))


@login_not_required
def player_met(request: HttpRequest, pk: int, ending: str) -> HttpResponse:
    """All with whom a player has sat at one table."""
    player, _role = player_for(request, pk)
    refuse_without_lists(player)
    with_him = met(player, choice_of(request).period.of(queries.player_events(player)), None)
    return table_file(MetTable(with_him), _named(request, f"mitspieler-{pk}"), ending, _("Am selben Tisch"))


@login_not_required
def player_figures(request: HttpRequest, pk: int, key: str, ending: str) -> HttpResponse:
    """One of a player's pictures."""
    found = _of_player(request, pk)
    return _figures(pictures.of_player(found), key, _named(request, f"spieler-{pk}"), ending)


@login_not_required
def meetings(request: HttpRequest, pk: int, other: int, ending: str) -> HttpResponse:
    """The lists on which two players met."""
    pair = pair_of(request, pk, other)
    choice = choice_of(request)
    found = head_to_head(*pair, choice.period.of(queries.player_events(pair[0])), choice.kind)
    table = MeetingTable(found.meetings, *(each.name for each in pair))
    return table_file(table, _named(request, f"begegnungen-{pk}-{other}"), ending, _("Begegnungen"))


@login_not_required
def spread(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """How the results of a ranking are distributed."""
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event, read_number(request, "serie"))
    plot = pictures.of_ranking(ranking(event, event.role, scope.rounds, scope.category))
    return _figures([plot] if plot else [], "verteilung", f"{slug}{scope.name}", ending)


def _together(request: HttpRequest, slug: str, find: Find) -> tuple[Together, Group]:
    about = find(request, slug)
    choice = choice_of(request)
    return about, queries.group(choice.period.of(about.events), about.role, choice.kind)


def _of_player(request: HttpRequest, pk: int) -> PlayerFigures:
    player, _role = player_for(request, pk)
    refuse_without_lists(player)
    choice = choice_of(request)
    return queries.player(player, choice.period.of(queries.player_events(player)), choice.kind)


def _named(request: HttpRequest, name: str) -> str:
    return choice_of(request).named(name)


def _figures(plots: list[Plot], key: str, name: str, ending: str) -> HttpResponse:
    """The figures of the picture with this key; raises Http404 where there is none."""
    for plot in plots:
        if plot.key == key:
            return table_file(FigureTable(plot), f"{key}-{name}", ending, plot.title)
    raise Http404
