"""A club year of many evenings, written down as plain tuples first and then into the tables, for tests and the bench.

Who came, what was played and what it came to is drawn from a seed. The Leistung is added up here: points + 50 x (won -
lost) + 40 at a table of three, 30 at one of four, for every deal the others lost (SkWO 6.3.1).
"""

import datetime
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from django.utils import timezone

from skatliga.events.models import Entry, Event, Round, Seat, Table
from skatliga.events.services import create_event, set_state
from skatliga.lists.models import SeatResult, Sheet
from skatliga.people.models import Club, Membership, Player


class Played(NamedTuple):
    """One list of one player: the evening from 1, its day, Serie, table, seat, name, and what it came to."""

    evening: int
    day: datetime.date
    round: int
    table: int
    seat: int
    name: str
    points: int
    won: int
    lost: int
    leistung: int
    deals: int


def draw_season(
    members: Sequence[str],
    guests: Sequence[str],
    evenings: int,
    rounds: int,
    seed: str,
    first: datetime.date,
    presence: float = 0.8,
) -> list[Played]:
    """Everything that is played: at each evening most members and now and then a guest, tables of four and three."""
    draw = Random(seed)
    lists: list[Played] = []
    for evening in range(1, evenings + 1):
        day = first + datetime.timedelta(days=7 * (evening - 1))
        there = [name for name in members if draw.random() < presence] + [
            name for name in guests if draw.random() < 0.25
        ]
        for round in range(1, rounds + 1):
            draw.shuffle(there)
            for table, names in enumerate(_tables(there), 1):
                lists += _list(draw, evening, day, round, table, names)
    return lists


def _tables(names: Sequence[str]) -> Iterator[Sequence[str]]:
    threes = -len(names) % 4
    sizes = [4] * ((len(names) - 3 * threes) // 4) + [3] * threes
    start = 0
    for size in sizes:
        yield names[start : start + size]
        start += size


def _list(
    draw: Random, evening: int, day: datetime.date, round: int, table: int, names: Sequence[str]
) -> Iterator[Played]:
    games = [(draw.randint(0, 12), draw.choice((0, 0, 1, 1, 2, 3))) for _ in names]
    all_lost = sum(lost for _won, lost in games)
    for seat, (name, (won, lost)) in enumerate(zip(names, games, strict=True), 1):
        points = sum(draw.choice((18, 24, 40, 48, 60)) for _ in range(won)) - 80 * lost
        bonus = (40 if len(names) == 3 else 30) * (all_lost - lost)
        leistung = points + 50 * (won - lost) + bonus
        deals = 36 if len(names) == 3 else 48
        yield Played(evening, day, round, table, seat, name, points, won, lost, leistung, deals)


def write_season(club: Club, lists: Sequence[Played], members: Sequence[str], **fields: object) -> list[Event]:
    """The events of these lists, published, every list checked; members are players of the club's register."""
    players = _register(club, members)
    events = []
    for evening in sorted({each.evening for each in lists}):
        own = [each for each in lists if each.evening == evening]
        event = create_event(
            club,
            name="Clubabend",
            date=own[0].day,
            rounds=max(each.round for each in own),
            rulebook="isko-2022",
            evaluation="seeger-fabian",
            **fields,
        )
        _write_lists(event, own, players)
        set_state(event, Event.State.PUBLISHED)
        events.append(event)
    return events


def _register(club: Club, members: Sequence[str]) -> dict[str, Player]:
    players = [Player(first_name=name.split()[0], last_name=name.split()[1], sort_key=name) for name in members]
    Player.objects.bulk_create(players)
    Membership.objects.bulk_create(Membership(club=club, player=player) for player in players)
    return {player.name: player for player in players}


def _write_lists(event: Event, lists: Sequence[Played], players: dict[str, Player]) -> None:
    names = sorted({each.name for each in lists})
    entries = Entry.objects.bulk_create(
        Entry(event=event, player=players.get(name), name=name, start_number=number, club_name="")
        for number, name in enumerate(names, 1)
    )
    by_name = {entry.name: entry for entry in entries}
    for round in Round.objects.filter(event=event):
        round.started_at = timezone.now()
        round.save()
        own = [each for each in lists if each.round == round.number]
        tables = Table.objects.bulk_create(Table(round=round, number=n) for n in sorted({each.table for each in own}))
        by_number = {table.number: table for table in tables}
        sheets = {
            table.number: Sheet(
                table=table,
                state=Sheet.State.CHECKED,
                rulebook=event.rulebook,
                agreements=event.agreements,
                evaluation=event.evaluation,
                seats=sum(each.table == table.number for each in own),
                deals=next(each.deals for each in own if each.table == table.number),
            )
            for table in tables
        }
        Sheet.objects.bulk_create(sheets.values())
        Seat.objects.bulk_create(
            Seat(round=round, table=by_number[each.table], number=each.seat, entry=by_name[each.name]) for each in own
        )
        SeatResult.objects.bulk_create(
            SeatResult(
                sheet=sheets[each.table],
                seat=each.seat,
                entry=by_name[each.name],
                spielpunkte=each.points,
                won=each.won,
                lost=each.lost,
                leistung=each.leistung,
            )
            for each in own
        )
