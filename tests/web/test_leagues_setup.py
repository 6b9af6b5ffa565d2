"""Setting up a season: rules, levels, Staffeln, teams, squads, plan, dates; and what is refused."""

import datetime

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.urls import reverse

from scoring.fixtures import LETTERS, default_plan, write_plan
from scoring.wertung.presets import GroupTableRule
from skatliga.events.models import Table
from skatliga.leagues import fixture_plans, seasons, squads
from skatliga.leagues.models import Division, Season, SquadMember, Team
from skatliga.lists.services import open_sheet
from skatliga.people.models import Player
from web.desk import told
from web.ended import follow
from web.league import ZONES, groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db

SIX_FOUR = GroupTableRule(place_points=(6, 4, 2, 0))
RULES = {"rulebook": "isko-2022", "evaluation": "seeger-fabian"}
FORM = {
    "name": "Oberliga 2027",
    "rounds": "3",
    **RULES,
    "deals_at_four": "48",
    "deals_at_three": "36",
    "place_points": "3 2 1 0",
    "size": 4,
    "ties": "won_lost",
    "order_1": "plus",
    "order_2": "leistung",
    "binding_days": "14",
}


@pytest.fixture
@world
def season(club):
    return seasons.create_season(club, name="Liga 2026", **RULES)


@pytest.fixture
@world
def division(season):
    """A Staffel without teams."""
    return seasons.create_division(seasons.set_level(season, 1, "Oberliga", ZONES), "Staffel Ost")


def messages_of(call, *arguments, **fields) -> list[str]:
    with pytest.raises(ValidationError) as refusal:
        call(*arguments, **fields)
    return refusal.value.messages


# ---- Seasons ----


def test_a_season_is_typed(club, leiterin, sign_in):
    answer = sign_in(leiterin).post(reverse("leagues:create_season", args=[club.slug]), FORM)
    made = Season.objects.get()
    assert answer.url == f"/liga/{made.slug}/aufbau/" == "/liga/oberliga-2027/aufbau/"
    kept = (made.name, made.rule, made.rounds, made.binding_days, made.state)
    assert kept == ("Oberliga 2027", {"order": ["plus", "leistung"]}, 3, 14, "draft")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"place_points": "0 1 2 3"}, "Die Wertungspunkte müssen vom ersten Platz an fallen, zum Beispiel 3 2 1 0."),
        ({"place_points": "drei zwei"}, "Bitte nur Zahlen eingeben, etwa 3 2 1 0."),
        ({"deals_at_four": "46"}, "Bitte ganze Runden: ein Vielfaches von 4, zum Beispiel 44 oder 48."),
        ({"rounds": "9"}, "kleiner oder gleich 8"),
        ({"rulebook": "offiziersskat"}, "Bitte eine gültige Auswahl treffen. offiziersskat ist keine gültige Auswahl."),
        ({"name": ""}, "Dieses Feld ist zwingend erforderlich."),
    ],
)
def test_bad_settings_get_a_sentence_and_nothing_typed_is_lost(typed, said, club, leiterin, sign_in):
    page = sign_in(leiterin).post(reverse("leagues:create_season", args=[club.slug]), FORM | typed).text
    assert said in page
    assert "Oberliga 2027" in page or not typed.get("name", "x")
    assert not Season.objects.exists()


def test_two_seasons_of_a_name_get_two_addresses_and_none_is_a_word_of_the_site(club):
    made = [seasons.create_season(club, name=name, **RULES).slug for name in ("Liga", "Liga", "Neu", "…")]
    assert made == ["liga", "liga-2", "neu-2", "saison"]


def test_once_there_is_a_list_the_rules_stay(club, schreiber):
    division = make_division(club, "ABCD", "1: A* B C D", rounds=1)
    group = groups_of(division, 1)[0]
    start(group)
    open_sheet(Table.objects.filter(round__event=group.event).first(), schreiber)
    assert messages_of(seasons.change_season, division.season, rule=GroupTableRule(size=6), rounds=2) == [
        "Nicht mehr zu ändern: Serien je Spieltag und Spieler einer Mannschaft. Es gibt in dieser Saison schon eine"
        " Liste, die danach gespielt wurde."
    ]
    seasons.change_season(division.season, name="Liga, umbenannt", rule=SIX_FOUR)
    division.season.refresh_from_db()
    assert (division.season.counts_by, division.season.name) == (SIX_FOUR, "Liga, umbenannt")


def test_a_closed_season_stays_as_it_is(season, division):
    for state in ("published", "final"):
        seasons.set_state(season, Season.State(state))
    closed = ["Diese Saison ist abgeschlossen. Zum Ändern bitte zuerst wieder öffnen."]
    assert messages_of(squads.create_teams, division, "A Herz") == closed
    assert messages_of(seasons.change_season, season, name="anders") == closed
    assert messages_of(seasons.set_state, season, Season.State.DRAFT) == [
        "Was „abgeschlossen“ ist, wird nicht in einem Schritt „nicht veröffentlicht“. Bitte die Seite neu laden."
    ]


def test_publishing_and_closing_takes_the_events_along(club):
    division = make_division(club, "ABCD", "1: A* B C D", rounds=1)
    group = groups_of(division, 1)[0]
    start(group)
    states = []
    for state in ("final", "published", "draft"):
        seasons.set_state(division.season, Season.State(state))
        group.event.refresh_from_db()
        states.append(group.event.state)
    assert states == ["final", "published", "draft"]


def test_a_following_season_takes_over_everything_but_the_plan(club, leiterin):
    old = make_division(club, "ABCD", "1: A* B C D", rounds=2, rule=SIX_FOUR)
    new = follow(old.season, leiterin)
    assert (new.counts_by, new.rounds, new.state, new.slug) == (SIX_FOUR, 2, "draft", "liga-2027")
    [division] = new.divisions.all()
    assert (division.name, division.level.zones, division.matchdays.count()) == ("Staffel Ost", ZONES, 0)
    taken = list(SquadMember.objects.filter(season=new).values_list("team__letter", "player"))
    assert taken == list(SquadMember.objects.filter(season=old.season).values_list("team__letter", "player"))
    assert len(taken) == 16


# ---- Levels ----


def test_zones_are_typed(season, leiterin, sign_in):
    browser = sign_in(leiterin)
    typed = {"number": "1", "name": "Oberliga", "zones": "+ 1-2 Aufstieg\n- 15–16 Abstieg\n= 3 Relegation"}
    browser.post(reverse("leagues:setup", args=[season.slug]), typed)
    assert season.levels.get().zones == [
        {"kind": "up", "label": "Aufstieg", "first": 1, "last": 2},
        {"kind": "playoff", "label": "Relegation", "first": 3, "last": 3},
        {"kind": "down", "label": "Abstieg", "first": 15, "last": 16},
    ]
    page = browser.get(reverse("leagues:change_level", args=[season.slug, 1])).text
    assert "+ 1-2 Aufstieg\n= 3 Relegation\n- 15-16 Abstieg" in page


@pytest.mark.parametrize(
    ("zones", "said"),
    [
        ("1-2 Aufstieg", "„1-2 Aufstieg“ ist nicht zu verstehen. Bitte schreiben wie: + 1-2 Aufstieg"),
        ("+ 3-2 Aufstieg", "ist nicht zu verstehen"),
        ("+ 1-2 Aufstieg\n= 2-3 Relegation", "Die Zonen überschneiden sich."),
    ],
)
def test_bad_zones_are_refused(zones, said, season, leiterin, sign_in):
    typed = {"number": "1", "name": "Oberliga", "zones": zones}
    assert said in sign_in(leiterin).post(reverse("leagues:setup", args=[season.slug]), typed).text
    assert not season.levels.exists()


def test_a_level_with_staffeln_and_a_staffel_with_teams_stay(season, division):
    squads.create_teams(division, "A Herz")
    assert messages_of(seasons.drop_level, division.level) == [
        "Diese Ebene hat noch Staffeln. Bitte zuerst diese entfernen."
    ]
    assert messages_of(seasons.drop_division, division) == [
        "Diese Staffel hat noch Mannschaften. Bitte zuerst diese entfernen."
    ]


def test_a_staffel_is_renamed_and_one_without_teams_removed_by_page(season, division, leiterin, sign_in):
    browser, typed = sign_in(leiterin), {"name": "Staffel West", "level": division.level_id}
    told = browser.post(address_of(division, "change_division"), typed, follow=True).text
    assert "Die Angaben sind gespeichert." in told and "Staffel West" in told
    assert Division.objects.get().name == "Staffel West"
    browser.post(address_of(division, "drop_division"))
    assert not Division.objects.exists()


def test_a_season_is_published_by_page_and_nothing_else_is_a_state(season, leiterin, sign_in):
    browser, page = sign_in(leiterin), reverse("leagues:set_state", args=[season.slug])
    for state in ("vorbei", "published"):
        assert browser.post(page, {"state": state}).url == season.get_absolute_url()
    assert Season.objects.get().state == "published"


# ---- Teams and squads ----


def test_teams_are_typed_a_line_each(division, club):
    squads.create_teams(division, "K: Karo Könige (Gera)\nHerz Dame Altenburg II\nC  SC   Pik")
    rows = division.teams.values_list("letter", "name", "place", "club__name")
    assert list(rows) == [
        ("A", "Herz Dame Altenburg II", "", club.name),
        ("C", "SC Pik", "", None),
        ("K", "Karo Könige", "Gera", None),
    ]


def test_everything_wrong_with_the_lines_is_said_and_nothing_is_stored(division):
    squads.create_teams(division, "A Herz")
    assert messages_of(squads.create_teams, division, "A Karo\nB herz\n()\nD Pik") == [
        "„A Karo“: Den Buchstaben A hat schon „Herz“.",
        "„B herz“: „Herz“ gibt es in dieser Staffel schon.",
        "„()“: Bitte schreiben wie: A Herz Buben (Altenburg)",
    ]
    assert division.teams.count() == 1


@pytest.mark.parametrize("number", [25, 30])
def test_a_staffel_has_twenty_four_teams_at_most(number, division):
    """Also where there are more lines than letters."""
    assert messages_of(squads.create_teams, division, "\n".join(f"Team {each}" for each in range(number))) == [
        "Eine Staffel hat höchstens 24 Mannschaften."
    ]


def test_a_team_gets_no_letter_and_no_name_of_another(division):
    one, _other = squads.create_teams(division, "A Herz\nB Karo Damen")
    assert messages_of(squads.change_team, one, name="Karo  damen") == ["„Karo Damen“ gibt es in dieser Staffel schon."]
    one.refresh_from_db()
    assert messages_of(squads.change_team, one, letter="B") == ["Den Buchstaben B hat schon „Karo Damen“."]


def test_a_team_goes_up_with_its_squad(division, club, leiterin):
    """Into another Staffel of the season, as long as it is in no plan; letters there are taken by others."""
    season = division.season
    upper = seasons.create_division(seasons.set_level(season, 2, "Landesliga", []), "Staffel Mitte")
    squads.create_teams(upper, "A Pik")
    one, other = squads.create_teams(division, "A Herz\nB Karo")
    squads.add_lines(one, "Anna Ärmel\nBert Birke")
    assert messages_of(squads.change_team, one, division=upper) == ["Den Buchstaben A hat schon „Pik“."]
    one.refresh_from_db()
    squads.change_team(one, division=upper, letter="C")
    teams = upper.teams.prefetch_related("squad__player")
    assert {team.name: [each.player.name for each in team.squad.all()] for team in teams} == {
        "Pik": [],
        "Herz": ["Anna Ärmel", "Bert Birke"],
    }
    squads.create_teams(division, "A Kreuz")
    fixture_plans.set_plan(division, fixture_plans.read("1: A B*"))
    assert messages_of(squads.change_team, other, division=upper) == [
        "„Karo“ steht schon im Spielplan und bleibt in dieser Staffel."
    ]
    later = follow(season, leiterin)
    other.refresh_from_db()
    assert messages_of(squads.change_team, one, division=later.divisions.first()) == [
        "Diese Staffel gehört zu einer anderen Saison."
    ]


def test_a_full_staffel_takes_no_team_of_another(division):
    upper = seasons.create_division(division.level, "Staffel Mitte")
    squads.create_teams(upper, "\n".join(f"Team {number}" for number in range(24)))
    [team] = squads.create_teams(division, "Z Herz")
    assert messages_of(squads.change_team, team, division=upper) == ["Eine Staffel hat höchstens 24 Mannschaften."]


def test_typed_players_come_from_the_register_or_are_new(division, club, anna):
    [team] = squads.create_teams(division, f"A {club.name} I")
    squads.add_lines(team, "aermel, anna\nNeu von Hier")
    assert [str(member.player) for member in team.squad.all()] == ["Anna Ärmel", "Neu von Hier"]
    assert team.squad.first().player == anna.player
    assert club.players.filter(last_name="Hier", first_name="Neu von").exists()


def test_squad_players_of_other_clubs_do_not_enter_a_register(division, club, anna):
    [team, other] = squads.create_teams(division, "A Fremde Buben\nB Kreuz Dame")
    squads.add_lines(team, "Neu Gast\nanna ärmel")
    squads.add_lines(other, "Neu Gast")
    assert list(club.players.all()) == [anna.player]
    [guest, namesake] = Player.objects.filter(last_name="Gast").order_by("pk")
    assert not guest.memberships.exists() and [member.player for member in team.squad.all()] == [anna.player, guest]
    # In a team of the same name he is the same, also in the next season.
    following = seasons.create_season(club, name="Liga 2027", **RULES)
    level = seasons.set_level(following, 1, "Oberliga", ZONES)
    [later] = squads.create_teams(seasons.create_division(level, "Staffel Ost"), "A FREMDE BUBEN")
    squads.add_lines(later, "Neu Gast")
    assert (later.squad.get().player, other.squad.get().player) == (guest, namesake)


def test_who_stands_in_no_register_is_looked_after_by_the_organiser(division, admin, leiterin, sign_in, betreiber):
    [team] = squads.create_teams(division, "A Fremde Buben")
    [member] = squads.add_lines(team, "Neu Gast")
    address = reverse("exchange:person", args=[member.player_id])
    assert [sign_in(user).get(address).status_code for user in (admin, leiterin, betreiber)] == [200, 403, 200]
    squad = reverse("leagues:squad", args=[division.season.slug, division.slug, "A"])
    assert [address in sign_in(user).get(squad).text for user in (admin, leiterin)] == [True, False]


def test_a_player_in_two_teams_is_refused_naming_the_other(division, season, anna):
    other = seasons.create_division(division.level, "Staffel West")
    [one], [two] = squads.create_teams(division, "A Herz"), squads.create_teams(other, "A Karo")
    squads.add_players(one, [anna.player])
    assert messages_of(squads.add_lines, two, "Anna Ärmel\nNeu Er") == [
        "Anna Ärmel steht schon im Kader von „Herz“ (Staffel Ost); in einer Saison spielt man für eine."
    ]
    assert not two.squad.exists() and not Player.objects.filter(last_name="Er").exists()
    with pytest.raises(IntegrityError), transaction.atomic():  # two desks at once
        SquadMember.objects.create(season=season, team=two, player=anna.player)


def test_players_that_cannot_be_told_apart_or_have_one_name_are_refused(division, club):
    [team] = squads.create_teams(division, "A Herz")
    for number in "12":
        squads.add_player(club, first_name="Hans", last_name="Huber", number=number)
    assert messages_of(squads.add_lines, team, "Hans Huber\nMadonna") == [
        "„Hans Huber“ gibt es im Register mehrmals. Bitte über die Suche auswählen.",
        "„Madonna“: Bitte Vor- und Nachnamen angeben.",
    ]


def test_three_letters_find_who_is_in_no_squad(division, anna, bert, leiterin, sign_in):
    [team] = squads.create_teams(division, "A Herz")
    squads.add_players(team, [bert.player])
    browser, address = sign_in(leiterin), reverse("leagues:squad", args=[division.season.slug, division.slug, "A"])
    found = browser.get(address, {"suche": "arm"}, headers={"HX-Request": "true"}).text
    assert "Anna Ärmel" not in found  # ä is typed ae
    found = browser.get(address, {"suche": "aer"}, headers={"HX-Request": "true"}).text
    assert "Anna Ärmel" in found and "<html" not in found
    assert "Niemand gefunden" in browser.get(address, {"suche": "bra"}).text
    add = reverse("leagues:add_player", args=[division.season.slug, division.slug, "A"])
    browser.post(add, {"player": anna.player_id})
    assert team.squad.count() == 2
    assert browser.post(add, {"player": "x"}).status_code == 404


def test_a_team_of_the_plan_is_withdrawn_not_removed(club):
    division = make_division(club, "ABCD", "1: A* B C D")
    assert messages_of(squads.drop_team, division.teams.first()) == [
        "„Staffel Ost A“ steht schon im Spielplan. Wer während der Saison aufhört, wird zurückgezogen."
    ]


def test_the_captain_leaves_with_the_squad(division, anna):
    [team] = squads.create_teams(division, "A Herz")
    [member] = squads.add_players(team, [anna.player])
    squads.change_team(team, captain=anna.player)
    squads.drop_member(SquadMember.objects.get(pk=member.pk))
    assert Team.objects.get().captain is None


# ---- The fixture plan ----


@pytest.fixture
@world
def sixteen(division):
    squads.create_teams(division, "\n".join(f"{letter} Team {letter}" for letter in LETTERS))
    return division


def address_of(division: Division, name: str, *more: str) -> str:
    return reverse(f"leagues:{name}", args=[division.season.slug, division.slug, *more])


def test_the_default_plan_is_proposed_and_stored_without_a_question(sixteen, leiterin, sign_in):
    browser = sign_in(leiterin)
    page = browser.get(address_of(sixteen, "plan"))
    assert page.context["form"]["text"].value() == write_plan(default_plan())
    assert browser.post(address_of(sixteen, "plan"), {"text": write_plan(default_plan())}).status_code == 302
    assert fixture_plans.plan_of(sixteen) == fixture_plans.in_order(default_plan())


def test_a_plan_is_proposed_for_any_number_of_teams_and_days(division, leiterin, sign_in):
    squads.create_teams(division, "A Eins\nB Zwei\nC Drei\nD Vier\nE Fünf\nF Sechs\nH Sieben\nJ Acht")
    browser, address = sign_in(leiterin), address_of(division, "plan")
    page = browser.get(address)
    # Four a group: three days until all 28 pairs have met; two days leave 8 of them out, one leaves 16.
    assert page.context["choices"] == [(1, 16), (2, 8), (3, 0)]
    assert page.context["proposed"] == 3
    two = browser.get(address + "?tage=2")
    assert (two.context["proposed"], len(two.context["hints"])) == (2, 3)
    assert "8 Paare treffen sich nie" in two.text
    proposal = two.context["form"]["text"].value()
    assert browser.post(address, {"text": proposal}).status_code == 302
    assert write_plan(fixture_plans.plan_of(division)) == proposal
    assert browser.get(address).context["proposed"] == 0
    assert browser.get(address + "?tage=99").status_code == 200


def test_pairs_repeated_or_left_out_are_named_and_confirmed(division, leiterin, sign_in):
    squads.create_teams(division, "A Eins\nB Zwei\nC Drei\nD Vier\nE Fünf\nF Sechs\nH Sieben\nJ Acht")
    browser, typed = sign_in(leiterin), "A* B C D / E* F H J\nA B* E F / C* D H J"
    page = browser.post(address_of(division, "plan"), {"text": typed})
    assert page.context["form"].findings == [
        "4 Paare treffen sich 2-mal: A–B, C–D, E–F, H–J.",
        "8 Paare treffen sich nie: A–H, A–J, B–H, B–J, C–E, C–F, D–E, D–F.",
        "Ausrichter sind nicht alle gleich oft: 1-mal A, B, C, E; 0-mal D, F, H, J.",
    ]
    assert "Bitte ändern oder hier bestätigen." in page.text and typed.splitlines()[1] in page.text
    assert not division.matchdays.exists()
    kept = browser.post(address_of(division, "plan"), {"text": typed, "anyway": "on"})
    assert told(browser, kept) == ["Der Spielplan ist gespeichert."]
    assert [matchday.groups.count() for matchday in division.matchdays.all()] == [2, 2]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("A B C X", "1. Spieltag: Diese Buchstaben hat keine Mannschaft: X."),
        ("A B C A", "1. Spieltag: zweimal eingesetzt: A."),
        ("A B C / D", "1. Spieltag: Eine Gruppe braucht mindestens zwei Mannschaften (D)."),
        ("2: A B C D", "Zeile 1: „2:“ ist noch nicht an der Reihe. Bitte alle Spieltage vom ersten an schreiben."),
        ("1: A B C D\n\n3. Tag: A B C D", "Zeile 3: „3. Tag:“ ist noch nicht an der Reihe."),
        ("A B C D\nA B 3 D", "Zeile 2: „3“ ist kein Buchstabe einer Mannschaft oder ein zweiter Ausrichter."),
    ],
)
def test_a_broken_plan_is_refused_however_often_confirmed(typed, said, division, leiterin, sign_in):
    squads.create_teams(division, "A Eins\nB Zwei\nC Drei\nD Vier")
    page = sign_in(leiterin).post(address_of(division, "plan"), {"text": typed, "anyway": "on"})
    assert said in page.text
    assert not division.matchdays.exists()


def test_a_plan_comes_from_a_file(division, leiterin, sign_in):
    squads.create_teams(division, "A Eins\nB Zwei\nC Drei\nD Vier")
    browser = sign_in(leiterin)
    content = "Spieltag;Mannschaften\n2;A;B*;C;D\n1;A*;B;C;D\n".encode("cp1252")
    page = browser.post(address_of(division, "upload_plan"), {"file": SimpleUploadedFile("plan.csv", content)})
    assert page.context["form"]["text"].value() == "1: A* B C D\n2: A B* C D"
    assert not division.matchdays.exists()
    refused = browser.post(
        address_of(division, "upload_plan"), {"file": SimpleUploadedFile("plan.csv", b"\xff\x00;;")}, follow=True
    )
    assert "In dieser Datei beginnt keine Zeile mit der Nummer eines Spieltags." in refused.text


def test_a_plan_goes_from_one_staffel_to_another_as_a_file(division, leiterin, sign_in):
    squads.create_teams(division, "A Eins\nB Zwei\nC Drei\nD Vier\nE Fünf\nF Sechs")
    fixture_plans.set_plan(division, fixture_plans.read("A* B C / D E F*\nA D E / B* C F"))
    fixture_plans.set_dates(division, {1: datetime.date(2026, 9, 5)})
    browser = sign_in(leiterin)
    content = browser.get(address_of(division, "plan_file", "csv")).content
    assert content.decode("utf-8-sig").splitlines()[:2] == [
        "Spieltag;Datum;Gruppe;Mannschaften",
        "1;2026-09-05;1;A* B C",
    ]
    page = browser.post(address_of(division, "upload_plan"), {"file": SimpleUploadedFile("plan.csv", content)})
    assert page.context["form"]["text"].value() == "1: A* B C / D E F*\n2: A D E / B* C F"


def test_a_day_that_has_begun_stays_and_the_others_may_change(club):
    division = make_division(club, "ABCDEFHJ", "A* B C D / E* F H J\nA E B F / C H D J", rounds=1)
    start(groups_of(division, 1)[0])
    fixture_plans.set_plan(division, fixture_plans.read("A* B C D / E* F H J\nA E C H / B F D J\nA F C J / B E D H"))
    assert write_plan(fixture_plans.plan_of(division)).splitlines()[1:] == [
        "2: A C E H / B D F J",
        "3: A C F J / B D E H",
    ]
    assert messages_of(fixture_plans.set_plan, division, fixture_plans.read("A B C E* / D F H J")) == [
        "Der 1. Spieltag hat schon angefangen; im Spielplan bleibt er, wie er ist."
    ]
    assert division.matchdays.count() == 3
    fixture_plans.set_plan(division, fixture_plans.read("A* B C D / E* F H J"))
    assert [day.number for day in division.matchdays.all()] == [1]


def test_dates_go_to_the_events(club):
    division = make_division(club, "ABCD", "1: A* B C D", rounds=1)
    group = groups_of(division, 1)[0]
    start(group)
    fixture_plans.set_dates(division, {1: datetime.date(2026, 10, 31)})
    group.event.refresh_from_db()
    assert group.event.date == datetime.date(2026, 10, 31)
    assert messages_of(fixture_plans.set_dates, division, {1: None}) == [
        "1. Spieltag: Eine Gruppe hat schon angefangen; bitte das Datum angeben."
    ]
