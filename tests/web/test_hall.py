"""The hall view: which slides there are at which time of the day, and how the address fixes them."""

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from skatliga.desk import hall
from skatliga.events.changes import set_time
from skatliga.events.models import Event, Round
from skatliga.events.services import enter_guests, seat_round, set_state
from web.ranks import NAMES, make_evening
from web.replayed import world


@pytest.fixture
@world
def evening(club) -> Event:
    event = make_evening(club)
    seat_round(event.rounds.get(number=2), {})
    return event


def address(event, query="") -> str:
    return reverse("hall:hall", args=[event.slug]) + (f"?{query}" if query else "")


def kinds(client, event, query="") -> list[str]:
    return [slide.kind for slide in client.get(address(event, query)).context["slides"]]


def test_the_address_can_be_typed(evening):
    assert address(evening) == f"/halle/{evening.slug}/"


def test_it_follows_the_day(client, evening, enter):
    shown = [kinds(client, evening)]
    set_time(evening.rounds.get(number=1), 90, starts=True)
    shown.append(kinds(client, evening))
    enter(evening, 1, 1)
    shown.append(kinds(client, evening))
    enter(evening, 1, 2)
    shown.append(kinds(client, evening))
    seat_round(evening.rounds.get(number=2), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    shown.append(kinds(client, evening))
    assert shown == [
        ["plaetze", "wo"],
        ["plaetze", "uhr", "wo"],
        ["uhr", "fehlende", "rangliste", "wo"],
        ["rangliste", "wo"],
        ["plaetze", "rangliste", "wo"],
    ]


def test_before_anything_is_there_it_says_what_will_come(client, evening):
    seat_round(evening.rounds.get(number=1), {})
    assert kinds(client, evening) == ["bald"]
    assert "Hier stehen bald die Plätze und die Rangliste." in client.get(address(evening)).content.decode()


def test_everybody_finds_his_seat_by_name(client, evening):
    [slide, _code] = client.get(address(evening)).context["slides"]
    # Adam, Ärmel, Fritz, Oder, Öhm, Ude, Über, Zier: ä as ae, ö as oe, ü as ue
    assert [[(place.name, place.table, place.seat) for place in column] for column in slide.columns] == [
        [
            ("Cäsar Adam", 1, 4),
            ("Hans von Ärmel", 1, 2),
            ("Fritz", 2, 3),
            ("Grete Oder", 2, 4),
            ("Berta Öhm", 1, 3),
            ("Dora Ude", 2, 1),
            ("Emil Über", 2, 2),
            ("Anton Zier", 1, 1),
        ]
    ]


def test_sixteen_lines_stand_in_a_column_and_two_columns_on_a_slide(client, evening):
    enter_guests(evening, [(f"Gast {number:02}", "") for number in range(9, 45)])
    seat_round(evening.rounds.get(number=1), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, 12)})
    *slides, _code = client.get(address(evening)).context["slides"]
    assert [(slide.page, slide.pages, [len(column) for column in slide.columns]) for slide in slides] == [
        (1, 2, [16, 16]),
        (2, 2, [12]),
    ]
    [second] = client.get(address(evening, "seite=2")).context["slides"]
    assert second == slides[1]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("zeige=rangliste", ["rangliste"]),
        ("zeige=rangliste,plaetze", ["rangliste", "plaetze"]),
        ("zeige=fehlende", ["fehlende"]),
        ("zeige=uhr", ["bald"]),  # no time limit
        ("zeige=unsinn", ["fehlende", "rangliste", "wo"]),
        ("zeige=rangliste,unsinn,plaetze&seite=2", ["plaetze"]),
        ("zeige=rangliste&seite=99", ["rangliste"]),
        ("zeige=rangliste&seite=0", ["rangliste"]),
        ("zeige=rangliste&seite=x", ["rangliste"]),
    ],
)
def test_the_address_fixes_what_is_shown(client, evening, enter, query, expected):
    enter(evening, 1, 1)
    assert kinds(client, evening, query) == expected


@pytest.mark.parametrize(("asked", "seconds"), [("", 8), ("15", 15), ("0", 1), ("9999", 600), ("²", 8), ("-1", 8)])
def test_the_address_says_how_long_a_slide_stays(client, evening, asked, seconds):
    assert client.get(address(evening, f"sekunden={asked}")).context["seconds"] == seconds


def test_the_missing_tables_are_named(client, evening, enter):
    enter(evening, 1, 2)
    [slide] = client.get(address(evening, "zeige=fehlende")).context["slides"]
    assert slide.columns == [(1,)]


def test_it_is_asked_for_with_a_mark(client, evening, enter):
    asked = {"HX-Request": "true"}
    first = client.get(address(evening), headers=asked)
    assert first.content.decode().lstrip().startswith('<div id="folien" data-address="/halle/')
    assert client.get(address(evening), headers=asked | {"If-None-Match": first["ETag"]}).status_code == 304
    enter(evening, 1, 1)
    assert client.get(address(evening), headers=asked | {"If-None-Match": first["ETag"]}).status_code == 200


def test_it_asks_as_often_for_one_list_as_for_three(client, evening, enter, django_assert_num_queries):
    enter(evening, 1, 1)
    # the mark, the event, its Serien; names not shown, entries, results, tables; names, the seats
    with django_assert_num_queries(9):
        client.get(address(evening, "zeige=plaetze,fehlende,rangliste"))
    enter(evening, 1, 2)
    seat_round(evening.rounds.get(number=2), {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]})
    enter(evening, 2, 1)
    with django_assert_num_queries(9):
        client.get(address(evening, "zeige=plaetze,fehlende,rangliste"))


def test_all_names_are_on_it(client, evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    page = client.get(address(evening)).content.decode()
    assert [name for name in NAMES if name not in page] == []


# ---- The time of a Serie ----


def test_the_spielleitung_lets_the_time_run(evening, sign_in, leiterin):
    browser, round = sign_in(leiterin), evening.rounds.get(number=1)
    where = reverse("events:set_time", args=[evening.slug, 1])
    assert browser.post(where, {"minutes": "90"}).url == reverse("lists:board", args=[evening.slug, 1])
    round.refresh_from_db()
    assert (round.minutes, round.begun_at, round.ends_at) == (90, None, None)
    before = timezone.now()
    browser.post(where, {"minutes": "90", "starts": ""})
    round.refresh_from_db()
    assert before <= round.clock_started_at <= timezone.now()
    assert round.ends_at == round.clock_started_at + datetime.timedelta(minutes=90)
    assert round.started_at is None  # nobody's seat is fixed by that
    browser.post(where, {"minutes": ""})
    round.refresh_from_db()
    assert (round.minutes, round.ends_at) == (None, None)


def test_without_it_the_time_runs_from_the_first_list(evening, enter):
    set_time(evening.rounds.get(number=1), 90, starts=False)
    enter(evening, 1, 1)
    round = Round.objects.get(event=evening, number=1)
    assert round.begun_at == round.started_at
    assert round.ends_at == round.started_at + datetime.timedelta(minutes=90)


def test_a_time_that_cannot_be_is_refused(evening, sign_in, leiterin):
    where = reverse("events:set_time", args=[evening.slug, 1])
    page = sign_in(leiterin).post(where, {"minutes": "0"}, follow=True)
    assert [str(message) for message in page.context["messages"]] == ["Dieser Wert muss größer oder gleich 1 sein."]


def test_a_closed_event_keeps_its_times(evening, sign_in, leiterin):
    set_state(evening, Event.State.FINAL)
    where = reverse("events:set_time", args=[evening.slug, 1])
    page = sign_in(leiterin).post(where, {"minutes": "30"}, follow=True)
    assert "abgeschlossen" in str(next(iter(page.context["messages"])))
    assert evening.rounds.get(number=1).minutes is None


def test_what_can_be_shown_is_what_is_documented():
    assert ",".join(hall.SHOWS) == "plaetze,uhr,fehlende,rangliste,wo"
