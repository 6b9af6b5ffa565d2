"""The largest field on record: 3,092 players in five Serien of 773 tables, written straight into the tables.

How much time of its processor the server needs for a page of it, made anew after a change, in an SQLite file of its own
with nobody else asking. What anybody may see is asked for without an account, the rest by somebody who directs the
event. Last, how long it takes to draw and publish one more Serie, up to the page that shows who sits where.
"""

import datetime
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from tests.bench.save_row import set_up

PLAYERS: Final = 3092
ROUNDS: Final = 5
FEWER: Final = 1000
SEED: Final = "Hamburg 1990"
REPEATED: Final = 7
TARGET: Final = 300


def figures() -> Iterator[str]:
    """The lines of the measurement: name, value, unit, target."""
    with tempfile.TemporaryDirectory() as folder:
        set_up(Path(folder) / "bench.sqlite3")
        event = build(PLAYERS, ROUNDS)
        _add_desk(event)
        for name, address in _public(event).items():
            yield f"large_field_{name} {1000 * made_anew(_browser(), address):.0f} ms <{TARGET}"
        directing = _browser(signed_in=True)
        for name, address in _directing(event).items():
            yield f"large_field_{name} {1000 * made_anew(directing, address):.0f} ms <{TARGET}"
        few = build(FEWER, ROUNDS - 1)
        for mode in ("no_repeats", "standing"):
            yield f"next_serie_{FEWER}_{mode} {_next_serie(directing, few, mode):.2f} s <2"


def build(players: int, rounds: int) -> Any:
    """A published event, everybody seated by lot at tables of four in every Serie, every list but the last checked.

    A third are players of the register; one in ten of them has objected to the full name.
    """
    from skatliga.events.models import Entry, Event, Round, Seat, Table
    from skatliga.lists.models import SeatResult, Sheet
    from skatliga.people.models import Player, Publication
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
    names = [(_word(draw), _word(draw)) for _ in range(players)]
    known = Player.objects.bulk_create(
        Player(
            first_name=first_name,
            last_name=last_name,
            publication=Publication.FULL if place % 10 else Publication.FIRST_NAME,
        )
        for place, (first_name, last_name) in enumerate(names[::3])
    )
    entries = Entry.objects.bulk_create(
        Entry(
            event=event,
            player=None if place % 3 else known[place // 3],
            name=" ".join(name),
            club_name=f"SC {_word(draw)}",
            start_number=place + 1,
        )
        for place, name in enumerate(names)
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


def _add_desk(event: Any) -> None:
    """What directing it needs: teams and classes, fees of which some are paid, proposals for the last Serie."""
    from scoring.seating import Mode
    from skatliga.desk.draws import propose
    from skatliga.desk.models import Booking, Fees
    from skatliga.events.models import Entry, Team, TeamMember
    from skatliga.people.models import User

    user = User.objects.create_superuser("bench")
    entries = list(event.entries.all())
    fours = [entries[first : first + 4] for first in range(0, len(entries), 4)]
    teams = Team.objects.bulk_create(Team(event=event, name=f"{number}. Club") for number in range(len(fours)))
    TeamMember.objects.bulk_create(
        TeamMember(team=team, kind=team.kind, entry=entry)
        for team, four in zip(teams, fours, strict=True)
        for entry in four
    )
    senior, classed = event.categories.create(name="Senioren"), Entry.categories.through
    classed.objects.bulk_create(classed(entry=entry, category=senior) for entry in entries[::3])
    Fees.objects.create(
        event=event, entry_fee=1500, list_fee=100, prizes={"players_per_prize": 5, "series_prizes": [5000, 3000, 2000]}
    )
    first, last = event.rounds.first(), event.rounds.last()
    Booking.objects.bulk_create(
        Booking(event=event, entry=entry, round=round, kind=kind, cents=cents, by=user)
        for entry in entries[::2]
        for round, kind, cents in ((None, "entry_fee", 1500), (first, "list_fee", 100), (first, "abreizgeld", 100))
    )
    propose(last, user, mode=Mode.NO_REPEATS)


def _public(event: Any) -> dict[str, str]:
    """What anybody may see."""
    from django.urls import reverse

    ranking = reverse("standings:ranking", args=[event.slug])
    return {
        "ranking": ranking,
        "ranking_page_9": f"{ranking}?page=9",
        "ranking_by_name": f"{ranking}?sort=name",
        "ranking_of_a_serie": reverse("standings:round", args=[event.slug, ROUNDS]),
        "ranking_of_teams": reverse("standings:teams", args=[event.slug, "team"]),
        "best_lists": reverse("standings:lists", args=[event.slug]),
        "best_lists_by_name": reverse("standings:lists", args=[event.slug]) + "?sort=name",
        "player": reverse("standings:player", args=[event.slug, 1886]),
        "entries": reverse("events:entries", args=[event.slug]),
        "serie": reverse("lists:board", args=[event.slug, ROUNDS]),
        "board": reverse("lists:board", args=[event.slug, ROUNDS]),
        "hall": reverse("hall:hall", args=[event.slug]),
        "hall_seats": reverse("hall:hall", args=[event.slug]) + "?zeige=plaetze",
    }


def _directing(event: Any) -> dict[str, str]:
    """What those who direct it see besides."""
    from django.urls import reverse

    return {
        "desk": reverse("events:desk", args=[event.slug]),
        "desk_search": reverse("events:desk", args=[event.slug]) + "?suche=ba",
        "teams": reverse("events:teams", args=[event.slug]),
        "wishes": reverse("events:wishes", args=[event.slug]),
        "draw": reverse("desk:draw", args=[event.slug, ROUNDS]),
        "seats_by_hand": reverse("events:seats", args=[event.slug, ROUNDS]),
        "cash": reverse("desk:cash", args=[event.slug]),
        "cash_search": reverse("desk:cash", args=[event.slug]) + "?suche=ba&offen=on",
        "cash_of_a_serie": reverse("desk:cash_round", args=[event.slug, 1]),
        "paid_marks": reverse("desk:paid_marks", args=[event.slug]) + "?nr=1886",
        "bookings": reverse("desk:bookings", args=[event.slug]),
        "balance": reverse("desk:balance", args=[event.slug]),
        "prizes": reverse("desk:prizes", args=[event.slug]),
        "certificates": reverse("printing:certificate_form", args=[event.slug]),
    }


def _browser(signed_in: bool = False) -> Any:
    from django.test import Client

    from skatliga.people.models import User

    browser = Client(headers={"Host": "localhost"})
    if signed_in:
        browser.force_login(User.objects.get(username="bench"))
    return browser


def made_anew(browser: Any, address: str) -> float:
    """Seconds for an answer, the quickest of several, each after a change of the event."""
    from django.core.cache import cache

    def seconds() -> float:
        cache.clear()
        start = time.process_time()
        if browser.get(address).status_code != 200:
            raise SystemExit(f"no answer at {address}")
        return time.process_time() - start

    seconds()  # templates are read once
    return min(seconds() for _ in range(REPEATED))


def _next_serie(browser: Any, event: Any, mode: str) -> float:
    """Seconds from the press of the button to the page that shows the seating of one more Serie, drawn in this way."""
    from django.urls import reverse

    round = event.rounds.create(number=event.rounds.count() + 1)
    start = time.process_time()
    sent = {"mode": mode, "sofort": "1"}
    answer = browser.post(reverse("desk:draw", args=[event.slug, round.number]), sent, follow=True)
    took = time.process_time() - start
    if answer.status_code != 200 or round.seats.count() != event.entries.count():
        raise SystemExit(answer.content.decode())
    round.delete()
    return took
