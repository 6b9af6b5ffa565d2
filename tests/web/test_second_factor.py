"""A second factor beside the password; the dialogue of a browser with a passkey is in tests/browser."""

import time
from binascii import unhexlify

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django_otp.oath import hotp

from skatliga.accounts import factors
from skatliga.people import services
from skatliga.people.models import User
from web.answers import told
from web.replayed import world

pytestmark = pytest.mark.django_db
PASSWORD = "karo-sieben-ouvert"
SIGNED = {"username": "leser", "password": PASSWORD}
STEP = "/konto/zweiter-schritt/"


@pytest.fixture
@world
def leser(leser) -> User:
    leser.set_password(PASSWORD)
    leser.save()
    return leser


def code_of(user: User, steps: int = 0) -> str:
    """What the app shows: now, or so many half minutes after the code that was used last."""
    app = user.totpdevice_set.get()
    counter = app.last_t + steps if app.last_t > 0 else int(time.time()) // 30
    return f"{hotp(unhexlify(app.key), counter):06}"


def set_up(user: User, password: str = PASSWORD) -> list[str]:
    """Set an app up in a browser; the recovery codes."""
    browser = Client()
    browser.post("/anmelden/", {"username": user.username, "password": password})
    page = browser.get(reverse("accounts:add_app"))
    assert page.status_code == 200
    done = browser.post(reverse("accounts:add_app"), {"code": code_of(user)})
    assert told(done) == ["Die App ist eingerichtet."]
    return done.context["codes"]


def test_signing_in_takes_a_code_of_the_app(client, leser):
    codes = set_up(leser)
    assert len(set(codes)) == 10
    assert client.post("/anmelden/", SIGNED).url == STEP
    assert client.get("/").context["user"].is_anonymous
    wrong = client.post(STEP, {"code": "000000"})
    assert wrong.context["form"].errors["code"][0].startswith("Dieser Code stimmt nicht.")
    leser.totpdevice_set.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    leser.staticdevice_set.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert client.post(STEP, {"code": code_of(leser, 1)}).url == "/"
    assert client.get("/").context["user"] == leser


def test_who_signed_in_without_it_does_so_anew(client, leser):
    client.post("/anmelden/", SIGNED)
    assert client.get("/konto/").status_code == 200
    set_up(leser)
    assert client.get("/konto/").url == "/anmelden/?next=/konto/"


def test_a_code_counts_once_and_guessing_slows_down(client, leser):
    set_up(leser)
    client.post("/anmelden/", SIGNED)
    used = code_of(leser)  # the one with which the app was set up
    assert client.post(STEP, {"code": used}).status_code == 200
    assert client.post(STEP, {"code": code_of(leser, 1)}).status_code == 200  # right, but at once behind a wrong one
    assert leser.totpdevice_set.get().throttling_failure_count == 1


def test_a_recovery_code_signs_in_once(client, leser):
    codes = set_up(leser)
    client.post("/anmelden/", SIGNED)
    assert client.post(STEP, {"code": f" {codes[0].upper()} "}).url == "/"
    assert factors.codes_left(leser) == 9
    again = Client()
    again.post("/anmelden/", SIGNED)
    assert again.post(STEP, {"code": codes[0]}).status_code == 200


def test_a_recovery_code_signs_in_after_weeks_with_the_app(client, leser):
    """No code of the app counts as a wrong recovery code, after each of which the wait for the next doubles."""
    codes = set_up(leser)
    for _evening in range(12):
        client.post("/anmelden/", SIGNED)
        app = leser.totpdevice_set.get()
        app.last_t -= 1  # as if half a minute had passed
        app.save()
        assert client.post(STEP, {"code": code_of(leser, 1)}).url == "/"
        client.post("/abmelden/")
    client.post("/anmelden/", SIGNED)
    assert client.post(STEP, {"code": codes[0]}).url == "/"


def test_guessing_at_the_app_leaves_the_recovery_codes_alone(client, leser):
    codes = set_up(leser)
    client.post("/anmelden/", SIGNED)
    for _guess in range(3):
        client.post(STEP, {"code": "000000"})
    assert client.post(STEP, {"code": "１２３４５６"}).status_code == 200  # wide digits
    assert client.post(STEP, {"code": codes[0]}).url == "/"


def test_the_second_step_needs_the_first(client, leser, schreiber):
    set_up(leser)
    assert client.get(STEP).url == "/anmelden/"
    client.post("/anmelden/", SIGNED)
    leser.set_password("pik-acht-hand")  # in between
    leser.save()
    assert client.post(STEP, {"code": code_of(leser, 1)}).url == "/anmelden/"


def test_the_second_step_is_to_be_done_soon(client, leser):
    set_up(leser)
    client.post("/anmelden/", SIGNED)
    session = client.session
    pk, proof, begun, asked = session["second_step"]
    session["second_step"] = [pk, proof, begun - 11 * 60, asked]
    session.save()
    assert client.get(STEP).url == "/anmelden/"


def test_the_page_that_was_asked_for_is_not_forgotten(client, leser):
    set_up(leser)
    client.post("/anmelden/", SIGNED | {"next": "/konto/"})
    assert client.post(STEP, {"code": code_of(leser, 1)}).url == "/konto/"
    client.post("/abmelden/")
    codes = factors.make_codes(leser)
    client.post("/anmelden/", SIGNED | {"next": "//boese.example/"})
    assert client.post(STEP, {"code": codes[0]}).url == "/"


def test_a_one_time_link_does_not_pass_by_the_second_factor(client, leser):
    codes = set_up(leser)
    leser.refresh_from_db()
    page = client.get(services.password_path(leser), follow=True).redirect_chain[-1][0]
    done = client.post(page, {"new_password1": "pik-acht-hand", "new_password2": "pik-acht-hand"})
    assert done.url == STEP
    assert client.get("/").context["user"].is_anonymous
    assert client.post(STEP, {"code": codes[0]}).url == "/"


def test_it_is_demanded_of_operators(client, settings, betreiber, leser):
    settings.SECOND_FACTOR = True
    for user in (betreiber, leser):
        user.set_password(PASSWORD)
        user.save()
    client.post("/anmelden/", {"username": "betreiber", "password": PASSWORD})
    for address in ("/", "/betrieb/", "/konto/alle/", "/veranstaltungen/"):
        assert client.get(address).url == "/konto/zweiter-faktor/"
    assert "Wer die Seite betreibt, braucht" in client.get("/konto/zweiter-faktor/").content.decode()
    client.get(reverse("accounts:add_app"))
    client.post(reverse("accounts:add_app"), {"code": code_of(betreiber)})
    assert client.get("/betrieb/").status_code == 200
    other = Client()
    other.post("/anmelden/", SIGNED)
    assert other.get("/veranstaltungen/").status_code == 200  # of nobody else


def test_on_the_developers_machine_it_is_not_demanded(client, settings, betreiber):
    """The settings of the tests are those of `make run`."""
    assert settings.SECOND_FACTOR is False
    client.force_login(betreiber)
    assert client.get("/betrieb/").status_code == 200
    assert "auf dieser Maschine geht es auch ohne" in client.get("/konto/zweiter-faktor/").content.decode()


def test_the_password_is_enough_again_without_the_last_factor(sign_in, client, leser, betreiber):
    set_up(leser)
    factors.drop(leser, "app", leser.totpdevice_set.get().pk)
    assert factors.codes_left(leser) == 0
    assert client.post("/anmelden/", SIGNED).url == "/"

    set_up(leser)
    done = sign_in(betreiber).post(reverse("accounts:drop_factors_of", args=[leser.pk]), follow=True)
    assert told(done) == ["Für leser genügt wieder das Passwort."]
    assert Client().post("/anmelden/", SIGNED).url == "/"


def test_the_machine_lets_an_operator_back_in(leser, capsys):
    set_up(leser)
    call_command("drop_second_factor", "LESER")
    assert capsys.readouterr().out == "Für leser genügt wieder das Passwort.\n"
    assert Client().post("/anmelden/", SIGNED).url == "/"


def test_factors_are_changed_only_with_the_password_just_given(leser):
    set_up(leser)
    browser = Client()
    browser.force_login(leser)
    session = browser.session
    session["proved_at"] = int(time.time()) - 15 * 60
    session.save()
    app = leser.totpdevice_set.get()
    for address in (
        reverse("accounts:drop_factor", args=["app", app.pk]),
        reverse("accounts:make_codes"),
        reverse("accounts:passkey_options"),
        reverse("accounts:add_passkey"),
    ):
        assert browser.post(address).url.startswith("/konto/bestaetigen/")
    assert leser.totpdevice_set.get() == app


@pytest.mark.parametrize("answer", ["", "{", "[]", "{}", '{"id": "AA", "rawId": "AA", "response": {}}', '{"id": 3}'])
def test_what_is_no_passkey_is_refused(client, leser, answer):
    client.post("/anmelden/", SIGNED)
    client.post(reverse("accounts:passkey_options"))
    done = client.post(reverse("accounts:add_passkey"), {"answer": answer, "name": "x"}, follow=True)
    assert told(done) == ["Der Passkey ließ sich nicht einrichten. Bitte noch einmal versuchen."]
    set_up(leser)
    thief = Client()
    thief.post("/anmelden/", SIGNED)
    thief.post(reverse("accounts:step_options"))
    assert thief.post(STEP, {"answer": answer}).status_code == 200
    assert thief.get("/").context["user"].is_anonymous
