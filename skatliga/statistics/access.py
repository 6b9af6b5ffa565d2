"""Fetch and authorise what a page is about: a player, or all together at a club, an event, in a season or a year.

The pages of all together differ in what they are about and in who may read it; everything else is the same.

* **D** A player's statistics may be read by all who may read his page over all events. Other players stand there under
  their public names, for every visitor alike.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Model, QuerySet
from django.http import Http404
from django.urls import reverse

from scoring.federation.eligibility import StartClass
from scoring.figures import Figures
from skatliga.access import Role, require, strongest
from skatliga.events.access import event_for
from skatliga.events.models import Event
from skatliga.federations.models import CLASSES
from skatliga.leagues.access import season_for
from skatliga.people.access import club_for
from skatliga.people.models import Club, Player
from skatliga.people.queries import clubs_seen_by
from skatliga.requests import Request
from skatliga.standings.player_pages import readable_player
from skatliga.statistics.pages import GroupFigures
from skatliga.statistics.queries import (
    club_events,
    club_figures,
    entries_of,
    player_events,
    results_of,
    season_events,
    year_events,
)
from skatliga.statistics.services import by_key
from skatliga.statistics.strengths import is_rated
from skatliga.years.access import year_for


@dataclass(frozen=True, slots=True)
class Together:
    """What a page of all together is about."""

    kind: str
    """Names its address and its file."""
    name: str
    slug: str
    base: str
    """The template of the pages it stands among."""
    context: Mapping[str, Model]
    """What that template needs."""
    events: QuerySet[Event]
    role: Role | None
    """Of the visitor there."""
    spans_years: bool = False
    """Whether a period can be chosen."""
    rated: bool = False
    """Whether it has a page on how strong its players are."""
    club: Club | None = None
    """Beside whose figures it is held."""

    @property
    def file(self) -> str:
        """The address of its table as CSV."""
        return self._as_csv("file")

    @property
    def rates_file(self) -> str:
        """That of how they play."""
        return self._as_csv("rates_file")

    @property
    def best_file(self) -> str:
        """That of their best lists."""
        return self._as_csv("best_file")

    def figures_file(self, key: str) -> str:
        """That of a picture."""
        return self._as_csv("figures_file", key)

    def beside(self, found: GroupFigures) -> Figures | None:
        """All together in its club, beside whose figures these are held."""
        return club_figures(self.club, found.kind) if self.club and found.lists else None

    def _as_csv(self, what: str, *of: str) -> str:
        return reverse(f"statistics:{self.kind}_{what}", args=[self.slug, *of, "csv"])


Find = Callable[[Request, str], Together]
"""Fetches what a page of all together is about, and lets the visitor in or not."""


def of_club(request: Request, slug: str) -> Together:
    """All published events of a club."""
    club = club_for(request, slug, None)
    events = club_events(club)
    context, rated = {"club": club}, is_rated(club)
    return Together("club", club.name, slug, "people/club_base.html", context, events, club.role, True, rated)


def of_event(request: Request, slug: str) -> Together:
    """One event, for whoever may read it."""
    event = event_for(request, slug, Role.READER)
    events = Event.objects.filter(pk=event.pk)
    context = {"event": event}
    return Together("event", event.name, slug, "events/event_base.html", context, events, event.role, club=event.club)


def of_season(request: Request, slug: str) -> Together:
    """The events of a league season."""
    season = season_for(request, slug, Role.READER)
    events = season_events(season)
    return Together("season", season.name, slug, "leagues/league_base.html", {"season": season}, events, season.role)


def of_year(request: Request, slug: str) -> Together:
    """The evenings of a club year."""
    year = year_for(request, slug, None)
    events = year_events(year)
    return Together("year", year.name, slug, "years/year_base.html", {"year": year}, events, year.role, club=year.club)


def player_for(request: Request, pk: int) -> tuple[Player, Role | None]:
    """A player whose page this visitor may read, and what the visitor holds in his clubs; Http404 for others."""
    player = readable_player(request.user, pk)
    if player is None:
        raise Http404
    if request.user.is_superuser:
        return player, Role.ADMINISTRATOR
    return player, strongest(*(club.held for club in clubs_seen_by(request.user).filter(players=player)))


def refuse_without_lists(player: Player) -> None:
    """Nobody is named who never stood in a ranking; Http404 for him."""
    if not results_of(by_key(player_events(player))).filter(entry__in=entries_of(player)).exists():
        raise Http404


def rated_club(request: Request, slug: str) -> tuple[Club, bool]:
    """The club, and whether it has a page on strength; if not, that is for administrators alone."""
    club = club_for(request, slug, None)
    rated = is_rated(club)
    if not rated:
        require(request, club.role, Role.ADMINISTRATOR)
    return club, rated


def pair_of(request: Request, one: int, other: int) -> tuple[Player, Player]:
    """Two different players who have played."""
    pair = player_for(request, one)[0], player_for(request, other)[0]
    if pair[0] == pair[1]:
        raise Http404
    for each in pair:
        refuse_without_lists(each)
    return pair


def level_asked(request: Request, slug: str | None) -> tuple[Club | None, StartClass]:
    """Whose players are asked for, and in which class; everybody, and all classes, where it is not said."""
    level = club_for(request, slug, None) if slug else None
    asked = request.GET.get("klasse", "")
    return level, asked if asked in CLASSES else "open"
