"""The largest field on record: 3,092 players in five Serien of 773 tables, written straight into the tables.

How much time of its processor the server needs for a page of it, made anew after a change and asked for by somebody
without an account; in an SQLite file of its own, with nobody else asking.
"""

import datetime
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final

from tests.bench.save_row import set_up

PLAYERS: Final = 3092
ROUNDS: Final = 5
SEED: Final = "Hamburg 1990"
REPEATED: Final = 7
TARGET: Final = 300


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        event = build(PLAYERS, ROUNDS)
        for name, address in _addresses(event).items():
            yield f"large_field_{name} {1000 * _made_anew(event, address):.0f} ms <{TARGET}"


def build(players: int, rounds: int) -> Any:
    """A published event, everybody seated by lot at tables of four in every Serie, every list but the last checked."""
    from skatliga.events.models import Entry, Event, Round, Seat, Table
    from skatliga.lists.models import SeatResult, Sheet
    from skatliga.people.services import create_club

    draw = Random(SEED)
    event = Event.objects.create(
        club=create_club(f"Hamburg {players}"),
        name="Hamburg 1990",
        slug=f"hamburg-{players}",
        date=datetime.date(1990, 5, 5),
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        seed=SEED,
        state=Event.State.PUBLISHED,
    )
    entries = Entry.objects.bulk_create(
        Entry(event=event, name=f"{_word(draw)} {_word(draw)}", club_name=f"SC {_word(draw)}", start_number=number)
        for number in range(1, players + 1)
    )
    for number in range(1, rounds + 1):
        round = Round.objects.create(event=event, number=number)
        tables = Table.objects.bulk_create(Table(round=round, number=table) for table in range(1, players // 4 + 1))
        drawn = draw.sample(entries, len(entries))
        seats = [
            Seat(round=round, table=table, number=seat + 1, entry=drawn[4 * place + seat])
            for place, table in enumerate(tables)
            for seat in range(4)
        ]
        Seat.objects.bulk_create(seats)
        written = {
            table.pk: Sheet(
                table=table,
                state=Sheet.State.CHECKED if number < rounds else Sheet.State.ENTERED,
                rulebook=event.rulebook,
                evaluation=event.evaluation,
                seats=4,
                deals=48,
            )
            for table in tables[: len(tables) - (number == rounds)]
        }
        Sheet.objects.bulk_create(written.values())
        SeatResult.objects.bulk_create(
            SeatResult(
                sheet=written[seat.table_id],
                seat=seat.number,
                entry=seat.entry,
                spielpunkte=draw.randint(-200, 900),
                won=(won := draw.randint(5, 16)),
                lost=(lost := draw.randint(0, 5)),
                leistung=draw.randint(-200, 900) + 50 * (won - lost) + 30 * draw.randint(0, 9),
            )
            for seat in seats
            if seat.table_id in written
        )
    return event


def _word(draw: Random) -> str:
    return "".join(draw.choice("bdfgklmnrst") + draw.choice("aeiou") for _ in range(3)).title()


def _addresses(event: Any) -> dict[str, str]:
    from django.urls import reverse

    return {
        "ranking": reverse("standings:ranking", args=[event.slug]),
        "ranking_page_9": reverse("standings:ranking", args=[event.slug]) + "?page=9",
        "ranking_by_name": reverse("standings:ranking", args=[event.slug]) + "?sort=name",
        "ranking_of_a_serie": reverse("standings:round", args=[event.slug, ROUNDS]),
        "best_lists": reverse("standings:lists", args=[event.slug]),
        "player": reverse("standings:player", args=[event.slug, 1886]),
        "board": reverse("lists:board", args=[event.slug, ROUNDS]),
        "hall": reverse("hall:hall", args=[event.slug]),
    }


def _made_anew(event: Any, address: str) -> float:
    """Seconds for an answer, the median of several, each after a change of the event."""
    from django.core.cache import cache
    from django.test import Client

    browser = Client(headers={"Host": "localhost"})

    def seconds() -> float:
        cache.clear()
        start = time.process_time()
        if browser.get(address).status_code != 200:
            raise SystemExit(f"no answer at {address}")
        return time.process_time() - start

    seconds()  # templates are read once
    return median(seconds() for _ in range(REPEATED))
