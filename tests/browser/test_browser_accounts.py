"""The own account in a browser: a passkey from its making to its use, and how the pages look."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from skatliga.access import Role
from skatliga.accounts import factors
from skatliga.people import services
from skatliga.people.models import User

pytestmark = pytest.mark.django_db(transaction=True)
PASSWORD = "karo-sieben-ouvert"


@pytest.fixture
def vera(db) -> User:
    user = User.objects.create_user("vera", password=PASSWORD, first_name="Vera", last_name="Vogt")
    return user


def _sign_in(page, server: str) -> None:
    page.goto(f"{server}/anmelden/")
    page.fill("input[name=username]", "VERA")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button")


def test_a_passkey_is_made_and_signs_in(live_server, open_page, vera):
    server = live_server.url.replace("127.0.0.1", "localhost")
    page = open_page(360)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    said = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": said | {"isUserVerified": True}})
    _sign_in(page, server)
    page.goto(f"{server}/konto/zweiter-faktor/")
    page.get_by_label("Name", exact=True).fill("mein Telefon")
    page.get_by_role("button", name="Passkey einrichten").click()
    expect(page.get_by_role("heading", name="Wiederherstellungscodes")).to_be_visible()
    assert vera.passkey_set.get().name == "mein Telefon"

    page.context.clear_cookies()
    _sign_in(page, server)
    page.get_by_role("button", name="Mit Passkey weiter").click()
    expect(page.get_by_role("heading", name="Meine Vereine")).to_be_visible()
    page.goto(f"{server}/konto/zweiter-faktor/")
    expect(page.get_by_text("mein Telefon", exact=True)).to_be_visible()


def test_a_passkey_that_is_not_given_says_what_to_do(live_server, open_page, vera):
    server = live_server.url.replace("127.0.0.1", "localhost")
    page = open_page(360)
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    said = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": said | {"isUserVerified": True}})
    _sign_in(page, server)
    page.goto(f"{server}/konto/zweiter-faktor/")
    page.get_by_role("button", name="Passkey einrichten").click()
    expect(page.get_by_role("heading", name="Wiederherstellungscodes")).to_be_visible()
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": made["authenticatorId"]})
    page.context.clear_cookies()
    _sign_in(page, server)
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('abgebrochen')) }")
    page.get_by_role("button", name="Mit Passkey weiter").click()
    expect(page.get_by_text("Das hat nicht geklappt.")).to_be_visible()


def test_pages_are_accessible_and_fit_every_width(see_pages, club, admin):
    other = services.create_club("Grand Hand Gera")
    services.grant_role(other, admin, Role.READER)
    services.invite(other, "chefin", Role.ADMINISTRATOR, first_name="Carla", last_name="Chemnitz")
    services.invite(club, "chefin", Role.SPIELLEITUNG)
    services.invite(services.create_club("Karo Bube Jena"), "admin", Role.SPIELLEITUNG)
    factors.make_codes(admin)
    factors.new_app(admin)
    admin.totpdevice_set.update(confirmed=True)
    own = ("account", "waiting_roles", "confirm", "change_details", "close_account", "second_factor", "add_app")
    pages = {name: reverse(f"accounts:{name}") for name in own}
    see_pages(pages | {"rollen": reverse("people:roles", args=[club.slug])}, "konto", admin)
    operator = User.objects.create_superuser("betreiber", first_name="Olaf", last_name="Ober")
    see_pages({"alle": reverse("accounts:accounts")}, "konto", operator)
