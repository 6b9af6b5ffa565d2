"""Access keys: made and withdrawn in the user's own account; what they open, and to whom."""

import datetime
import re

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from skatliga.api.keys import MOST_KEYS, create_key, withdraw_key
from skatliga.api.models import AccessKey
from skatliga.events.models import Event
from skatliga.events.roles import grant_role
from skatliga.events.services import set_state
from skatliga.people.services import password_path
from web.api import Asker, codes

pytestmark = pytest.mark.django_db

KEYS = "/konto/schluessel/"
EVENT = "/api/v1/veranstaltungen/{}"


@pytest.fixture
def today(monkeypatch):
    """Let the site believe that it is another day."""

    def becomes(*day: int) -> None:
        monkeypatch.setattr(timezone, "localdate", lambda *args: datetime.date(*day))

    return becomes


def secret_on(response) -> str:
    return re.search(r'value="(skatliga_[0-9a-f]{40})"', response.content.decode())[1]


def test_a_key_is_shown_once_and_stored_as_a_digest_only(sign_in, leser, event):
    browser = sign_in(leser)
    response = browser.post(KEYS, {"name": "Saal", "read_only": "on", "expires_on": ""})
    secret = secret_on(response)
    assert response.headers["Cache-Control"] == "max-age=0, no-cache, no-store, must-revalidate, private"
    again = browser.get(KEYS).content.decode()
    assert "Saal" in again and secret not in again
    stored = AccessKey.objects.values_list("name", "read_only", "expires_on", "last_used_on", "user__username").get()
    assert stored == ("Saal", True, None, None, "leser")
    assert not any(secret[9:] in str(value) for value in AccessKey.objects.values().get().values())
    set_state(event, Event.State.DRAFT)
    assert Asker(secret).get(EVENT.format(event.slug)).json()["role"] == "reader"


def test_two_keys_differ_and_have_160_bits(leser):
    secrets = {create_key(leser, "A").secret, create_key(leser, "B").secret}
    assert len(secrets) == 2
    assert all(re.fullmatch("skatliga_[0-9a-f]{40}", secret) for secret in secrets)


def test_a_withdrawn_key_is_not_accepted(sign_in, leser, event):
    made = create_key(leser, "Saal")
    asker = Asker(made.secret)
    assert asker.get(EVENT.format(event.slug)).status_code == 200
    response = sign_in(leser).post(f"{KEYS}{made.key.pk}/zurueckziehen/", follow=True)
    assert "Der Zugangsschlüssel „Saal“ gilt nicht mehr." in response.content.decode()
    refused = asker.get(EVENT.format(event.slug))
    assert (refused.status_code, refused["WWW-Authenticate"]) == (401, "Bearer")
    assert refused.json() == {
        "problems": [
            {
                "code": "key_not_accepted",
                "message": "Diesen Zugangsschlüssel gibt es nicht, oder er wurde zurückgezogen.",
                "field": "",
                "rule": "",
            }
        ]
    }


def test_a_new_password_withdraws_all_keys_and_the_pages_say_so(sign_in, leser, admin):
    leser.set_password("karo-sieben-ouvert")
    leser.save()
    for user in (leser, leser, admin):
        create_key(user, "Saal")
    browser = sign_in(leser)
    told = "Zugangsschlüssel von Programmen gelten mit einem neuen Passwort nicht mehr."
    assert told in browser.get("/passwort/").content.decode()
    assert "Mit einem neuen Passwort gelten alle Schlüssel nicht mehr." in browser.get(KEYS).content.decode()
    new = "herz-dame-hand"
    browser.post("/passwort/", {"old_password": "falsch", "new_password1": new, "new_password2": new})
    assert AccessKey.objects.count() == 3
    browser.post("/passwort/", {"old_password": "karo-sieben-ouvert", "new_password1": new, "new_password2": new})
    assert list(AccessKey.objects.values_list("user__username", flat=True)) == ["admin"]
    link = Client().get(password_path(admin), follow=True)
    assert told in link.content.decode()
    link.client.post(link.redirect_chain[0][0], {"new_password1": new, "new_password2": new})
    assert not AccessKey.objects.exists()


def test_nobody_withdraws_the_key_of_another(sign_in, leser, admin, betreiber):
    made = create_key(leser, "Wandbild")
    for other in (admin, betreiber):
        assert sign_in(other).post(f"{KEYS}{made.key.pk}/zurueckziehen/").status_code == 404
        assert "Wandbild" not in sign_in(other).get(KEYS).content.decode()
    assert AccessKey.objects.count() == 1


def test_a_key_is_accepted_on_its_last_day_and_not_after(leser, event, today):
    asker = Asker(create_key(leser, "Saal", expires_on=datetime.date(2026, 12, 31)).secret)
    today(2026, 12, 31)
    assert asker.get(EVENT.format(event.slug)).status_code == 200
    today(2027, 1, 1)
    refused = asker.get(EVENT.format(event.slug))
    assert (refused.status_code, codes(refused)) == (401, ["key_not_accepted"])
    assert "abgelaufen" in refused.json()["problems"][0]["message"]


def test_only_the_last_day_of_use_is_kept(leser, event, today, django_assert_num_queries):
    made = create_key(leser, "Saal")
    asker = Asker(made.secret)
    today(2026, 11, 20)
    asker.get("/api/v1/vereine")
    made.key.refresh_from_db()
    assert made.key.last_used_on == datetime.date(2026, 11, 20)
    with django_assert_num_queries(3):  # the key, how many clubs, the clubs
        asker.get("/api/v1/vereine")
    today(2026, 11, 22)
    asker.get("/api/v1/vereine")
    made.key.refresh_from_db()
    assert made.key.last_used_on == datetime.date(2026, 11, 22)


def test_the_key_of_an_account_that_was_closed_is_not_accepted(leser, event):
    asker = Asker(create_key(leser, "Saal").secret)
    leser.is_active = False
    leser.save()
    assert asker.get(EVENT.format(event.slug)).status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Basic YWRtaW46YWRtaW4=", "Bearer", "Bearer  ", "Bearer skatliga_", "bearer x y"]
)
def test_what_is_no_key_is_not_accepted_even_where_everybody_may_read(client, event, header):
    refused = client.get(EVENT.format(event.slug), headers={"Authorization": header})
    assert (refused.status_code, codes(refused)) == (401, ["key_not_accepted"])


def test_the_session_of_a_browser_does_not_count(sign_in, admin, event):
    set_state(event, Event.State.DRAFT)
    refused = sign_in(admin).get(EVENT.format(event.slug))
    assert (refused.status_code, codes(refused)) == (401, ["key_needed"])


def test_a_key_follows_the_roles_of_its_user(leser, fremde, event):
    set_state(event, Event.State.DRAFT)
    asker = Asker(create_key(fremde, "Saal").secret)
    assert asker.get(EVENT.format(event.slug)).status_code == 404
    grant_role(event, "fremde", "reader")
    assert asker.get(EVENT.format(event.slug)).json()["role"] == "reader"
    fremde.event_roles.all().delete()
    assert asker.get(EVENT.format(event.slug)).status_code == 404


def test_there_is_an_end_to_keys(leser):
    for number in range(MOST_KEYS):
        create_key(leser, str(number))
    with pytest.raises(ValidationError, match="zuerst einen zurückziehen"):
        create_key(leser, "noch einer")
    withdraw_key(leser.access_keys.first())
    create_key(leser, "noch einer")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"name": ""}, "Dieses Feld ist zwingend erforderlich."),
        ({"name": "Saal", "expires_on": "2020-01-01"}, "Dieser Tag ist schon vorbei; bitte einen späteren angeben."),
        ({"name": "x" * 61}, "höchstens 60"),
    ],
)
def test_what_is_wrong_with_the_form_stays_in_it(sign_in, leser, fields, said):
    response = sign_in(leser).post(KEYS, fields)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not AccessKey.objects.exists()


def test_without_the_tick_a_key_may_write(sign_in, leser):
    sign_in(leser).post(KEYS, {"name": "Eingabe"})
    assert AccessKey.objects.get().read_only is False


def test_the_page_of_keys_needs_as_many_queries_for_many_keys_as_for_one(sign_in, leser, django_assert_num_queries):
    browser = sign_in(leser)
    for number in range(MOST_KEYS):
        create_key(leser, str(number))
        if number in (0, MOST_KEYS - 1):
            with django_assert_num_queries(3):  # session, user, keys
                browser.get(reverse("api:keys"))


def test_an_account_takes_its_keys_along(fremde):
    create_key(fremde, "Saal")
    fremde.delete()
    assert not AccessKey.objects.exists()
