"""A field of more than a thousand: pages stay whole where a database or a form counts no further than that."""

from types import SimpleNamespace

import django_tables2
import pytest
from django.test import RequestFactory
from django.urls import reverse
from django_tables2 import RequestConfig

from skatliga.events.models import Entry, Event, Seat, Team, TeamMember
from skatliga.events.services import seat_round
from skatliga.tables import SortedRows

pytestmark = pytest.mark.django_db
PLAYERS = 1204
FOURS = {table: [4 * table - 3, 4 * table - 2, 4 * table - 1, 4 * table] for table in range(1, PLAYERS // 4 + 1)}


@pytest.fixture
def large(event) -> Event:
    """The evening with 1,204 guests, start numbers 1 to 1204."""
    Entry.objects.bulk_create(
        Entry(event=event, name=f"Gast {number:04}", start_number=number) for number in range(1, PLAYERS + 1)
    )
    return event


def test_everybody_may_be_in_a_team(sign_in, large, schreiber):
    entries = list(large.entries.all())
    teams = Team.objects.bulk_create(Team(event=large, name=f"Team {number:03}") for number in FOURS)
    TeamMember.objects.bulk_create(
        TeamMember(team=teams[place // 4], kind="team", entry=entry) for place, entry in enumerate(entries)
    )
    desk, address = sign_in(schreiber), reverse("events:teams", args=[large.slug])
    pages = [desk.get(address, {"page": page}).context["lines"] for page in (1, 2, 3, 4)]
    assert [len(page) for page in pages] == [100, 100, 100, 1]
    assert [each.line for each in pages[3]] == ["Team 301: 1201 1202 1203 1204"]


def test_their_seats_are_typed_in_one_form(sign_in, large, leiterin):
    typed = {f"{table}-{seat}": str(number) for table, seats in FOURS.items() for seat, number in enumerate(seats, 1)}
    answer = sign_in(leiterin).post(reverse("events:seats", args=[large.slug, 1]), typed)
    assert (answer.status_code, answer["Location"]) == (302, reverse("lists:board", args=[large.slug, 1]))
    stored = Seat.objects.filter(round__event=large).order_by("table__number", "number")
    assert list(stored.values_list("table__number", "entry__start_number")) == [
        (table, number) for table, seats in FOURS.items() for number in seats
    ]


def test_a_serie_shows_its_tables_page_by_page_and_finds_everybody(client, large):
    seat_round(large.rounds.get(number=1), FOURS)
    address = reverse("lists:board", args=[large.slug, 1])
    pages = [client.get(address, {"page": page}).context["tables"] for page in (1, 2, 3)]
    shown = [[(table.number, [number for number, *_ in table.players]) for table in page] for page in pages]
    assert [*shown[0], *shown[1], *shown[2]] == list(FOURS.items())
    assert [len(tables) for tables in shown] == [120, 120, 61]
    for number in (1, 481, PLAYERS):
        tables = client.get(address, {"tisch": f"gast {number:04}"}).context["tables"]
        assert any(number in [start for start, *_ in table.players] for table in tables)


class Numbers(django_tables2.Table):
    points = django_tables2.Column()
    name = django_tables2.Column(order_by=("name", "-points"))


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("points", ["Cora None", "Anna -3", "Bert 0", "Anna 7"]),
        ("-points", ["Anna 7", "Bert 0", "Anna -3", "Cora None"]),
        ("name", ["Anna 7", "Anna -3", "Bert 0", "Cora None"]),
        ("-name", ["Cora None", "Bert 0", "Anna -3", "Anna 7"]),
    ],
)
def test_rows_are_sorted_with_those_without_a_value_first(asked, shown):
    people = [("Bert", 0), ("Anna", 7), ("Cora", None), ("Anna", -3)]
    table = Numbers(SortedRows(SimpleNamespace(name=name, points=points) for name, points in people))
    RequestConfig(RequestFactory().get("/", {"sort": asked})).configure(table)
    assert [f"{row.record.name} {row.record.points}" for row in table.rows] == shown
