"""Rankings of an event besides the plain one: after some Serien, with a cut, by lot, by class, of teams, of lists.

The events count points alone, so that every sum below can be added up by hand; each player has 2 won and 1 lost.
"""

import csv
import hashlib
from functools import partial
from io import StringIO

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from scoring.foot_check import PaperFoot
from skatliga.events.changes import record_lots
from skatliga.events.models import Category, Event, Team, TeamMember
from skatliga.events.services import change_event, enter_players, seat_round, set_state
from skatliga.people.services import change_player
from skatliga.standings.player_pages import list_ranking
from skatliga.standings.rankings import ranking
from skatliga.standings.team_rankings import team_ranking
from web.ranks import State, make_evening
from web.replayed import world


def feet(*points):
    return [PaperFoot(each, 2, 1, None) for each in points]


@pytest.fixture
@world
def event(club) -> Event:
    """Three Serien, eight players at two tables."""
    return make_evening(club, evaluation="spielpunkte", rounds=3)


@pytest.fixture
def first(event, enter):
    """The first Serie: Nr. 2 and Nr. 6 are equal in everything."""
    enter(event, 1, 1, feet(400, 300, 200, 100))
    enter(event, 1, 2, feet(350, 300, 50, 0))
    return event


@pytest.fixture
def final(first, enter):
    """Those who were best go on to one table: seats 1, 5, 2, 6."""
    seat_round(first.rounds.get(number=2), {1: [1, 5, 2, 6]})
    enter(first, 2, 1, feet(10, 100, 160, 20))
    return first


def agree(event, **fields):
    for name, value in fields.items():
        setattr(event, name, value)
    event.save()


def places(found):
    return [(line.place, line.start_number, line.leistung) for line in found.lines if not line.out]


def outs(found):
    return [(line.place, line.start_number, line.leistung) for line in found.lines if line.out]


def address(name, *args):
    return reverse(f"standings:{name}", args=args)


def rows(response):
    return list(csv.reader(StringIO(response.content.decode("utf-8-sig")), delimiter=";"))


# ---- After some Serien ----


def test_after_some_serien_only_their_lists_count(final, enter):
    enter(final, 3, 1, feet(0, 0, 0, 300))
    assert places(ranking(final, None, {1, 2})) == [
        (1, 2, 460), (2, 5, 450), (3, 1, 410), (4, 6, 320), (5, 3, 200), (6, 4, 100), (7, 7, 50), (8, 8, 0),
    ]  # fmt: skip
    # Nr. 4: 100 + 300
    assert places(ranking(final, None))[3] == (4, 4, 400)


def test_the_page_after_a_serie_has_its_address_and_its_files(client, final, enter):
    enter(final, 3, 1, feet(0, 0, 0, 300))
    page = client.get(address("ranking", final.slug), {"nach": 2})
    assert "Stand nach 2. Serie, 3 von 3 Listen, endgültig" in page.content.decode()
    found = client.get(address("file", final.slug, "csv"), {"nach": 2})
    assert found["Content-Disposition"] == f'attachment; filename="rangliste-{final.slug}-nach-2.csv"'
    assert rows(found)[1] == ["1", "2", "Hans von Ärmel", "SC Gera", "300", "160", "2", "4", "2", "460"]


@pytest.mark.parametrize("query", "nach=0 nach=4 nach=x nach=² klasse=0 klasse=x klasse=99999999999999999999".split())
def test_what_there_is_not_gives_no_page(client, event, query):
    assert client.get(f"{address('ranking', event.slug)}?{query}").status_code == 404


def test_there_are_two_kinds_of_files(client, event):
    assert client.get(address("file", event.slug, "pdf")).status_code == 404


# ---- The cut ----


def test_with_points_carried_over_all_serien_count_for_those_who_went_on(final):
    agree(final, cut_after=1, cut_places=3, cut_carries=True)
    found = ranking(final, None)
    assert places(found) == [(1, 2, 460), (2, 5, 450), (3, 1, 410), (4, 6, 320)]
    assert outs(found) == [(5, 3, 200), (6, 4, 100), (7, 7, 50), (8, 8, 0)]
    assert (found.cut.made, found.uncounted) == (True, frozenset())


def test_without_them_only_the_later_serien_count(final):
    agree(final, cut_after=1, cut_places=3, cut_carries=False)
    found = ranking(final, None)
    assert places(found) == [(1, 2, 160), (2, 5, 100), (3, 6, 20), (4, 1, 10)]
    assert outs(found) == [(5, 3, 200), (6, 4, 100), (7, 7, 50), (8, 8, 0)]
    assert found.uncounted == {1}
    assert [line.lists for line in found.lines] == [1] * 8


def test_until_a_later_list_counts_everybody_stands_in_one_ranking(first):
    agree(first, cut_after=1, cut_places=3)
    found = ranking(first, None)
    assert (len(places(found)), outs(found), found.cut.made) == (8, [], False)


def test_one_serie_alone_and_those_before_the_cut_know_none(final):
    agree(final, cut_after=1, cut_places=3)
    assert [outs(ranking(final, None, rounds)) for rounds in ({1}, {2})] == [[], []]


def test_the_lot_parts_those_who_share_the_last_place_of_the_cut(final):
    agree(final, cut_after=1, cut_places=3, lot_decides=True)
    record_lots(final, {2: 9, 6: 1})
    final.refresh_from_db()
    found = ranking(final, None)
    assert places(found) == [(1, 5, 450), (2, 1, 410), (3, 6, 320)]
    assert outs(found) == [(4, 2, 300), (5, 3, 200), (6, 4, 100), (7, 7, 50), (8, 8, 0)]
    assert [[(drawn.place, drawn.start_number, drawn.by_hand) for drawn in group] for group in found.draws] == [
        [(3, 6, 1), (4, 2, 9)]
    ]


def test_who_went_on_and_has_no_list_yet_is_counted(first, enter):
    agree(first, cut_after=1, cut_places=3, cut_carries=False)
    seat_round(first.rounds.get(number=2), {1: [1, 3, 4, 7], 2: [5, 2, 6, 8]})
    enter(first, 2, 1, feet(10, 0, 0, 0))
    found = ranking(first, None)
    # Nr. 3, 4 and 7 are out although they played on; 5, 2 and 6 have still to hand in
    assert (places(found), len(outs(found)), found.without_list) == ([(1, 1, 10)], 4, 3)


def test_the_page_says_who_is_out_and_what_counts(client, final):
    agree(final, cut_after=1, cut_places=3, cut_carries=False)
    page = " ".join(client.get(address("ranking", final.slug)).content.decode().split())
    assert "Nach der 1. Serie kommen die besten 3 weiter" in page
    assert "Von da an zählen nur die Serien ab der 2." in page
    assert page.count('class="out"') == page.count(">ausgeschieden<") == 4
    found = rows(client.get(address("file", final.slug, "csv")))
    assert [(row[1], row[-1]) for row in found] == [
        ("Nr.", "Ausgeschieden"), ("2", ""), ("5", ""), ("6", ""), ("1", ""), ("3", "ja"), ("4", "ja"), ("7", "ja"),
        ("8", "ja"),
    ]  # fmt: skip


def test_a_cut_has_both_numbers(event):
    agreed = {"rounds": 3, "cut_after": 1, "cut_places": None}
    with pytest.raises(ValidationError, match="Zum Schnitt gehören beide Zahlen"):
        change_event(event, **agreed)


def test_the_form_keeps_what_the_ranking_goes_by(sign_in, leiterin, event):
    page = reverse("events:change_event", args=[event.slug])
    form = sign_in(leiterin).get(page).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    refused = sign_in(leiterin).post(page, sent | {"cut_after": 3, "cut_places": 4})
    assert refused.context["form"].errors["cut_after"] == ["Nach dem Schnitt muss noch mindestens eine Serie kommen."]
    sent.pop("cut_carries")
    sign_in(leiterin).post(page, sent | {"cut_after": 2, "cut_places": 4, "lot_decides": "on"})
    event.refresh_from_db()
    assert (event.cut_after, event.cut_places, event.cut_carries, event.lot_decides) == (2, 4, False, True)


# ---- The lot ----


def published_lot(event, number):
    """What `printf '%s\\n%s' SEED KEY | sha256sum` shows, the first twelve digits."""
    return int(hashlib.sha256(f"{event.seed}\n{number:09}".encode()).hexdigest()[:12], 16)


@pytest.fixture
def tied(first, enter):
    """After two Serien Nr. 2 and 6 have 310 points each, Nr. 3 and 5 as many as nobody else."""
    enter(first, 2, 1, feet(0, 10, 20, 30))
    enter(first, 2, 2, feet(0, 10, 5, 5))
    return first


def test_without_the_lot_they_share_the_place(tied):
    found = ranking(tied, None)
    assert [(line.place, line.start_number, line.shared) for line in found.lines[2:4]] == [(3, 2, True), (3, 6, True)]
    assert found.draws == ()


def test_the_computed_lot_is_the_one_anybody_can_draw_again(tied):
    agree(tied, lot_decides=True)
    before = min((2, 6), key=partial(published_lot, tied))
    found = ranking(tied, None)
    assert [(line.place, line.start_number) for line in found.lines[2:4]] == [(3, before), (4, 8 - before)]
    assert [[(drawn.place, drawn.start_number, drawn.by_hand) for drawn in group] for group in found.draws] == [
        [(3, before, None), (4, 8 - before, None)]
    ]


@pytest.mark.parametrize(("lots", "order"), [({2: 1, 6: 2}, [2, 6]), ({2: 2, 6: 1}, [6, 2])])
def test_a_lot_drawn_by_hand_holds(tied, lots, order):
    agree(tied, lot_decides=True)
    record_lots(tied, lots)
    tied.refresh_from_db()
    assert [line.start_number for line in ranking(tied, None).lines[2:4]] == order


def test_a_serie_alone_knows_no_lot(tied):
    agree(tied, lot_decides=True)
    found = ranking(tied, None, {1})
    assert ([line.place for line in found.lines[2:4]], found.draws) == ([3, 3], ())


def test_the_spielleitung_writes_down_the_lots(tied, sign_in, leiterin, client):
    agree(tied, lot_decides=True)
    page, browser = address("lots", tied.slug), sign_in(leiterin)
    assert "Gleich ab Platz 3" in browser.get(page).content.decode()
    refused = browser.post(page, {"los-2": "4", "los-6": "4"})
    assert refused.context["form"].non_field_errors() == [
        "Platz 3: Zwei haben dasselbe Los; bitte jedem eine eigene Zahl geben."
    ]
    assert browser.post(page, {"los-2": "4", "los-6": "3"}).url == address("ranking", tied.slug)
    tied.refresh_from_db()
    assert tied.lots == {"2": 4, "6": 3}
    said = " ".join(client.get(address("ranking", tied.slug)).content.decode().split())
    assert "Das Los hat entschieden: Platz 3 Emil Über (gezogen 3), Platz 4 Hans von Ärmel (gezogen 4)." in said
    browser.post(page, {"los-2": "", "los-6": "3"})
    tied.refresh_from_db()
    assert tied.lots == {"6": 3}


def test_no_lot_is_written_down_for_a_number_that_does_not_take_part(event):
    with pytest.raises(ValidationError, match="Die Startnummer 99 gibt es nicht"):
        record_lots(event, {99: 1})


def test_no_lot_is_written_down_in_a_closed_event(event):
    set_state(event, Event.State.FINAL)
    with pytest.raises(ValidationError, match="abgeschlossen"):
        record_lots(event, {1: 1})


# ---- Classes ----


@pytest.fixture
@world
def damen(event) -> Category:
    category = Category.objects.create(event=event, name="Damen (gezählt)")
    for entry in event.entries.filter(start_number__in=[3, 5, 8]):
        entry.categories.add(category)
    return category


def test_a_class_has_a_ranking_of_its_own(first, damen):
    found = ranking(first, None, category=damen)
    assert places(found) == [(1, 5, 350), (2, 3, 200), (3, 8, 0)]
    assert [(best.name, best.result.leistung) for best in found.best_lists] == [("Dora Ude", 350)]


def test_the_cut_in_a_class_is_that_of_everybody(final, damen):
    agree(final, cut_after=1, cut_places=3)
    found = ranking(final, None, category=damen)
    assert (places(found), outs(found)) == ([(1, 5, 450)], [(2, 3, 200), (3, 8, 0)])


def test_the_page_of_a_class_names_it_and_leads_to_its_file(client, first, damen):
    page = client.get(address("ranking", first.slug), {"klasse": damen.pk})
    assert "<h1>Rangliste Damen (gezählt)" in page.content.decode()
    found = client.get(address("file", first.slug, "csv"), {"klasse": damen.pk})
    assert [row[1] for row in rows(found)] == ["Nr.", "5", "3", "8"]


# ---- Teams ----


@pytest.fixture
@world
def tandems(event):
    """Two Tandems, one of which lacks a player, and one without anybody."""
    for name, numbers in [("Ass und Zehn", [1, 8]), ("Buben", [2]), ("Daus", [])]:
        team = Team.objects.create(event=event, kind=Team.Kind.TANDEM, name=name)
        for entry in event.entries.filter(start_number__in=numbers):
            TeamMember.objects.create(team=team, kind=team.kind, entry=entry)


def test_teams_are_ranked_by_the_sums_of_their_members(final, tandems):
    found = team_ranking(final, None, Team.Kind.TANDEM)
    # Nr. 2: 300 + 160 = 460; Nr. 1 and 8: 400 + 10 and 0 = 410
    assert [(line.place, line.name, line.leistung, line.lists, line.complete) for line in found.lines] == [
        (1, "Buben", 460, 2, False),
        (2, "Ass und Zehn", 410, 3, True),
    ]
    assert [[result and result.leistung for result in line.results] for line in found.lines] == [
        [300, 160, None],
        [400, 10, None],
    ]
    # of two players in two Serien four lists are due, in the first one two
    assert [line.missing for line in found.lines] == [2, 1]
    first = team_ranking(final, None, Team.Kind.TANDEM, {1})
    assert {line.name: (line.lists, line.missing) for line in first.lines} == {"Ass und Zehn": (2, 0), "Buben": (1, 1)}
    assert found.without_list == 1
    assert [(best.name, best.round, best.leistung) for best in found.best] == [("Ass und Zehn", 1, 400)]


def test_the_page_of_teams_shows_members_and_what_they_brought(client, final, tandems):
    page = " ".join(client.get(address("teams", final.slug, "tandem")).content.decode().split())
    assert "unvollständig: 1 von 2" in page
    assert "Beste Serie: Ass und Zehn in der 1. Serie mit 400 Punkten." in page
    assert "1 Mannschaft hat noch keine Liste." in page
    assert f'href="{address("player", final.slug, 8)}">Grete Oder</a>' in page
    headings = "Platz,Mannschaft,Spieler,Serie 1,Serie 2,Serie 3,Listen,Fehlende Listen,Gewonnen,Verloren"
    assert rows(client.get(address("teams_file", final.slug, "tandem", "csv"))) == [
        [*headings.split(","), "Spielpunkte"],
        ["1", "Buben", "2 Hans von Ärmel", "300", "160", "", "2", "2", "4", "2", "460"],
        ["2", "Ass und Zehn", "1 Anton Zier, 8 Grete Oder", "400", "10", "", "3", "1", "6", "3", "410"],
    ]


def test_there_are_three_kinds_of_teams(client, event):
    found = [client.get(address("teams", event.slug, kind)).status_code for kind in ("team", "tandem", "mixed", "solo")]
    assert found == [200, 200, 200, 404]


# ---- Lists ----


def test_all_lists_are_ranked_by_their_points(client, final):
    found = list_ranking(final, None)
    assert [(line.place, line.start_number, line.result.round, line.result.leistung) for line in found.lines][:5] == [
        (1, 1, 1, 400), (2, 5, 1, 350), (3, 2, 1, 300), (3, 6, 1, 300), (5, 3, 1, 200),
    ]  # fmt: skip
    assert len(found.lines) == 12
    assert rows(client.get(address("lists_file", final.slug, "csv")))[:2] == [
        ["Platz", "Nr.", "Name", "Verein", "Serie", "Tisch", "Gewonnen", "Verloren", "Spielpunkte", "Platz geteilt"],
        ["1", "1", "Anton Zier", "SC Gera", "1", "1", "2", "1", "400", ""],
    ]


# ---- Names and questions to the database ----


@pytest.fixture
def shy(club, anna, event, enter):
    """Anna Ärmel objects to being named; she plays in the first Serie, in a Tandem and in a class."""
    change_player(anna, number="1", publication="first_name")
    enter_players(event, [anna.player])
    seat_round(event.rounds.get(number=1), {1: [9, 2, 3, 4]})
    enter(event, 1, 1, feet(400, 300, 200, 100))
    entry = event.entries.get(start_number=9)
    team = Team.objects.create(event=event, kind=Team.Kind.TANDEM, name="Zwei")
    TeamMember.objects.create(team=team, kind=team.kind, entry=entry)
    entry.categories.add(Category.objects.create(event=event, name="Damen (gezählt)"))
    return event


PAGES = {
    "ranking": lambda event: address("ranking", event.slug),
    "after": lambda event: address("ranking", event.slug) + "?nach=1",
    "class": lambda event: f"{address('ranking', event.slug)}?klasse={event.categories.get(name='Damen (gezählt)').pk}",
    "teams": lambda event: address("teams", event.slug, "tandem"),
    "lists": lambda event: address("lists", event.slug),
    "table": lambda event: address("table", event.slug, 1, 1),
    "player": lambda event: address("player", event.slug, 9),
    "opponent": lambda event: address("player", event.slug, 2),
    "csv": lambda event: address("file", event.slug, "csv"),
    "teams csv": lambda event: address("teams_file", event.slug, "tandem", "csv"),
    "lists csv": lambda event: address("lists_file", event.slug, "csv"),
    "board": lambda event: reverse("lists:board", args=[event.slug, 1]),
    "seats": lambda event: reverse("lists:board", args=[event.slug, 1]),
}


@pytest.mark.parametrize("page", PAGES)
def test_who_objects_is_named_in_full_to_the_club_alone(shy, cast, sign_in, page):
    said = {name: sign_in(cast[name]).get(PAGES[page](shy)).content.decode() for name in ("anonym", "fremde", "leser")}
    assert {name: "Anna Ärmel" in text for name, text in said.items()} == {
        "anonym": False,
        "fremde": False,
        "leser": True,
    }
    assert "Anna" in said["anonym"]


def test_the_wall_is_public_whoever_looks(shy, cast, sign_in):
    for name in ("anonym", "leser", "admin"):
        said = sign_in(cast[name]).get(reverse("hall:hall", args=[shy.slug])).content.decode()
        assert ("Anna" in said, "Anna Ärmel" in said) == (True, False)


QUESTIONS = {
    # the mark, the event, its Serien; then hidden names, entries, results, tables; corrections, classes, kinds of teams
    "ranking": 10,
    "class": 12,  # and the class, its members
    "teams": 11,  # teams and members, no corrections
    "lists": 9,
    "table": 7,  # the table, its list, the results, the seats
    "player": 10,
    "board": 9,  # and the group of a league that is played here
}


@pytest.mark.parametrize("page", QUESTIONS)
def test_pages_ask_as_often_for_one_list_as_for_three(shy, enter, client, django_assert_num_queries, page):
    where = PAGES[page](shy)
    with django_assert_num_queries(QUESTIONS[page]):
        client.get(where)
    seat_round(shy.rounds.get(number=2), {1: [9, 2, 3, 4], 2: [5, 6, 7, 8]})
    enter(shy, 2, 1, feet(1, 2, 3, 4))
    enter(shy, 2, 2, feet(1, 2, 3, 4), to=State.ENTERED)
    with django_assert_num_queries(QUESTIONS[page]):
        client.get(where)


# ---- English ----


def test_in_english_they_say_the_same(client, final, tandems, enter):
    agree(final, cut_after=1, cut_places=3, cut_carries=False, lot_decides=True)
    record_lots(final, {2: 9, 6: 1})
    enter(final, 3, 1, feet(0, 0, 0, 300))
    pages = [
        address("ranking", final.slug),
        address("teams", final.slug, "tandem"),
        address("lists", final.slug),
        address("table", final.slug, 1, 1),
        address("player", final.slug, 2),
        reverse("hall:hall", args=[final.slug]) + "?zeige=plaetze,fehlende,rangliste",
    ]
    said = {page: client.get(page, headers={"Accept-Language": "en"}).content.decode() for page in pages}
    assert "From then on only the rounds from round 2 count." in said[pages[0]]
    assert "place 3 Emil Über (drew 1), place 4 Hans von Ärmel (drew 9)." in " ".join(said[pages[0]].split())
    assert "Best round: Ass und Zehn in round 1 with 400 points." in " ".join(said[pages[1]].split())
    german = ("Serie ", "Liste", "Tisch", "Verein<", "Gewonnen", "Klärung", "Teilnehmer", "Los ", "Schnitt", "ausgesch")
    assert [(word, page) for page in pages for word in german if word in said[page]] == []
