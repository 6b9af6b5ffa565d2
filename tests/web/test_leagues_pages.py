"""The pages of a season and of its groups: the whole way of a match day, who may what, what pages ask the database."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.foot_check import PaperFoot
from scoring.wertung.presets import GroupTableRule
from skatliga.access import Role
from skatliga.events.models import Table
from skatliga.events.roles import grant_role
from skatliga.leagues import fixture_plans, lineups, seasons, squads
from skatliga.leagues.models import Group, Season, Team
from skatliga.leagues.squads import withdraw_team
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, enter_feet, open_sheet
from skatliga.lists.workflow import move
from skatliga.people.models import Publication
from web.league import groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db


@pytest.fixture
@world
def division(club):
    """Four teams of five players, one match day of one Serie."""
    return make_division(club, "ABCD", "1: A* B C D", players=5, rounds=1)


@pytest.fixture
def group(division) -> Group:
    return groups_of(division, 1)[0]


def address(group: Group, name: str = "group", *more: object) -> str:
    division = group.matchday.division
    return reverse(f"leagues:{name}", args=[division.season.slug, division.slug, group.pk, *more])


def enter_lists(group: Group, user) -> None:
    """Every list of the group by its foot, checked: eight won of 40 points each, for everybody the same."""
    for table in Table.objects.filter(round__event__league_group=group):
        sheet = open_sheet(table, user)
        enter_feet(sheet.pk, [PaperFoot(320, 8, 0, None)] * 4, 16, Change(sheet.revision, user))
        move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision + 1, user))
        move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision + 2, user))


def squad_keys(division, letter: str) -> list[int]:
    return list(division.teams.get(letter=letter).squad.values_list("player", flat=True))


def badge(page: str) -> str:
    """The state beside the heading."""
    heading = page.partition("<h1>")[2].partition("</h1>")[0]
    return heading.partition('">')[2].partition("<")[0]


@pytest.mark.parametrize("name", ["events:event", "lists:board"])
def test_the_pages_of_its_event_lead_back_to_the_group(name, group, evening, schreiber, sign_in):
    start(group)
    writer = sign_in(schreiber)
    link = f'<a href="{address(group)}">Spielbericht</a>'

    def leads(event):
        serie = [1] if name == "lists:board" else []
        return link in writer.get(reverse(name, args=[event.slug, *serie])).text

    assert (leads(group.event), leads(evening)) == (True, False)


def test_a_match_day_from_the_line_up_to_the_binding_result(group, division, schreiber, leiterin, sign_in):
    writer, chief, public = sign_in(schreiber), sign_in(leiterin), sign_in(None)
    states = [badge(public.get(address(group)).text)]
    for letter in "ABCD":
        places = {f"place_{number}": key for number, key in enumerate(squad_keys(division, letter)[:4], 1)}
        assert writer.post(address(group, "lineup", letter), {"absence": "", **places}).url == address(group)
    assert writer.post(address(group, "begin")).url == address(group)
    group.refresh_from_db()
    states.append(badge(public.get(address(group)).text))
    enter_lists(group, schreiber)
    states.append(badge(public.get(address(group)).text))
    page = chief.post(address(group, "bind"), follow=True).text
    assert "Es fehlt die Unterschrift von Staffel Ost A, Staffel Ost B, Staffel Ost C, Staffel Ost D." in page
    for letter in "ABCD":
        writer.post(address(group, "sign", letter), {"name": f"Kapitän {letter}"})
    chief.post(address(group, "bind"))
    page = public.get(address(group)).text
    states.append(badge(page))
    assert states == ["angesetzt", "vorläufig", "geprüft", "verbindlich"]
    assert "Kapitän A" not in page and "Kapitän A" in writer.get(address(group)).text
    # Four equal teams share 3, 2, 1, 0: one and a half each. 320 + 8 * 50 = 720 a list, four lists a team.
    assert page.count("1½:1½") == 8 and page.count('<span class="points">2880</span>') == 4


def test_a_correction_after_the_binding_is_announced(group, schreiber, leiterin, sign_in):
    start(group)
    enter_lists(group, schreiber)
    sign_in(leiterin).post(address(group, "bind"), {"reason": "Unterschriften auf Papier"})
    sheet = Sheet.objects.filter(table__round__event=group.event).first()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Platz 2 und 3 vertauscht"))
    page = sign_in(None).get(address(group)).text
    assert badge(page) == "war verbindlich, wird berichtigt"
    assert "verbindlich seit" in page and "Danach berichtigt" in page and "Platz 2 und 3 vertauscht" in page


def test_a_bad_line_up_is_told_and_kept(group, division, schreiber, sign_in):
    anna, *_others = squad_keys(division, "A")
    answer = sign_in(schreiber).post(address(group, "lineup", "A"), {"place_1": anna, "place_2": anna})
    assert "steht zweimal in der Aufstellung." in answer.text
    assert answer.text.count(f'<option value="{anna}" selected>') == 2
    stranger = squad_keys(division, "B")[0]
    answer = sign_in(schreiber).post(address(group, "lineup", "A"), {"place_1": stranger})
    assert "Bitte eine gültige Auswahl treffen." in answer.text
    assert not lineups.has_begun(group)


def test_an_absent_team_is_noted_and_the_others_play(group, division, schreiber, sign_in):
    writer = sign_in(schreiber)
    for letter in "ABC":
        places = {f"place_{number}": key for number, key in enumerate(squad_keys(division, letter)[:4], 1)}
        writer.post(address(group, "lineup", letter), places)
    assert "Staffel Ost D“: Mindestens 3 Spieler" in writer.post(address(group, "begin"), follow=True).text
    writer.post(address(group, "lineup", "D"), {"absence": "absent"})
    assert "Alle Serien haben Plätze" in writer.post(address(group, "begin"), follow=True).text
    assert "nicht angetreten" in sign_in(None).get(address(group)).text


@pytest.mark.parametrize(("size", "named", "without"), [(4, 2, 4), (4, 3, 0), (6, 4, 4), (6, 5, 0), (3, 2, 0)])
def test_a_team_has_a_line_up_as_soon_as_it_may_begin(size, named, without, club, schreiber, sign_in):
    """With one player less than a team has in this season."""
    division = make_division(club, "ABCD", "1: A* B C D", players=size, rule=GroupTableRule(size=size))
    group, writer = groups_of(division, 1)[0], sign_in(schreiber)
    for letter in "ABCD":
        places = {f"place_{number}": key for number, key in enumerate(squad_keys(division, letter)[:named], 1)}
        writer.post(address(group, "lineup", letter), places)
    page = writer.get(address(group)).text
    assert (f"{without} Mannschaften ohne Aufstellung" in page, "ohne Aufstellung" in page) == (bool(without),) * 2


def test_a_withdrawn_team_is_marked_from_its_day_on(club, leiterin, sign_in):
    """Day 1 has not begun either; there the team is still expected."""
    division = make_division(club, "ABCD", "1: A* B C D\n2: A B* C D", rounds=1)
    withdraw_team(division.teams.get(letter="C"), Team.Withdrawal.KEPT, 2, "zu wenige Spieler", leiterin)
    browser, gone = sign_in(None), '<span class="name">Staffel Ost C</span>'
    found, groups = [], [groups_of(division, day)[0] for day in (1, 2)]
    for day, group in enumerate(groups, 1):
        page = browser.get(reverse("leagues:matchday", args=[division.season.slug, division.slug, day])).text
        found.append((gone in page, "zurückgezogen" in browser.get(address(group)).text))
    assert found == [(False, False), (True, True)]
    asked = [
        re.findall(r"Aufstellung\s*<[^>]*>\s*\(Staffel Ost (.)\)", sign_in(leiterin).get(address(each)).text)
        for each in groups
    ]
    assert asked == [["A", "B", "C", "D"], ["A", "B", "D"]]


def test_an_exchange_by_page_stands_on_the_wechselliste(group, division, schreiber, leser, sign_in):
    """Its reason may be an illness: it is for those who have a role."""
    start(group)
    writer = sign_in(schreiber)
    out = group.teams.get(team__letter="A").lineup.get(position=1)
    comes = squad_keys(division, "A")[4]
    typed = {"out": out.pk, "player": comes, "serie": 1, "deal": 1, "reason": ""}
    assert "zwingend erforderlich" in writer.post(address(group, "exchange", "A"), typed).text
    writer.post(address(group, "exchange", "A"), typed | {"reason": "Panne auf der Autobahn"})
    pages = [sign_in(user).get(address(group)).text for user in (None, leser)]
    assert [("Panne auf der Autobahn" in page, "ab Serie 1" in page) for page in pages] == [(False, True), (True, True)]


def test_a_late_player_by_page(group, division, schreiber, sign_in):
    start(group, {"D": 3})
    writer = sign_in(schreiber)
    page = writer.get(address(group)).text
    assert address(group, "late", "D") in page and address(group, "late", "A") not in page
    told = writer.post(address(group, "late", "D"), {"player": squad_keys(division, "D")[3]}, follow=True).text
    assert "spielt ab Serie 1." in told


def test_the_host_runs_his_group_and_no_other(club, fremde, admin, sign_in):
    division = make_division(club, "ABCDEFHJ", "1: A* B C D / E* F H J", rounds=1)
    own, other = groups_of(division, 1)
    opened = sign_in(admin).post(address(own, "admit"))
    own.refresh_from_db()
    assert opened.url == reverse("events:roles", args=[own.event.slug])
    grant_role(own.event, "fremde", Role.LISTENFUEHRER)
    host = sign_in(fremde)
    assert [host.get(address(each, "lineup", letter)).status_code for each, letter in ((own, "A"), (other, "E"))] == [
        200,
        404,
    ]
    assert host.post(address(own, "bind")).status_code == 403
    assert address(own, "begin") in host.get(address(own)).text
    assert address(other, "begin") not in host.get(address(other)).text


def test_who_objects_appears_to_the_public_as_agreed(group, sign_in, leser):
    start(group)
    player = group.teams.get(team__letter="A").lineup.get(position=1).player
    player.publication, player.pseudonym = Publication.PSEUDONYM, "Kreuzbube"
    player.save()
    assert "Kreuzbube" in sign_in(None).get(address(group)).text
    assert player.name not in sign_in(None).get(address(group)).text
    assert player.name in sign_in(leser).get(address(group)).text


def test_a_team_withdraws_and_returns_by_page(division, leiterin, sign_in):
    chief = sign_in(leiterin)
    where = [division.season.slug, division.slug, "B"]
    typed = {"kind": "kept", "from_day": "2", "reason": ""}
    assert "zwingend erforderlich" in chief.post(reverse("leagues:withdraw_team", args=where), typed).text
    chief.post(reverse("leagues:withdraw_team", args=where), typed | {"reason": "zu wenige Spieler"})
    assert Team.objects.get(letter="B").withdrawn_from == 2
    assert "ab dem 2. Spieltag" in chief.get(reverse("leagues:teams", args=where[:2])).text
    assert "Bitte eine Begründung" in chief.post(reverse("leagues:take_back", args=where), follow=True).text
    chief.post(reverse("leagues:take_back", args=where), {"reason": "spielt weiter"})
    assert Team.objects.get(letter="B").withdrawal == ""


def test_a_season_goes_on_by_page(division, leiterin, sign_in):
    chief, page = sign_in(leiterin), reverse("promotions:step", args=[division.season.slug])
    assert page in chief.get(division.season.get_absolute_url()).text
    [token] = re.findall(r'name="token" value="(\w+)"', chief.get(page).text)
    refused = chief.post(f"{page}anlegen/", {"name": "", "token": token, "unfinished": "on"})
    assert list(refused.context["naming"].errors) == ["name"]
    answer = chief.post(f"{page}anlegen/", {"name": "Liga 2027", "token": token, "unfinished": "on"})
    assert answer.url == reverse("leagues:setup", args=["liga-2027"])
    assert Season.objects.count() == 2


def test_another_rule_book_brings_its_fields(division, club, leiterin, sign_in):
    asked = {"rulebook": "hausrunde"}
    for page in (
        reverse("leagues:create_season", args=[club.slug]),
        reverse("leagues:change_season", args=[division.season.slug]),
    ):
        part = sign_in(leiterin).get(page, asked, headers={"HX-Request": "true"}).text
        assert 'name="evaluation"' in part and 'name="ramsch_limit"' in part and "<html" not in part


def test_teams_are_typed_on_their_page(division, leiterin, sign_in):
    page = reverse("leagues:teams", args=[division.season.slug, division.slug])
    told = sign_in(leiterin).post(page, {"lines": "X Karo Könige (Gera)\nW Pik Sieben"}, follow=True)
    assert "2 Mannschaften sind angelegt." in told.text and "Karo Könige" in told.text
    assert division.teams.get(letter="X").place == "Gera"
    letters = [team.letter for team in told.context["teams"]]
    assert letters == sorted(letters) and letters[-2:] == ["W", "X"]


def test_drafts_are_seen_by_those_with_a_role_only(club, leser, fremde, sign_in):
    seasons.create_season(club, name="Geheime Saison", rulebook="isko-2022", evaluation="seeger-fabian")
    seen = ["Geheime Saison" in sign_in(who).get(reverse("leagues:seasons")).text for who in (leser, fremde, None)]
    assert seen == [True, False, False]


# ---- What pages ask the database ----


def asked(browser, page: str) -> int:
    assert browser.get(page).status_code == 200
    with CaptureQueriesContext(connection) as queries:
        assert browser.get(page).status_code == 200
    return len(queries)


def add_season(club, number: int) -> None:
    season = seasons.create_season(club, name=f"Liga {number}", rulebook="isko-2022", evaluation="seeger-fabian")
    seasons.set_state(season, Season.State.PUBLISHED)


def test_queries_of_the_list_of_seasons(club, division, leiterin, sign_in):
    browser, page = sign_in(leiterin), reverse("leagues:seasons")
    once = asked(browser, page)
    for number in range(3):
        add_season(club, number)
    assert asked(browser, page) == once


@pytest.mark.parametrize("name", ["season", "setup"])
def test_queries_of_a_season(name, division, leiterin, sign_in):
    browser, page = sign_in(leiterin), reverse(f"leagues:{name}", args=[division.season.slug])
    once = asked(browser, page)
    for number in range(3):
        new = seasons.create_division(division.level, f"Staffel {number}")
        squads.create_teams(new, "A Eins\nB Zwei")
    assert asked(browser, page) == once


@pytest.mark.parametrize("name", ["teams", "squad", "plan", "dates"])
def test_queries_of_managing_a_staffel(name, club, leiterin, sign_in):
    small = make_division(club, "ABCD", "1: A* B C D", players=1)
    large = make_division(club, "ABCDEFHJ", "1: A* B C D / E* F H J\n2: A B E F / C D H J", players=4, name="Liga 2")
    browser = sign_in(leiterin)
    more = ["A"] if name == "squad" else []
    counts = [
        asked(browser, reverse(f"leagues:{name}", args=[each.season.slug, each.slug, *more])) for each in (small, large)
    ]
    assert counts[0] == counts[1]


def test_queries_of_a_match_day_and_a_group(club, leiterin, sign_in):
    two = make_division(club, "AB", "1: A* B", rounds=1)
    eight = make_division(club, "ABCDEFHJ", "1: A* B C D / E* F H J", rounds=1, name="Liga 2")
    browser = sign_in(leiterin)
    pages = [reverse("leagues:matchday", args=[each.season.slug, each.slug, 1]) for each in (two, eight)]
    assert asked(browser, pages[0]) == asked(browser, pages[1])
    groups = [groups_of(each, 1)[0] for each in (two, eight)]
    assert asked(browser, address(groups[0])) == asked(browser, address(groups[1]))
    start(groups[1], dict.fromkeys("ABCD", 3))
    begun = asked(browser, address(groups[1]))
    enter_lists(groups[1], leiterin)
    assert asked(browser, address(groups[1])) == begun


def test_a_result_is_expected_to_be_binding_two_weeks_later(division):
    fixture_plans.set_dates(division, {1: datetime.date(2026, 12, 5)})
    assert division.matchdays.get().expected_binding == datetime.date(2026, 12, 19)


def test_the_page_of_a_season_says_what_decides_its_table(division, sign_in):
    seasons.change_season(division.season, rule=GroupTableRule(order=("plus", "minus", "spielpunkte")))
    page = sign_in(None).get(reverse("leagues:season", args=[division.season.slug])).text
    assert "Die Tabelle ordnen: Pluspunkte, weniger Minuspunkte, Spielpunkte.</dd>" in page


def test_the_form_of_a_team_moves_it_to_another_staffel(club, leiterin, sign_in):
    season = seasons.create_season(club, name="Liga", rulebook="isko-2022", evaluation="seeger-fabian", rounds=1)
    lower = seasons.create_division(seasons.set_level(season, 2, "Landesliga", []), "Nord")
    upper = seasons.create_division(seasons.set_level(season, 1, "Oberliga", []), "Nord")
    squads.create_teams(lower, "A Herz\nB Karo")
    squads.create_teams(upper, "A Pik")
    chief = sign_in(leiterin)

    def change(**fields):
        typed = {"letter": "A", "name": "Herz", "club": "", "place": "", "captain": "", "division": upper.pk}
        form = reverse("leagues:change_team", args=[season.slug, lower.slug, "A"])
        return chief.post(form, typed | fields)

    refused = change()
    assert "Den Buchstaben A hat schon „Pik“." in refused.text
    assert ("Landesliga, Nord" in refused.text, "Oberliga, Nord" in refused.text) == (True, True)
    assert change(letter="B").url == reverse("leagues:squad", args=[season.slug, upper.slug, "B"])
    assert list(upper.teams.values_list("letter", "name")) == [("A", "Pik"), ("B", "Herz")]

    fixture_plans.set_plan(upper, fixture_plans.read("1: A B*"))
    planned = reverse("leagues:change_team", args=[season.slug, upper.slug, "B"])
    chief.post(planned, {"letter": "B", "name": "Herz", "division": lower.pk})
    assert Team.objects.get(name="Herz").division == upper
