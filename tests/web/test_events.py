"""Events: what the database and the services refuse, who sits where, and what people do on the pages."""

import datetime
from collections import Counter
from io import StringIO
from itertools import combinations

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.rulebook import EVALUATIONS
from scoring.rulebooks import BOOKS
from scoring.seating import DrawField, DrawPlace, Wishes, draw
from skatliga.access import Role
from skatliga.events import queries, services
from skatliga.events.draw_field import field_of, split_into_tables
from skatliga.events.forms import EventForm
from skatliga.events.models import Entry, Evaluation, Event, EventRole, Round, Seat, Table
from skatliga.events.roles import grant_role
from skatliga.people import services as people
from skatliga.people.models import Membership
from web.answers import refused, refused_by_database, told
from web.replayed import world
from web.two_desks import at_two_desks

pytestmark = pytest.mark.django_db
DAY = datetime.date(2026, 11, 20)
EVENING = {"name": "Clubabend", "date": DAY, "rounds": 2, "rulebook": "isko-2022", "evaluation": "seeger-fabian"}


@pytest.fixture
@world
def draft(club) -> Event:
    return services.create_event(club, **EVENING | {"name": "Entwurf"})


def path(name: str, *args: object) -> str:
    return reverse(f"events:{name}", args=args)


def guests(event: Event, number: int) -> list[Entry]:
    return services.enter_guests(event, [(f"Gast {which}", "") for which in range(1, number + 1)])


def stored_tables(round: Round) -> dict[int, list[int]]:
    """Start numbers by table, as they are in the database."""
    found: dict[int, list[int]] = {}
    for seat in Seat.objects.filter(table__round=round).order_by("table__number", "number"):
        found.setdefault(seat.table.number, []).append(seat.entry.start_number)
    return found


# ---- What the database itself refuses ----


@pytest.mark.parametrize(
    "fields",
    [
        {"deals_at_four": 46},
        {"deals_at_three": 35},
        {"deals_at_four": 0},
        {"deals_at_three": 0},
        {"state": "x"},
        {"evaluation": "x"},
        {"name": ""},
        {"seed": ""},
    ],
)
def test_database_refuses_an_event(event, fields):
    assert refused_by_database(lambda: Event.objects.filter(pk=event.pk).update(**fields))


def test_database_keeps_addresses_apart(event, draft):
    assert refused_by_database(lambda: Event.objects.filter(pk=draft.pk).update(slug=event.slug))


def test_database_refuses_entries_and_seats_that_must_not_be(event, anna):
    first, second = guests(event, 2)
    round = event.rounds.get(number=1)
    table = Table.objects.create(round=round, number=1)
    Seat.objects.create(round=round, table=table, number=1, entry=first)
    new = {"event": event, "name": "X"}
    entered = {"event": event, "player": anna.player, "name": "Anna"}
    Entry.objects.create(start_number=3, **entered)
    writes = {
        "number given twice": lambda: Entry.objects.create(start_number=1, **new),
        "number 0": lambda: Entry.objects.create(start_number=0, **new),
        "no name": lambda: Entry.objects.create(event=event, name="", start_number=9),
        "player twice": lambda: Entry.objects.create(start_number=9, **entered),
        "Serie twice": lambda: Round.objects.create(event=event, number=1),
        "Serie 0": lambda: Round.objects.create(event=event, number=0),
        "table twice": lambda: Table.objects.create(round=round, number=1),
        "table 0": lambda: Table.objects.create(round=round, number=0),
        "seat taken": lambda: Seat.objects.create(round=round, table=table, number=1, entry=second),
        "sits already": lambda: Seat.objects.create(round=round, table=table, number=2, entry=first),
        "seat 7": lambda: Seat.objects.create(round=round, table=table, number=7, entry=second),
    }
    assert {what: refused_by_database(write) for what, write in writes.items()} == dict.fromkeys(writes, True)


def test_database_refuses_a_second_role_and_an_unknown_one(event, fremde):
    EventRole.objects.create(event=event, user=fremde, role="reader")
    assert refused_by_database(lambda: EventRole.objects.create(event=event, user=fremde, role="spielleitung"))
    assert refused_by_database(lambda: EventRole.objects.update(role="x"))


# ---- Events ----


def test_evaluations_are_those_of_the_engine():
    assert sorted(Evaluation.values) == sorted(EVALUATIONS)


def test_a_new_event_has_an_address_a_lot_and_its_serien(club):
    first, second = (services.create_event(club, **EVENING | {"rounds": rounds}) for rounds in (1, 3))
    assert (first.slug, second.slug) == ("clubabend-2026-11-20", "clubabend-2026-11-20-2")
    assert [round.number for round in second.rounds.all()] == [1, 2, 3]
    assert len(first.seed) == 8
    assert first.seed != second.seed
    assert (first.state, first.deals_at_four, first.deals_at_three) == ("draft", 48, 36)


def test_other_tables_play_as_many_rounds_as_a_table_of_four():
    event = Event(deals_at_four=40, deals_at_three=36)
    assert {size: event.deals_at(size) for size in (2, 3, 4, 5, 6)} == {2: 20, 3: 36, 4: 40, 5: 50, 6: 60}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rulebook": "x"}, "Dieses Regelwerk gibt es nicht. Bitte eines aus der Liste wählen."),
        (
            {"rulebook": "offiziersskat", "agreements": {"accounting": "einfach"}},
            "Die Wertung „Seeger-Fabian“ passt nicht zum Regelwerk Offiziersskat. Bitte eine andere wählen.",
        ),
        (
            {"agreements": {"ramsch_limit": 250}},
            "Diese Vereinbarungen gehören nicht zum Regelwerk Internationale Skatordnung.",
        ),
        (
            {"rulebook": "hausrunde", "agreements": {"ramsch_limit": 0}},
            "Die Ramschgrenze muss mindestens 1 Punkt sein.",
        ),
        ({"deals_at_four": 47}, "Eine Serie besteht aus ganzen Runden: 4 oder 3 Spiele je Runde."),
    ],
)
def test_rules_that_do_not_fit_are_refused(club, fields, sentence):
    assert refused(services.create_event, club, **EVENING | fields) == [sentence]
    assert not Event.objects.exists()


def test_once_a_list_exists_the_rules_stay(event):
    event.rounds.filter(number=1).update(started_at=timezone.now())
    fields = EVENING | {"evaluation": "seeger", "deals_at_four": 40}
    assert refused(services.change_event, event, **fields) == [
        "Nicht mehr zu ändern: Wertung und Spiele am Vierertisch. Es gibt schon eine Liste, die danach gespielt wurde."
    ]
    services.change_event(event, **EVENING | {"name": "Preisskat", "rounds": 3})
    event.refresh_from_db()
    assert (event.name, event.evaluation, event.rounds.count()) == ("Preisskat", "seeger-fabian", 3)


def test_every_change_is_in_the_history_and_raises_the_version(event):
    before = event.version
    services.change_event(event, **EVENING | {"place": "Gera"})
    event.refresh_from_db()
    assert event.version == before + 1
    assert [old.place for old in event.history.order_by("history_id")][-1] == "Gera"


def test_a_serie_with_seats_is_not_dropped(event):
    guests(event, 4)
    services.draw_round(event.rounds.get(number=2))
    assert refused(services.change_event, event, **EVENING | {"rounds": 1}) == [
        "Serie 2 hat schon Plätze. Bitte zuerst die Plätze leeren, dann die Zahl der Serien senken."
    ]
    services.seat_round(event.rounds.get(number=2), {})
    services.change_event(event, **EVENING | {"rounds": 1})
    assert [round.number for round in event.rounds.all()] == [1]


def test_a_rule_book_without_such_tables_is_refused_where_they_are_set(event):
    guests(event, 4)
    services.draw_round(event.rounds.get(number=1))
    fields = EVENING | {
        "rulebook": "offiziersskat",
        "evaluation": "spielpunkte",
        "agreements": {"accounting": "einfach"},
    }
    assert refused(services.change_event, event, **fields) == [
        "Nach diesem Regelwerk gibt es keine Tische zu 4. Bitte zuerst die Plätze leeren."
    ]


def test_an_event_is_published_closed_and_opened_again(draft):
    assert refused(services.set_state, draft, Event.State.FINAL) == [
        "Was „nicht veröffentlicht“ ist, wird nicht in einem Schritt „abgeschlossen“. Bitte die Seite neu laden."
    ]
    for state in ("published", "draft", "published", "final", "published", "published"):
        services.set_state(draft, Event.State(state))
        draft.refresh_from_db()
        assert draft.state == state


def test_a_closed_event_is_left_alone(event):
    entry = guests(event, 4)[0]
    services.set_state(event, Event.State.FINAL)
    round = event.rounds.get(number=1)
    sentence = ["Diese Veranstaltung ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    assert refused(services.change_event, event, **EVENING) == sentence
    assert refused(services.enter_guests, event, [("X", "")]) == sentence
    assert refused(services.enter_players, event, []) == sentence
    assert refused(services.withdraw, entry) == sentence
    assert refused(services.draw_round, round) == sentence
    assert refused(services.seat_round, round, {}) == sentence


# ---- Entries ----


def test_start_numbers_count_on_and_are_never_given_twice(event, anna, bert):
    assert [entry.start_number for entry in services.enter_players(event, [bert.player, anna.player])] == [1, 2]
    third, fourth = services.enter_guests(event, [("Cora", "SC Gera"), ("Dirk", "")])
    services.withdraw(fourth)
    assert [(entry.start_number, entry.name) for entry in services.enter_guests(event, [("Emma", "")])] == [(5, "Emma")]
    assert list(event.entries.values_list("start_number", "name", "club_name", "withdrawn")) == [
        (1, "Bert Brandt", "Herz Dame Altenburg", False),
        (2, "Anna Ärmel", "Herz Dame Altenburg", False),
        (3, "Cora", "SC Gera", False),
        (4, "Dirk", "", True),
        (5, "Emma", "", False),
    ]
    assert third.history.count() == 1


def test_a_player_enters_once_whatever_entry_of_the_register_was_ticked(event, anna, bert):
    services.enter_players(event, [anna.player])
    assert services.enter_players(event, [anna.player, bert.player])[0].name == "Bert Brandt"
    services.withdraw(event.entries.get(player=bert.player))
    people.merge_players(bert.player, anna.player)
    twin = people.add_player(event.club, first_name="Cora", last_name="Neu")
    people.merge_players(twin.player, bert.player)
    assert services.enter_players(event, [twin.player]) == []
    assert not queries.candidates(event).exists()


def test_a_guest_of_a_name_already_known_is_refused(event, anna):
    services.enter_players(event, [anna.player])
    assert refused(services.enter_guests, event, [("Anna  Aermel", ""), ("Otto", ""), ("otto", "Gera")]) == [
        "Anna Ärmel nimmt schon teil (Startnummer 1). Wer nur so heißt, braucht einen Zusatz, zum Beispiel"
        " „Anna Ärmel II“.",
        "otto steht zweimal in der Eingabe.",
    ]
    assert event.entries.count() == 1


DESK = """
import sys, django
django.setup()
from skatliga.events.models import Event
from skatliga.events.registration import register
print("ready", flush=True)
sys.stdin.readline()
for which in range(25):
    register(Event.objects.get(), "guest", f"{sys.argv[1]} {which}")
"""


@pytest.mark.django_db(transaction=True)
def test_two_desks_at_once_never_give_a_start_number_twice(tmp_path, put_database):
    prepare = (
        "import datetime, django; django.setup();"
        "from skatliga.people.services import create_club; from skatliga.events.services import create_event;"
        "create_event(create_club('C'), name='E', date=datetime.date(2026, 1, 1), rounds=1,"
        " rulebook='isko-2022', evaluation='seeger')"
    )
    count = (
        "import django; django.setup(); from skatliga.events.models import Entry;"
        "print(*Entry.objects.values_list('start_number', flat=True))"
    )

    counted = at_two_desks(tmp_path, put_database, prepare, DESK, count)
    assert counted.split() == [str(number) for number in range(1, 51)]


# ---- Who sits where ----


@pytest.mark.parametrize("players", [*range(3, 5), *range(6, 131)])
def test_as_few_tables_of_three_as_can_be_and_they_come_last(players):
    sizes = split_into_tables(players, (3, 4, 5, 6))
    assert sum(sizes) == players
    assert sizes.count(3) == (-players) % 4
    assert list(sizes) == sorted(sizes, reverse=True)
    assert set(sizes) <= {3, 4}


@pytest.mark.parametrize("players", [0, 1, 2, 5])
def test_what_cannot_be_split_is_refused(players):
    assert refused(split_into_tables, players, (3, 4, 5, 6)) == [
        f"{players} Teilnehmer lassen sich nicht auf Tische zu viert und zu dritt verteilen. Bitte weitere eintragen"
        " oder die Plätze von Hand setzen."
    ]


def test_tables_of_two_take_an_even_number():
    assert split_into_tables(6, (2,)) == (2, 2, 2)
    assert refused(split_into_tables, 7, (2,)) == [
        "7 Teilnehmer lassen sich nicht auf Tische zu 2 verteilen. Bitte weitere eintragen oder die Plätze von Hand"
        " setzen."
    ]


@pytest.mark.parametrize("players", [3, 4, 6, 7, 13, 22, 45])
def test_a_draw_seats_everybody_once_and_can_be_drawn_again_by_hand(event, players):
    guests(event, players)
    round = event.rounds.get(number=2)
    services.draw_round(round)
    tables = stored_tables(round)
    assert Counter(number for seats in tables.values() for number in seats) == Counter(range(1, players + 1))
    assert list(tables) == list(range(1, len(tables) + 1))
    assert sum(len(seats) == 3 for seats in tables.values()) == (-players) % 4
    # what the page promises: the engine alone, from the lot and the numbers, draws the same
    drawn = draw(DrawField(players=tuple(range(1, players + 1))), f"{event.seed}/2")
    assert list(tables.values()) == [list(table) for table in drawn.seating]
    services.draw_round(round)
    assert stored_tables(round) == tables


def test_serien_are_drawn_apart_and_pass_over_who_has_withdrawn(event):
    entries = guests(event, 24)
    first, second = event.rounds.all()
    services.draw_round(first)
    services.withdraw(entries[4])
    services.draw_round(second)
    assert sorted(number for seats in stored_tables(second).values() for number in seats) == [
        number for number in range(1, 25) if number != 5
    ]
    services.readmit(entries[4])
    services.draw_round(second)
    together = [
        {frozenset(pair) for seats in stored_tables(round).values() for pair in combinations(seats, 2)}
        for round in (first, second)
    ]
    assert not together[0] & together[1]  # with 24 players nobody need meet again


def test_the_draw_knows_who_wants_what(event):
    entries = guests(event, 8)
    entries[0].keeps_lists = False
    entries[1].wanted_table, entries[1].wanted_seat = 2, 3
    entries[2].club_name = entries[3].club_name = "Herz Dame"
    for entry in entries[:4]:
        entry.save()
    team = event.teams.create(kind="tandem", name="Die Zwei")
    for entry in entries[4:6]:
        team.members.create(kind="tandem", entry=entry)
    event.aparts.create(one=entries[6], other=entries[7])
    services.seat_round(event.rounds.get(number=1), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    field = field_of(event.rounds.get(number=2))
    assert (field.players, field.history, field.rounds) == (
        (1, 2, 3, 4, 5, 6, 7, 8), (((1, 2, 3, 4), (5, 6, 7, 8)),), 1
    )  # fmt: skip
    assert field.wishes == Wishes(
        teams=((5, 6),),
        apart=((7, 8),),
        clubs={3: "herz dame", 4: "herz dame"},
        places={2: DrawPlace(2, 3)},
        no_list=frozenset({1}),
    )


def test_a_draw_of_five_is_refused(event):
    guests(event, 5)
    round = event.rounds.get(number=1)
    assert len(refused(services.draw_round, round)) == 1
    services.seat_round(round, {1: [1, 2, 3, 4, 5]})
    assert stored_tables(round) == {1: [1, 2, 3, 4, 5]}


def test_typed_seats_are_stored_as_typed(event):
    guests(event, 7)
    round = event.rounds.get(number=1)
    services.seat_round(round, {1: [7, 3, 1, 2], 2: [], 4: [6, 5, 4]})
    assert stored_tables(round) == {1: [7, 3, 1, 2], 4: [6, 5, 4]}


def test_typed_seats_are_refused_with_everything_wrong_with_them(event):
    entries = guests(event, 8)
    services.withdraw(entries[7])
    round = event.rounds.get(number=1)
    services.seat_round(round, {1: [1, 2, 3, 4]})
    assert refused(services.seat_round, round, {1: [1, 2, 3, 99], 2: [4, 1, 5, 8], 3: [6, 6], 4: [7]}) == [
        "Tisch 1: Die Startnummer 99 gibt es nicht.",
        "1 Gast 1 sitzt an Tisch 1 und an Tisch 2.",
        "Tisch 2: 8 Gast 8 ist zurückgetreten.",
        "Tisch 3 hat 2 Plätze; möglich sind 3, 4 oder 5.",
        "Tisch 3: 6 Gast 6 steht dort zweimal.",
        "Tisch 4 hat 1 Plätze; möglich sind 3, 4 oder 5.",
    ]
    assert stored_tables(round) == {1: [1, 2, 3, 4]}


def test_serien_are_added_up_to_a_number_and_every_page_knows(event):
    version = event.version
    services.add_rounds(event, 2)  # as many as there are
    event.refresh_from_db()
    assert event.version == version
    services.add_rounds(event, 4)
    event.refresh_from_db()
    assert [round.number for round in event.rounds.all()] == [1, 2, 3, 4] and event.version > version


def test_tables_are_added_to_those_that_are_there_and_take_the_place_of_none(event):
    guests(event, 12)
    round = event.rounds.get(number=1)
    services.seat_round(round, {1: [1, 2, 3, 4]})
    services.add_tables(round, {2: [8, 7, 6, 5]})
    assert refused(services.add_tables, round, {3: [9, 10, 11, 12], 2: [9, 10, 11], 1: [12, 11, 10]}) == [
        "Serie 1 hat schon einen Tisch 1."
    ]
    assert stored_tables(round) == {1: [1, 2, 3, 4], 2: [8, 7, 6, 5]}


def test_once_a_list_exists_nobody_is_seated_anew(event):
    guests(event, 4)
    round = event.rounds.get(number=1)
    services.draw_round(round)
    before = stored_tables(round)
    Round.objects.filter(pk=round.pk).update(started_at=timezone.now())
    sentence = ["Zu Serie 1 gibt es schon eine Liste; ihre Plätze lassen sich nicht mehr neu vergeben."]
    assert refused(services.draw_round, round) == sentence
    assert refused(services.seat_round, round, {1: [4, 3, 2, 1]}) == sentence
    assert stored_tables(round) == before


# ---- Roles ----


def test_the_stronger_of_club_role_and_event_role_counts(event, leser, schreiber, fremde):
    grant_role(event, "LESER", Role.SPIELLEITUNG)
    EventRole.objects.create(event=event, user=schreiber, role=Role.READER)
    roles = {user.username: queries.events_seen_by(user).get().role for user in (leser, schreiber, fremde)}
    assert roles == {"leser": Role.SPIELLEITUNG, "schreiber": Role.LISTENFUEHRER, "fremde": None}


def test_roles_that_cannot_be_given_are_refused(event, leiterin):
    assert refused(grant_role, event, "niemand", Role.READER) == [
        "Ein Konto „niemand“ gibt es nicht. Neue Konten legt ein Administrator des Vereins an."
    ]
    assert refused(grant_role, event, "leiterin", Role.LISTENFUEHRER) == [
        f"{leiterin.name} hat im Verein schon die Rolle Spielleitung; sie gilt auch hier."
    ]


# ---- Pages ----


def test_a_draft_is_seen_by_those_with_a_role_only(sign_in, cast, draft, event):
    seen = {name: len(sign_in(user).get(path("events")).context["table"].rows) for name, user in cast.items()}
    assert seen == {
        "betreiber": 2, "admin": 2, "leiterin": 2, "schreiber": 2, "leser": 2, "fremde": 1, "anonym": 1
    }  # fmt: skip
    grant_role(draft, "fremde", Role.READER)
    assert sign_in(cast["fremde"]).get(draft.get_absolute_url()).status_code == 200
    assert sign_in(None).get(draft.get_absolute_url()).url.startswith("/anmelden/")


def test_events_of_one_club(sign_in, event, other_club):
    table = sign_in(None).get(path("events") + "?verein=grand-hand-gera").context["table"]
    assert len(table.rows) == 0
    assert sign_in(None).get(path("events") + "?verein=x").status_code == 404


def form_fields(**other: object) -> dict[str, object]:
    fields = {
        "name": "Preisskat",
        "date": "2026-12-24",
        "place": "",
        "rounds": 2,
        "rulebook": "isko-2022",
        "evaluation": "seeger",
        "deals_at_four": 40,
        "deals_at_three": 30,
        "protest_hours": 24,
    }
    return fields | other


def test_the_spielleitung_creates_an_event(sign_in, club, leiterin):
    response = sign_in(leiterin).post(path("create_event", club.slug), form_fields())
    assert response.url == "/veranstaltungen/preisskat-2026-12-24/"
    event = Event.objects.get()
    assert (event.evaluation, event.deals_at_four, event.deals_at_three, event.agreements) == ("seeger", 40, 30, {})
    assert event.history.get().history_user == leiterin


@pytest.mark.parametrize("key", BOOKS)
def test_the_form_asks_what_the_rule_book_asks(sign_in, club, leiterin, key):
    book = BOOKS[key]
    response = sign_in(leiterin).get(path("create_event", club.slug), {"rulebook": key}, headers={"HX-Request": "true"})
    form = response.context["form"]
    assert [choice for choice, _label in form.fields["evaluation"].choices] == list(book.evaluations)
    assert [field.name for field in form.agreements] == list(book.settings)
    names = ["deals_at_four", "deals_at_three"] if 4 in book.table_sizes else ["deals"]
    assert [field.name for field in form.deals] == names


def test_an_event_at_tables_of_two_with_its_agreement(sign_in, club, leiterin):
    fields = form_fields(rulebook="offiziersskat", evaluation="spielpunkte", accounting="skatordnung", deals=24)
    sign_in(leiterin).post(path("create_event", club.slug), fields)
    event = Event.objects.get()
    assert (event.agreements, event.deals_at(2)) == ({"accounting": "skatordnung"}, 24)
    shown = sign_in(leiterin).get(event.get_absolute_url()).context
    assert (shown["agreements"], shown["deals"]) == ([("Abrechnung", "nach Skatordnung")], [(2, 24)])
    assert EventForm(event=event)["deals"].value() == 24


def test_deals_are_whole_rounds(sign_in, club, leiterin):
    fields = form_fields(deals_at_four=46, deals_at_three=2)
    form = sign_in(leiterin).post(path("create_event", club.slug), fields).context["form"]
    assert form.errors == {
        "deals_at_four": ["Bitte ganze Runden: ein Vielfaches von 4, zum Beispiel 44 oder 48."],
        "deals_at_three": ["Dieser Wert muss größer oder gleich 3 sein."],
    }


def test_numbers_that_nobody_plays_are_refused(sign_in, club, leiterin):
    """A time limit beyond every calendar, a list of a million rows."""
    fields = form_fields(protest_hours=99_999_999, deals_at_four=4_000_000, deals_at_three=201)
    form = sign_in(leiterin).post(path("create_event", club.slug), fields).context["form"]
    assert form.errors == {
        "protest_hours": ["Dieser Wert muss kleiner oder gleich 999 sein."],
        "deals_at_four": ["Dieser Wert muss kleiner oder gleich 200 sein."],
        "deals_at_three": ["Dieser Wert muss kleiner oder gleich 200 sein."],
    }


def test_an_agreement_the_book_refuses_is_told_at_its_field(sign_in, club, leiterin):
    fields = form_fields(rulebook="hausrunde", ramsch_limit=0)
    form = sign_in(leiterin).post(path("create_event", club.slug), fields).context["form"]
    assert form.errors == {"ramsch_limit": ["Die Ramschgrenze muss mindestens 1 Punkt sein."]}


def test_a_started_event_keeps_its_rules_in_the_form_too(sign_in, event, leiterin):
    event.rounds.filter(number=1).update(started_at=timezone.now())
    fields = form_fields(rulebook="altenburg", evaluation="payment", deals_at_four=4)
    response = sign_in(leiterin).post(path("change_event", event.slug), fields)
    assert response.url == event.get_absolute_url()
    event.refresh_from_db()
    assert (event.name, event.rulebook, event.evaluation, event.deals_at_four) == (
        "Preisskat",
        "isko-2022",
        "seeger-fabian",
        48,
    )


def test_the_desk_enters_players_and_guests(sign_in, event, schreiber, anna, bert):
    desk = sign_in(schreiber)
    ticked = {"players": [anna.player_id, bert.player_id]}
    assert told(desk.post(path("enter_players", event.slug), ticked, follow=True)) == [
        "Eingetragen mit Startnummern: 1 Anna Ärmel und 2 Bert Brandt."
    ]
    typed = {"guests": "Hans Huber (SC Gera)\n\n  Rosa  Lang \n"}
    assert told(desk.post(path("enter_guests", event.slug), typed, follow=True)) == [
        "Eingetragen mit Startnummern: 3 Hans Huber und 4 Rosa Lang."
    ]
    assert event.entries.get(start_number=3).club_name == "SC Gera"
    assert told(desk.post(path("enter_players", event.slug), {"players": [anna.player_id]}, follow=True)) == [
        "Wer schon teilnimmt, wurde nicht noch einmal eingetragen."
    ]
    assert told(desk.post(path("enter_players", event.slug), {}, follow=True)) == [
        "Bitte mindestens einen Spieler ankreuzen."
    ]


def test_a_stranger_to_the_club_is_not_entered(sign_in, event, schreiber, other_club):
    stranger = people.add_player(other_club, first_name="Zoe", last_name="Fremd")
    response = sign_in(schreiber).post(
        path("enter_players", event.slug), {"players": [stranger.player_id]}, follow=True
    )
    assert told(response) == ["Einer der Spieler steht nicht mehr im Register. Bitte neu ankreuzen."]
    assert not event.entries.exists()


def test_what_was_typed_stays_where_a_line_is_refused(sign_in, event, schreiber):
    guests(event, 1)
    typed = {"guests": "Rosa\nHans (Gera\nGast 1"}
    response = sign_in(schreiber).post(path("enter_guests", event.slug), typed)
    form = response.context["guests"]
    assert form.errors == {
        "guests": ["„Hans (Gera“ ist nicht zu verstehen. Bitte schreiben wie: Hans Huber (SC Musterstadt)"]
    }
    assert form["guests"].value() == typed["guests"]
    assert event.entries.count() == 1


def test_searching_the_register_keeps_what_is_ticked(sign_in, event, schreiber, anna, bert):
    response = sign_in(schreiber).get(
        path("entries", event.slug), {"suche": "brandt", "players": anna.player_id}, headers={"HX-Request": "true"}
    )
    assert [
        (member.player.name, member.player_id in response.context["ticked"]) for member in response.context["found"]
    ] == [
        ("Anna Ärmel", True),
        ("Bert Brandt", False),
    ]
    assert "<html" not in response.content.decode()


def test_who_objects_is_public_by_first_name_only(sign_in, event, leser, anna, bert):
    people.change_player(anna, number="1", publication="first_name")
    services.enter_players(event, [anna.player, bert.player])
    services.enter_guests(event, [("Cora Carl", ""), ("Dirk Dorn", "")])
    services.seat_round(event.rounds.get(number=1), {1: [1, 2, 3]})
    services.seat_round(
        event.rounds.get(number=2), {1: [2, 3, 4]}
    )  # Anna has no seat, which concerns only who holds a role
    board = [reverse("lists:board", args=[event.slug, number]) for number in (1, 2)]
    for address, named in ((path("entries", event.slug), True), (board[0], True), (board[1], False)):
        page = {user: sign_in(user).get(address).content.decode() for user in (leser, None)}
        assert ("Ärmel" in page[leser], "Ärmel" in page[None], "Anna" in page[None]) == (True, False, named)


def test_who_objects_is_heard_after_two_entries_became_one(event, anna, bert):
    people.change_player(anna, number="1", publication="pseudonym", pseudonym="Karobube")
    services.enter_players(event, [bert.player])
    people.merge_players(anna.player, bert.player)
    shown = {role: [entry.shown for entry in queries.entries_shown(event, role)] for role in (Role.READER, None)}
    assert shown == {Role.READER: ["Bert Brandt"], None: ["Karobube"]}


def test_the_seats_of_a_serie_by_table_and_who_has_none(sign_in, event, leser):
    services.enter_guests(event, [("Zora Adam", ""), ("Adam Zorn", ""), ("Otto Öl", ""), ("Max", "")])
    services.seat_round(event.rounds.get(number=1), {3: [4, 2, 1]})
    address = reverse("lists:board", args=[event.slug, 1])
    page = sign_in(leser).get(address).content.decode()
    places = [page.index(name) for name in ("Tisch 3", "Max", "Adam Zorn", "Zora Adam")]
    assert places == sorted(places)
    assert [each.shown for each in sign_in(leser).get(address).context["without"]] == ["Otto Öl"]


def test_the_spielleitung_draws_and_types_seats(sign_in, event, leiterin):
    guests(event, 7)
    browser = sign_in(leiterin)
    address = path("seats", event.slug, 1)
    assert told(browser.post(path("draw", event.slug, 1), follow=True)) == ["Serie 1 ist ausgelost."]
    form = browser.get(address).context["form"]
    shown = {table: [field.value() for field in fields if field.value()] for table, fields in form.rows}
    assert shown == {**stored_tables(event.rounds.get(number=1)), 3: []}
    typed = {"1-1": "7", "1-2": "1", "1-4": "2", "9-1": "3", "9-2": "4", "9-3": "5", "9-4": "6"}
    assert told(browser.post(address, typed, follow=True)) == ["Die Plätze von Serie 1 sind gespeichert."]
    assert stored_tables(event.rounds.get(number=1)) == {1: [7, 1, 2], 9: [3, 4, 5, 6]}
    form = browser.post(address, {"1-1": "x", "1-2": "1", "1-3": "1", "2-2": "99"}).context["form"]
    assert form.non_field_errors() == ["Tisch 1, Platz 1: Bitte eine Startnummer eingeben."]
    assert told(browser.post(address, {"1-1": ""}, follow=True)) == ["Die Plätze von Serie 1 sind gespeichert."]
    assert stored_tables(event.rounds.get(number=1)) == {}


def test_a_refused_draw_says_why(sign_in, event, leiterin):
    guests(event, 2)
    (sentence,) = told(sign_in(leiterin).post(path("draw", event.slug, 1), follow=True))
    assert sentence.startswith("2 Teilnehmer lassen sich nicht")


def test_withdrawing_and_coming_back(sign_in, event, schreiber):
    guests(event, 1)
    desk = sign_in(schreiber)
    assert told(desk.post(path("withdraw", event.slug, 1), follow=True)) == ["Gast 1 ist zurückgetreten."]
    assert told(desk.post(path("readmit", event.slug, 1), follow=True)) == ["Gast 1 nimmt wieder teil."]
    renamed = desk.post(path("entry", event.slug, 1), {"name": "Hans Huber", "club_name": ""}, follow=True)
    assert told(renamed) == ["Hans Huber ist gespeichert."]
    history = event.entries.get().history.order_by("history_id")
    assert [(old.name, old.withdrawn, old.history_change_reason or "") for old in history] == [
        ("Gast 1", False, ""),
        ("Gast 1", True, "zurückgetreten"),
        ("Gast 1", False, "nimmt wieder teil"),
        ("Hans Huber", False, ""),
    ]


def test_roles_are_given_and_taken_on_the_page(sign_in, event, admin, fremde):
    browser = sign_in(admin)
    granted = browser.post(path("roles", event.slug), {"username": "fremde", "role": "listenfuehrer"}, follow=True)
    assert told(granted) == ["fremde hat in dieser Veranstaltung jetzt die Rolle Listenführer."]
    assert sign_in(fremde).get(path("enter_guests", event.slug)).status_code == 200
    taken = browser.post(path("withdraw_role", event.slug, event.roles.get().pk), follow=True)
    assert told(taken) == ["fremde hat in dieser Veranstaltung keine eigene Rolle mehr."]
    form = browser.post(path("roles", event.slug), {"username": "niemand", "role": "reader"}).context["form"]
    assert form.non_field_errors() == [
        "Ein Konto „niemand“ gibt es nicht. Neue Konten legt ein Administrator des Vereins an."
    ]


def test_hostile_names_are_escaped(sign_in, event):
    services.enter_guests(event, [("<script>x</script> A", "<b>"), ("B", ""), ("C", "")])
    services.seat_round(event.rounds.get(number=1), {1: [1, 2, 3]})
    for address in (path("entries", event.slug), reverse("lists:board", args=[event.slug, 1])):
        assert "<script>x" not in sign_in(None).get(address).content.decode()


PAGES = {
    "events": lambda event: path("events"),
    "event": lambda event: path("event", event.slug),
    "change_event": lambda event: path("change_event", event.slug),
    "entries": lambda event: path("entries", event.slug),
    "board": lambda event: reverse("lists:board", args=[event.slug, 1]),
    "seats": lambda event: path("seats", event.slug, 1),
    "roles": lambda event: path("roles", event.slug),
}


@pytest.mark.parametrize("page", PAGES)
def test_queries_do_not_grow_with_rows(sign_in, event, admin, page, django_user_model):
    browser = sign_in(admin)

    def count(players: range, rounds: int) -> int:
        for which in players:
            people.add_player(event.club, first_name="Kandidat", last_name=str(which))
            member: Membership = people.add_player(event.club, first_name="Max", last_name=f"Muster {which}")
            services.enter_players(event, [member.player])
            django_user_model.objects.create_user(f"helfer{which}")
            grant_role(event, f"helfer{which}", Role.READER)
            services.create_event(event.club, **EVENING)
        services.change_event(event, **EVENING | {"rounds": rounds})
        services.draw_round(event.rounds.get(number=1))
        with CaptureQueriesContext(connection) as queries_made:
            assert browser.get(PAGES[page](event)).status_code == 200
        return len(queries_made)

    count(range(3), 1)  # from the second draw on there are former seats
    assert count(range(3, 6), 1) == count(range(6, 16), 4)


def test_no_migration_is_missing():
    said = StringIO()
    call_command("makemigrations", "events", check=True, dry_run=True, stdout=said)
    assert said.getvalue() == "No changes detected in app 'events'\n"


def test_a_guest_appears_in_public_by_the_first_name_where_that_is_wished(event, sign_in, schreiber):
    services.enter_guests(event, [("Jan Jung", "Gera"), ("Rosa Lang", "Gera")])
    address = reverse("events:entry", args=[event.slug, 1])
    sent = {"name": "Jan Jung", "club_name": "Gera", "keeps_lists": "on", "publication": "first_name"}
    sign_in(schreiber).post(address, sent)
    page = reverse("events:entries", args=[event.slug])
    seen = {user: sign_in(user).get(page).text for user in (None, schreiber)}
    assert [("Jan Jung" in text, "Rosa Lang" in text) for text in seen.values()] == [(False, True), (True, True)]
    sign_in(schreiber).post(address, {key: value for key, value in sent.items() if key != "publication"})
    assert event.entries.get(start_number=1).public_name == "Jan"  # an older form has no such field
