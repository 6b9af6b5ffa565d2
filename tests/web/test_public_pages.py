"""The permanent pages of a table, of a player in an event, and of a player over events."""

import datetime
import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils.html import strip_tags

from skatliga.events.models import Event
from skatliga.events.services import enter_players, seat_round, set_state
from skatliga.lists.models import SeatResult
from skatliga.people.services import change_player, merge_players
from web.desk import text_of
from web.ranks import FEET, State, make_evening
from web.replayed import world


@pytest.fixture
@world
def evening(club) -> Event:
    return make_evening(club)


def address(name, *args):
    return reverse(f"standings:{name}", args=args)


def test_a_table_shows_who_sits_there_and_what_the_list_came_to(client, evening, enter):
    before = text_of(client.get(address("table", evening.slug, 1, 1)))
    assert "Noch keine Liste." in before
    sheet = enter(evening, 1, 1)
    page = client.get(address("table", evening.slug, 1, 1))
    assert "Serie 1, Tisch 1" in text_of(page)
    sitters = [(each.seat, each.start_number, each.result.leistung) for each in page.context["table"].sitters]
    assert sitters == [(1, 1, 320), (2, 2, 230), (3, 3, 360), (4, 4, -290)]
    assert f'href="/listen/{sheet.pk}/"' in page.content.decode()


@pytest.mark.parametrize("state", [State.OPEN, State.AT_TABLE, State.HANDED_IN])
def test_a_list_that_does_not_count_yet_shows_no_result(client, evening, enter, state):
    enter(evening, 1, 1, to=state)
    page = client.get(address("table", evening.slug, 1, 1))
    assert [each.result for each in page.context["table"].sitters] == [None] * 4


def test_a_table_or_a_serie_or_a_player_that_does_not_exist_has_no_page(client, evening):
    missing = [("table", 1, 3), ("table", 3, 1), ("player", 9), ("player", 0)]
    assert [client.get(address(name, evening.slug, *args)).status_code for name, *args in missing] == [404] * 4


def test_a_player_sees_his_serien_tables_and_opponents(client, evening, enter):
    enter(evening, 1, 1)
    enter(evening, 1, 2)
    page = client.get(address("player", evening.slug, 2))
    found = page.context["found"]
    # 360, 360, 320, 320, 230, 230
    assert (found.line.place, found.line.shared, found.line.leistung) == (5, True, 230)
    assert [(each.round, each.table, each.seat, each.result and each.result.leistung) for each in found.played] == [
        (1, 1, 2, 230),
        (2, 1, 2, None),
    ]
    assert found.played[0].others == ((1, "Anton Zier"), (3, "Berta Öhm"), (4, "Cäsar Adam"))
    said = text_of(page)
    assert "Platz 5 (geteilt) · 230 Punkte" in said
    assert f"http://testserver/ranglisten/{evening.slug}/spieler/2/" in said
    assert 'src="data:image/svg+xml' in page.content.decode()


def test_names_lead_to_their_pages(client, evening, enter):
    enter(evening, 1, 1)
    own = address("player", evening.slug, 3)
    pages = [
        address("ranking", evening.slug),
        address("round", evening.slug, 1),
        address("lists", evening.slug),
        address("table", evening.slug, 1, 1),
        address("player", evening.slug, 1),
        reverse("lists:board", args=[evening.slug, 1]),
        reverse("events:entries", args=[evening.slug]),
        reverse("lists:board", args=[evening.slug, 1]),
    ]
    assert [page for page in pages if f'href="{own}"' not in client.get(page).content.decode()] == []


# ---- Over events ----


@pytest.fixture
def two_evenings(club, anna, enter):
    """Anna plays seat 1 in two events: 320 points in one Serie of the first, 320 and 230 in the second."""
    events = [make_evening(club), make_evening(club)]
    for event in events:
        enter_players(event, [anna.player])
        seat_round(event.rounds.get(number=1), {1: [9, 2, 3, 4]})
        seat_round(event.rounds.get(number=2), {1: [2, 9, 3, 4]})
        enter(event, 1, 1)
    enter(events[1], 2, 1)
    Event.objects.filter(pk=events[1].pk).update(date=datetime.date(2026, 11, 28), name="Zweiter Abend")
    return events


def over(client, player):
    return client.get(reverse("standings:person", args=[player.pk]))


def test_a_player_has_a_page_over_events(client, two_evenings, anna):
    page = over(client, anna.player)
    found = page.context["over"]
    assert [(each.name, each.total.leistung, each.total.lists) for each in found.events] == [
        ("Zweiter Abend", 550, 2),
        ("Preisskat", 320, 1),
    ]
    # 870 points on 3 lists
    assert "3 Listen, im Schnitt 290,00 Punkte" in text_of(page)


def test_points_and_matches_are_not_averaged_together(client, two_evenings, anna):
    """320 points on the one list; of the two matches the first was won."""
    Event.objects.filter(pk=two_evenings[1].pk).update(evaluation="matches", target=10)
    own = SeatResult.objects.filter(entry__player=anna.player, sheet__table__round__event=two_evenings[1])
    own.filter(sheet__table__round__number=1).update(leistung=1)
    own.filter(sheet__table__round__number=2).update(leistung=0)
    page = text_of(over(client, anna.player))
    assert "1 von 2 Partien gewonnen Seeger-Fabian: 1 Liste, im Schnitt 320,00 Punkte" in page
    assert "28.11.2026 Zweiter Abend 2 5 2 1 Partie 21.11.2026 Preisskat 1 3 1 320 Herunterladen CSV" in page


@pytest.mark.parametrize("publication", ["first_name", "pseudonym"])
def test_who_objects_has_no_such_page_but_for_the_own_club(two_evenings, anna, cast, sign_in, publication):
    change_player(anna, number="1", publication=publication, pseudonym="Karo")
    answers = {name: over(sign_in(user), anna.player).status_code for name, user in cast.items()}
    assert answers == {
        "betreiber": 200, "admin": 200, "leiterin": 200, "schreiber": 200, "leser": 200, "fremde": 404, "anonym": 404,
    }  # fmt: skip
    page = sign_in(None).get(address("player", two_evenings[0].slug, 9)).content.decode()
    assert "Alle Veranstaltungen" not in page


def test_who_never_stood_in_a_ranking_cannot_be_found(client, bert, evening, leser, sign_in):
    assert [over(browser, bert.player).status_code for browser in (client, sign_in(leser))] == [404, 404]


def test_events_not_published_are_left_out(client, two_evenings, anna, leser, sign_in):
    set_state(two_evenings[1], Event.State.DRAFT)
    assert [each.name for each in over(client, anna.player).context["over"].events] == ["Preisskat"]
    assert len(over(sign_in(leser), anna.player).context["over"].events) == 2


def test_lists_under_two_entries_of_one_evening_are_one_players(client, two_evenings, anna, bert, enter):
    """Bert, who is Anna, has played the second Serie of the first evening on her place: 320 and 230 points."""
    event = two_evenings[0]
    enter_players(event, [bert.player])
    seat_round(event.rounds.get(number=2), {1: [2, 10, 3, 4]})
    enter(event, 2, 1)
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINAL)
    merge_players(anna.player, bert.player)
    found = over(client, anna.player).context["over"]
    assert [(each.name, each.start_number, each.total.leistung, each.total.lists) for each in found.events] == [
        ("Zweiter Abend", 9, 550, 2),
        ("Preisskat", 9, 550, 2),
    ]


def test_an_entry_merged_into_another_is_the_other(client, two_evenings, anna, bert):
    merge_players(bert.player, anna.player)
    assert over(client, anna.player).context["over"].player == bert.player
    assert len(over(client, bert.player).context["over"].events) == 2


def test_the_page_asks_as_often_for_one_event_as_for_two(client, two_evenings, anna, django_assert_num_queries):
    # the player, the entries, the results, the years taken over
    set_state(two_evenings[1], Event.State.DRAFT)
    with django_assert_num_queries(4):
        over(client, anna.player)
    set_state(two_evenings[1], Event.State.PUBLISHED)
    with django_assert_num_queries(4):
        over(client, anna.player)


def test_the_hand_computed_feet_are_those_of_the_list():
    assert [each.gesamt for each in FEET] == [320, 230, 360, -290]


# ---- One word, one thing ----


def test_a_serie_by_its_name_alone_is_its_page_and_nothing_else(club, leiterin, sign_in):
    event = make_evening(club)
    browser, slug = sign_in(leiterin), event.slug
    pages = [
        reverse("events:event", args=[slug]),
        reverse("lists:board", args=[slug, 1]),
        reverse("lists:board", args=[slug, 1]),
        reverse("standings:ranking", args=[slug]),
        reverse("standings:round", args=[slug, 1]),
        reverse("desk:cash", args=[slug]),
    ]
    linked = [
        (unescape(strip_tags(text)).strip(), target)
        for page in pages
        for target, text in re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', browser.get(page).text, re.DOTALL)
    ]
    named = {target for text, target in linked if text == "Serie 1" and not target.startswith("?")}  # ? sorts a column
    assert named == {reverse("lists:board", args=[slug, 1])}
    others = {("Nur Serie 1", pages[4]), ("Listengeld Serie 1", reverse("desk:cash_round", args=[slug, 1]))}
    assert others <= set(linked)
