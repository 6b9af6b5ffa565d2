"""The ranking of an event: places, what is missing, who sees which name, pages and files.

Every list is entered by its foot. A seat's Leistung at a table of four is points + 50 x (won - lost) + 30 x lost deals
of the others (SkWO 6.3.1), and is added up by hand in the comments.
"""

import csv
import re
from io import BytesIO, StringIO

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.foot_check import PaperFoot
from skatliga.events.models import Event, Table, Team
from skatliga.events.services import enter_guests, enter_players, seat_round, set_state, withdraw
from skatliga.events.teams import create_teams
from skatliga.exports import harmless
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import enter_totals, move
from skatliga.people.services import add_player, change_player, merge_players
from skatliga.standings.rankings import ranking
from web.ranks import FEET, State, make_evening
from web.replayed import world

HEADINGS = "Platz,Nr.,Name,Verein,Serie 1,Serie 2,Listen,Spielpunkte,Gewonnen,Verloren,Leistung".split(",")


@pytest.fixture
@world
def evening(club) -> Event:
    """Two Serien of twelve deals, eight guests, always at the same two tables."""
    return make_evening(club)


def places(found) -> list[tuple[int, int, int]]:
    """Place, start number and Leistung of every line."""
    return [(line.place, line.start_number, line.leistung) for line in found.lines]


def address(name: str, *args: object) -> str:
    return reverse(f"standings:{name}", args=args)


def names_on(response) -> list[str]:
    return [row.record.name for row in response.context["table"].page]


def table_of(content: bytes) -> list[list[str]]:
    """A CSV as a German spreadsheet reads it."""
    return list(csv.reader(StringIO(content.decode("utf-8-sig")), delimiter=";"))


# ---- Places ----


def test_a_line_has_what_the_lists_came_to(evening, enter):
    first, second = enter(evening, 1, 1), enter(evening, 2, 1, to=State.ENTERED)
    line = ranking(evening, None).lines[0]
    assert (line.place, line.shared, line.start_number, line.name, line.club, line.withdrawn) == (
        1,
        False,
        3,
        "Berta Öhm",
        "SC Gera",
        False,
    )
    assert (line.spielpunkte, line.won, line.lost, line.leistung, line.lists) == (220, 4, 0, 720, 2)
    assert [(each.sheet, each.state, each.round, each.leistung) for each in line.results] == [
        (first.pk, "checked", 1, 360),
        (second.pk, "entered", 2, 360),
    ]


def test_who_is_equal_in_everything_shares_the_place_and_the_next_is_left_out(evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    found = ranking(evening, None)
    assert places(found) == [
        (1, 3, 360), (1, 7, 360), (3, 1, 320), (3, 5, 320), (5, 2, 230), (5, 6, 230), (7, 4, -290), (7, 8, -290),
    ]  # fmt: skip
    assert all(line.shared for line in found.lines)


def test_equal_points_are_parted_by_more_won_then_fewer_lost(club, enter):
    event = make_evening(club, "spielpunkte")
    # Twelve deals each. 100 points: Nr. 2 has 3:0, Nr. 1 and 5 have 3:1, Nr. 6 has 2:1; 50 points: 3 and 7 have 2:1.
    enter(
        event,
        1,
        1,
        [PaperFoot(100, 3, 1, None), PaperFoot(100, 3, 0, None), PaperFoot(50, 2, 1, None), PaperFoot(-80, 0, 2, None)],
    )
    enter(
        event,
        1,
        2,
        [PaperFoot(100, 3, 1, None), PaperFoot(100, 2, 1, None), PaperFoot(50, 2, 1, None), PaperFoot(20, 1, 1, None)],
    )
    assert places(ranking(event, None)) == [
        (1, 2, 100), (2, 1, 100), (2, 5, 100), (4, 6, 100), (5, 3, 50), (5, 7, 50), (7, 8, 20), (8, 4, -80),
    ]  # fmt: skip


def test_a_serie_is_ranked_alone(evening, enter):
    enter(evening, 1, 1)
    enter(evening, 2, 2)
    assert places(ranking(evening, None, {2})) == [(1, 7, 360), (2, 5, 320), (3, 6, 230), (4, 8, -290)]
    assert places(ranking(evening, None, {1})) == [(1, 3, 360), (2, 1, 320), (3, 2, 230), (4, 4, -290)]
    one_list = [each and each.leistung for each in ranking(evening, None).lines[0].results]
    assert one_list == [360, None]


def test_the_best_lists_are_named_all_that_are_equal(evening, enter):
    enter(evening, 1, 1)
    # Three lost in all. Nr. 7 has 300 + 50 x 1 + 30 x 2 = 410, Nr. 6 has 200 + 50 x 2 + 30 x 2 = 360.
    feet = [PaperFoot(90, 3, 1, 250), PaperFoot(200, 3, 1, 360), PaperFoot(300, 2, 1, 410), PaperFoot(20, 1, 0, 160)]
    enter(evening, 2, 2, feet)
    enter(evening, 1, 2)
    found = ranking(evening, None)
    assert [(best.name, best.result.leistung) for best in found.best_lists] == [("Fritz", 410)]
    assert [[(best.name, best.result.leistung) for best in round.winners] for round in found.rounds] == [
        [("Berta Öhm", 360), ("Fritz", 360)],
        [("Fritz", 410)],
    ]


# ---- What counts, what is missing ----


@pytest.mark.parametrize(
    ("state", "counts"),
    [
        (State.OPEN, False),
        (State.AT_TABLE, False),
        (State.HANDED_IN, False),
        (State.IN_QUESTION, True),
        (State.ENTERED, True),
        (State.CHECKED, True),
        (State.BINDING, True),
        (State.ANNULLED, False),
    ],
)
def test_a_list_counts_from_its_entry_on_and_while_it_is_in_question(evening, enter, state, counts):
    enter(evening, 1, 1, to=state)
    found = ranking(evening, None)
    assert ([line.leistung for line in found.lines], found.rounds[0].missing) == (
        ([360, 320, 230, -290], (2,)) if counts else ([], (1, 2))
    )
    assert found.rounds[0].in_question == ((1,) if state == State.IN_QUESTION else ())
    assert found.without_list == (4 if counts else 8)


def test_a_list_written_anew_after_an_annulled_one_counts_once(evening, enter):
    enter(evening, 1, 1, to=State.ANNULLED)
    enter(evening, 1, 1)
    found = ranking(evening, None)
    assert (found.rounds[0].tables, found.rounds[0].missing) == (2, (2,))
    assert places(found) == [(1, 3, 360), (2, 1, 320), (3, 2, 230), (4, 4, -290)]


def test_a_twin_list_counts_for_nothing(evening, enter, schreiber):
    table = Table.objects.get(round__event=evening, round__number=1, number=1)
    twin = open_sheet(table, schreiber, Sheet.Kind.TWIN)
    enter_feet(twin.pk, FEET, 0, Change(0, schreiber))
    move(twin.pk, State.ENTERED, Change(1, schreiber))
    found = ranking(evening, None)
    assert (found.lines, found.rounds[0].missing) == ((), (1, 2))


def test_the_standing_says_how_many_lists_are_there_and_that_it_is_provisional(evening, enter):
    told = [ranking(evening, None).standing]
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
        told.append(ranking(evening, None).standing)
    assert told == [
        "Noch keine Liste",
        "Stand nach 1. Serie, 1 von 2 Listen, vorläufig",
        "Stand nach 1. Serie, 2 von 2 Listen, vorläufig",
        "Stand nach 2. Serie, 3 von 4 Listen, vorläufig",
    ]
    assert ranking(evening, None, {1}).standing == "Serie 1, 2 von 2 Listen, endgültig"
    assert ranking(evening, None, {2}).standing == "Serie 2, 1 von 2 Listen, vorläufig"


def test_it_is_final_when_every_list_is_checked_or_the_event_closed(evening, enter, schreiber):
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
    last = enter(evening, 2, 2, to=State.ENTERED)
    provisional = [ranking(evening, None).provisional]
    move(last.pk, State.CHECKED, Change(last.revision, schreiber))
    provisional.append(ranking(evening, None).provisional)
    assert provisional == [True, False]


def test_a_closed_event_says_how_many_lists_are_missing_instead_of_final(evening, enter):
    enter(evening, 1, 1)
    enter(evening, 2, 1)
    said = []
    for table in (1, 2):
        set_state(evening, Event.State.FINAL)
        evening.refresh_from_db()
        said += [(ranking(evening, None).standing, ranking(evening, None, {1}).standing)]
        set_state(evening, Event.State.PUBLISHED)
        evening.refresh_from_db()
        enter(evening, table, 2)
    set_state(evening, Event.State.FINAL)
    evening.refresh_from_db()
    assert said == [
        (
            "Stand nach 2. Serie, 2 von 4 Listen, abgeschlossen, 2 Listen fehlen",
            "Serie 1, 1 von 2 Listen, abgeschlossen, 1 Liste fehlt",
        ),
        ("Stand nach 2. Serie, 3 von 4 Listen, abgeschlossen, 1 Liste fehlt", "Serie 1, 2 von 2 Listen, endgültig"),
    ]
    assert ranking(evening, None).standing == "Stand nach 2. Serie, 4 von 4 Listen, endgültig"


def test_a_serie_of_which_no_list_counts_was_not_played(evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    set_state(evening, Event.State.FINAL)
    evening.refresh_from_db()
    assert ranking(evening, None).standing == "Stand nach 1. Serie, 2 von 2 Listen, endgültig"


# ---- Closing the event ----


def close(browser, event, **sent):
    return browser.post(reverse("desk:close", args=[event.slug]), sent, follow=True)


def test_who_closes_an_event_sees_which_lists_are_missing(evening, enter, leiterin, sign_in):
    enter(evening, 1, 1)
    enter(evening, 2, 1)
    browser, where = sign_in(leiterin), reverse("desk:close", args=[evening.slug])
    page = browser.get(where)
    for said in ("Serie 1: Es fehlt die Liste von Tisch 2.", "Serie 2: Es fehlt die Liste von Tisch 2."):
        assert said in page.text
    assert re.search(r'<button name="fehlen" value="1/2 2/2">\s*Trotzdem abschließen\s*</button>', page.text)
    enter(evening, 1, 2)
    refused = close(browser, evening, fehlen="1/2 2/2")
    assert "Inzwischen fehlen andere Listen." in refused.text
    assert "Trotzdem abschließen" in refused.text
    evening.refresh_from_db()
    assert evening.state == Event.State.PUBLISHED
    close(browser, evening, fehlen="2/2")
    evening.refresh_from_db()
    assert evening.state == Event.State.FINAL
    assert (
        "3 von 4 Listen, abgeschlossen, 1 Liste fehlt"
        in sign_in(None).get(reverse("standings:ranking", args=[evening.slug])).text
    )


def test_an_event_with_all_its_lists_is_closed_at_once(evening, enter, leiterin, sign_in):
    for round, table in [(1, 1), (1, 2), (2, 1), (2, 2)]:
        enter(evening, round, table)
    browser = sign_in(leiterin)
    assert "Alle Listen sind da." in browser.get(reverse("desk:close", args=[evening.slug])).text
    close(browser, evening, fehlen="")
    evening.refresh_from_db()
    assert evening.state == Event.State.FINAL
    assert "endgültig" in browser.get(reverse("standings:ranking", args=[evening.slug])).text


def test_an_event_is_closed_nowhere_else(evening, leiterin, sign_in):
    sign_in(leiterin).post(reverse("events:set_state", args=[evening.slug]), {"state": "final"})
    evening.refresh_from_db()
    assert evening.state == Event.State.PUBLISHED


def test_closing_asks_as_often_for_one_list_as_for_three(evening, enter, leiterin, sign_in, django_assert_num_queries):
    browser, where = sign_in(leiterin), reverse("desk:close", args=[evening.slug])
    enter(evening, 1, 1)
    browser.get(where)
    with CaptureQueriesContext(connection) as once:
        browser.get(where)
    enter(evening, 1, 2)
    enter(evening, 2, 1)
    with django_assert_num_queries(len(once)):
        browser.get(where)


def test_a_serie_without_tables_is_still_to_come(club, enter):
    event = make_evening(club, "seeger-fabian", rounds=2)
    seat_round(event.rounds.get(number=2), {})
    enter(event, 1, 1)
    enter(event, 1, 2)
    found = ranking(event, None)
    assert (found.provisional, found.standing) == (True, "Stand nach 1. Serie, 2 von 2 Listen, vorläufig")


def test_who_withdrew_is_marked_and_not_counted_as_missing(evening, enter):
    enter(evening, 1, 1)
    for number in (3, 8):
        withdraw(evening.entries.get(start_number=number))
    found = ranking(evening, None)
    assert [(line.start_number, line.withdrawn) for line in found.lines] == [
        (3, True), (1, False), (2, False), (4, False),
    ]  # fmt: skip
    assert found.without_list == 3


# ---- Pages ----


def test_the_page_says_where_it_stands_and_every_number_opens_its_list(client, evening, enter):
    first, second = enter(evening, 1, 1), enter(evening, 2, 1, to=State.IN_QUESTION)
    page = client.get(address("ranking", evening.slug)).content.decode()
    assert "Stand nach 2. Serie, 2 von 4 Listen, vorläufig" in page
    assert "Serie 1: Es fehlt die Liste von Tisch 2." in page
    assert "Serie 2: In Klärung ist die Liste von Tisch 1." in page
    assert "4 Teilnehmer haben noch keine Liste." in page
    # four players each, and once as the best of the Serie; the event's best list is Berta's twice
    assert (page.count(f'href="/listen/{first.pk}/"'), page.count(f'href="/listen/{second.pk}/"')) == (6, 6)


CELL = re.compile(r"<(?:td|th)[^>]*>(.*?)</(?:td|th)>", re.DOTALL)


def cells(response) -> list[list[str]]:
    """What the rows of the table say, as one hears it read."""
    rows = re.findall(r"<tr.*?</tr>", response.content.decode(), re.DOTALL)
    return [[" ".join(strip_tags(cell).split()) for cell in CELL.findall(row)] for row in rows]


def test_the_cells_stand_under_their_headings(client, evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    enter(evening, 2, 1, to=State.IN_QUESTION)
    assert cells(client.get(address("ranking", evening.slug)))[:5:2] == [
        HEADINGS,
        ["2", "1", "Anton Zier", "SC Gera", "Serie 1 320", "Serie 2 ? in Klärung 320", "2", "200", "6", "2", "640"],
        ["4", "7", "Fritz", "SC Gera", "Serie 1 360", "", "1", "110", "2", "0", "360"],
    ]
    assert cells(client.get(address("round", evening.slug, 1)))[:2] == [
        ["Platz", "Nr.", "Name", "Verein", "Spielpunkte", "Gewonnen", "Verloren", "Leistung"],
        ["1 geteilt", "3", "Berta Öhm", "SC Gera", "110", "2", "0", "360"],
    ]


def test_the_number_of_a_serie_opens_its_list(client, evening, enter):
    sheet = enter(evening, 2, 1)
    response = client.get(address("round", evening.slug, 2))
    assert response.content.decode().count(f'href="/listen/{sheet.pk}/"') == 4
    assert client.get(f"/listen/{sheet.pk}/").status_code == 200
    assert names_on(response) == ["Berta Öhm", "Anton Zier", "Hans von Ärmel", "Cäsar Adam"]


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("place", [3, 1, 2, 7, 5, 6, 8, 4]),
        ("start_number", [1, 2, 3, 4, 5, 6, 7, 8]),
        # Adam, Ärmel, Fritz, Oder, Öhm, Ude, Über, Zier: ä as ae, ö as oe, ü as ue
        ("name", [4, 2, 7, 8, 3, 5, 6, 1]),
        ("-name", [1, 6, 5, 3, 8, 7, 2, 4]),
        # from here on, who is equal stands by place
        ("club", [3, 1, 2, 7, 5, 6, 8, 4]),
        ("lists", [7, 5, 6, 8, 3, 1, 2, 4]),
        ("-serie_2", [3, 1, 2, 4, 7, 5, 6, 8]),
        ("spielpunkte", [4, 8, 6, 5, 7, 2, 1, 3]),
        ("won", [8, 4, 7, 6, 5, 3, 2, 1]),
        ("lost", [3, 7, 5, 6, 1, 2, 8, 4]),
        ("leistung", [4, 8, 6, 5, 7, 2, 1, 3]),
    ],
)
def test_every_column_sorts(client, evening, enter, sort, order):
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
    response = client.get(address("ranking", evening.slug), {"sort": sort})
    assert [row.record.start_number for row in response.context["table"].page] == order


def test_the_pages_ask_the_database_equally_often_for_one_list_and_for_three(
    evening, enter, leser, sign_in, django_assert_num_queries
):
    browser = sign_in(leser)
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
        if (round, table) == (1, 2):
            continue
        # session, user, the mark, event, Serien; entries, results, tables; corrections, classes, kinds of teams
        for name, args in [("ranking", []), ("round", [1])]:
            with django_assert_num_queries(11):
                browser.get(address(name, evening.slug, *args))
        # session, user, event, Serien, the mark; entries, results, tables
        with django_assert_num_queries(8):
            browser.get(address("file", evening.slug, "csv"))


def test_a_hundred_lines_stand_on_a_page(client, club, enter):
    event = make_evening(club, "seeger-fabian", rounds=1)
    enter_guests(event, [(f"Gast {number}", "") for number in range(9, 105)])
    seat_round(event.rounds.get(), {table: range(4 * table - 3, 4 * table + 1) for table in range(1, 27)})
    for table in range(1, 27):
        enter(event, 1, table)
    response = client.get(address("ranking", event.slug))
    assert "Seite 1 von 2" in response.content.decode()
    assert len(names_on(response)) == 100
    assert len(names_on(client.get(address("ranking", event.slug), {"page": 2}))) == 4
    assert len(table_of(client.get(address("file", event.slug, "csv")).content)) == 105


# ---- Whether the browser's copy is still good ----


def _mark(browser, path: str) -> str:
    return browser.get(path)["ETag"]


def test_a_page_is_sent_again_only_when_something_has_changed(client, evening, enter):
    path = address("ranking", evening.slug)
    caches = "max-age=0, must-revalidate, s-maxage=1, stale-while-revalidate=3"
    first = client.get(path)
    assert (first.status_code, first["Cache-Control"]) == (200, caches)
    again = client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", caches)
    enter(evening, 1, 1)
    assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_another_entry_and_another_wish_about_the_name_make_it_another_page(client, evening, anna):
    marks = [_mark(client, path := address("ranking", evening.slug))]
    enter_players(evening, [anna.player])
    marks.append(_mark(client, path))
    change_player(anna, number="1", publication="first_name")
    marks.append(_mark(client, path))
    assert len(set(marks)) == 3


def test_the_copy_is_good_for_one_visitor_one_language_and_one_order_only(evening, leser, fremde, sign_in):
    path = address("ranking", evening.slug)
    marks = {_mark(sign_in(user), path) for user in (None, leser, fremde)}
    marks.add(_mark(sign_in(leser), path))  # signed in anew: the forms in the page have another token
    marks.add(sign_in(None).get(path, headers={"Accept-Language": "en"})["ETag"])
    marks.add(_mark(sign_in(None), f"{path}?sort=name"))
    assert len(marks) == 6
    assert _mark(sign_in(None), path) == _mark(sign_in(None), path)


def test_a_message_is_told_once_and_kept_in_no_copy(evening, leiterin, sign_in):
    browser = sign_in(leiterin)
    path = address("ranking", evening.slug)
    browser.post(reverse("desk:redraw", args=[evening.slug, 1]))
    told = browser.get(path)
    assert (len(told.context["messages"]), told.has_header("ETag")) == (1, False)
    assert browser.get(path).has_header("ETag")


# ---- Names ----


@pytest.fixture
def shy_evening(club, anna, bert, enter):
    """Nr. 9 Anna objects to being named; Nr. 10 Bert is known by a pseudonym that a spreadsheet would carry out."""
    change_player(anna, number="1", publication="first_name")
    change_player(bert, number="2", publication="pseudonym", pseudonym="=1+1")
    event = make_evening(club, "seeger-fabian", rounds=1)
    enter_players(event, [anna.player, bert.player])
    seat_round(event.rounds.get(), {1: [1, 9, 10, 2]})
    enter(event, 1, 1)
    return event


@pytest.mark.parametrize(
    ("visitor", "of_anna", "of_bert"),
    [("anonym", "Anna", "=1+1"), ("fremde", "Anna", "=1+1"), ("leser", "Anna Ärmel", "Bert Brandt")],
)
def test_who_objects_is_named_in_full_to_the_club_alone(shy_evening, cast, sign_in, visitor, of_anna, of_bert):
    browser = sign_in(cast[visitor])
    # 360, 320, 230 and -290
    expected = [of_bert, "Anton Zier", of_anna, "Hans von Ärmel"]
    page = browser.get(address("ranking", shy_evening.slug))
    assert names_on(page) == expected
    assert ("Ärmel" in page.content.decode().replace("Hans von Ärmel", "")) == (visitor == "leser")
    rows = table_of(browser.get(address("file", shy_evening.slug, "csv")).content)
    assert [row[2].removeprefix("'") for row in rows[1:]] == expected


# ---- Files ----


def test_the_csv_has_every_column_as_plain_values(client, evening, enter):
    for round, table in [(1, 1), (1, 2), (2, 1)]:
        enter(evening, round, table)
    response = client.get(address("file", evening.slug, "csv"))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    name = f"rangliste-{evening.slug}-vorlaeufig.csv"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response.content.startswith("\ufeffPlatz;Nr.;".encode())
    assert table_of(response.content) == [
        HEADINGS,
        ["1", "3", "Berta Öhm", "SC Gera", "360", "360", "2", "220", "4", "0", "720"],
        ["2", "1", "Anton Zier", "SC Gera", "320", "320", "2", "200", "6", "2", "640"],
        ["3", "2", "Hans von Ärmel", "SC Gera", "230", "230", "2", "120", "4", "2", "460"],
        ["4", "7", "Fritz", "SC Gera", "360", "", "1", "110", "2", "0", "360"],
        ["5", "5", "Dora Ude", "SC Gera", "320", "", "1", "100", "3", "1", "320"],
        ["6", "6", "Emil Über", "SC Gera", "230", "", "1", "60", "2", "1", "230"],
        ["7", "8", "Grete Oder", "SC Gera", "-290", "", "1", "-200", "0", "3", "-290"],
        ["8", "4", "Cäsar Adam", "SC Gera", "-290", "-290", "2", "-400", "0", "6", "-580"],
    ]


def test_the_files_of_a_serie_have_no_column_of_sums(client, evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    response = client.get(address("round_file", evening.slug, 1, "csv"))
    assert response["Content-Disposition"] == f'attachment; filename="rangliste-{evening.slug}-serie-1.csv"'
    rows = table_of(response.content)
    assert rows[:2] == [
        ["Platz", "Nr.", "Name", "Verein", "Spielpunkte", "Gewonnen", "Verloren", "Leistung", "Platz geteilt"],
        ["1", "3", "Berta Öhm", "SC Gera", "110", "2", "0", "360", "ja"],
    ]
    assert len(rows) == 9


def test_files_mark_shared_places_and_lists_in_question(client, evening, enter):
    """Both tables have the same lists: seat 3 is the best, then 1, 2 and 4; in the whole ranking nobody shares."""
    enter(evening, 1, 1)
    enter(evening, 1, 2, to=State.IN_QUESTION)
    enter(evening, 2, 1, to=State.IN_QUESTION)
    create_teams(evening, Team.Kind.TANDEM, "Eins: 3 4\nZwei: 7 8\nDrei: 5 6", "spät gemeldet")

    def marked(name, *args) -> list[list[str]]:
        for ending in ("csv", "xlsx"):
            content = client.get(address(name, evening.slug, *args, ending)).content
            if ending == "csv":
                rows = table_of(content)
            else:
                sheet = openpyxl.load_workbook(BytesIO(content)).active
                read = [["" if cell is None else str(cell) for cell in row] for row in sheet.values]
                assert read == rows
        marks = [rows[0].index(name) for name in ("Platz geteilt", "In Klärung") if name in rows[0]]
        return [[row[place] for place in (0, 1, *marks)] for row in rows]

    shared = ("1", "1", "3", "3", "5", "5", "7", "7")
    numbers = ("3", "7", "1", "5", "2", "6", "4", "8")
    assert marked("round_file", 1) == [
        ["Platz", "Nr.", "Platz geteilt", "In Klärung"],
        *(
            [place, number, "ja", "Serie 1" if number > "4" else ""]
            for place, number in zip(shared, numbers, strict=True)
        ),
    ]
    assert marked("file") == [
        ["Platz", "Nr.", "In Klärung"],
        *([str(place), number, "Serie 2"] for place, number in enumerate(("3", "1", "2"), 1)),
        *([str(place), number, "Serie 1"] for place, number in enumerate(("7", "5", "6", "8"), 4)),
        ["8", "4", "Serie 2"],
    ]
    # 3 and 4 together: 360 - 290 in each of two Serien; 5 and 6: 320 + 230; 7 and 8: 360 - 290
    assert marked("teams_file", "tandem") == [
        ["Platz", "Mannschaft", "In Klärung"],
        ["1", "Drei", "Serie 1"],
        ["2", "Eins", "Serie 2"],
        ["3", "Zwei", "Serie 1"],
    ]
    best = marked("lists_file")
    assert (best[0], best[1], len(best)) == (
        ["Platz", "Nr.", "Platz geteilt", "In Klärung"],
        ["1", "3", "ja", ""],
        13,
    )
    assert sum(row[3] != "" for row in best[1:]) == 8


def test_pages_have_no_columns_for_marks(client, evening, enter):
    enter(evening, 1, 1, to=State.IN_QUESTION)
    enter(evening, 1, 2, to=State.IN_QUESTION)
    for name, args in [("ranking", []), ("round", [1]), ("lists", [])]:
        names = client.get(address(name, evening.slug, *args)).context["table"].columns.names()
        assert {"shared", "in_question", "out"}.isdisjoint(names)


def test_the_workbook_has_the_same_rows_with_numbers_as_numbers(client, evening, enter):
    enter(evening, 1, 1)
    for name, args in [("file", []), ("round_file", [1])]:
        response = client.get(address(name, evening.slug, *args, "xlsx"))
        sheet = openpyxl.load_workbook(BytesIO(response.content)).active
        rows = [list(row) for row in sheet.iter_rows(values_only=True)]
        assert rows[1][:4] == [1, 3, "Berta Öhm", "SC Gera"]
        assert rows[1][-4:] == [110, 2, 0, 360]


@pytest.mark.parametrize("text", ["=1+1", "+49", "-1", "@SUM(A1)", "\tx", "\rx"])
def test_no_name_is_carried_out_by_a_spreadsheet(text):
    assert harmless(text) == f"'{text}"


def test_names_are_made_harmless_in_both_files(client, shy_evening):
    rows = table_of(client.get(address("file", shy_evening.slug, "csv")).content)
    assert rows[1][2] == "'=1+1"
    content = client.get(address("file", shy_evening.slug, "xlsx")).content
    cell = openpyxl.load_workbook(BytesIO(content)).active["C2"]
    assert (cell.value, cell.data_type) == ("'=1+1", "s")


# ---- English, and the way there ----


def test_in_english_no_german_stays(client, evening, enter):
    enter(evening, 1, 1, to=State.IN_QUESTION)
    page = client.get(address("ranking", evening.slug), headers={"Accept-Language": "en"}).content.decode()
    assert "After round 1, 1 of 2 score lists, provisional" in page
    german = ("Rangliste", "Platz", "Serie", "Liste", "Tisch", "Verein", "Gewonnen", "Klärung", "Teilnehmer", "Gesamt")
    assert [word for word in german if word in page] == []


def test_the_ranking_is_a_tab_of_the_event(client, evening):
    page = client.get(evening.get_absolute_url()).content.decode()
    assert page.count(f'href="{address("ranking", evening.slug)}"') == 2


def test_who_took_part_under_two_names_stands_there_once(club, event, schreiber):
    one = add_player(club, first_name="Max", last_name="Müller").player
    other = add_player(club, first_name="Maximilian", last_name="Müller").player
    enter_players(event, [one, other])
    enter_guests(event, [("Bert", ""), ("Cora", "")])
    for number, players in ((1, [1, 3, 4]), (2, [2, 3, 4])):
        seat_round(event.rounds.get(number=number), {1: players})
        sheet = open_sheet(event.rounds.get(number=number).tables.get(), schreiber)
        feet = [PaperFoot(24, 1, 0), PaperFoot(0, 0, 0), PaperFoot(0, 0, 0)]
        enter_totals(sheet.pk, feet, 35, Change(0, schreiber))
    withdraw(event.entries.get(player=other))
    merge_players(one, other)
    lines = ranking(event, None).lines
    assert [(line.place, line.start_number, line.name, line.leistung) for line in lines] == [
        (1, 1, "Max Müller", 148),
        (2, 3, "Bert", 0),
        (2, 4, "Cora", 0),
    ]
