"""A season with 10,000 lists, written straight into the tables: five levels of five Staffeln of twenty teams.

How much time of its processor the server needs for each public page of it, made anew after a change, in an SQLite file
of its own with nobody else asking. A Staffel of twenty has five groups on each of five match days of four Serien.
"""

import datetime
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.bench.large_field import made_anew
from tests.bench.save_row import set_up

LEVELS: Final = 5
DIVISIONS: Final = 5
TEAMS: Final = 20
DAYS: Final = 5
ROUNDS: Final = 4
TARGET: Final = 200


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        from django.test import Client

        season = _build()
        browser = Client(headers={"Host": "localhost"})
        for name, address in _pages(season).items():
            yield f"league_{name} {1000 * made_anew(browser, address):.0f} ms <{TARGET}"


def _build() -> Any:
    """The season, published, every list checked but the last."""
    from skatliga.leagues.models import Division, Level, Season
    from skatliga.lists.models import Sheet
    from skatliga.people.services import create_club

    draw = Random("league")
    season = Season.objects.create(
        club=create_club("Verband"),
        name="Liga",
        slug="liga",
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        rounds=ROUNDS,
        state=Season.State.PUBLISHED,
    )
    for number in range(1, LEVELS + 1):
        zones = [{"kind": "up", "label": "Aufstieg", "first": 1, "last": 2}]
        level = Level.objects.create(season=season, number=number, name=f"Ebene {number}", zones=zones)
        for place in range(1, DIVISIONS + 1):
            name = f"staffel-{number}-{place}"
            _fill(Division.objects.create(level=level, season=season, name=name, slug=name), draw)
    of_season = Sheet.objects.filter(table__round__event__league_group__matchday__division__season=season)
    of_season.order_by("table__pk").last().delete()
    lists = of_season.count()
    if lists != LEVELS * DIVISIONS * DAYS * TEAMS * ROUNDS - 1:
        raise SystemExit(f"{lists} lists")
    return season


def _fill(division: Any, draw: Random) -> None:
    """Teams with squads of five, and every match day played."""
    from skatliga.leagues.models import Matchday, SquadMember, Team
    from skatliga.people.models import Player, Publication

    letters = [chr(65 + number) for number in range(TEAMS)]
    teams = Team.objects.bulk_create(
        Team(division=division, letter=letter, name=f"{division.name} Mannschaft {letter}") for letter in letters
    )
    players = Player.objects.bulk_create(
        Player(
            first_name=f"Vorname{number}",
            last_name=f"{division.pk}{team.letter}",
            publication=Publication.FULL if number % 10 else Publication.FIRST_NAME,
        )
        for number, team in enumerate(5 * teams)
    )
    squads = {team.pk: players[index::TEAMS] for index, team in enumerate(teams)}
    SquadMember.objects.bulk_create(
        SquadMember(season=division.season, team_id=team, player=player)
        for team, squad in squads.items()
        for player in squad
    )
    for number in range(1, DAYS + 1):
        matchday = Matchday.objects.create(
            division=division, number=number, date=datetime.date(2026, 9, 1) + datetime.timedelta(weeks=number)
        )
        mixed = draw.sample(teams, TEAMS)
        for group in range(TEAMS // 4):
            _play(matchday, group + 1, mixed[4 * group : 4 * group + 4], squads, draw)


def _play(matchday: Any, number: int, teams: list[Any], squads: dict[int, list[Any]], draw: Random) -> None:
    """A group: its event, four tables with one player of each team, and every list."""
    from skatliga.events.models import Entry, Event, Round, Seat, Table
    from skatliga.leagues.models import Group, GroupTeam, LineupPlace
    from skatliga.lists.models import SeatResult, Sheet

    season = matchday.division.season
    event = Event.objects.create(
        club=season.club,
        name=f"{matchday.division.name} {matchday.number}.{number}",
        slug=f"{matchday.division.slug}-{matchday.number}-{number}",
        date=matchday.date,
        rulebook=season.rulebook,
        evaluation=season.evaluation,
        seed="league",
        state=Event.State.PUBLISHED,
    )
    group = Group.objects.create(matchday=matchday, number=number, host=teams[0], event=event)
    members = GroupTeam.objects.bulk_create(GroupTeam(matchday=matchday, group=group, team=team) for team in teams)
    lineups = {member: draw.sample(squads[member.team_id], 4) for member in members}
    names = [(member, player) for member, lineup in lineups.items() for player in lineup]
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=player, name=player.name, start_number=place)
        for place, (_member, player) in enumerate(names, 1)
    )
    LineupPlace.objects.bulk_create(
        LineupPlace(matchday=matchday, group_team=member, player=player, entry=entry, position=place % 4 + 1)
        for place, ((member, player), entry) in enumerate(zip(names, entries, strict=True))
    )
    rounds = Round.objects.bulk_create(Round(event=event, number=serie) for serie in range(1, ROUNDS + 1))
    tables = Table.objects.bulk_create(Table(round=round, number=table) for round in rounds for table in range(1, 5))
    sheets = Sheet.objects.bulk_create(
        Sheet(
            table=table,
            state=Sheet.State.CHECKED,
            rulebook=event.rulebook,
            evaluation=event.evaluation,
            seats=4,
            deals=48,
        )
        for table in tables
    )
    seats = [
        Seat(round=table.round, table=table, number=seat + 1, entry=entries[4 * seat + (place + seat * serie) % 4])
        for index, table in enumerate(tables)
        for serie, place in [divmod(index, 4)]
        for seat in range(4)
    ]
    Seat.objects.bulk_create(seats)
    of_table = {sheet.table_id: sheet for sheet in sheets}
    SeatResult.objects.bulk_create(
        SeatResult(
            sheet=of_table[seat.table_id],
            seat=seat.number,
            entry=seat.entry,
            spielpunkte=draw.randint(-200, 900),
            won=draw.randint(5, 16),
            lost=draw.randint(0, 5),
            leistung=draw.randint(-200, 1500),
        )
        for seat in seats
    )


def _pages(season: Any) -> dict[str, str]:
    """What anybody may see."""
    from django.urls import reverse

    division = season.divisions.get(slug="staffel-2-3")
    args = [season.slug, division.slug]
    group = division.matchdays.get(number=3).groups.get(number=2)
    table = reverse("leagues:division", args=args)
    return {
        "seasons": reverse("leagues:seasons"),
        "season": reverse("leagues:season", args=[season.slug]),
        "table": table,
        "table_after_a_serie": f"{table}?nach=3.2",
        "cross_table": reverse("leagues:cross", args=args),
        "players": reverse("leagues:players", args=args),
        "best_series_and_lists": reverse("leagues:series", args=args),
        "team": reverse("leagues:team", args=[*args, "A"]),
        "matchday": reverse("leagues:matchday", args=[*args, 3]),
        "group": reverse("leagues:group", args=[*args, group.pk]),
        "former_tables": reverse("leagues:former_tables", args=args),
        "comparison": reverse("leagues:comparison", args=[season.slug, 2]),
    }
