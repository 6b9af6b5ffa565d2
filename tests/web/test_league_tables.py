"""The public pages of a league: what they show to whom, how often they ask the database, their files.

That the numbers are right is shown in test_league_seasons.py; here they are compared with the lists of the test again
where a page puts them together anew.
"""

import csv
from fractions import Fraction
from io import BytesIO, StringIO
from itertools import groupby
from typing import get_args

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import strip_tags

from scoring.wertung.presets import Criterion
from skatliga.leagues import binding, squads
from skatliga.leagues.division_standing import compare, cross_table, read, standing
from skatliga.leagues.group_results import report
from skatliga.leagues.models import Division, Season, Team
from skatliga.leagues.player_rankings import player_ranking
from skatliga.leagues.queries import squad_shown
from skatliga.lists.models import Sheet
from skatliga.people.models import Membership, Player
from skatliga.people.services import change_player
from skatliga.publication import bump_version
from skatliga.wertung.wording import CRITERIA_NAMES
from web.league import Book, add_division, groups_of, make_division, start
from web.replayed import world
from web.test_league_seasons import expect, set_state

EIGHT = "ABCDEFHJ"
PLAN = "1: A* B C D / E* F H J\n2: A E* B F / C D H* J"


@pytest.fixture
@world
def league(club) -> Book:
    """Eight teams, two match days of two Serien; nobody sits yet."""
    return Book(make_division(club, EIGHT, PLAN, rounds=2), "eight")


@pytest.fixture
@world
def played(league) -> Book:
    """The first match day is played, all its lists are checked."""
    for group in groups_of(league.division, 1):
        play(league, group)
    return league


def play(book: Book, group, **how) -> None:
    start(group)
    for serie in (1, 2):
        book.play(group, serie, **how)


def address(book: Book, name: str, *args: object) -> str:
    division = book.division
    return reverse(f"leagues:{name}", args=[division.season.slug, division.slug, *args])


def pages(book: Book) -> list[str]:
    """Every public page of a Staffel."""
    names = ("division", "cross", "players", "series", "former_tables")
    return [
        *(address(book, name) for name in names),
        address(book, "team", "A"),
        reverse("leagues:comparison", args=[book.division.season.slug, 1]),
    ]


def shown(answer) -> str:
    """What a page says, without what it looks like."""
    main = answer.text.split("<main", 1)[1].split("</main>", 1)[0]
    return " ".join(strip_tags(main).split())


def first_of(letter: str) -> Player:
    return Player.objects.filter(squad_memberships__team__letter=letter).first()


def in_register(player, played) -> Membership:
    """Squad players of other clubs stand in no register; this one joins the organiser's."""
    return Membership.objects.create(player=player, club=played.division.season.club)


def rows_of(answer) -> list[list[str]]:
    return list(csv.reader(StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


# ---- Queries, marks ----


def test_no_page_asks_more_when_more_has_been_played(league, sign_in, leser):
    browser = sign_in(leser)
    [first, second], later = groups_of(league.division, 1), groups_of(league.division, 2)
    play(league, first)
    counts = []
    for groups in ([], [second, *later]):
        for group in groups:
            play(league, group)
        for page in pages(league):
            browser.get(page)
            with CaptureQueriesContext(connection) as asked:
                assert browser.get(page).status_code == 200
            counts.append(len(asked))
    half = len(counts) // 2
    assert counts[:half] == counts[half:]
    assert max(counts) <= 20


def test_a_page_is_made_again_only_when_something_has_changed(played, client):
    page = address(played, "division")
    mark = client.get(page)["ETag"]
    assert client.get(page, headers={"If-None-Match": mark}).status_code == 304

    def changed() -> bool:
        nonlocal mark
        before, mark = mark, client.get(page)["ETag"]
        return client.get(page, headers={"If-None-Match": before}).status_code == 200

    assert not changed()
    set_state(groups_of(played.division, 1)[0], 1, 2, Sheet.State.IN_QUESTION)
    assert changed()
    bump_version(played.division.season)
    assert changed()
    change_player(in_register(first_of("A"), played), number="", first_name="Anne")
    assert changed()
    assert not changed()


def test_a_change_of_another_staffel_leaves_the_page_as_it_is(played, client):
    division = played.division
    other = Book(add_division(division.season, division.level, "Staffel West", "ABCD", "1: A B C D"), "other")
    [group] = groups_of(other.division, 1)
    start(group)
    page = address(played, "cross")
    mark = client.get(page)["ETag"]
    other.play(group, 1)
    assert client.get(page, headers={"If-None-Match": mark}).status_code == 304
    comparison = reverse("leagues:comparison", args=[division.season.slug, 1])
    mark = client.get(comparison)["ETag"]
    other.play(group, 2)
    assert client.get(comparison, headers={"If-None-Match": mark}).status_code == 200


# ---- The table ----


def test_the_table_says_how_far_it_is(league, client, leiterin):
    page = address(league, "division")
    assert "Noch keine Serie ist vollständig." in shown(client.get(page))
    first, second = groups_of(league.division, 1)
    start(first)
    league.play(first, 1, tables=[1, 3, 4])
    text = shown(client.get(page))
    assert "Noch keine Serie ist vollständig." in text
    assert "1. Spieltag, Gruppe 1, Serie 1: Es fehlt die Liste von Tisch 2; die Serie ist noch nicht gewertet." in text
    league.play(first, 1, tables=[2])
    assert "Stand nach dem 1. Spieltag, Serie 1, vorläufig" in shown(client.get(page))
    league.play(first, 2)
    assert "1. Spieltag 12.09.2026 vorläufig" in shown(client.get(page))
    play(league, second)
    text = shown(client.get(page))
    assert "Stand nach dem 1. Spieltag, Serie 2, geprüft" in text
    assert "1. Spieltag 12.09.2026 geprüft, sollte am 26.09.2026 verbindlich werden" in text
    assert "24 Pluspunkte = 4 Gruppenserien × 6 stimmt 48 Plus- und Minuspunkte = 16 Wertungen × 3 stimmt" in text
    for group in groups_of(league.division, 1):
        binding.bind(group, leiterin, "Post")
    assert "1. Spieltag 12.09.2026 verbindlich seit" in shown(client.get(page))


def test_the_table_shows_zones_form_and_who_rose(played, client):
    for group in groups_of(played.division, 2):
        play(played, group)
    answer = client.get(address(played, "division"))
    before = {each.letter: each.place for each in expect(played, EIGHT, until=(1, 2))}
    for line, expected in zip(answer.context["standing"].lines, expect(played, EIGHT), strict=True):
        assert (line.team.letter, line.place) == (expected.letter, expected.place)
        moved = before[expected.letter] - expected.place
        assert (line.rise, line.fall) == (max(0, moved), max(0, -moved))
    text = shown(answer)
    assert [text.count(label) for label in ("Aufstieg", "Relegation", "Abstieg")] == [2, 1, 0]
    rows = [row for row in answer.text.split("<tr")[2:] if 'class="form' in row]
    forms = [[each.plus for each in line.form] for line in answer.context["standing"].lines]
    assert [row.count('<span class="number">') for row in rows] == [len(form) for form in forms] == [4] * 8


def test_former_states_have_their_addresses(played, client):
    for group in groups_of(played.division, 2):
        play(played, group)
    page = address(played, "division")
    for asked, until in {"1": (1, 2), "1.1": (1, 1), "2.1": (2, 1), "2": (2, 2), "": (9, 9)}.items():
        found = client.get(page, {"nach": asked}).context["standing"]
        assert [(line.team.letter, line.plus) for line in found.lines] == [
            (each.letter, each.plus) for each in expect(played, EIGHT, until=until)
        ]
    for asked in ("0", "1.3", "x", "1.", ".1", "1.1.1", "-1", "999", "²"):
        assert client.get(page, {"nach": asked}).status_code == 404


def test_an_annulled_team_stands_below_the_table(played, client, leiterin):
    team = Team.objects.get(division=played.division, letter="C")
    squads.withdraw_team(team, Team.Withdrawal.ANNULLED, 2, "Zu wenige", leiterin)
    answer = client.get(address(played, "division"))
    assert [line.team.letter for line in answer.context["standing"].lines] == [
        each.letter for each in expect(played, EIGHT, left_out="C")
    ]
    assert "Staffel Ost C ist vor dem 2. Spieltag ausgeschieden, die Ergebnisse sind annulliert." in shown(answer)
    assert "Vor dem 2. Spieltag ausgeschieden; Ergebnisse: annulliert" in shown(
        client.get(address(played, "team", "C"))
    )
    players = shown(client.get(address(played, "players")))
    assert "Staffel Ost A" in players and "Staffel Ost C" not in players


def test_former_tables_can_be_read_by_roles_with_who_and_why(played, client, sign_in, leser, leiterin):
    before = standing(played.division).lines
    team = Team.objects.get(division=played.division, letter="C")
    squads.withdraw_team(team, Team.Withdrawal.ANNULLED, 2, "Zu wenige <b>Spieler</b>", leiterin)
    former = played.division.former_tables.get()
    assert "Zu wenige &lt;b&gt;Spieler&lt;/b&gt; (Leiterin)" in shown(
        sign_in(leser).get(address(played, "former_tables"))
    )
    assert "Zu wenige" not in shown(client.get(address(played, "former_tables")))
    answer = client.get(address(played, "former_table", former.pk))
    assert [(line.place, line.letter, line.plus, line.minus) for line in answer.context["lines"]] == [
        (line.place, line.team.letter, line.plus, line.minus) for line in before
    ]
    assert "Zu wenige" not in shown(answer)
    known = sign_in(leser).get(address(played, "former_table", former.pk))
    assert "Danach geändert von Leiterin: Zu wenige" in shown(known)
    other = add_division(played.division.season, played.division.level, "Staffel West", "ABCD", "1: A B C D")
    assert client.get(address(Book(other, ""), "former_table", former.pk)).status_code == 404


def test_every_criterion_has_a_name():
    assert set(get_args(Criterion)) == CRITERIA_NAMES.keys()


# ---- Cross table, report, team ----


def test_the_cross_table_shows_every_meeting_with_the_points_of_the_day(played):
    for group in groups_of(played.division, 2):
        start(group)
    [reckoned] = read([played.division])
    plus = {each.letter: each.plus for each in expect(played, EIGHT)}
    rows = cross_table(reckoned)
    assert [row.team.letter for row in rows] == list(EIGHT)
    found = {
        (row.team.letter, other): [(each.group.matchday.number, each.scored, each.own, each.others) for each in cell]
        for row in rows
        for other, cell in zip(EIGHT, row.cells, strict=True)
        if cell is not None
    }
    day_1, day_2 = ("ABCD", "EFHJ"), ("ABEF", "CDHJ")
    assert found == {
        (one, other): [(1, True, plus[one], plus[other]) for group in day_1 if one in group and other in group]
        + [(2, False, 0, 0) for group in day_2 if one in group and other in group]
        for one in EIGHT
        for other in EIGHT
        if one != other
    }


def test_the_report_has_every_list_of_the_day(played):
    group = groups_of(played.division, 1)[0]
    found = report(group, None)
    assert [side.member.team.letter for side in found.sides] == list("ABCD")
    plus = {each.letter: (each.plus, each.minus, each.leistung) for each in expect(played, "ABCD")}
    for side in found.sides:
        letter = side.member.team.letter
        assert (side.plus, side.minus, side.leistung) == plus[letter]
        for serie in (1, 2):
            lists = {
                each.table: (each.spielpunkte, each.won, each.lost, each.leistung)
                for player in side.players
                for each in [player.lists[serie - 1]]
            }
            assert lists == {table: tuple(own) for table, own in played.raw[1, 1, serie, letter].items()}


def test_a_team_sees_its_days_its_players_and_its_squad(played, client):
    text = shown(client.get(address(played, "team", "A")))
    [line] = [each for each in expect(played, EIGHT) if each.letter == "A"]
    assert f"Platz {line.place} mit {line.plus} : {line.minus} Wertungspunkten und {line.leistung} Punkten" in text
    assert all(f"Staffel Ost {other}" in text for other in "BCDEF") and "Staffel Ost H" not in text
    assert text.count("Anna OstA") == 2
    assert client.get(address(played, "team", "X")).status_code == 404


# ---- Players ----


def test_players_by_points_by_average_and_with_enough_lists(played, client):
    group = groups_of(played.division, 2)[0]
    start(group)
    played.play(group, 1)
    page = address(played, "players")
    everybody = client.get(page).context["found"]
    assert (len(everybody.lines), everybody.with_fewer) == (32, 0)
    assert {line.lists for line in everybody.lines} == {2, 3}
    some = client.get(page, {"ab": "3", "nach": "schnitt"}).context["found"]
    assert (len(some.lines), some.with_fewer) == (16, 16)
    averages = [Fraction(line.leistung, line.lists) for line in some.lines]
    assert averages == sorted(averages, reverse=True)
    assert "Noch keine" not in shown(client.get(page))
    assert "Niemand hat so viele Listen." in shown(client.get(page, {"ab": "99"}))
    for asked in ("-1", "x", "1000", "²"):
        assert client.get(page, {"ab": asked}).status_code == 404


def test_a_player_under_two_names_stands_there_once(played):
    first, second = Player.objects.filter(squad_memberships__team__letter="A").order_by("pk")[:2]
    before = {line.name: line for line in player_ranking(played.division, played.division.teams.all(), None).lines}
    second.merged_into = first
    second.save()
    after = {line.name: line for line in player_ranking(played.division, played.division.teams.all(), None).lines}
    assert after.keys() == before.keys() - {second.name}
    both = before[first.name], before[second.name]
    assert (after[first.name].lists, after[first.name].leistung) == (4, sum(each.leistung for each in both))


@pytest.mark.parametrize("kept", [2, 3])
def test_a_player_under_two_names_in_two_teams_stands_there_once(played, kept):
    """With the team he has more lists for, whichever entry of the register is kept."""
    group = groups_of(played.division, 2)[0]
    start(group)
    played.play(group, 1)
    teams = played.division.teams.all()
    before = player_ranking(played.division, teams, None)
    lines = {lists: next(line for line in before.lines if line.lists == lists) for lists in (2, 3)}
    names = [lines[lists].name.split() for lists in (kept, 5 - kept)]
    player, other = (Player.objects.get(first_name=first, last_name=last) for first, last in names)
    Player.objects.filter(pk=other.pk).update(merged_into=player)
    after = player_ranking(played.division, teams, None)
    [line] = [line for line in after.lines if line.name == player.name]
    assert (line.team, line.lists) == (lines[3].team, 5)
    assert line.leistung == lines[2].leistung + lines[3].leistung
    assert (line.won, line.lost) == (lines[2].won + lines[3].won, lines[2].lost + lines[3].lost)
    assert (len(after.lines), after.points, after.adds_up) == (len(before.lines) - 1, before.points, True)


def test_a_squad_names_a_player_of_two_names_once(played):
    first, second = Player.objects.filter(squad_memberships__team__letter="A").order_by("pk")[:2]
    team = first.squad_memberships.get().team
    Team.objects.filter(pk=team.pk).update(captain=second)
    team.refresh_from_db()
    Player.objects.filter(pk=second.pk).update(merged_into=first)
    shown = squad_shown(team, None)
    assert [name for name, _captain in shown].count(first.name) == 1
    assert [name for name, captain in shown if captain] == [first.name]


def test_who_objects_appears_as_the_register_says(played, client, sign_in, leser):
    player = first_of("A")
    shy = {"publication": "pseudonym", "pseudonym": "Pik Sieben"}
    change_player(in_register(player, played), number="", **shy)
    for page in (address(played, "players"), address(played, "team", "A")):
        assert "Pik Sieben" in shown(client.get(page)) and player.name not in shown(client.get(page))
        assert player.name in shown(sign_in(leser).get(page))
    content = client.get(address(played, "players_file", "csv")).content.decode("utf-8-sig")
    assert "Pik Sieben" in content and player.name not in content


# ---- Several Staffeln ----


@pytest.fixture
@world
def west(played) -> Book:
    """A second Staffel of the level, of which one match day is played too."""
    division = played.division
    plan = "1: A B C D / E F H J\n2: A B C D / E F H J"
    book = Book(add_division(division.season, division.level, "Staffel West", EIGHT, plan), "west")
    for group in groups_of(book.division, 1):
        play(book, group)
    return book


def test_equal_places_are_compared_by_the_order_of_the_season(played, west):
    season = Season.objects.get()
    divisions = list(Division.objects.select_related("season", "level"))
    found = compare(season, divisions)
    lines = [(each, book) for book in (played, west) for each in expect(book, EIGHT)]
    for equal in found:
        assert not equal.per_serie
        expected = sorted(
            (
                (-each.plus, -each.leistung, -each.won, each.lost, book.division.name, each.letter)
                for each, book in lines
                if each.place == equal.place
            )
        )
        assert [(each.division.name, each.line.team.letter) for each in equal.teams] == [each[4:] for each in expected]


def test_where_one_has_played_more_everything_counts_per_serie(played, west):
    for group in groups_of(west.division, 2):
        play(west, group)
    found = compare(Season.objects.get(), list(Division.objects.select_related("season", "level")))
    series = {played: 2, west: 4}
    lines = [(each, book) for book in (played, west) for each in expect(book, EIGHT)]
    shared = [equal for equal in found if len({each.division for each in equal.teams}) == 2]
    assert len(shared) >= 6
    for equal in shared:
        assert equal.per_serie
        rows = [(each, book, series[book]) for each, book in lines if each.place == equal.place]
        expected = sorted(rows, key=lambda row: (-row[0].plus / row[2], -Fraction(row[0].leistung, row[2])))
        assert [(each.division, each.line.team.letter, each.plus, each.leistung) for each in equal.teams] == [
            (book.division, each.letter, each.plus / number, Fraction(each.leistung, number))
            for each, book, number in expected
        ]


# ---- Files ----


def test_the_table_as_a_file(league, client, leiterin):
    first, second = groups_of(league.division, 1)
    start(first)
    league.play(first, 1, equal="AB")
    league.play(first, 2)
    play(league, second)
    Team.objects.filter(letter="A").update(name="=1+1")
    answer = client.get(address(league, "division_file", "csv"), {"nach": "1"})
    name = f"tabelle-{league.division.season.slug}-staffel-ost-nach-1-2-vorlaeufig.csv"
    assert answer["Content-Disposition"] == f'attachment; filename="{name}"'
    heading, *rows = rows_of(answer)
    assert heading == (
        "Platz;Buchstabe;Mannschaft;Zone;Serien;Listen;Spielpunkte;Gewonnen;Verloren;Leistung;Pluspunkte;Minuspunkte"
    ).split(";")
    zones = {1: "Aufstieg", 2: "Aufstieg", 3: "Relegation"}
    expected = expect(league, EIGHT)
    assert any(each.plus.denominator == 2 for each in expected)
    assert rows == [
        [
            *(str(each.place), each.letter, "'=1+1" if each.letter == "A" else f"Staffel Ost {each.letter}"),
            *(zones.get(each.place, ""), "2", str(each.lists), str(each.spielpunkte), str(each.won), str(each.lost)),
            *(str(each.leistung), decimal(each.plus), decimal(each.minus)),
        ]
        for each in expected
    ]
    sheet = openpyxl.load_workbook(BytesIO(client.get(address(league, "division_file", "xlsx")).content)).active
    cells = [list(row) for row in sheet.iter_rows(values_only=True)][1:]
    assert [row[-2:] for row in cells] == [[float(each.plus), float(each.minus)] for each in expected]
    for group in (first, second):
        binding.bind(group, leiterin, "Post")
    assert "vorlaeufig" not in client.get(address(league, "division_file", "csv"))["Content-Disposition"]


def decimal(value: Fraction) -> str:
    return str(float(value)).removesuffix(".0").replace(".", ",")


def test_the_other_files(played, west, client):
    lists = rows_of(client.get(address(played, "series_file", "listen", "csv")))
    assert lists[0] == ["Platz", "Name", "Mannschaft", "Spieltag", "Serie", "Leistung"]
    every = sorted((own.leistung for by_table in played.raw.values() for own in by_table.values()), reverse=True)
    assert [int(row[-1]) for row in lists[1:]] == every[:20]  # nobody shares place 20
    serien = rows_of(client.get(address(played, "series_file", "serien", "csv")))
    assert serien[0] == ["Platz", "Mannschaft", "Spieltag", "Serie", "Leistung"]
    sums = sorted((sum(own.leistung for own in by.values()) for by in played.raw.values()), reverse=True)
    assert [int(row[-1]) for row in serien[1:]] == sums
    players = rows_of(client.get(address(played, "players_file", "csv")))
    heading = ["Platz", "Name", "Mannschaft", "Listen", "Spielpunkte", "Gewonnen", "Verloren", "Leistung", "Schnitt"]
    assert players[0] == heading
    assert len(players[1:]) == 8 * 4
    assert all(Fraction(row[-1].replace(",", ".")) == Fraction(int(row[-2]), 2) for row in players[1:])
    cross = rows_of(client.get(address(played, "cross_file", "csv")))
    assert cross[0] == ["Mannschaft", *EIGHT]
    assert [row[index] for index, row in enumerate(cross[1:], 1)] == [""] * 8
    comparison = reverse("leagues:comparison_file", args=[played.division.season.slug, 1, "csv"])
    rows = rows_of(client.get(comparison))
    places = [[row[1] for row in rows] for _place, rows in groupby(rows[1:], key=lambda row: row[0])]
    assert all(of_one == sorted(of_one) for of_one in places)
    assert {row[3] for row in rows[1:]} == {"Staffel Ost", "Staffel West"}
    for name, args in (("division_file", ["pdf"]), ("series_file", ["anderes", "csv"]), ("players_file", ["exe"])):
        assert client.get(address(played, name, *args)).status_code == 404
