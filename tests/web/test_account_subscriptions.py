"""The page on which an account sees what it is told of; a club hears of its deadline there."""

import datetime

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.access import Role
from skatliga.leagues.models import Division, Matchday, Team
from skatliga.people.models import ClubRole, User
from skatliga.registrations import services as registrations
from skatliga.registrations.models import TeamTerms
from skatliga.subscriptions import services
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.sending import send_due
from web.desk import text_of
from web.league import make_division
from web.listeners import link_in, told

pytestmark = pytest.mark.usefixtures("mails")

DAY = datetime.timedelta(days=1)
PAGE = "/konto/benachrichtigungen/"
ADDRESS = "leiterin@example.org"


@pytest.fixture
def division(club) -> Division:
    """The club directs a league and plays in it with A and B."""
    made = make_division(club, "ABCD", "1: A* B C D", players=5)
    Matchday.objects.update(date=timezone.localdate() + 180 * DAY)
    Team.objects.filter(letter__in="AB").update(club=club)
    return made


@pytest.fixture
def browser(division, leiterin, sign_in) -> Client:
    """Of who directs the club; the account has an address."""
    User.objects.filter(pk=leiterin.pk).update(email=ADDRESS)
    return sign_in(leiterin)


@pytest.fixture
def listening(browser, club) -> Subscription:
    """The account has asked to be told of the club's deadline, and has said yes."""
    browser.post(reverse("subscriptions:begin_club", args=[club.slug]))
    confirm()
    return Subscription.objects.get()


def confirm() -> None:
    send_due()
    Client().post(link_in(mail.outbox[-1]), {"tun": "bestaetigen"})
    mail.outbox.clear()


def closes_in(days: int) -> None:
    TeamTerms.objects.update(closes_on=timezone.localdate() + days * DAY)


@pytest.fixture
def terms(division, leiterin) -> TeamTerms:
    return registrations.open_registration(division.season, leiterin, closes_on=timezone.localdate() + 30 * DAY)


def test_an_account_sees_what_it_can_be_told_of_begins_and_ends_it(browser, division, club):
    assert PAGE in browser.get("/konto/").content.decode()
    page = text_of(browser.get(PAGE))
    assert "Bisher von nichts." in page
    assert "Staffeln, die Sie leiten" in page and "Ihre Vereine" in page
    answer = browser.post(reverse("subscriptions:begin_division", args=[division.pk]), follow=True)
    assert f"An {ADDRESS} geht eine E-Mail." in text_of(answer)
    assert "Bitte sehen Sie in Ihre E-Mail und stimmen Sie dort zu." in text_of(answer)
    assert "Staffeln, die Sie leiten" not in text_of(answer)
    confirm()
    answer = browser.post(reverse("subscriptions:begin_club", args=[club.slug]), follow=True)
    assert f"Eingetragen: Was neu ist, geht an {ADDRESS}." in text_of(answer)  # confirmed once for all
    assert told() == []
    assert text_of(browser.get(PAGE)).count(f"per E-Mail an {ADDRESS}") == 2
    for each in Subscription.objects.all():
        assert browser.post(f"{PAGE}beenden/", {"weg": each.pk}).url == PAGE
    assert not Subscription.objects.exists()


def test_what_another_account_has_begun_is_ended_by_itself_alone(listening, admin, sign_in):
    assert sign_in(admin).post(f"{PAGE}beenden/", {"weg": listening.pk}).status_code == 404
    assert Subscription.objects.filter(pk=listening.pk).exists()
    assert ADDRESS not in text_of(sign_in(admin).get(PAGE))


def test_an_account_without_an_address_is_told_where_to_enter_one(division, leiterin, sign_in):
    browser = sign_in(leiterin)
    assert "Bei Ihrem Konto steht noch keine E-Mail-Adresse." in text_of(browser.get(PAGE))
    answer = browser.post(reverse("subscriptions:begin_division", args=[division.pk]), follow=True)
    assert "Bitte zuerst unter „Mein Konto“ eine E-Mail-Adresse eintragen." in text_of(answer)
    assert not Subscription.objects.exists()


def test_an_account_is_offered_one_press_on_the_page_of_a_staffel(browser, division):
    page = reverse("subscriptions:division", args=[division.season.slug, division.slug])
    assert f"Die Nachrichten gehen an {ADDRESS}." in text_of(browser.get(page))
    assert "Wer die Staffel leitet, hört auch" in text_of(browser.get(page))
    browser.post(reverse("subscriptions:begin_division", args=[division.pk]))
    assert "Sie haben diese Staffel schon ausgewählt." in text_of(browser.get(page))


def test_who_asks_twice_is_there_once(browser, division, leiterin):
    leiterin.refresh_from_db()
    first = services.subscribe_account(leiterin, division)
    assert services.subscribe_account(leiterin, division) == first
    with pytest.raises(IntegrityError), transaction.atomic():
        Subscription.objects.create(division=division, user=leiterin, way="mail", address="other@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        Subscription.objects.create(team=division.teams.first(), user=leiterin, way="mail", address=ADDRESS)


def test_a_club_hears_a_week_before_its_deadline_once(listening, club, terms):
    closes_in(8)
    assert told() == []
    closes_in(7)
    day = f"{timezone.localdate() + 7 * DAY:%d.%m.%Y}"
    assert told() == [f"Nur noch bis zum {day}: Mannschaften melden"]
    assert f"{club.name} hat für die Saison nach „Liga 2026“ noch nichts gemeldet." in mail.outbox[-1].body
    page = reverse("registrations:club_teams", args=["liga-2026", club.slug])
    assert f"https://skat.example{page}" in mail.outbox[-1].body
    assert told() == []


def test_two_days_before_the_deadline_it_is_told_once_more(listening, terms, monkeypatch):
    closes_in(7)
    assert len(told()) == 1
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now + 4 * DAY)
    assert told() == []
    monkeypatch.setattr(timezone, "now", lambda: now + 5 * DAY)
    assert len(told()) == 1
    monkeypatch.setattr(timezone, "now", lambda: now + 8 * DAY)
    assert told() == []


def test_a_club_that_has_sent_something_in_hears_nothing(listening, club, terms, leiterin):
    registrations.register(terms, club, [], leiterin)  # it plays no more
    closes_in(2)
    assert told() == []


def test_who_does_not_direct_the_club_any_more_hears_nothing(listening, terms, leiterin):
    ClubRole.objects.filter(user=leiterin).update(role=Role.LISTENFUEHRER)
    closes_in(2)
    assert told() == []


def test_a_deadline_that_was_near_before_somebody_asked_is_no_news(browser, club, terms):
    closes_in(6)
    browser.post(reverse("subscriptions:begin_club", args=[club.slug]))
    confirm()
    assert told() == []


def test_programs_of_a_club_and_its_accounts_do_not_mix(listening, club, admin, sign_in):
    services.add_hook(club, "https://verein.example/")
    page = reverse("subscriptions:hooks", args=[club.slug])
    assert "https://verein.example/" in text_of(sign_in(admin).get(page))
    assert ADDRESS not in text_of(sign_in(admin).get(page))
    assert sign_in(admin).post(reverse("subscriptions:end_hook", args=[club.slug, listening.pk])).status_code == 404
