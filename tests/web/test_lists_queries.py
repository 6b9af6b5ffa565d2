"""How often the pages of lists ask the database: the same for one row and twelve, one table and three."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.models import Sheet
from skatliga.lists.services import open_sheet
from web.desk import ROUND, address, move, read, send, type_in
from web.replayed import world

pytestmark = pytest.mark.django_db

# Twelve deals.
DEALS = ROUND * 3


@pytest.fixture
def visitors(sign_in, leiterin):
    return {"public": sign_in(None), "spielleitung": sign_in(leiterin)}


@pytest.fixture
@world
def long(event, leiterin):
    """A list of 48 deals with one row."""
    enter_guests(event, [(f"Gast {number}", "") for number in range(1, 13)])
    for round in event.rounds.all():
        seat_round(round, {table: [4 * table - 3, 4 * table - 2, 4 * table - 1, 4 * table] for table in (1, 2, 3)})
    return open_sheet(event.rounds.get(number=1).tables.get(number=1), leiterin)


PAGES = {
    ("sheet", "public"): 9,
    ("sheet", "spielleitung"): 23,
    ("entry", "spielleitung"): 10,
    ("totals", "spielleitung"): 13,
    ("row", "public"): 8,
    ("row", "spielleitung"): 14,
}


@pytest.mark.parametrize(("name", "visitor"), PAGES)
def test_a_list_asks_the_same_for_one_row_and_for_twelve(
    name, visitor, direction, visitors, long, django_assert_num_queries
):
    args = [1] if name == "row" else []
    for rows in (DEALS[:1], DEALS[1:]):
        type_in(direction, long, *rows)
        with django_assert_num_queries(PAGES[name, visitor]):
            assert read(visitors[visitor], long, name, *args).status_code == 200


def test_the_answer_to_a_row_asks_the_same_for_the_second_and_the_twelfth(direction, long, django_assert_num_queries):
    type_in(direction, long, DEALS[0])
    for before, text in ((DEALS[:0], DEALS[1]), (DEALS[2:11], DEALS[11])):
        type_in(direction, long, *before)
        with django_assert_num_queries(26):
            assert send(direction, long, "entry", htmx=True, art="kurz", text=text).status_code == 200


def bring_to_the_ranking(browser, sheet):
    """By its foot, checked and opened again, so that it is announced as well."""
    foot = {f"{column}-{seat}": "0" for column in ("spielpunkte", "won", "lost") for seat in (1, 2, 3, 4)}
    send(browser, sheet, "totals", eingepasst="48", **foot)
    move(browser, sheet, "checked")
    move(browser, sheet, "entered", reason="noch einmal")
    assert sheet.revocations.count() == 1


@pytest.fixture
def asked(direction, leiterin, long, event, visitors):
    """How often a page asks when one table has a list, and when three have."""

    def counted(page, visitor):
        counts = []
        for tables in ([1], [2, 3]):
            for table in event.rounds.get(number=1).tables.filter(number__in=tables):
                bring_to_the_ranking(direction, long if table.number == 1 else open_sheet(table, leiterin))
            visitors[visitor].get(page)  # what was told is told
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                assert visitors[visitor].get(page).status_code == 200
            counts.append(len(queries))
        return counts

    return counted


@pytest.mark.parametrize(("visitor", "number"), [("public", 9), ("spielleitung", 22)])
def test_the_board_asks_the_same_for_one_list_and_for_three(visitor, number, asked, event):
    assert asked(reverse("lists:board", args=[event.slug, 1]), visitor) == [number, number]


@pytest.mark.parametrize("visitor", ["public", "spielleitung"])
def test_announced_corrections_cost_the_ranking_no_further_question(visitor, asked, event):
    one, three = asked(reverse("standings:round", args=[event.slug, 1]), visitor)
    assert one == three


def test_twins_ask_the_same_for_one_row_and_for_twelve(direction, leiterin, long, django_assert_num_queries):
    twin = open_sheet(long.table, leiterin, Sheet.Kind.TWIN)
    for rows in (DEALS[:1], DEALS[1:]):
        type_in(direction, long, *rows)
        type_in(direction, twin, *rows)
        with django_assert_num_queries(13):
            assert direction.get(address(long, "twin")).status_code == 200
