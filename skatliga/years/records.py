"""Records of a year or of all years of a club, and its honours: who won which year.

Everything comes from the results kept with the lists, in whatever way they were entered.

* **D** Records are of lists; what is known only as sums adds none.
* **D** Records are of members and guests alike. Who is equal shares a record; the first ones are named, who was there
  earlier before the others.
* **D** A series is of lists one after the other, in the order of evenings and Serien: without a lost game, or without a
  negative Leistung. A series of one list is none.
* **D** Honours are for members with a place, of years that are closed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.wertung.presets import TableRule
from skatliga.desk.prize_plan import GrandOuvert, grand_ouverts
from skatliga.events.models import Entry
from skatliga.lists.event_progress import EventList, EventProgress
from skatliga.people.models import Player, User, versions_of
from skatliga.wertung.wording import unit_of
from skatliga.years.models import ClubYear, YearSum
from skatliga.years.queries import YearData, YearPlayer, seasons, years_seen_by
from skatliga.years.year_standing import YearStandingLine, YearTable, year_table

MOST_NAMED = 4


class ClubRecord(NamedTuple):
    """A record: whose it is, the number, and from which evening to which."""

    person: YearPlayer
    value: int
    first: EventProgress
    last: EventProgress


class ClubRecordKind(NamedTuple):
    """A kind of record, what is counted, and who holds it."""

    title: str
    unit: str
    holders: tuple[ClubRecord, ...]

    @property
    def named(self) -> tuple[ClubRecord, ...]:
        """Those who are named."""
        return self.holders[:MOST_NAMED]

    @property
    def further(self) -> int:
        """How many more share the record."""
        return len(self.holders) - len(self.named)


class Jackpot(NamedTuple):
    """A Grand ouvert that was won."""

    person: YearPlayer
    night: EventProgress
    game: GrandOuvert


@dataclass(frozen=True, slots=True)
class Records:
    """The records of one or several years; a kind that nobody holds is left out."""

    kinds: tuple[ClubRecordKind, ...]
    grand_ouverts: tuple[Jackpot, ...]


class Honours(NamedTuple):
    """A closed year and who stood first, second and third."""

    table: YearTable
    winners: tuple[YearStandingLine, ...]


class _Played(NamedTuple):
    """A list and the evening it was played at."""

    night: EventProgress
    result: EventList


Groups = Sequence[list[_Played]]
"""Lists that are counted together, in the order of days."""


def records(seasons: Sequence[YearData]) -> Records:
    """The records of these years, read together (`queries.seasons`); five queries where a Grand ouvert was won."""
    persons = {key: person for season in seasons for key, person in season.persons.items()}
    played = sorted(
        _played(seasons), key=lambda each: (each.result.key, each.night.date, each.night.event, each.result.round)
    )
    nights = {each.night.event: each.night for each in played}
    return Records(
        kinds=tuple(kind for kind in _kinds(played, persons) if kind.holders),
        grand_ouverts=tuple(_jackpots(seasons, nights, persons)),
    )


def _kinds(played: list[_Played], persons: Mapping[str, YearPlayer]) -> Iterator[ClubRecordKind]:
    """Every kind of record, of lists in the order of players and days."""

    def kind(name: str, unit: str, groups: Groups, value: Callable[[list[_Played]], int], least: int) -> ClubRecordKind:
        return ClubRecordKind(name, unit, _best(persons, groups, value, least))

    lists = [[each] for each in played]
    by_person = [list(group) for _key, group in groupby(played, key=lambda each: each.result.key)]
    evenings = [list(group) for own in by_person for _event, group in groupby(own, key=lambda each: each.night.event)]
    units = sorted({_unit(each) for each in played})  # points and matches are not compared
    for name, groups in ((_("Beste Liste"), lists), (_("Bester Abend"), evenings)):
        for unit in units:
            yield kind(name, unit, [group for group in groups if _unit(group[0]) == unit], _points, 1)
    yield kind(_("Meiste gewonnene Spiele auf einer Liste"), _("Spiele"), lists, lambda g: g[0].result.won or 0, 1)
    without_loss = _runs(by_person, lambda each: each.lost == 0)
    yield kind(_("Längste Serie ohne verlorenes Spiel"), _("Listen"), without_loss, len, 2)
    without_minus = _runs(by_person, lambda each: each.leistung >= 0)
    yield kind(_("Längste Serie ohne Minuspunkte"), _("Listen"), without_minus, len, 2)
    yield kind(_("Meiste Listen"), _("Listen"), by_person, len, 1)


def _runs(by_person: Groups, holds: Callable[[EventList], bool]) -> Groups:
    """The longest runs of somebody's lists of which something holds."""
    return [
        list(group) for own in by_person for held, group in groupby(own, key=lambda each: holds(each.result)) if held
    ]


def _best(
    persons: Mapping[str, YearPlayer], groups: Groups, value: Callable[[list[_Played]], int], least: int
) -> tuple[ClubRecord, ...]:
    """The groups of lists with the highest value, if it is at least this much."""
    found = [(value(group), group) for group in groups]
    most = max((value for value, _group in found), default=0)
    holders = (
        ClubRecord(persons[group[0].result.key], value, group[0].night, group[-1].night)
        for value, group in found
        if value == most >= least
    )
    return tuple(sorted(holders, key=lambda record: (record.last.date, record.person.name)))


def _unit(played: _Played) -> str:
    return unit_of(TableRule(), [played.night.evaluation])


def _points(group: list[_Played]) -> int:
    return sum(each.result.leistung for each in group)


def _played(seasons: Sequence[YearData]) -> Iterator[_Played]:
    """Every list of these years once, also of an evening that belongs to two of them."""
    known: set[int] = set()
    for season in seasons:
        new = {night.number: night for night in season.held if night.event not in known}
        yield from (_Played(new[result.evening], result) for result in season.results if result.evening in new)
        known |= {night.event for night in new.values()}


def _jackpots(
    seasons: Sequence[YearData], nights: dict[int, EventProgress], persons: dict[str, YearPlayer]
) -> Iterator[Jackpot]:
    keys = {entry: key for season in seasons for entry, key in season.keys.items()}
    found = grand_ouverts(*nights)
    events = dict(Entry.objects.filter(pk__in={each.entry for each in found}).values_list("pk", "event"))
    for each in found:
        yield Jackpot(persons[keys[each.entry]], nights[events[each.entry]], each)


def honours(seasons: Sequence[YearData]) -> list[Honours]:
    """The closed years, in the order given, with those on the first three places."""
    tables = [year_table(season) for season in seasons if season.year.state == ClubYear.State.FINAL]
    return [Honours(table, tuple(line for line in table.members if line.place and line.place <= 3)) for table in tables]


class YearOfPlayer(NamedTuple):
    """Where somebody came in a year."""

    year: ClubYear
    table: YearTable
    line: YearStandingLine


def years_of_player(player: Player, user: User) -> list[YearOfPlayer]:
    """Where a player came in those years of which his results are known as sums and which this user may read.

    The latest first; as many queries as one year takes, none further where there is no such year.
    """
    sums = YearSum.objects.filter(player__in=versions_of(player.pk))
    own = years_seen_by(user).filter(pk__in=sums.values("year"))
    years = [year for year in own if year.public or year.role]
    found = [year_table(season) for season in seasons(years, None)] if years else []
    lines = ((table, table.line_of(f"p{player.canonical.pk}")) for table in found)
    return [YearOfPlayer(table.year, table, line) for table, line in lines if line]
