"""Being told of a team of a league, by whoever leads it: on the page of its code, by mail."""

import datetime
import json

import http_ece
import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from skatliga.leagues import binding, lineups
from skatliga.leagues.models import Group, Matchday, Season, Team
from skatliga.lists import protests
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change
from skatliga.lists.workflow import move
from skatliga.phones.team_access import team_path
from skatliga.promotions.models import Promotion
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.sending import send_due
from skatliga.subscriptions.team_occasions import of_team
from skatliga.subscriptions.telling import forget_old
from web.desk import text_of
from web.league import groups_of, make_division, play_day
from web.listeners import link_in, told

pytestmark = pytest.mark.usefixtures("mails")

DAY = datetime.timedelta(days=1)
ASKING = "captain@example.org"
QUERIES = 4
"""The match days, protests, lists opened again, Auf- und Abstieg."""


@pytest.fixture
def division(club):
    """A meets B, C and D on two days."""
    return make_division(club, "ABCD", "1: A* B C D\n2: A B* C D", players=5)


@pytest.fixture
def team(division) -> Team:
    return Team.objects.select_related("phone_pass", "division__season").get(letter="A")


@pytest.fixture
def asked(team) -> Subscription:
    """Who leads A has asked on its page and confirmed what came by mail."""
    Client().post(f"{team_path(team)}benachrichtigen/", {"email": ASKING})
    send_due()
    Client().post(link_in(mail.outbox[-1]), {"tun": "bestaetigen"})
    mail.outbox.clear()
    return Subscription.objects.get()


def test_an_address_is_asked_first_and_ended_on_the_page_of_the_team(team):
    browser, page = Client(), team_path(team)
    assert "Sie hören von verbindlichen Ergebnissen" in text_of(browser.get(page))
    assert browser.post(f"{page}benachrichtigen/", {"email": ASKING}).url == page
    assert f"{ASKING} noch nicht bestätigt" in text_of(browser.get(page))
    assert told() == [f"Bitte bestätigen: {team.division.season.name}"]
    own = link_in(mail.outbox[-1])
    assert "Sie hören von verbindlichen Ergebnissen, von Protesten" in mail.outbox[-1].body
    assert "Plätze" not in mail.outbox[-1].body
    asked = text_of(browser.get(own))
    assert team.name in asked and f"an {ASKING}" in asked and "wenn die Aufstellung fehlt" in asked
    assert "Ist bestätigt" in text_of(browser.post(own, {"tun": "bestaetigen"}))
    assert browser.post(f"{page}abbestellen/", {"weg": Subscription.objects.get().pk}).url == page
    assert not Subscription.objects.exists()


def test_what_is_no_address_is_refused_on_the_page(team):
    answer = Client().post(f"{team_path(team)}benachrichtigen/", {"email": "captain"})
    assert answer.status_code == 422
    assert "Bitte gültige E-Mail-Adresse eingeben." in text_of(answer)
    assert not Subscription.objects.exists()


def test_a_phone_asks_on_the_page_of_the_team_and_is_told(team, browser_keys, receiver):
    browser, page = Client(), team_path(team)
    assert f'data-to="{page}benachrichtigen/"' in browser.get(page).content.decode()
    sent = {"endpoint": "https://push.example/captain", **browser_keys.sent}
    assert browser.post(f"{page}benachrichtigen/", sent).url == page
    assert "Mitteilung auf dem Handy" in text_of(browser.get(page))
    Matchday.objects.filter(number=1).update(date=timezone.localdate() + DAY)
    assert told() == []  # no mail
    [(path, headers, body)] = receiver.got
    assert path == "/captain" and headers["Content-Encoding"] == "aes128gcm"
    said = http_ece.decrypt(body, private_key=browser_keys.own, auth_secret=browser_keys.auth, version="aes128gcm")
    day = f"{timezone.localdate() + DAY:%d.%m.%Y}"
    assert json.loads(said)["title"] == f"1. Spieltag am {day}: Aufstellung fehlt"
    assert json.loads(said)["path"] == page
    told()
    assert len(receiver.got) == 1


def test_what_is_no_way_to_a_browser_is_refused_on_the_page_of_the_team(team):
    sent = {"endpoint": "http://push.example/1", "p256dh": "A" * 87, "auth": "A" * 22}
    answer = Client().post(f"{team_path(team)}benachrichtigen/", sent)
    assert answer.status_code == 422
    assert "Dieser Browser kann keine Mitteilungen bekommen." in text_of(answer)


def test_the_way_of_another_team_is_not_ended(asked, division):
    other = Team.objects.select_related("phone_pass").get(letter="B")
    assert Client().post(f"{team_path(other)}abbestellen/", {"weg": asked.pk}).status_code == 404
    assert Subscription.objects.filter(pk=asked.pk).exists()


def test_a_match_day_is_told_once_each_time_it_becomes_binding(asked, division, leiterin):
    assert told() == []
    group = play_day(division, leiterin)
    assert told() == ["1. Spieltag: Ergebnisse verbindlich"]
    text = mail.outbox[-1].body
    assert [text.count(f"{team.name}: ") for team in division.teams.all()] == [1, 1, 1, 1]
    assert f"https://skat.example{group.get_absolute_url()}" in text
    assert told() == []
    Group.objects.filter(pk=group.pk).update(binding_at=None, binding_by=None)
    assert told() == []
    Group.objects.filter(pk=group.pk).update(binding_at=timezone.now() + DAY, binding_by=leiterin)
    assert told() == ["1. Spieltag: Ergebnisse verbindlich"]


def test_a_protest_and_its_decision_are_told_once_each_and_not_what_it_says(asked, division, leiterin):
    play_day(division, leiterin, bound=False)
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    made = protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    assert told() == ["1. Spieltag: Protest gegen die Liste von Serie 1, Tisch 3"]
    assert "Spiel 7" not in mail.outbox[-1].body
    assert told() == []
    protests.answer(made, "rejected", "Es war Kreuz.", leiterin)
    assert told() == ["1. Spieltag: Protest entschieden, Serie 1, Tisch 3"]
    assert "zurückgewiesen" in mail.outbox[-1].body
    assert "Kreuz" not in mail.outbox[-1].body
    assert told() == []


def test_a_protest_against_a_list_that_was_annulled_is_not_told(asked, division, leiterin):
    play_day(division, leiterin, bound=False)
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    protests.protest(sheet, "Spiel 7 war Herz.", leiterin)
    move(sheet.pk, Sheet.State.ANNULLED, Change(sheet.revision, leiterin, "Falsch ausgeteilt"))
    assert told() == []


def test_more_protests_ask_the_database_no_more_often(team, division, leiterin, django_assert_num_queries):
    play_day(division, leiterin, bound=False)
    for number in (1, 2, 3):
        protests.protest(Sheet.objects.get(table__round__number=1, table__number=number), "Bitte prüfen.", leiterin)
        with django_assert_num_queries(QUERIES):
            assert len(list(of_team(team))) == number


def test_a_list_that_is_opened_again_is_told_once_the_day_was_binding(asked, division, leiterin):
    group = play_day(division, leiterin, bound=False)
    sheet = Sheet.objects.get(table__round__number=1, table__number=3)
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Zu früh geprüft"))
    assert told() == []
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.CHECKED, Change(sheet.revision, leiterin))
    binding.bind(group, leiterin, "ohne Unterschriften")
    assert told() == ["1. Spieltag: Ergebnisse verbindlich"]
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, leiterin, "Spiel 7 war Herz"))
    assert told() == ["1. Spieltag wieder geöffnet: Liste von Serie 1, Tisch 3"]
    assert "Spiel 7 war Herz" in mail.outbox[-1].body
    assert told() == []


def test_what_was_binding_before_somebody_asked_is_no_news(division, leiterin, team):
    play_day(division, leiterin)
    Client().post(f"{team_path(team)}benachrichtigen/", {"email": ASKING})
    send_due()
    Client().post(link_in(mail.outbox[-1]), {"tun": "bestaetigen"})
    assert told() == []


@pytest.mark.parametrize(("days", "said"), [(-1, 0), (0, 1), (2, 1), (3, 0)])
def test_two_days_before_a_match_day_a_missing_line_up_is_told_once(asked, division, team, days, said):
    day = timezone.localdate() + days * DAY
    Matchday.objects.filter(number=1).update(date=day)
    Matchday.objects.filter(number=2).update(date=day + 30 * DAY)
    assert told() == [f"1. Spieltag am {day:%d.%m.%Y}: Aufstellung fehlt"] * said
    assert told() == []


def test_who_has_named_a_line_up_hears_nothing(asked, division, team):
    Matchday.objects.filter(number=1).update(date=timezone.localdate() + DAY)
    [group] = groups_of(division, 1)
    lineups.prepare(group)
    member = group.teams.select_related("group__matchday__division__season", "group__event", "team").get(team=team)
    lineups.set_lineup(member, [each.player for each in team.squad.all()[:4]])
    assert told() == []


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("up", "Aufstieg: Mannschaft A spielt nächste Saison in Oberliga"),
        ("down", "Abstieg: Mannschaft A spielt nächste Saison in Oberliga"),
        ("stay", "Mannschaft A spielt nächste Saison in Oberliga"),
        ("out", "Mannschaft A nimmt nächste Saison nicht teil"),
    ],
)
def test_where_a_team_plays_next_is_told_once_the_next_season_is_public(asked, division, leiterin, team, way, said):
    season = division.season
    following = Season.objects.create(
        club=season.club, name="Liga 2027", slug="liga-2027", rulebook=season.rulebook, evaluation=season.evaluation
    )
    move = {
        **{"team": str(team.pk), "name": "Mannschaft A", "way": way, "level": 1, "source": "", "division": "Liga"},
        **{"place": 1, "target": "", "into": "Oberliga", "reasons": []},
    }
    other = move | {"team": "0", "name": "Mannschaft B"}
    made = {"next_season": following, "moves": [other, move], "made_by": leiterin, "made_at": timezone.now() - 60 * DAY}
    Promotion.objects.create(season=season, **made)
    assert told() == []
    Season.objects.filter(pk=following.pk).update(state=Season.State.PUBLISHED)
    assert told() == [said]
    assert told() == []


def test_of_a_season_that_is_long_over_nobody_is_told_any_more(asked, division):
    today = timezone.localdate()
    Matchday.objects.update(date=today)
    forget_old()
    assert Subscription.objects.exists()
    Matchday.objects.update(date=today - 180 * DAY)
    forget_old()
    assert Subscription.objects.exists()
    Matchday.objects.update(date=today - 181 * DAY)
    forget_old()
    assert not Subscription.objects.exists()
