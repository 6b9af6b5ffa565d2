"""One machine of a hall, in a process that may be killed: it is told over its input what to enter and what to exchange.

The process that reads settings never touches the database; it forks a life, and another one whenever a life was killed.
Each line of the input is a command, each line of the output its answer; a new life says its number.
"""

import base64
import datetime
import json
import os
from collections.abc import Callable
from random import Random
from typing import Any

import django
from django.core.exceptions import ValidationError

SERIE_OF_TESTS = 7


def serve() -> None:
    """Carry out commands until this life is killed."""
    print(json.dumps({"life": os.getpid()}), flush=True)
    while line := _line():
        # What a former life was told and has not read to its end is not meant.
        if not line.startswith(meant := f"{os.getpid()} ".encode()):
            continue
        asked = json.loads(line.removeprefix(meant))
        try:
            answer: Any = COMMANDS[asked.pop("do")](**asked)
        except ValidationError as refused:
            answer = {"refused": refused.messages}
        print(json.dumps(answer), flush=True)
    os._exit(0)


def _line() -> bytes:
    """One line, without taking anything of the next one from whoever lives then."""
    read = bytearray()
    while not read.endswith(b"\n"):
        piece = os.read(0, 1)
        if not piece:
            return b""
        read += piece
    return bytes(read)


def lives() -> None:
    """One life after the other, as long as somebody tells what to do."""
    while True:
        if not (life := os.fork()):
            serve()
        if os.waitstatus_to_exitcode(os.waitpid(life, 0)[1]) >= 0:
            return


# ---- What is entered, by the site's own services


def found(rounds: int, guests: int) -> None:
    """An evening, and be the first of two machines."""
    event = create_event(
        create_club("Verein"),
        name="Abend",
        date=datetime.date(2026, 11, 20),
        rounds=rounds,
        rulebook="isko-2022",
        evaluation="seeger-fabian",
        deals_at_four=8,
        deals_at_three=6,
    )
    User.objects.create_superuser("leitung")
    add_player(event.club, first_name="Mit", last_name="Glied")
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, guests + 1)])
    draws.draw_and_publish(event.rounds.get(number=1), None, mode=Mode.LOT)


def first() -> dict[str, str]:
    return {"identity": setting_up.begin_pair().identity}


def second(identity: str) -> None:
    setting_up.become_second(1, identity, "-")


def enter(name: str) -> list[Any]:
    [entry] = enter_guests(Event.objects.get(), [(name, "")])
    return ["entry", entry.name]


def pay(note: str) -> list[Any]:
    book_other(Event.objects.get(), 100, note, User.objects.get())
    return ["booking", note]


def draw(number: int) -> list[Any]:
    draws.draw_and_publish(Round.objects.get(number=number), User.objects.get(), "neu", mode=Mode.LOT)
    return ["draw", number]


def play(number: int, seed: int) -> list[Any] | None:
    """The next step of a list of this Serie: it is begun, a deal is entered, it is closed, confirmed or corrected."""
    random, user = Random(seed), User.objects.get()
    table = random.choice([*Table.objects.filter(round__number=number, seats__isnull=False).distinct(), None])
    if table is None:
        return None
    sheet = table.sheets.live().filter(kind="main").first()
    if sheet is None:
        return ["sheet", str(open_sheet(table, user).pk)]
    rows = list(sheet.rows.order_by("nr"))
    score = random.choice([18, 20, 22, 24, 27, 30, 33, 36, 40, 44, 48, 50, 55, 60, 72, 96])
    entered = Entered(0, random.randint(1, 3), score=score)
    if rows and sheet.state in ENTERING and random.random() < 0.1:
        nr = random.choice(rows).nr
        declarer = random.randint(1, 3)
        services.correct_row(sheet.pk, Entered(nr, declarer, score=score), Change(sheet.revision, user, "verlesen"))
        return ["row", str(sheet.pk), nr, declarer, score]
    if len(rows) < sheet.deals:
        services.append_row(sheet.pk, entered, Change(sheet.revision, user))
        return ["row", str(sheet.pk), len(rows) + 1, entered.declarer, score]
    following = {"open": "handed_in", "at_table": "handed_in", "handed_in": "entered", "entered": "checked"}
    if sheet.state not in following:
        return None
    move(sheet.pk, following[sheet.state], Change(sheet.revision, user))
    return ["state", str(sheet.pk), following[sheet.state]]


def decide(seed: int) -> list[Any] | None:
    """Choose what counts of something that is said twice."""
    mine = pairing.current()
    assert mine
    open_ones = merging.contradictions()
    if not open_ones:
        return None
    item, versions = Random(seed).choice(open_ones)
    merging.decide(mine, Random(seed).choice(versions).version)
    return ["decision", item.kind]


# ---- The exchange, of which the driver carries each half


def ask() -> str:
    mine = _mine()
    merging.capture(mine)
    return _text(meeting.message_for(mine, merging.told()))


def answer(said: str) -> str:
    return _text(meeting.answer(_mine(), base64.b64decode(said)))


def take(said: str) -> None:
    meeting.take(_mine(), base64.b64decode(said))


def _mine() -> Any:
    mine = pairing.current()
    assert mine
    return mine


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


# ---- What stands there in the end


def kept(facts: list[list[Any]]) -> list[list[Any]]:
    """Which of these are nowhere: not on a list, not in its history, not among what waits for a decision."""
    versions = [version.said for version in ItemVersion.objects.all()]
    rows = {
        (str(sheet), nr, declarer, score)
        for model in (Row, Row.history.model)
        for sheet, nr, declarer, score in model._default_manager.values_list("sheet_id", "nr", "declarer", "score")
    }
    rows |= {
        (str(UUID(row["sheet_id"])), row["nr"], row["declarer"], row["score"])
        for said in versions
        for row in said.get("lists_row", [])
    }
    sheets = {
        str(key) for key in (*Sheet.objects.values_list("pk", flat=True), *Sheet.history.values_list("id", flat=True))
    }
    there = {
        "entry": {(name,) for name in Entry.objects.values_list("name", flat=True)},
        "booking": {(note,) for note in Booking.objects.values_list("note", flat=True)},
        "row": rows,
        "sheet": {(key,) for key in sheets},
    }
    return [fact for fact in facts if fact[0] in there and tuple(fact[1:]) not in there[fact[0]]]


def state() -> dict[str, Any]:
    """Everything that both machines must agree on."""
    merging.capture(_mine())
    tables = {
        member.model._meta.db_table: member.model._default_manager.count()
        for parts in members().values()
        for member in parts
    }
    lists = [
        [
            *(sheet.table.round.number, sheet.table.number, sheet.kind, sheet.state, str(sheet.pk)),
            [[row.nr, row.declarer, row.score, row.void] for row in sheet.rows.all()],
            [[result.seat, result.entry.name, result.leistung] for result in sheet.results.all()],
        ]
        for sheet in Sheet.objects.select_related("table__round").order_by(
            "table__round__number", "table__number", "pk"
        )
    ]
    seats = Seat.objects.order_by("round__number", "table__number", "number")
    return {
        "lists": lists,
        "seats": list(map(list, seats.values_list("round__number", "table__number", "number", "entry__name"))),
        "entries": list(map(list, Entry.objects.order_by("start_number").values_list("start_number", "name"))),
        "bookings": list(Booking.objects.order_by("note").values_list("note", flat=True)),
        "contradictions": sorted([item.kind, len(versions)] for item, versions in merging.contradictions()),
        "held": sorted(SharedItem.objects.exclude(held="").values_list("kind", flat=True)),
        "tables": tables,
        "wrong": sum(1 for _difference in find_differences(all_sheets())),
    }


# ---- What a test has entered exactly


def type_rows(table: int, scores: list[int]) -> bool:
    """Rows at the end of the list of a table of the first Serie with a fresh list."""
    at = Table.objects.get(round=_fresh(), number=table)
    sheet = at.sheets.live().first() or open_sheet(at, User.objects.get())
    for score in scores:
        sheet.refresh_from_db()
        dealer = sheet.rows.count() % sheet.seats + 1
        entered = Entered(0, dealer % sheet.seats + 1, score=score)
        services.append_row(sheet.pk, entered, Change(sheet.revision, User.objects.get()))
    return True


def _fresh() -> Any:
    """A Serie of its own, made once by whoever is first."""
    event = Event.objects.get()
    if not event.rounds.filter(number=SERIE_OF_TESTS).exists():
        add_rounds(event, SERIE_OF_TESTS)
        draws.draw_and_publish(event.rounds.get(number=SERIE_OF_TESTS), None, mode=Mode.LOT)
    return event.rounds.get(number=SERIE_OF_TESTS)


def scores(table: int) -> list[int]:
    sheet = Table.objects.get(round=_fresh(), number=table).sheets.live().get()
    return [row.score for row in sheet.rows.order_by("nr")]


def choose(table: int, scores: list[int]) -> bool:
    """Decide for the list with these rows."""
    key = str(Table.objects.get(round=_fresh(), number=table).pk)
    for item, versions in merging.contradictions():
        for each in versions:
            if (item.kind, item.key) == ("list", key) and [row[2 + 1] for row in rows_of(each.said)] == scores:
                merging.decide(_mine(), each.version)
                return True
    return False


def add_serie() -> int:
    event = Event.objects.get()
    number = event.rounds.count() + 1
    add_rounds(event, number)
    return number


def seats(number: int) -> list[list[int]]:
    found = Seat.objects.filter(round__number=number).order_by("table__number", "number")
    return [list(each) for each in found.values_list("table__number", "entry__start_number")]


def former(number: int) -> list[list[list[int]]]:
    """Seats that stand publicly because others count."""
    found = FormerSeating.objects.filter(round__number=number, replaced_by=None).exclude(reason="")
    return [[[table, player] for table, players in each.tables for player in players] for each in found]


def enter_as(number: int, name: str) -> bool:
    event = Event.objects.get()
    give_numbers(event, [Entry(event=event, name=name, start_number=number)])
    return True


def enter_member(name: str) -> bool:
    event = Event.objects.get()
    enter_players(event, [Player.objects.get(last_name=name.split()[1])])
    return True


if __name__ == "__main__":
    django.setup()
    from uuid import UUID

    from scoring.seating import Mode
    from skatliga.desk import draws
    from skatliga.desk.models import Booking
    from skatliga.desk.services import book_other
    from skatliga.events.models import Entry, Event, FormerSeating, Round, Seat, Table
    from skatliga.events.services import add_rounds, create_event, enter_guests, enter_players, give_numbers
    from skatliga.exchange.recheck import all_sheets, find_differences
    from skatliga.lists import services
    from skatliga.lists.evaluation import Entered
    from skatliga.lists.models import Row, Sheet
    from skatliga.lists.services import ENTERING, Change, open_sheet
    from skatliga.lists.workflow import move
    from skatliga.peers import meeting, merging, pairing, setting_up
    from skatliga.peers.choosing import rows_of
    from skatliga.peers.items import members
    from skatliga.peers.models import ItemVersion, SharedItem
    from skatliga.people.models import Player, User
    from skatliga.people.services import add_player, create_club

    COMMANDS: dict[str, Callable[..., Any]] = {
        each.__name__: each
        for each in (
            *(found, first, second, enter, pay, draw, play, decide, ask, answer, take, kept, state),
            *(type_rows, scores, choose, add_serie, seats, former, enter_as, enter_member),
        )
    }
    lives()
