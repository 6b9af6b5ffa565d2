"""A role for an account that another club looks after: it waits, and the club cannot take it."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from skatliga.access import Role
from skatliga.api.keys import create_key
from skatliga.events.roles import grant_role as grant_event_role
from skatliga.people import services
from skatliga.people.models import User
from web.answers import refused, told
from web.replayed import world

pytestmark = pytest.mark.django_db
PASSWORD = "karo-sieben-ouvert"
NEW = "pik-acht-hand"
WAITING = "/konto/rollen/"


@pytest.fixture
@world
def peter(other_club) -> User:
    """Made by the other club, which looks after him."""
    return services.invite(other_club, "peter.neu", Role.LISTENFUEHRER, first_name="Peter", email="f@example.org").user


@pytest.fixture
@world
def chefin(other_club) -> User:
    """The administrator of the club that looks after Peter."""
    return services.invite(other_club, "chefin", Role.ADMINISTRATOR).user


def roles(club) -> str:
    return reverse("people:roles", args=[club.slug])


def invited(browser: Client, club) -> object:
    """The page after the role of an administrator was given to peter.neu, and what waits."""
    response = browser.post(roles(club), {"username": "Peter.NEU", "role": "administrator"}, follow=True)
    return response, club.offers.get()


def accepting(offer, email: str = "", password: str = NEW) -> dict[str, str]:
    """What the page of waiting roles is sent by whoever has the code."""
    fields = {"code": offer.code, "email": email, "password1": password, "password2": password}
    return {f"{offer._meta.model_name}-{offer.pk}-{name}": value for name, value in fields.items()}


def one_time_link(browser: Client, club, user: User) -> int | str:
    """The link, or the status with which it is refused."""
    held = club.roles.get(user=user)
    response = browser.post(reverse("people:one_time_link", args=[club.slug, held.pk]))
    return response.context["link"] if response.status_code == 200 else response.status_code


def used(link: str) -> tuple[bool, Client]:
    """Whether a one-time link leads to a new password, and the browser that is signed in then."""
    browser = Client()
    page = browser.get(link, follow=True)
    if not page.context["validlink"]:
        return False, browser
    browser.post(page.redirect_chain[-1][0], {"new_password1": PASSWORD, "new_password2": PASSWORD})
    return True, browser


def test_the_role_waits_and_the_table_says_whose_account_it_is(sign_in, club, admin, peter):
    page, offer = invited(sign_in(admin), club)
    assert told(page) == [
        "Das Konto peter.neu führt der Verein Grand Hand Gera. Die Rolle Administrator wartet deshalb, bis die Person "
        f"sie mit dem Code {offer.code} annimmt. Bitte geben Sie den Code nur ihr selbst."
    ]
    assert "Konto geführt von Grand Hand Gera" in page.content.decode()
    assert not club.roles.filter(user=peter).exists()
    assert sign_in(peter).get(roles(club)).status_code == 404

    services.accept(offer, offer.code, "", NEW)
    assert "Konto geführt von Grand Hand Gera" in sign_in(admin).get(roles(club)).content.decode()


def test_the_club_that_looks_after_the_account_does_not_get_the_role(sign_in, club, other_club, admin, peter, chefin):
    """It may still sign in as its own user, but has not got the code."""
    _page, offer = invited(sign_in(admin), club)
    worked, thief = used(one_time_link(sign_in(chefin), other_club, peter))
    assert worked
    page = thief.get(WAITING)
    assert offer.code not in page.content.decode()
    refused_page = thief.post(WAITING, accepting(offer) | {f"cluboffer-{offer.pk}-code": "aaaaaaaa"})
    assert refused_page.context["offers"][0].form.errors == {
        "code": ["Das ist nicht der Code zu dieser Rolle. Bitte lassen Sie ihn sich noch einmal geben."]
    }
    assert thief.get(roles(club)).status_code == 404
    assert [held.user for held in club.roles.all()] == [admin]


def test_once_accepted_links_and_addresses_of_the_club_are_worth_nothing(
    sign_in, club, other_club, admin, betreiber, peter, chefin
):
    _page, offer = invited(sign_in(admin), club)
    earlier = one_time_link(sign_in(chefin), other_club, peter)
    fields = accepting(offer, "p@example.org") | {f"cluboffer-{offer.pk}-code": f" {offer.code.upper()} "}
    browser = sign_in(peter)
    earlier_again = one_time_link(sign_in(chefin), other_club, peter)
    done = browser.post(WAITING, fields, follow=True)
    assert told(done) == ["Sie haben jetzt die Rolle Administrator: Herz Dame Altenburg."]
    assert browser.get(roles(club)).status_code == 200
    peter.refresh_from_db()
    assert peter.email == "p@example.org"

    assert [used(link)[0] for link in (earlier, earlier_again)] == [False, False]
    assert one_time_link(sign_in(chefin), other_club, peter) == 403
    held = other_club.roles.get(user=peter)
    assert sign_in(chefin).get(reverse("people:change_account", args=[other_club.slug, held.pk])).status_code == 403
    page = sign_in(chefin).get(roles(other_club)).content.decode()
    assert "Hat auch anderswo eine Rolle: Einen Einmal-Link macht nur der Betreiber." in page
    assert used(one_time_link(sign_in(betreiber), other_club, peter))[0]


def test_who_set_the_password_before_does_not_get_the_role_with_it(sign_in, club, other_club, admin, peter, chefin):
    """The club had made a link, chosen the password, told it to Peter, stayed signed in and made an access key."""
    worked, thief = used(one_time_link(sign_in(chefin), other_club, peter))
    assert worked
    create_key(peter, "Saal", read_only=False)
    own = Client()
    own.post("/anmelden/", {"username": "peter.neu", "password": PASSWORD})
    _page, offer = invited(sign_in(admin), club)

    assert "wählen Sie ein neues, das nur Sie kennen" in own.get(WAITING).content.decode()
    same = own.post(WAITING, accepting(offer, password=PASSWORD)).context["offers"][0].form.errors
    assert same == {"password1": ["Bitte ein neues Passwort wählen, nicht das bisherige: Der Verein kann es kennen."]}
    assert list(own.post(WAITING, accepting(offer, password="")).context["offers"][0].form.errors) == [
        "password1",
        "password2",
    ]
    assert own.post(WAITING, accepting(offer)).status_code == 302

    assert own.get(roles(club)).status_code == 200
    assert thief.get(roles(club)).url == f"/anmelden/?next={roles(club)}"
    assert Client().post("/anmelden/", {"username": "peter.neu", "password": PASSWORD}).status_code == 200
    assert Client().post("/anmelden/", {"username": "peter.neu", "password": NEW}).status_code == 302
    assert not peter.access_keys.exists()


def test_an_address_the_club_has_entered_is_not_kept_by_overlooking_it(
    sign_in, club, other_club, chefin, peter, settings
):
    """Whoever gets the mails of the account gets the account."""
    settings.EMAIL_HOST = "mail.example.org"
    held = other_club.roles.get(user=peter)
    entered = {"first_name": "Peter", "last_name": "Neu", "email": "chefin@example.org"}
    sign_in(chefin).post(reverse("people:change_account", args=[other_club.slug, held.pk]), entered)
    offer = services.invite(club, "peter.neu", Role.ADMINISTRATOR)
    browser = sign_in(User.objects.get(pk=peter.pk))
    form = browser.get(WAITING).context["offers"][0].form
    shown = {name: form[name].value() or "" for name in form.fields}
    assert shown == {"code": "", "email": "", "password1": "", "password2": ""}
    browser.post(WAITING, accepting(offer))
    Client().post(reverse("people:forgotten_password"), {"email": "chefin@example.org"})
    assert mail.outbox == []


def test_who_acts_elsewhere_already_keeps_the_password(club, other_club, event, sign_in, admin, peter):
    offer = services.invite(club, "peter.neu", Role.READER)
    services.accept(offer, offer.code, "", NEW)
    further = services.invite(services.create_club("Kreuz Bube"), "peter.neu", Role.READER)
    page = sign_in(User.objects.get(pk=peter.pk)).get(WAITING)
    assert list(page.context["offers"][0].form.fields) == ["code", "email"]
    assert services.accept(further, further.code, "").user.check_password(NEW)


def test_signing_in_leads_to_the_roles_that_wait(client, club, peter):
    peter.set_password(PASSWORD)
    peter.save()
    signed = {"username": "peter.neu", "password": PASSWORD}
    assert client.post("/anmelden/", signed).url == "/"
    client.post("/abmelden/")
    offer = services.invite(club, "peter.neu", Role.READER)
    assert client.post("/anmelden/", signed).url == WAITING
    assert "1 Rolle wartet darauf, dass Sie sie annehmen." in client.get("/").content.decode()
    response = client.post(reverse("accounts:decline_role", args=["cluboffer", offer.pk]), follow=True)
    assert told(response) == ["Die Rolle ist abgelehnt: Herz Dame Altenburg."]
    assert not club.offers.exists()


def test_a_role_given_again_waits_on_with_the_same_code(sign_in, club, admin, peter):
    offer = services.invite(club, "peter.neu", Role.READER)
    again = services.invite(club, "peter.neu", Role.SPIELLEITUNG)
    assert (again.pk, again.code, again.role) == (offer.pk, offer.code, "spielleitung")
    gone = sign_in(admin).post(reverse("people:withdraw_offer", args=[club.slug, offer.pk]), follow=True)
    assert told(gone) == ["Die Rolle für Peter wartet nicht mehr."]
    assert not club.offers.exists()


def test_a_role_in_one_event_waits_as_well(sign_in, club, other_club, event, admin, peter, chefin):
    address = reverse("events:roles", args=[event.slug])
    page = sign_in(admin).post(address, {"username": "peter.neu", "role": "spielleitung"}, follow=True)
    offer = event.offers.get()
    assert told(page)[0].startswith("Das Konto peter.neu führt der Verein Grand Hand Gera.")
    assert not event.roles.exists()
    browser = sign_in(peter)
    done = browser.post(WAITING, accepting(offer), follow=True)
    assert told(done) == ["Sie haben jetzt die Rolle Spielleitung: Clubabend, Herz Dame Altenburg."]
    assert [(held.user, held.role) for held in event.roles.all()] == [(peter, "spielleitung")]
    assert one_time_link(sign_in(chefin), other_club, peter) == 403


def test_only_the_user_accepts(sign_in, club, admin, peter, fremde):
    offer = services.invite(club, "peter.neu", Role.READER)
    assert sign_in(fremde).post(WAITING, accepting(offer)).context["offers"] == []
    assert club.offers.get() == offer


def test_accounts_of_the_club_and_of_the_site_need_not_accept(club, event, leser, fremde):
    assert services.invite(club, "leser", Role.SPIELLEITUNG).role == "spielleitung"
    assert services.invite(club, "fremde", Role.READER).role == "reader"
    assert "Ein Konto „niemand“ gibt es nicht" in refused(grant_event_role, event, "niemand", Role.READER)[0]
