"""A league for tests: a Staffel with its plan, line-ups and seats made by the site, and lists as results beside it.

Every list is recorded twice: as the site keeps it, and in `Book.raw`, from which the tests add up what they expect.
"""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import NamedTuple

from django.db.models import F

from skatliga.events.models import Entry, Event, Seat
from skatliga.events.services import give_numbers
from skatliga.leagues import binding, fixture_plans, lineups, matchdays, seasons, squads
from skatliga.leagues.models import Division, Group, GroupTeam, LineupPlace, Season
from skatliga.lists.models import Foot, SeatResult, Sheet
from web.replayed import world

ZONES = [
    {"kind": "up", "label": "Aufstieg", "first": 1, "last": 2},
    {"kind": "playoff", "label": "Relegation", "first": 3, "last": 3},
    {"kind": "down", "label": "Abstieg", "first": 10, "last": 16},
]


class Points(NamedTuple):
    """What one list came to for one player."""

    spielpunkte: int
    won: int
    lost: int
    leistung: int


@world
def make_division(club, letters: Iterable[str], plan: str, players: int = 4, **fields) -> Division:
    """A published season with one Staffel: teams, squads, plan, a match day a week."""
    season = seasons.create_season(
        club,
        name=fields.pop("name", "Liga 2026"),
        **{"rulebook": "isko-2022", "evaluation": "seeger-fabian", "rounds": 3} | fields,
    )
    level = seasons.set_level(season, 1, "Oberliga", ZONES)
    return add_division(season, level, "Staffel Ost", letters, plan, players)


def add_division(season, level, name: str, letters: Iterable[str], plan: str, players: int = 4) -> Division:
    """One more Staffel with everything it needs; the season is published."""
    division = seasons.create_division(level, name)
    teams = squads.create_teams(division, "\n".join(f"{letter} {name} {letter}" for letter in letters))
    for team in teams:
        squads.add_lines(team, "\n".join(f"{FIRST[number]} {name[8:]}{team.letter}" for number in range(players)))
    fixture_plans.set_plan(division, fixture_plans.read(plan))
    first = datetime.date(2026, 9, 5)
    days = division.matchdays.values_list("number", flat=True)
    fixture_plans.set_dates(division, {number: first + datetime.timedelta(weeks=number) for number in days})
    seasons.set_state(season, Season.State.PUBLISHED)
    season.refresh_from_db()
    return Division.objects.select_related("season", "level").get(pk=division.pk)


FIRST = "Anna Bert Cora Dirk Emma Fritz Gero Hanna Ida Jens Karl Lena".split()


def groups_of(division: Division, day: int) -> list[Group]:
    """The groups of a match day, with what services ask for."""
    groups = Group.objects.filter(matchday__division=division, matchday__number=day)
    return list(groups.select_related("matchday__division__season", "matchday__division__level", "event", "host"))


@world
def start(group: Group, sizes: dict[str, int] | None = None, absent: Collection[str] = (), typed: bool = False) -> None:
    """The first of each squad play, four or as many as `sizes` says, and the group begins.

    Line-ups are made by the service, team by team, where they are `typed`; otherwise all at once, which is quicker.
    """
    event = lineups.prepare(group)
    places = []
    for member in group.teams.select_related("team", "group__matchday__division__season", "group__event"):
        if member.team.letter in absent:
            lineups.set_absence(member, GroupTeam.Absence.ABSENT)
        elif member.plays_on(group.matchday.number):
            size = (sizes or {}).get(member.team.letter, group.matchday.division.season.counts_by.size)
            players = [each.player for each in member.team.squad.select_related("player")[:size]]
            if typed:
                lineups.set_lineup(member, players)
            else:
                places += [(member, player, position) for position, player in enumerate(players, 1)]
    entries = give_numbers(event, [Entry(player=each, name=each.name) for _, each, _ in places])
    LineupPlace.objects.bulk_create(
        LineupPlace(matchday=group.matchday, group_team=member, player=player, entry=entry, position=position)
        for (member, player, position), entry in zip(places, entries, strict=True)
    )
    group.refresh_from_db()
    matchdays.begin(group)


class Book:
    """Writes lists, and keeps what they say by match day, group, Serie and team."""

    def __init__(self, division: Division, seed: str) -> None:
        self.division = division
        self.draw = Random(seed)
        self.raw: dict[tuple[int, int, int, str], dict[int, Points]] = defaultdict(dict)
        """For each table of a Serie."""

    def play(
        self,
        group: Group,
        serie: int,
        state: str = Sheet.State.CHECKED,
        tables: Collection[int] = range(1, 9),
        equal: Collection[str] = (),
    ) -> None:
        """Lists of a Serie of a group, by chance; teams named `equal` have the same on every table."""
        seats = Seat.objects.filter(round__event=group.event_id, round__number=serie, table__number__in=tables)
        by_table: dict[int, list[Seat]] = defaultdict(list)
        for seat in seats.select_related("table", "entry__lineup_place__group_team__team").order_by("number"):
            by_table[seat.table.number].append(seat)
        results = []
        for number, at in by_table.items():
            letters = [seat.entry.lineup_place.group_team.team.letter for seat in at]
            points = self.points(letters, equal)
            sheet = Sheet.objects.create(
                table_id=at[0].table_id,
                state=state,
                rulebook=self.division.season.rulebook,
                evaluation=self.division.season.evaluation,
                seats=len(at),
                deals=(deals := 48 if len(at) == 4 else 36),
                eingepasst=deals - sum(own.won + own.lost for own in points),
            )
            for seat, letter, own in zip(at, letters, points, strict=True):
                self.raw[group.matchday.number, group.number, serie, letter][number] = own
                results.append(SeatResult(sheet=sheet, seat=seat.number, entry=seat.entry, **own._asdict()))
        SeatResult.objects.bulk_create(results)
        Foot.objects.bulk_create(
            Foot(sheet=each.sheet, seat=each.seat, spielpunkte=each.spielpunkte, won=each.won, lost=each.lost)
            for each in results
        )
        changed(group)

    def points(self, letters: Sequence[str], equal: Collection[str] = ()) -> list[Points]:
        """A list by chance: what it comes to is points + 50 x (won - lost) + 30 (at three: 40) x lost of the others."""
        shared = self.draw.randint(-200, 900), self.draw.randint(5, 9), self.draw.randint(0, 2)
        own = [
            shared
            if letter in equal
            else (self.draw.randint(-200, 900), self.draw.randint(5, 9), self.draw.randint(0, 2))
            for letter in letters
        ]
        bonus, lost_in_all = {3: 40, 4: 30}[len(letters)], sum(lost for _, _, lost in own)
        return [
            Points(made, won, lost, made + 50 * (won - lost) + bonus * (lost_in_all - lost)) for made, won, lost in own
        ]


def changed(group: Group) -> None:
    """A list of the group was written past the services: its pages learn of it."""
    Event.objects.filter(pk=group.event_id).update(version=F("version") + 1)


def set_state(group: Group, serie: int, table: int, state: str) -> None:
    """Bring the list of a table to a state."""
    Sheet.objects.filter(table__round__event=group.event_id, table__round__number=serie, table__number=table).update(
        state=state
    )
    changed(group)


def play_day(division: Division, leiterin, day: int = 1, bound: bool = True) -> Group:
    """All Serien of the first group of a day, with results that are binding if wanted."""
    [group] = groups_of(division, day)
    start(group)
    book = Book(division, "team")
    for serie in range(1, division.season.rounds + 1):
        book.play(group, serie)
    if bound:
        binding.bind(group, leiterin, "ohne Unterschriften")
    return group
