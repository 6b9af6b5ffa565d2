"""A captain's phone: line-up, changes and signature by the code of the team; what is missing of a season's days."""

import datetime
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.federations.licences import give_licence
from skatliga.federations.models import StartRules
from skatliga.leagues import matchdays, squads
from skatliga.leagues.models import Exchange, Group, GroupTeam, LineupPlace, Season, Team
from skatliga.leagues.open_days import open_days
from skatliga.people import services as people
from skatliga.people.models import Player, User
from skatliga.phones.access import MOST_WRONG
from skatliga.phones.team_access import renew_team_code, team_code_path, team_path
from web.desk import text_of
from web.league import Book, groups_of, make_division, start
from web.replayed import world

pytestmark = pytest.mark.django_db


@world
def make_day(club):
    """Asse A meets B, C and D on two days; five players each, the club of A on this site."""
    division = make_division(club, "ABCD", "1: A* B C D\n2: A B* C D", players=5)
    asse = people.create_club("Asse")
    people.invite(asse, "chef", Role.LISTENFUEHRER)
    people.invite(asse, "obmann", Role.SPIELLEITUNG)
    Team.objects.filter(letter="A").update(club=asse)
    team = Team.objects.get(letter="A")
    squads.change_team(team, captain=team.squad.first().player)
    return division


@pytest.fixture
def division(club):
    return make_day(club)


@pytest.fixture
def team(division) -> Team:
    return Team.objects.select_related("captain").get(letter="A")


def at(team: Team, page: str = "", day: int = 1) -> str:
    return f"{team_path(Team.objects.select_related('phone_pass').get(pk=team.pk))}{page}?tag={day}"


def squad(team: Team) -> list[Player]:
    return [each.player for each in team.squad.select_related("player")]


def named(team: Team, day: int = 1) -> list[str]:
    places = LineupPlace.objects.filter(group_team__team=team, matchday__number=day, position__isnull=False)
    return [place.player.name for place in places.select_related("player")]


def test_a_captain_names_who_plays_until_the_seats_are_given(division, team, client):
    players = squad(team)
    page = client.get(at(team))
    assert "Wer spielt?" in page.text and page["Cache-Control"] == "private, no-cache"
    assert "Staffel Ost B, Staffel Ost C, Staffel Ost D" in text_of(page)
    sent = {f"place_{number}": str(player.pk) for number, player in enumerate(players[:4], 1)}
    answer = client.post(at(team, "aufstellung/"), sent, follow=True)
    assert "Gespeichert." in answer.text and named(team) == [player.name for player in players[:4]]
    client.post(at(team, "aufstellung/"), sent | {"place_1": str(players[4].pk)})
    assert named(team) == [players[4].name, *(player.name for player in players[1:4])]
    twice = client.post(at(team, "aufstellung/"), sent | {"place_1": sent["place_2"]})
    assert twice.status_code == 422 and f"{players[1].name} steht zweimal in der Aufstellung." in twice.text
    foreign = Team.objects.get(letter="B").squad.first().player
    assert client.post(at(team, "aufstellung/"), sent | {"place_1": str(foreign.pk)}).status_code == 422
    assert len(named(team)) == 4
    # The history says nobody did it: a code is nobody's.
    assert set(LineupPlace.history.values_list("history_user", flat=True)) == {None}
    [group] = groups_of(division, 1)
    for member in group.teams.exclude(team=team).select_related("team"):
        client.post(
            at(member.team, "aufstellung/"),
            {f"place_{number}": str(player.pk) for number, player in enumerate(squad(member.team)[:4], 1)},
        )
    matchdays.begin(groups_of(division, 1)[0])
    late = client.post(at(team, "aufstellung/"), sent, follow=True)
    assert "Die Gruppe hat schon angefangen; wer jetzt kommt oder geht, wird gewechselt." in late.text
    assert "Wer spielt?" not in client.get(at(team)).text


def test_what_is_reported_looks_like_it(division, team, client):
    players = squad(team)
    page = text_of(client.get(at(team)))
    assert "Noch nicht gemeldet." in page and "Gemeldet am" not in page
    nobody = client.post(at(team, "aufstellung/"), {"place_1": ""})
    said = "Bitte wählen, wer spielt. Kommt die Mannschaft nicht, sagen Sie es der Staffelleitung."
    assert (nobody.status_code, said in text_of(nobody), named(team)) == (422, True, [])
    two = {"place_1": str(players[0].pk), "place_2": str(players[1].pk)}
    page = text_of(client.post(at(team, "aufstellung/"), two, follow=True))
    assert "Das sind erst 2 von 4. Beginnen darf die Mannschaft mit 3." in page
    assert re.search(rf"Gemeldet am .*{players[0].name} {players[1].name} Das sind erst", page)
    four = {f"place_{number}": str(player.pk) for number, player in enumerate(players[:4], 1)}
    page = text_of(client.post(at(team, "aufstellung/"), four, follow=True))
    assert "Das sind erst" not in page and "Noch nicht gemeldet" not in page and "Aufstellung ändern" in page
    client.post(at(team, "aufstellung/"), {"place_1": ""})
    assert named(team) == [player.name for player in players[:4]]


def test_the_code_opens_the_day_that_is_next(division, team, client):
    """A day that all have signed is over for them, also before it is binding; one that is not there signs nothing."""
    [group] = groups_of(division, 1)
    address = team_path(team)
    members = list(group.teams.order_by("team__letter"))
    GroupTeam.objects.filter(pk=members[3].pk).update(absence=GroupTeam.Absence.ABSENT)
    shown = []
    for member in members[:3]:
        shown.append(client.get(address).context["day"].member.matchday.number)
        GroupTeam.objects.filter(pk=member.pk).update(signed_by="X", signed_at=timezone.now())
    shown.append(client.get(address).context["day"].member.matchday.number)
    assert shown == [1, 1, 1, 2]
    GroupTeam.objects.update(signed_by="X", signed_at=timezone.now())
    assert client.get(address).context["day"].member.matchday.number == 2  # the last one, where nothing is left


def test_the_colours_stand_beside_the_names(division, team, club, leiterin, client):
    StartRules.objects.create(club=club)
    one, two, *_others = squad(team)
    Player.objects.filter(pk=one.pk).update(federation_number="07.1")
    for player in (one, two):
        give_licence(player, team.club, datetime.date(2026, 1, 1), leiterin)
    page = client.get(at(team)).text
    choices = dict(re.findall(r'<option value="(\d+)"[^>]*>([^<]+)<', page))
    said = [choices[str(player.pk)].removeprefix(player.name) for player in squad(team)]
    assert said == ["", " – bitte prüfen", *[" – darf nicht spielen"] * 3]
    assert "(SpO 1.5)" in page
    red = squad(team)[3]
    answer = client.post(at(team, "aufstellung/"), {"place_1": str(red.pk)})
    assert f"{red.name}: Am 12.09.2026 keine Lizenz für Asse. (SpO 1.5)" in answer.text and not named(team)


def test_somebody_comes_in_from_a_serie_that_has_not_begun(division, team, client):
    [group] = groups_of(division, 1)
    start(group)
    out, new = (
        LineupPlace.objects.filter(group_team__team=team).first(),
        squad(team)[4],
    )
    sent = {"out": str(out.pk), "player": str(new.pk), "serie": "1"}
    assert client.post(at(team, "wechsel/"), sent).status_code == 422
    client.post(at(team, "wechsel/"), sent | {"reason": "krank"})
    made = Exchange.objects.get()
    assert (made.by, made.deal, made.serie, made.reason, made.into.player) == (None, 1, 1, "krank", new)
    assert f"{new.public_name} für {out.player.public_name}, ab Serie 1" in client.get(at(team)).text


def test_both_captains_sign_what_they_have_seen(division, team, client):
    [group] = groups_of(division, 1)
    start(group)
    book = Book(division, "signed")
    book.play(group, 1)
    page = client.get(at(team))
    assert "Serie 2: Es fehlen die Listen der Tische 1, 2, 3, 4." in text_of(page)
    early = {"name": "Anna", "version": str(page.context["day"].version)}
    assert "Unterschrieben wird, wenn alle Listen da sind." in client.post(at(team, "unterschrift/"), early).text
    for serie in (2, 3):
        book.play(group, serie)
    page = client.get(at(team))
    assert page.context["sign"].initial["name"] == team.captain.name
    sent = {"name": "Anna Asmus", "version": str(page.context["day"].version)}
    other = Team.objects.get(letter="B")
    client.post(at(other, "unterschrift/"), sent | {"name": "Berta Bube"})
    Event.objects.update(version=1 + page.context["day"].version)
    stale = client.post(at(team, "unterschrift/"), sent)
    assert stale.status_code == 422 and "Der Spielbericht hat sich gerade geändert." in stale.text
    sent["version"] = str(stale.context["sign"].initial["version"])
    client.post(at(team, "unterschrift/"), sent)
    signed = dict(GroupTeam.objects.exclude(signed_by="").values_list("team__letter", "signed_by"))
    assert signed == {"A": "Anna Asmus", "B": "Berta Bube"}
    last = GroupTeam.history.filter(team=team).latest("history_id")
    assert (last.history_user, last.history_change_reason) == (None, "mit dem Code der Mannschaft")
    with CaptureQueriesContext(connection) as queries:
        client.get(at(team))
    assert len(queries) == 12


def test_a_code_opens_one_team_until_it_is_renewed(division, team, client, sign_in, leiterin, fremde):
    old = at(team)
    assert client.get(team_code_path(team)).url == team_path(team)
    other = Team.objects.get(letter="B")
    assert client.get(f"/k/{other.pk}/{old.split('/')[3]}/").status_code == 404
    assert client.get(f"/k/{2**70}/aaaa/").status_code == 404
    assert (
        client.get(f"{team_path(team)}?tag=9").status_code == client.get(f"{team_path(team)}?tag=x").status_code == 404
    )
    address = reverse("phones:own_team", args=[division.season.slug, division.slug, "A"])
    renew = reverse("phones:renew_team_code", args=[division.season.slug, division.slug, "A"])
    chef, obmann = (sign_in(User.objects.get(username=name)) for name in ("chef", "obmann"))
    assert team_path(team) in chef.get(address).text and team_path(team) in sign_in(leiterin).get(address).text
    assert sign_in(fremde).get(address).status_code == 404
    assert chef.post(renew).status_code == 403
    assert "Ab jetzt gilt ein neuer Code" in obmann.post(renew, follow=True).text
    assert client.get(old).status_code == 404 and client.get(at(team)).status_code == 200
    Season.objects.update(state=Season.State.DRAFT)
    assert "Der Spielplan steht hier, sobald die Staffelleitung ihn veröffentlicht." in client.get(at(team)).text
    assert client.post(at(team, "aufstellung/"), {}).status_code == 404


def test_who_guesses_is_stopped(team):
    cache.clear()
    stranger = Client()
    answers = [stranger.get(f"/k/{team.pk}/{'a' * 26}/").status_code for _try in range(MOST_WRONG + 1)]
    assert answers == [404] * MOST_WRONG + [429]


def test_a_club_is_told_of_line_ups_that_are_missing(division, team, sign_in):
    division.matchdays.filter(number=2).update(date=datetime.date.today() + datetime.timedelta(3))
    chef = sign_in(User.objects.get(username="chef"))
    assert "Staffel Ost A: noch keine Aufstellung für den 2. Spieltag am" in chef.get("/").text


# ---- The Staffelleiter


def test_what_is_missing_of_all_days_and_one_button(division, leiterin, sign_in, django_assert_num_queries):
    """A group that is whole, one whose captain has not signed, one without its lists, one to come."""
    season = division.season
    [first], [second] = groups_of(division, 1), groups_of(division, 2)
    start(first)
    book = Book(division, "bound")
    for serie in (1, 2, 3):
        book.play(first, serie)
    for member in first.teams.exclude(team__letter="D").select_related("team"):
        member.group = first
        matchdays.sign(member, "X", None)
    direct = sign_in(leiterin)
    address = reverse("leagues:open_days", args=[season.slug])
    with django_assert_num_queries(5):
        day, _to_come = open_days(season)
    [found] = day.groups
    assert (found.ready, found.sound, [each.team.letter for each in found.unsigned]) == (False, True, ["D"])
    assert "Unterschrift fehlt: Staffel Ost D" in text_of(direct.get(address))
    direct.post(address)
    assert not Group.objects.filter(binding_at__isnull=False).exists()
    start(second)
    answer = direct.post(address, {"reason": "D ist abgereist"}, follow=True)
    assert "1 Gruppe ist jetzt verbindlich." in answer.text
    assert Group.objects.get(pk=first.pk).binding_by == leiterin
    said = text_of(answer)
    assert "Gruppe 1, Serie 1: Es fehlen die Listen der Tische 1, 2, 3, 4." in said and "1. Spieltag" not in said
    for serie in (1, 2, 3):
        book.play(second, serie)
    for member in second.teams.select_related("team"):
        member.group = second
        matchdays.sign(member, "X", None)
    assert "1 Gruppe ist vollständig" in text_of(direct.get(address))
    direct.post(address)
    assert "Alles, was gespielt ist, ist verbindlich." in direct.get(address).text


def test_the_history_keeps_who_has_renewed_a_code(team, leiterin):
    renew_team_code(team, leiterin)
    renew_team_code(team, leiterin)
    held = type(team).objects.get(pk=team.pk).phone_pass
    assert [each.generation for each in held.history.order_by("pk")] == [0, 1, 2]
