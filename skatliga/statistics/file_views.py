"""The tables of the statistics as files, and the figures of every picture."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.live import state_of, state_of_many
from skatliga.handouts import Steps, handout
from skatliga.people.models import Player
from skatliga.requests import Request
from skatliga.spreadsheets import table_file
from skatliga.standings.queries import ranking
from skatliga.standings.scopes import read_number, scope_of
from skatliga.statistics import pictures, queries
from skatliga.statistics.access import Find, Together, pair_of, player_for, rated_club, refuse_without_lists
from skatliga.statistics.measures import compare
from skatliga.statistics.meetings import head_to_head, met
from skatliga.statistics.periods import Choice, choice_of
from skatliga.statistics.plots import Plot
from skatliga.statistics.shown import Group
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
@handout("zeit", "spiel")
def together(request: Request, slug: str, ending: str, find: Find) -> Steps:
    """The players of a club, an event, a season or a year."""
    about, choice = find(request, slug), choice_of(request)
    yield _state(about)
    found = _together(about, choice)
    return table_file(
        MemberTable(found.members, found.evaluation), _named(request, f"statistik-{slug}"), ending, _("Spieler")
    )


@login_not_required
@handout("zeit", "spiel")
def together_rates(request: Request, slug: str, ending: str, find: Find) -> Steps:
    """How they have played."""
    about, choice = find(request, slug), choice_of(request)
    yield _state(about)
    found = _together(about, choice)
    club = about.beside(found)
    rates = compare(found.kind, found.figures, club=club)
    table = RateTable(found, rates, _("hier"), _("im Verein") if club else "")
    return table_file(table, _named(request, f"anteile-{slug}"), ending, _("Wie gespielt wurde"))


@login_not_required
@handout("zeit", "spiel")
def together_best(request: Request, slug: str, ending: str, find: Find) -> Steps:
    """Their best lists."""
    about, choice = find(request, slug), choice_of(request)
    yield _state(about)
    found = _together(about, choice)
    return table_file(
        BestTable(found.best, found.evaluation), _named(request, f"beste-listen-{slug}"), ending, _("Beste Listen")
    )


@login_not_required
@handout("zeit", "spiel")
def together_figures(request: Request, slug: str, key: str, ending: str, find: Find) -> Steps:
    """One of their pictures."""
    about, choice = find(request, slug), choice_of(request)
    yield _state(about)
    found = _together(about, choice)
    return _figures(pictures.of_group(found), key, _named(request, slug), ending)


@login_not_required
@handout()
def strength(request: Request, slug: str, ending: str) -> Steps:
    """How strong the players of a club are."""
    club, rated = rated_club(request, slug)
    yield state_of_many(queries.club_events(club)), rated
    return table_file(StrengthTable(strengths(club, club.role)), f"spielstaerke-{slug}", ending, _("Spielstärke"))


@login_not_required
@handout("zeit", "spiel")
def player(request: Request, pk: int, ending: str) -> Steps:
    """All lists of a player."""
    player, choice = _player(request, pk), choice_of(request)
    yield state_of_many(queries.player_events(player))
    found = queries.player(player, choice.period.of(queries.player_events(player)), choice.kind)
    return table_file(
        ListTable(found.lists, found.evaluation), _named(request, f"listen-spieler-{pk}"), ending, _("Listen")
    )


@login_not_required
@handout("zeit", "spiel")
def player_rates(request: Request, pk: int, ending: str) -> Steps:
    """How a player has played."""
    player, choice = _player(request, pk), choice_of(request)
    yield state_of_many(queries.player_events(player))
    found = queries.player(player, choice.period.of(queries.player_events(player)), choice.kind)
    rates = compare(found.kind, found.figures, found.group)
    table = RateTable(found, rates, pgettext("einer", "Spieler"), _("alle dort"))
    return table_file(table, _named(request, f"anteile-spieler-{pk}"), ending, _("Wie gespielt wurde"))


@login_not_required
@handout("zeit", "spiel")
def player_met(request: Request, pk: int, ending: str) -> Steps:
    """All with whom a player has sat at one table."""
    player, choice = _player(request, pk), choice_of(request)
    yield state_of_many(queries.player_events(player))
    with_him = met(player, choice.period.of(queries.player_events(player)), None)
    return table_file(MetTable(with_him), _named(request, f"mitspieler-{pk}"), ending, _("Am selben Tisch"))


@login_not_required
@handout("zeit", "spiel")
def player_figures(request: Request, pk: int, key: str, ending: str) -> Steps:
    """One of a player's pictures."""
    player, choice = _player(request, pk), choice_of(request)
    yield state_of_many(queries.player_events(player))
    found = queries.player(player, choice.period.of(queries.player_events(player)), choice.kind)
    return _figures(pictures.of_player(found), key, _named(request, f"spieler-{pk}"), ending)


@login_not_required
@handout("zeit", "spiel")
def meetings(request: Request, pk: int, other: int, ending: str) -> Steps:
    """The lists on which two players met."""
    pair = pair_of(request, pk, other)
    choice = choice_of(request)
    yield state_of_many(queries.player_events(pair[0]))
    found = head_to_head(*pair, choice.period.of(queries.player_events(pair[0])), choice.kind)
    table = MeetingTable(found.meetings, *(each.name for each in pair))
    return table_file(table, _named(request, f"begegnungen-{pk}-{other}"), ending, _("Begegnungen"))


@login_not_required
@handout("nach", "klasse", "serie")
def spread(request: Request, slug: str, ending: str) -> Steps:
    """How the results of a ranking are distributed."""
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event, read_number(request, "serie"))
    yield state_of(event)
    plot = pictures.of_ranking(ranking(event, event.role, scope.rounds, scope.category))
    return _figures([plot] if plot else [], "verteilung", f"{slug}{scope.name}", ending)


def _together(about: Together, choice: Choice) -> Group:
    return queries.group(choice.period.of(about.events), about.role, choice.kind)


def _state(about: Together) -> tuple[object, ...]:
    """Of its own events, and of those of the club it is held beside."""
    beside = about.club and state_of_many(queries.club_events(about.club))
    return (about.name, state_of_many(about.events), beside)


def _player(request: Request, pk: int) -> Player:
    player, _role = player_for(request, pk)
    refuse_without_lists(player)
    return player


def _named(request: Request, name: str) -> str:
    return choice_of(request).named(name)


def _figures(plots: list[Plot], key: str, name: str, ending: str) -> HttpResponse:
    """The figures of the picture with this key; raises Http404 where there is none."""
    for plot in plots:
        if plot.key == key:
            return table_file(FigureTable(plot), f"{key}-{name}", ending, plot.title)
    raise Http404
