"""What every page of a club year is made of: its evenings, the lists that count there, and who played them.

Everything is read from the results kept with the lists, so after the last list of an evening there is nothing to be
done. A fixed number of queries, however many evenings and lists there are.

Decisions, where clubs differ:

* **D** An evening counts as soon as its event is published; a list as soon as it is entered, as in every ranking.
* **D** Members are those who were entered from the register of players; who was entered by name only is a guest, for
  good. So leaving the club later does not change a past year.
* **D** Guests of the same name and club are the same person all year.
* **D** Everybody bears the name of the latest evening.
* **D** An evening whose evaluation was changed after it became one of the year does not count, and the pages say so.
"""

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from skatliga.access import Role
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Entry, Event, Table
from skatliga.lists.models import SeatResult, Sheet
from skatliga.people.models import Club, User
from skatliga.people.names import fold
from skatliga.people.queries import with_role
from skatliga.years.models import ClubYear


class EveningProgress(NamedTuple):
    """One evening of a year: its number in the order of days, its event, and how far its lists are."""

    number: int
    event: int
    slug: str
    name: str
    date: datetime.date
    state: str
    evaluation: str
    lists: int
    """How many Serien have a list that counts."""
    missing: int
    """How many tables of the Serien begun have no list yet that counts."""
    in_question: bool
    """Whether a list counts provisionally."""
    fits: bool
    """Whether it is evaluated like the first evening held; otherwise its lists count nowhere."""

    @property
    def held(self) -> bool:
        """Whether a list of it counts."""
        return self.lists > 0


class YearPlayer(NamedTuple):
    """Somebody who has played, under the name this visitor may see."""

    key: str
    name: str
    member: bool
    entry: int
    """The latest entry."""


class YearList(NamedTuple):
    """What one list of one evening brought a player."""

    key: str
    evening: int
    round: int
    leistung: int
    won: int | None
    """None, like the next, where only the Leistung is known."""
    lost: int | None
    deals: int
    table: int
    seat: int


@dataclass(frozen=True, slots=True)
class YearData:
    """Everything a year is made of."""

    year: ClubYear
    nights: tuple[EveningProgress, ...]
    """All evenings by day, also those to come."""
    results: tuple[YearList, ...]
    persons: dict[str, YearPlayer]
    """Who has played, by key."""
    keys: dict[int, str]
    """The key of everybody who was entered in any of its evenings, by entry."""

    @property
    def held(self) -> tuple[EveningProgress, ...]:
        """The evenings of which a list counts."""
        return tuple(night for night in self.nights if night.held)

    @property
    def unfinished(self) -> tuple[EveningProgress, ...]:
        """The evenings held of which lists are missing or in question."""
        return tuple(night for night in self.held if night.missing or night.in_question)

    @property
    def misfits(self) -> tuple[EveningProgress, ...]:
        """The evenings whose lists do not count because they are evaluated in another way."""
        return tuple(night for night in self.nights if not night.fits)

    @property
    def outside(self) -> tuple[EveningProgress, ...]:
        """The evenings whose day lies in the year no longer, since it or the year was moved afterwards."""
        return tuple(night for night in self.nights if not self.year.covers(night.date))

    @property
    def next_night(self) -> EveningProgress | None:
        """The next evening: the first after all that were held, if there is one that can still be played."""
        last = max((night.number for night in self.nights if night.held), default=0)
        return next((night for night in self.nights if night.number > last and night.state != Event.State.FINAL), None)


def years_seen_by(user: User) -> QuerySet[ClubYear]:
    """All club years with their clubs, each with what the user holds there."""
    return with_role(ClubYear.objects.select_related("club"), user)


def years_of(club: Club) -> QuerySet[ClubYear]:
    """The years of a club which the visitor may read, the latest first; the club comes with the visitor's role."""
    return club.years.all() if club.role else club.years.exclude(state=ClubYear.State.DRAFT)


def years_with(event: Event) -> QuerySet[ClubYear]:
    """The years of which an event is an evening and which the visitor may read; the event comes with his roles."""
    years = ClubYear.objects.filter(evenings__event=event)
    return years if event.club_held else years.exclude(state=ClubYear.State.DRAFT)


def season(year: ClubYear, role: Role | None) -> YearData:
    """A year as a visitor with this role may see it; five queries."""
    [found] = seasons([year], role)
    return found


def seasons(years: Sequence[ClubYear], role: Role | None) -> list[YearData]:
    """Several years, in as many queries as one."""
    evenings = list(
        Event.objects.filter(year_evenings__year__in=years)
        .order_by("date", "pk")
        .values_list("year_evenings__year", "pk", "slug", "name", "date", "state", "evaluation")
    )
    events = {event for _year, event, *_rest in evenings}
    public = {event for _year, event, *_rest, state, _evaluation in evenings if state != Event.State.DRAFT}
    rows = list(
        SeatResult.objects.counting()
        .filter(sheet__table__round__event__in=public, entry__unranked=False)
        .order_by()
        .values_list(
            "sheet__table__round__event",
            "entry",
            "sheet__table__round__number",
            "leistung",
            "won",
            "lost",
            "sheet__deals",
            "sheet__table__number",
            "seat",
            "sheet__state",
        )
    )
    missing = missing_lists(public)
    keys = _keys(events)
    played = {row[1]: row[0] for row in rows}
    day = {event: date for _year, event, _slug, _name, date, *_rest in evenings}
    latest: dict[str, int] = {}
    for entry in sorted(played, key=lambda pk: (day[played[pk]], pk)):
        latest[keys[entry]] = entry
    persons = _persons(latest, role)
    by_event: dict[int, list[_ResultRow]] = {}
    for row in rows:
        by_event.setdefault(row[0], []).append(row)
    return [
        _season(year, [each[1:] for each in evenings if each[0] == year.pk], by_event, missing, keys, persons)
        for year in years
    ]


_ResultRow = tuple[int, int, int, int, int | None, int | None, int, int, int, str]
"""Event, entry, Serie, Leistung, won, lost, deals, table, seat, state of the list."""


def _season(
    year: ClubYear,
    evenings: Sequence[tuple[int, str, str, datetime.date, str, str]],
    by_event: Mapping[int, Sequence[_ResultRow]],
    missing: Mapping[int, int],
    keys: dict[int, str],
    persons: Mapping[str, YearPlayer],
) -> YearData:
    nights = []
    results = []
    counted = next((each[-1] for each in evenings if each[0] in by_event), None)
    for number, (event, slug, name, date, state, evaluation) in enumerate(evenings, 1):
        fits = event not in by_event or evaluation == counted
        rows = by_event.get(event, ()) if fits else ()
        nights.append(
            EveningProgress(
                number=number,
                event=event,
                slug=slug,
                name=name,
                date=date,
                state=state,
                evaluation=evaluation,
                lists=len({row[2] for row in rows}),
                missing=missing.get(event, 0) if rows else 0,
                in_question=Sheet.State.IN_QUESTION in {row[-1] for row in rows},
                fits=fits,
            )
        )
        results += [
            YearList(keys[entry], number, round, leistung, won, lost, deals, table, seat)
            for _event, entry, round, leistung, won, lost, deals, table, seat, _state in rows
        ]
    own = dict.fromkeys(result.key for result in results)
    return YearData(year, tuple(nights), tuple(results), {key: persons[key] for key in own}, keys)


def missing_lists(events: Collection[int]) -> dict[int, int]:
    """How many tables of Serien that were begun have no list that counts, by event."""
    arrived = Sheet.objects.counting().filter(table=OuterRef("pk"))
    tables = Table.objects.filter(~Exists(arrived), round__event__in=events, round__started_at__isnull=False)
    return dict(tables.order_by().values_list("round__event").annotate(Count("pk")))


def _keys(events: Collection[int]) -> dict[int, str]:
    """Who somebody entered in one of these events is, by entry: a player of the register, or a guest."""
    keys: dict[int, str] = {}
    guests: dict[tuple[str, str], str] = {}
    entries = Entry.objects.filter(event__in=events).order_by("pk")
    for pk, player, merged, name, club in entries.values_list(
        "pk", "player", "player__merged_into", "name", "club_name"
    ):
        if player:
            keys[pk] = f"p{merged or player}"
        else:
            keys[pk] = guests.setdefault((fold(name), fold(club)), f"g{pk}")
    return keys


def _persons(latest: Mapping[str, int], role: Role | None) -> dict[str, YearPlayer]:
    entries = Entry.objects.select_related("player__merged_into").in_bulk(latest.values())
    return {
        key: YearPlayer(key, entries[entry].name_for(role), entries[entry].player_id is not None, entry)
        for key, entry in latest.items()
    }


def events_to_add(year: ClubYear) -> QuerySet[Event]:
    """The club's events that lie in the year and are none of its evenings."""
    found = year.club.events.filter(date__range=(year.first_day, year.last_day), practice_of=None)
    return found.exclude(years=year).order_by("date")


def known_of(years: Sequence[ClubYear]) -> tuple[object, ...]:
    """How far these years and their events are, and the latest change of a name: all that a page is made of."""
    events = Event.objects.filter(years__in=years).aggregate(number=Count("pk"), versions=Sum("version"))
    return (
        *((year.pk, year.version) for year in years),
        *events.values(),
        *latest_names(),
    )
