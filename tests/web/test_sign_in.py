"""Signing in, and how guessing at passwords ends."""

import datetime

import pytest
from axes.models import AccessAttempt
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from skatliga.access import Role
from skatliga.people import services
from skatliga.people.lockout import MOST, forget_old
from skatliga.people.models import GuessedName, User
from web.replayed import world

pytestmark = pytest.mark.django_db
PASSWORD = "karo-sieben-ouvert"
SIGN_IN = "/anmelden/"
# Of „ärmel“: capitals, the mark apart from its letter, wide letters.
SPELLINGS = [
    *("ärmel", "Ärmel", "ÄRMEL", "äRMEL", "ärMel", "ärmeL", "ÄrMeL", "äRmEl"),
    *("a\u0308rmel", "A\u0308rmel", "A\u0308RMEL", "a\u0308RMEL"),
    *("ä\uff52mel", "Ä\uff32\uff2d\uff25\uff2c", "\uff41\u0308rmel"),
]


@pytest.fixture
@world
def aermel(club) -> User:
    user = services.invite(club, "ärmel", Role.READER).user
    user.set_password(PASSWORD)
    user.save()
    return user


def tried(browser: Client, name: str, password: str = "falsch", address: str = "192.0.2.1") -> int:
    return browser.post(SIGN_IN, {"username": name, "password": password}, REMOTE_ADDR=address).status_code


def test_spellings_of_a_name_are_one_account(aermel):
    assert len(set(SPELLINGS)) == 15
    for spelling in SPELLINGS:
        assert tried(Client(), spelling, PASSWORD) == 302
        with pytest.raises(ValidationError, match="Diesen Benutzernamen gibt es schon"):
            User(username=spelling, password="x").full_clean()


def test_sixty_wrong_passwords_in_fifteen_spellings_are_stopped_at_the_fifth(client, aermel):
    answers = [tried(client, SPELLINGS[number % 15]) for number in range(60)]
    assert answers == [200] * 4 + [429] * 56


def test_trying_on_does_not_keep_an_address_closed(client, aermel):
    for _guess in range(5):
        tried(client, "ärmel")
    closed = AccessAttempt.objects.get().attempt_time
    assert [tried(client, "ärmel") for _guess in range(3)] == [429] * 3
    assert AccessAttempt.objects.get().attempt_time == closed
    AccessAttempt.objects.update(attempt_time=closed - datetime.timedelta(minutes=16))
    assert tried(client, "ärmel", PASSWORD) == 302


def test_a_password_set_at_the_machine_begins_the_count_anew(client, aermel):
    for number in range(MOST):
        tried(client, "ärmel", address=f"192.0.2.{number}")
    aermel.set_password("pik-acht-hand")  # as manage.py changepassword does
    aermel.save()
    assert tried(client, "ärmel", "pik-acht-hand", "198.51.100.1") == 302


def test_one_account_guessed_at_from_many_addresses_closes_for_the_day(client, aermel):
    answers = [tried(client, SPELLINGS[n % 15], address=f"192.0.2.{n}") for n in range(MOST + 5)]
    assert answers == [200] * MOST + [429] * 5
    answer = client.post(SIGN_IN, {"username": "ärmel", "password": PASSWORD}, REMOTE_ADDR="198.51.100.1")
    assert answer.status_code == 429
    assert "bis morgen nimmt es keines mehr an" in answer.content.decode()
    assert tried(client, "jemand-anders", address="198.51.100.1") == 200
    assert GuessedName.objects.get(name="ärmel").wrong == MOST  # what was tried afterwards does not prolong it
    GuessedName.objects.update(since=timezone.now() - datetime.timedelta(hours=25))
    assert tried(client, "ärmel", PASSWORD) == 302
    assert not GuessedName.objects.filter(name="ärmel").exists()


def test_the_owner_is_not_locked_out_of_a_closed_account(client, aermel):
    home = Client()
    assert tried(home, "ärmel", PASSWORD) == 302
    home.post("/abmelden/")
    for number in range(MOST):
        tried(client, "ärmel", address=f"192.0.2.{number}")
    assert tried(client, "ärmel", PASSWORD, "198.51.100.1") == 429
    assert tried(home, "ärmel", PASSWORD, "198.51.100.1") == 302  # in the browser of before

    for number in range(MOST):
        tried(client, "ärmel", address=f"192.0.2.{number}")
    elsewhere = Client()
    aermel.refresh_from_db()
    page = elsewhere.get(services.password_path(aermel), follow=True).redirect_chain[-1][0]
    elsewhere.post(page, {"new_password1": "pik-acht-hand", "new_password2": "pik-acht-hand"})
    assert elsewhere.get("/").context["user"] == aermel
    assert tried(Client(), "ärmel", "pik-acht-hand", "198.51.100.2") == 302


def test_a_browser_of_an_earlier_password_is_no_longer_known(client, aermel):
    home = Client()
    tried(home, "ärmel", PASSWORD)
    home.post("/abmelden/")
    aermel.refresh_from_db()
    aermel.set_password("pik-acht-hand")
    aermel.save()
    for number in range(MOST):
        tried(client, "ärmel", address=f"192.0.2.{number}")
    assert tried(home, "ärmel", "pik-acht-hand", "198.51.100.1") == 429


def test_the_old_password_cannot_be_guessed_at_where_it_is_changed(sign_in, aermel):
    browser = sign_in(aermel)
    fields = {"old_password": "falsch", "new_password1": "pik-acht-hand", "new_password2": "pik-acht-hand"}
    answers = [browser.post("/passwort/", fields).status_code for _ in range(6)]
    assert answers == [200] * 4 + [429] * 2


def test_a_role_goes_to_the_account_however_its_name_is_spelled(club, other_club, aermel):
    for spelling in SPELLINGS:
        assert services.invite(club, spelling, Role.READER).user == aermel


def test_what_was_counted_yesterday_is_forgotten(db):
    for name, hours in (("alt", 25), ("neu", 1)):
        GuessedName.objects.create(name=name, wrong=3, since=timezone.now() - datetime.timedelta(hours=hours))
    assert forget_old() == 1
    assert list(GuessedName.objects.values_list("name", flat=True)) == ["neu"]


def test_after_signing_in_one_is_where_one_wanted_to_go(client, leser, club):
    leser.set_password("karo-sieben-ouvert")
    leser.save()
    wanted = f"/vereine/{club.slug}/spieler/"
    sent = client.get(wanted)
    assert sent.url == f"/anmelden/?next={wanted}"
    response = client.post(
        "/anmelden/", {"username": "Leser", "password": "karo-sieben-ouvert", "next": wanted}, follow=True
    )
    assert response.redirect_chain == [(wanted, 302)]
    assert response.status_code == 200
