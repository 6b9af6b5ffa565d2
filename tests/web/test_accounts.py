"""The own account: where it is signed in, its end; and all accounts for the administrator of the site."""

import datetime
from urllib.parse import quote
from uuid import uuid4

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from skatliga.access import Role
from skatliga.accounts import services as accounts
from skatliga.accounts.models import BrowserSession
from skatliga.api.keys import create_key
from skatliga.lists.services import open_sheet
from skatliga.people import services
from skatliga.people.models import ClubRole, GuessedName, User
from skatliga.settings import TASKS
from web.answers import refused, told
from web.replayed import world

pytestmark = pytest.mark.django_db
PASSWORD = "karo-sieben-ouvert"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"


@pytest.fixture
@world
def leser(leser) -> User:
    leser.set_password(PASSWORD)
    leser.save()
    return leser


DAY = datetime.timedelta(days=1)


def signed_in(user: User, said: str = FIREFOX) -> Client:
    browser = Client(headers={"User-Agent": said})
    assert browser.post("/anmelden/", {"username": user.username, "password": PASSWORD}).status_code == 302
    return browser


def stale(browser: Client) -> None:
    """Let the password have been given a quarter of an hour ago."""
    session = browser.session
    session["proved_at"] -= 15 * 60
    session.save()


def test_sessions_are_listed_and_all_others_ended(leser):
    here, phone = signed_in(leser), signed_in(leser, SAFARI)
    key = create_key(leser, "Saal")
    today = timezone.localdate()
    shown = [
        (each.browser, each.begun_on, each.last_used_on)
        for each in here.get(reverse("accounts:account")).context["sessions"]
    ]
    assert sorted(shown) == [("Firefox, Windows", today, today), ("Safari, iPhone", today, today)]
    response = here.post(reverse("accounts:end_all_other"), follow=True)
    assert told(response) == ["Sie sind nur noch hier angemeldet, und kein Zugangsschlüssel gilt mehr."]
    assert [each.browser for each in response.context["sessions"]] == ["Firefox, Windows"]
    assert phone.get(reverse("accounts:account")).status_code == 302
    answer = Client().get("/api/v1/vereine", headers={"Authorization": f"Bearer {key.secret}"})
    assert answer.status_code == 401


def test_a_new_password_ends_the_other_sessions_and_keeps_this_one_in_the_list(leser):
    here, phone = signed_in(leser), signed_in(leser, SAFARI)
    fields = {"old_password": PASSWORD, "new_password1": "pik-acht-hand", "new_password2": "pik-acht-hand"}
    here.post("/passwort/", fields)
    [session] = here.get("/konto/").context["sessions"]
    assert (session.browser, session.session_key) == ("Firefox, Windows", here.session.session_key)
    assert phone.get("/konto/").status_code == 302


def test_what_gives_everything_away_asks_for_the_password_again(leser, betreiber):
    betreiber.set_password(PASSWORD)
    betreiber.save()
    browser = signed_in(betreiber)
    backup = "/betrieb/sicherungen/skatliga-20200101-000000-000000.zip"
    assert browser.get(backup).status_code == 404
    stale(browser)
    asked = browser.get(backup)
    assert asked.url == f"/konto/bestaetigen/?next={backup.replace('/', '%2F')}"
    wrong = browser.post(asked.url, {"password": "falsch"})
    assert wrong.context["form"].errors == {"password": ["Das ist nicht Ihr Passwort."]}
    assert browser.post(asked.url, {"password": PASSWORD}).url == backup
    assert browser.get(backup).status_code == 404
    assert browser.post("/konto/bestaetigen/?next=//boese.example/", {"password": PASSWORD}).url == "/konto/"
    stale(browser)
    for address in ("accounts:close_account", "accounts:change_details"):
        assert browser.get(reverse(address)).url.startswith("/konto/bestaetigen/")
    browser.post(reverse("accounts:change_state", args=[leser.pk]), {"what": "delete", "sure": "leser"})
    leser.refresh_from_db()
    assert leser.is_active


def test_the_password_cannot_be_guessed_at_where_it_is_confirmed(leser):
    browser = signed_in(leser)
    answers = [browser.post("/konto/bestaetigen/", {"password": "falsch"}).status_code for _ in range(6)]
    assert answers == [200] * 4 + [429] * 2


def test_a_closed_account_is_opened_again_by_the_operator(sign_in, club, leser, betreiber):
    browser, key = signed_in(leser), create_key(leser, "Saal")
    done = browser.post(reverse("accounts:close_account"), {"what": "close"}, follow=True)
    assert told(done) == ["Ihr Konto ist stillgelegt."]
    assert done.context["user"].is_anonymous
    refused_page = Client().post("/anmelden/", {"username": "leser", "password": PASSWORD})
    assert refused_page.status_code == 200
    header = {"Authorization": f"Bearer {key.secret}"}
    assert Client().get("/api/v1/vereine", headers=header).status_code == 401

    operator = sign_in(betreiber)
    page = operator.get(reverse("accounts:accounts"), {"suche": "LESER"})
    assert [(each, each.is_active) for each in page.context["page"]] == [(leser, False)]
    opened = operator.post(reverse("accounts:change_state", args=[leser.pk]), {"what": "reopen"}, follow=True)
    assert told(opened) == ["Das Konto leser ist wieder offen."]
    assert signed_in(leser).get(reverse("people:register", args=[club.slug])).status_code == 200


def test_of_a_deleted_account_only_what_was_entered_stays(client, schreiber, evening):
    sheet = open_sheet(evening.rounds.get(number=1).tables.get(number=1), schreiber)
    create_key(schreiber, "Saal")
    schreiber.email = "s@example.org"
    schreiber.save()
    accounts.delete(schreiber)
    gone = User.objects.get(pk=schreiber.pk)
    assert (gone.username, gone.name, gone.email, gone.is_active, gone.has_usable_password()) == (
        f"geloescht:{gone.pk}",
        f"Gelöschtes Konto {gone.pk}",
        "",
        False,
        False,
    )
    assert (gone.club_roles.count(), gone.access_keys.count(), gone.browser_sessions.count()) == (0, 0, 0)
    assert sheet.history.first().history_user == gone
    history = ClubRole.history.filter(user_id=gone.pk).values_list("history_type", flat=True)
    assert sorted(history) == ["+", "-"]
    assert refused(accounts.reopen, gone) == ["Ein gelöschtes Konto lässt sich nicht wieder öffnen."]


def test_a_name_taken_by_somebody_else_hinders_no_deletion(club, leser):
    """Any administrator can invite whatever name; the one a deleted account gets is none that can be chosen."""
    others = [f"geloescht-{leser.pk}", f"geloescht_{leser.pk}", f"geloescht.{leser.pk}"]
    for name in others:
        services.invite(club, name, Role.READER)
    accounts.delete(leser)
    assert accounts.is_deleted(User.objects.get(pk=leser.pk))
    with pytest.raises(ValidationError):
        services.invite(club, User.objects.get(pk=leser.pk).username + "0", Role.READER)


def test_what_opens_a_door_for_later_asks_for_the_password_again(leser, club, admin):
    """Somebody at a browser left open makes no access key and no link, and takes no archive or personal data along."""
    admin.set_password(PASSWORD)
    admin.save()
    player = services.add_player(club, first_name="Anna", last_name="Arndt").player
    browser = signed_in(admin)
    stale(browser)
    held = club.roles.get(user=leser)
    for address in (
        reverse("exchange:archive_file", args=[uuid4()]),
        reverse("api:keys"),
        reverse("exchange:person", args=[player.pk]),
        reverse("exchange:person_file", args=[player.pk]),
        reverse("exchange:erase_person", args=[player.pk]),
    ):
        assert browser.get(address).url == f"/konto/bestaetigen/?next={quote(address, safe='')}", address
    roles = f"http://testserver{reverse('people:roles', args=[club.slug])}"
    link = browser.post(reverse("people:one_time_link", args=[club.slug, held.pk]), headers={"Referer": roles})
    assert link.url == f"/konto/bestaetigen/?next={quote(roles, safe='')}"
    assert browser.post(link.url, {"password": PASSWORD}).url == roles
    assert browser.get(reverse("api:keys")).status_code == 200
    assert Client().get(reverse("api:keys")).url == "/anmelden/?next=/konto/schluessel/"


def test_the_way_back_after_the_password_stays_on_the_site(leser):
    browser = signed_in(leser)
    stale(browser)
    sent = browser.post(reverse("accounts:change_details"), headers={"Referer": "https://boese.example/"})
    assert sent.url == "/konto/bestaetigen/?next=%2Fkonto%2F"


def test_the_last_administrator_gives_the_role_away_first(sign_in, club, admin, leser):
    page = sign_in(admin).post(reverse("accounts:close_account"), {"what": "delete"})
    assert page.context["form"].non_field_errors() == [
        "Admin ist der letzte Administrator von Herz Dame Altenburg. Bitte dort zuerst unter „Rollen“ jemand anderem"
        " diese Rolle geben."
    ]
    services.grant_role(club, leser, Role.ADMINISTRATOR)
    accounts.close(leser)
    admin.refresh_from_db()
    assert refused(accounts.close, admin)  # the other one cannot sign in
    accounts.reopen(leser)
    accounts.delete(admin)
    assert [held.user for held in club.roles.all()] == [leser]
    with pytest.raises(Exception, match="letzte Administrator"):
        services.withdraw_role(club.roles.get())


def test_the_last_operator_stays(betreiber):
    assert refused(accounts.delete, betreiber) == [
        "betreiber ist der letzte Betreiber der Seite. Bitte zuerst mit manage.py createsuperuser einen anlegen."
    ]
    User.objects.create_superuser("zweite")
    accounts.delete(betreiber)


def test_the_operator_deletes_an_account_but_not_the_own_one(sign_in, leser, betreiber):
    """What cannot be taken back takes more than a click beside another button."""
    operator, address = sign_in(betreiber), reverse("accounts:change_state", args=[leser.pk])
    for sure in ({}, {"sure": "leserin"}):
        asked = operator.post(address, {"what": "delete", **sure}, follow=True)
        assert told(asked) == ["Nicht gelöscht: Bitte zum Löschen daneben den Benutzernamen eintippen, leser."]
    done = operator.post(address, {"what": "delete", "sure": "leser"}, follow=True)
    assert told(done) == ["Das Konto leser ist gelöscht."]
    assert operator.post(reverse("accounts:change_state", args=[betreiber.pk]), {"what": "close"}).status_code == 404


def test_the_operator_closes_an_account(sign_in, leser, betreiber):
    reader = signed_in(leser)
    done = sign_in(betreiber).post(reverse("accounts:change_state", args=[leser.pk]), {"what": "close"}, follow=True)
    assert told(done) == ["Das Konto leser ist stillgelegt."]
    assert not User.objects.get(pk=leser.pk).is_active
    assert reader.get(reverse("accounts:account")).status_code == 302  # that session is over


def test_an_account_is_deleted_by_its_owner(leser):
    browser = signed_in(leser)
    done = browser.post(reverse("accounts:close_account"), {"what": "delete"}, follow=True)
    assert told(done) == ["Ihr Konto ist gelöscht."]
    assert done.context["user"].is_anonymous
    assert not User.objects.filter(username="leser").exists()
    answer = Client().post("/anmelden/", {"username": "leser", "password": PASSWORD})
    assert (answer.status_code, answer.context["user"].is_anonymous) == (200, True)


def test_own_name_and_address_are_changed(leser):
    browser = signed_in(leser)
    fields = {"first_name": "Levi", "last_name": "Lang", "email": "levi@example.org"}
    assert told(browser.post(reverse("accounts:change_details"), fields, follow=True)) == [
        "Ihre Angaben sind gespeichert."
    ]
    leser.refresh_from_db()
    assert (leser.name, leser.email) == ("Levi Lang", "levi@example.org")


def test_the_day_of_the_last_use_is_kept(leser):
    browser = signed_in(leser)
    session = browser.session
    session["last_used_on"] = "2026-01-05"
    session.save()
    assert BrowserSession.objects.get(user=leser).last_used_on == datetime.date(2026, 1, 5)
    browser.get("/")
    assert BrowserSession.objects.get(user=leser).last_used_on == timezone.localdate()


def test_what_is_over_is_deleted_by_the_timer(leser, capsys):
    now = timezone.now()
    done = {"status": "SUCCESSFUL", "queue_name": "jobs", "backend_name": "default", "task_path": "skatliga.jobs.run"}
    old = DBTaskResult.objects.create(**done, args_kwargs={"args": [], "kwargs": {}}, finished_at=now - DAY * 2)
    new = DBTaskResult.objects.create(**done, args_kwargs={"args": [], "kwargs": {}}, finished_at=now)
    for key, days in (("alt", -1), ("neu", 1)):
        BrowserSession.objects.create(
            session_key=key, session_data="", expire_date=now + datetime.timedelta(days=days), user=leser
        )
    for name, minutes in (("alt", 16), ("neu", 1)):
        AccessAttempt.objects.create(username=name, ip_address="192.0.2.1", failures_since_start=1)
        AccessAttempt.objects.filter(username=name).update(attempt_time=now - datetime.timedelta(minutes=minutes))
    GuessedName.objects.create(name="alt", wrong=3, since=now - datetime.timedelta(hours=25))
    with override_settings(TASKS=TASKS):
        call_command("forget_old")
    assert set(DBTaskResult.objects.values_list("pk", flat=True)) == {new.pk} != {old.pk}
    assert capsys.readouterr().out == "Gelöscht: 1 abgelaufene Anmeldungen, 2 alte Zählungen falscher Passwörter.\n"
    assert list(BrowserSession.objects.values_list("session_key", flat=True)) == ["neu"]
    assert list(AccessAttempt.objects.values_list("username", flat=True)) == ["neu"]
    service = (settings.BASE_DIR / "deploy/systemd/skatliga-backup.service").read_text()
    assert "ExecStart=/srv/skatliga/.venv/bin/python manage.py forget_old\n" in service
