"""What a club tells the public: when it plays next, how the last evenings ended."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final, NamedTuple

from django.core.cache import cache
from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.urls import reverse
from django.utils import timezone

from skatliga.events.live_pages import state_of, state_of_many
from skatliga.events.models import Event, Round
from skatliga.leagues.models import Division, Matchday, Season
from skatliga.people.models import Club
from skatliga.people.tree import below
from skatliga.standings.rankings import RankingLine, ranking
from skatliga.stock import mark_of
from skatliga.visitors.search import public_events
from skatliga.years.models import ClubYear

SHOWN: Final = 5
MOST: Final = 200
"""Dates in a calendar, results in a feed at most."""
WINNERS: Final = 3
REMEMBERED: Final = 3600
PAST: Final = datetime.timedelta(days=365)


class ClubDate(NamedTuple):
    """A day on which a club plays."""

    key: str
    """The same for ever."""
    date: datetime.date
    name: str
    place: str
    url: str
    club: str
    """Who plays, where it is something that belongs to the club that was asked for."""
    changed: datetime.datetime | None
    """When what is said of it was last changed."""
    last: datetime.date | None = None
    """Its last day where it has several."""


@dataclass(frozen=True, slots=True)
class EventResult:
    """How an event ended, or how it stands."""

    event: Event
    winners: Sequence[RankingLine]
    standing: str
    """How far it is."""


def dates_of(club: Club, first: datetime.date) -> list[ClubDate]:
    """The days of a club and of all that belongs to it from this one on: events and match days; two queries."""
    later = Round.objects.filter(event=OuterRef("pk"), date__gte=first)
    events = public_events().filter(Q(date__gte=first) | Exists(later), club__in=below(club))
    events = events.annotate(changed=_changed(Event), last=Max("rounds__date"))
    found = [
        ClubDate(
            f"event-{each.pk}",
            each.date,
            each.name,
            each.place,
            each.get_absolute_url(),
            each.club.name if each.club != club else "",
            each.changed,
            each.last,
        )
        for each in events.order_by("date", "pk")[:MOST]
    ]
    for day in _matchdays(club).filter(date__gte=first).annotate(changed=_changed(Matchday))[:MOST]:
        season, division = day.division.season, day.division
        url = reverse("leagues:matchday", args=[season.slug, division.slug, day.number])
        name = f"{season.name}, {division.name}: {day}"
        assert day.date  # as it was asked for
        found.append(ClubDate(f"matchday-{day.pk}", day.date, name, "", url, "", day.changed))
    return sorted(found, key=lambda each: (each.date, each.key))[:MOST]


def _changed(model: type[Event] | type[Matchday]) -> Subquery:
    versions = model.history.filter(id=OuterRef("pk")).order_by("-history_id")
    return Subquery(versions.values("history_date")[:1])


def _matchdays(club: Club) -> QuerySet[Matchday]:
    """The match days of the leagues that a club, or what belongs to it, organises or has a team in."""
    organised = Division.objects.filter(season__club__in=below(club))
    played = Division.objects.filter(teams__club__in=below(club))
    days = Matchday.objects.filter(Q(division__in=organised) | Q(division__in=played))
    days = days.exclude(division__season__state=Season.State.DRAFT)
    return days.select_related("division__season").order_by("date", "pk")


def next_dates(club: Club) -> list[ClubDate]:
    """When the club plays next."""
    return dates_of(club, timezone.localdate())[:SHOWN]


def last_results(club: Club | None = None, most: int = SHOWN) -> list[EventResult]:
    """The latest events with lists that count, each with its winners as everybody sees them: all, or a club's.

    Those of a club are its own and those of all that belongs to it.

    Of the latest that were to be played a third may have none.
    """
    events = public_events().filter(date__lte=timezone.localdate())
    if club:  # by their keys: PostgreSQL cannot tell how many a query in the query gives
        units = Club.objects.filter(pk__in=below(club)).order_by()
        events = events.filter(club__in=list(units.values_list("pk", flat=True)))
    latest = events.prefetch_related("rounds").order_by(F("date").desc(), "-pk")[: 3 * most]
    found = (result_of(event) for event in latest)
    return list(islice((each for each in found if each.winners), most))


def result_of(event: Event) -> EventResult:
    """Its winners as everybody sees them; reckoned once after every change."""
    key = f"winners-{event.pk}-{mark_of(state_of(event))}"
    held: EventResult | None = cache.get(key)
    if held is None:
        found = ranking(event, None)
        held = EventResult(event, found.lines[:WINNERS], found.standing)
        cache.set(key, held, REMEMBERED)
    return held


def last_year(club: Club) -> ClubYear | None:
    """The latest club year that everybody may read."""
    return club.years.exclude(state=ClubYear.State.DRAFT).order_by("-first_day").first()


def state_of_club(club: Club) -> tuple[object, ...]:
    """What the pages about a club are made of: as long as it is the same, so are they. Four queries."""
    days = _matchdays(club).order_by("pk").values_list("pk", "date", "division__season__version")
    return (club.pk, club.name, club.place, *state_of_many(public_events().filter(club__in=below(club))), *days)
