"""What every page of a club year is made of: its evenings, the lists that count there, and who played them.

Everything is read from the results kept with the lists, so after the last list of an evening there is nothing to be
done. A fixed number of queries, however many evenings and lists there are.

Decisions, where clubs differ:

* **D** An evening counts as soon as its event is published.
* **D** Members are those who were entered from the register of players; who was entered by name only is a guest, for
  good. So leaving the club later does not change a past year.
* **D** Everybody bears the name of the latest evening.

Which lists count and who of the guests is one person: `lists.event_progress`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import Coalesce

from skatliga.access import Role
from skatliga.events.live_pages import latest_names
from skatliga.events.models import Entry, Event
from skatliga.lists.event_progress import (
    ENTERED_ROW,
    EVENT_ROW,
    EventList,
    EventProgress,
    EventRow,
    keys_of,
    lists_of,
    missing_lists,
    played_in,
    progress_of,
)
from skatliga.people.models import Club, User
from skatliga.people.names import fold
from skatliga.people.queries import with_role
from skatliga.years.models import ClubYear, YearStart, YearSum


class YearPlayer(NamedTuple):
    """Somebody who has played, under the name this visitor may see."""

    key: str
    name: str
    member: bool
    start_points: int = 0
    """What he begins the first table of the year with; negative for a deduction."""
    start_reason: str = ""
    sums: tuple[YearSum, ...] = ()
    """What of the year is known only as sums; more than one of who was made one with another."""

    @property
    def player(self) -> int | None:
        """The key in the register, None for who was entered by name only."""
        return int(self.key[1:]) if self.key.startswith("p") else None


@dataclass(frozen=True, slots=True)
class YearData:
    """Everything a year is made of."""

    year: ClubYear
    nights: tuple[EventProgress, ...]
    """All evenings by day, also those to come."""
    results: tuple[EventList, ...]
    persons: dict[str, YearPlayer]
    """Who has played, by key."""
    keys: dict[int, str]
    """The key of everybody who was entered in any of its evenings, by entry."""
    sums: tuple[tuple[str, YearSum], ...] = ()
    """What is known only as sums, with the key of whose it is."""

    @property
    def starts(self) -> dict[str, int]:
        """What players begin with, by key."""
        return {key: person.start_points for key, person in self.persons.items() if person.start_points}

    @property
    def held(self) -> tuple[EventProgress, ...]:
        """The evenings of which a list counts."""
        return tuple(night for night in self.nights if night.held)

    @property
    def unfinished(self) -> tuple[EventProgress, ...]:
        """The evenings held of which lists are missing or in question."""
        return tuple(night for night in self.held if night.missing or night.in_question)

    @property
    def misfits(self) -> tuple[EventProgress, ...]:
        """The evenings whose lists do not count because they are evaluated in another way."""
        return tuple(night for night in self.nights if not night.fits)

    @property
    def outside(self) -> tuple[EventProgress, ...]:
        """The evenings whose day lies in the year no longer, since it or the year was moved afterwards."""
        return tuple(night for night in self.nights if not self.year.covers(night.date))

    @property
    def next_night(self) -> EventProgress | None:
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
    """A year as a visitor with this role may see it; seven queries."""
    [found] = seasons([year], role)
    return found


def seasons(years: Sequence[ClubYear], role: Role | None) -> list[YearData]:
    """Several years, in as many queries as one."""
    rows = Event.objects.filter(year_evenings__year__in=years).order_by("date", "pk")
    by_year: dict[int, list[EventRow]] = {year.pk: [] for year in years}
    for year, *event in rows.values_list("year_evenings__year", *EVENT_ROW):
        by_year[year].append(EventRow(*event))
    events = {event.pk: event for own in by_year.values() for event in own}
    public = {event.pk for event in events.values() if event.state != Event.State.DRAFT}
    played, missing = played_in(public), missing_lists(public)
    keys = keys_of(Entry.objects.filter(event__in=events).order_by("pk").values_list(*ENTERED_ROW))
    at = {row.entry: (events[event].date, row.entry) for event, own in played.items() for row in own}
    latest = {keys[entry]: entry for entry in sorted(at, key=at.__getitem__)}
    persons = _persons(latest, role)
    starts, sums = _starts(years), _sums(years)
    found = []
    for year in years:
        nights = progress_of(by_year[year.pk], played, missing)
        results, of_sums = lists_of(nights, played, keys), sums.get(year.pk, ())
        own = {key: persons[key] for key in dict.fromkeys(result.key for result in results)}
        _add_sums(own, of_sums, role)
        _add_starts(own, starts.get(year.pk, {}))
        found.append(YearData(year, nights, results, own, keys, tuple(of_sums)))
    return found


def _add_sums(own: dict[str, YearPlayer], sums: Iterable[tuple[str, YearSum]], role: Role | None) -> None:
    """Give persons what is known of them as sums; who played no list is there by these."""
    for key, each in sums:
        person = own.get(key) or YearPlayer(key, each.name_for(role), True)
        own[key] = person._replace(sums=(*person.sums, each))


def _add_starts(own: dict[str, YearPlayer], starts: Mapping[str, tuple[int, str]]) -> None:
    for key in starts.keys() & own.keys():
        points, why = starts[key]
        own[key] = own[key]._replace(start_points=points, start_reason=why)


def _sums(years: Sequence[ClubYear]) -> dict[int, list[tuple[str, YearSum]]]:
    """What is known only as sums, by year, with keys; who is a name only is one person wherever it stands."""
    found: dict[int, list[tuple[str, YearSum]]] = {}
    names: dict[str, str] = {}
    for each in YearSum.objects.filter(year__in=years).select_related("player__merged_into").order_by("pk"):
        key = f"p{each.player.canonical.pk}" if each.player else names.setdefault(fold(each.name), f"s{each.pk}")
        found.setdefault(each.year_id, []).append((key, each))
    return found


def _starts(years: Sequence[ClubYear]) -> dict[int, dict[str, tuple[int, str]]]:
    """What players begin with, and for what, by year and key; who was made one with another begins with both."""
    found: dict[int, dict[str, tuple[int, str]]] = {}
    rows = YearStart.objects.filter(year__in=years).exclude(start_points=0).order_by("pk")
    whose = Coalesce("player__merged_into", "player")
    for year, player, points, why in rows.values_list("year", whose, "start_points", "start_reason"):
        own = found.setdefault(year, {})
        before, reason = own.get(f"p{player}", (0, ""))
        own[f"p{player}"] = before + points, "; ".join(filter(None, (reason, why)))
    return found


def _persons(latest: Mapping[str, int], role: Role | None) -> dict[str, YearPlayer]:
    entries = Entry.objects.select_related("player__merged_into").in_bulk(latest.values())
    return {
        key: YearPlayer(key, entries[entry].name_for(role), entries[entry].player_id is not None)
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
