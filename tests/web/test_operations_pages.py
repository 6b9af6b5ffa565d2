"""The pages of whoever runs the site, the integrity check, and the answer to whether the site is well."""

import json
import os
import subprocess
import time
from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.urls import reverse
from django.utils import timezone

from scoring.foot_check import PaperFoot
from skatliga.lists.models import Photo, SeatResult, Sheet
from skatliga.lists.services import Change, enter_feet
from skatliga.lists.workflow import move
from skatliga.operations import backups, health, integrity
from skatliga.operations.backups import program_version

PAGE = "/betrieb/"


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    """Nothing is read or written outside of the test."""
    settings.VAR_DIR, settings.BACKUP_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "backups", tmp_path / "media"
    settings.BACKUP_DIR.mkdir()
    settings.MEDIA_ROOT.mkdir()
    return tmp_path


def backup_made(settings, hours: float, content: bytes = b"x" * 2_000_000):
    """A file as a backup of so many hours ago would be called."""
    moment = timezone.now() - timedelta(hours=hours)
    path = settings.BACKUP_DIR / backups.name_of(moment)
    path.write_bytes(content)
    return path


def shown(browser) -> str:
    return browser.get(PAGE).content.decode()


def test_without_a_backup_it_says_so(sign_in, betreiber):
    page = shown(sign_in(betreiber))
    assert "Es gibt noch keine Sicherung." in page
    assert "Es wurde noch nie geprüft." in page


@pytest.mark.parametrize(
    ("hours", "sentence"), [(1, "Die letzte Sicherung ist vom"), (72, "Die letzte Sicherung ist 3\xa0Tage alt.")]
)
def test_when_the_last_good_backup_was(sign_in, betreiber, settings, hours, sentence):
    backup_made(settings, hours)
    page = shown(sign_in(betreiber))
    assert sentence in page
    assert "1,9\xa0MB" in page


def test_backups_of_another_site_count_for_nothing_and_are_told(sign_in, betreiber, settings):
    path = backup_made(settings, 1)
    path.rename(path.with_name(backups.name_of(timezone.now(), "0123456789")))
    page = shown(sign_in(betreiber))
    assert "Es gibt noch keine Sicherung." in page
    assert "Im selben Ordner liegt 1 Sicherung, die von einer anderen Seite ist" in page


def test_a_folder_that_cannot_be_written_is_named(sign_in, betreiber, settings, monkeypatch):
    monkeypatch.setattr(health.places, "is_writable", lambda folder: folder != settings.BACKUP_DIR)
    browser = sign_in(betreiber)
    assert f"In {settings.BACKUP_DIR} kann nicht gesichert werden" in shown(browser)
    status, found = asked(browser, **FAR)
    assert (status, found["backups"], found["media"]) == (200, False, True)


@pytest.mark.parametrize("number", [1, 30])
def test_the_number_of_queries_does_not_grow(
    sign_in, betreiber, settings, number, django_assert_num_queries, monkeypatch
):
    monkeypatch.setattr(health, "_migrated", True)
    for hours in range(number):
        backup_made(settings, hours)
    browser = sign_in(betreiber)
    with django_assert_num_queries(3):  # session, user, whether the database answers
        assert shown(browser).count(">Herunterladen<span") == number  # not the menu of the table itself


def test_a_backup_is_downloaded_as_it_is_and_kept_by_no_cache(sign_in, betreiber, settings):
    path = backup_made(settings, 1, b"a backup")
    response = sign_in(betreiber).get(f"/betrieb/sicherungen/{path.name}")
    assert b"".join(response.streaming_content) == b"a backup"
    assert response["Content-Disposition"] == f'attachment; filename="{path.name}"'
    assert "no-store" in response["Cache-Control"]


def test_times_of_the_file_are_those_of_the_page(sign_in, betreiber, settings):
    """Half past eight in Greenwich is half past ten here in summer, half past nine in winter."""
    for moment in (datetime(2026, 7, 1, 8, 30, tzinfo=UTC), datetime(2026, 1, 1, 8, 30, tzinfo=UTC)):
        (settings.BACKUP_DIR / backups.name_of(moment)).write_bytes(b"x")
    browser = sign_in(betreiber)
    file = browser.get("/betrieb/sicherungen.json").json()
    assert [line["created"] for line in file] == ["2026-07-01T10:30:00", "2026-01-01T09:30:00"]
    page = shown(browser)
    assert "01.07.2026 10:30" in page and "01.01.2026 09:30" in page


@pytest.mark.parametrize("name", ["..%2Fskatliga.sqlite3", "secret_key", ".lock", "skatliga-x.zip"])
def test_nothing_else_is_downloaded(sign_in, betreiber, settings, name):
    (settings.BACKUP_DIR / "skatliga-x.zip").touch()
    assert sign_in(betreiber).get(f"/betrieb/sicherungen/{name}").status_code == 404


def test_one_click_begins_a_backup_and_the_page_says_how_far_it_is(sign_in, betreiber, ordered, tmp_path):
    """A second click, of whoever it is, begins no second one."""
    browser = sign_in(betreiber)
    assert browser.post("/betrieb/sichern/").url == PAGE
    progress = tmp_path / "runs" / "backup" / "progress"
    progress.write_text("43")
    assert browser.post("/betrieb/sichern/").url == PAGE
    [backup] = ordered
    assert backup.command == ["backup", "--progress", str(progress)]
    assert "Es wird gesichert: 43 Prozent" in shown(browser)
    part = browser.get(PAGE, headers={"HX-Request": "true"})
    assert "Es wird gesichert: 43 Prozent" in part.content.decode()
    assert "<html" not in part.content.decode()
    backup.run()
    assert browser.get(PAGE, headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    assert "Es wird gesichert" not in shown(browser)


def test_why_it_failed_stands_there_until_there_is_a_newer_backup(sign_in, betreiber, monkeypatch, settings):
    def fail(*_anything):
        raise OSError("die Platte ist voll")

    monkeypatch.setattr(backups, "make", fail)
    browser = sign_in(betreiber)
    browser.post("/betrieb/sichern/")
    assert "die Platte ist voll" in shown(browser)
    backup_made(settings, -0.01)  # begun after the run that failed, however fast both were
    assert "die Platte ist voll" not in shown(browser)


def test_a_check_whose_worker_died_says_so_and_can_be_begun_again(sign_in, betreiber, ordered):
    browser = sign_in(betreiber)
    browser.post("/betrieb/pruefen/")
    ordered[0].die()
    page = shown(browser)
    assert "Die letzte Prüfung ist nicht zu Ende gekommen:" in page and "Jetzt prüfen" in page
    browser.post("/betrieb/pruefen/")
    ordered[1].run()
    assert "nicht zu Ende gekommen" not in shown(browser)


# The check.


@pytest.fixture
def checked_list(list_of, schreiber):
    """A list with a stored result, and a photograph."""
    sheet = list_of()
    enter_feet(
        sheet.pk, [PaperFoot(24, 1, 0, None)] + 3 * [PaperFoot(0, 0, 0, None)], 3, Change(sheet.revision, schreiber)
    )
    sheet.refresh_from_db()
    move(sheet.pk, Sheet.State.ENTERED, Change(sheet.revision, schreiber))
    photo = Photo(sheet=sheet, by=schreiber)
    photo.image.save("liste.jpg", ContentFile(b"a picture"))
    photo.save()
    return sheet


def test_where_all_is_well(checked_list, sign_in, betreiber, capsys):
    call_command("check_integrity")
    assert capsys.readouterr().out == "1 Liste nachgerechnet.\nEs stimmt alles.\n"
    page = shown(sign_in(betreiber))
    assert "1 Liste nachgerechnet, Datenbank und Bilder geprüft." in page
    assert "Es stimmt alles." in page


def test_what_is_wrong_is_named(checked_list, sign_in, betreiber, settings):
    SeatResult.objects.filter(seat=1).update(leistung=1)
    photo = Photo.objects.get()
    os.unlink(photo.image.path)
    with pytest.raises(CommandError) as failed:
        call_command("check_integrity")
    wrong, missing = str(failed.value).splitlines()
    assert wrong.startswith("Preisskat")
    assert wrong.endswith("Platz 1: das gespeicherte Ergebnis ist ein anderes als das gerechnete.")
    assert missing == f"Die Datei {photo.image.name} fehlt."
    page = shown(sign_in(betreiber))
    assert f"Die Datei {photo.image.name} fehlt." in page
    assert "Es stimmt alles." not in page


def test_a_file_of_nobody_is_told_once_it_is_an_hour_old(db, settings, capsys):
    young, old = settings.MEDIA_ROOT / "young.jpg", settings.MEDIA_ROOT / "old.jpg"
    for path in (young, old):
        path.touch()
    os.utime(old, (time.time() - 4000, time.time() - 4000))
    call_command("check_integrity")
    assert capsys.readouterr().out == (
        "0 Listen nachgerechnet.\nDie Datei old.jpg gehört zu nichts mehr.\nEs stimmt alles.\n"
    )


@pytest.mark.django_db(transaction=True)
def test_a_reference_that_leads_nowhere_is_found(club):
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA foreign_keys=OFF")
            cursor.execute("INSERT INTO people_clubrole (user_id, club_id, role) VALUES (999, %s, 'reader')", [club.pk])
        expected = ["Tabelle people_clubrole: eine Zeile verweist auf eine in people_user, die es nicht gibt."]
    else:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE people_club ADD CONSTRAINT loose CHECK (id > 0) NOT VALID")
        expected = ["Tabelle people_club: loose gilt nicht."]
    try:
        assert integrity.examine().faults == expected
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("DELETE FROM people_clubrole WHERE user_id = 999")
                cursor.execute("PRAGMA foreign_keys=ON")
            else:
                cursor.execute("ALTER TABLE people_club DROP CONSTRAINT loose")


# Whether the site is well.


def asked(browser, **headers):
    response = browser.get(reverse("health"), **headers)
    return response.status_code, json.loads(response.content)


FAR = {"REMOTE_ADDR": "203.0.113.9"}
GOOD = {"status": "gesund"}


@pytest.fixture
def migrated(monkeypatch):
    monkeypatch.setattr(health, "_migrated", True)


@pytest.mark.django_db
def test_a_stranger_learns_that_it_is_well_and_no_more(client, migrated, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert asked(client, **FAR) == (200, GOOD)
    assert asked(client, headers={"X-Forwarded-For": "203.0.113.9"}) == (200, GOOD)
    assert asked(client, REMOTE_ADDR="") == (200, GOOD)
    assert not client.cookies


def test_the_administrator_and_the_machine_itself_learn_more(client, sign_in, betreiber, admin, settings):
    backup_made(settings, 50)
    for found in (asked(client)[1], asked(sign_in(betreiber), **FAR)[1]):
        assert found.pop("free_bytes") > 0
        assert found.pop("program")
        assert found.pop("backup")
        assert found.pop("backup_overdue")
        assert found == GOOD | {"database": True, "migrations": True, "media": True, "backups": True, "workers": False}
    assert asked(sign_in(admin), **FAR) == (200, GOOD)


def test_it_is_answered_without_https_to_whoever_asks_the_machine_itself(client, db, settings):
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/gesund/").status_code == 200
    assert client.get("/").status_code == 301


@pytest.mark.django_db
def test_what_makes_it_unwell(client, migrated, monkeypatch, settings):
    bad = (503, {"status": "gestört"})
    with monkeypatch.context() as patched:
        patched.setattr(health.places, "is_writable", lambda folder: folder != settings.MEDIA_ROOT)
        assert asked(client, **FAR) == bad
    with monkeypatch.context() as patched:
        patched.setattr(health, "LEAST_ROOM", 1 << 62)
        assert asked(client, **FAR) == bad
    with monkeypatch.context() as patched:
        patched.setattr(health, "_migrated", False)
        patched.setattr(health.MigrationExecutor, "migration_plan", lambda *_arguments: ["one"])
        assert asked(client, **FAR) == bad
    with monkeypatch.context() as patched:

        def no_database():
            raise OperationalError("no database")

        patched.setattr(connection, "cursor", no_database)
        assert asked(client, **FAR) == bad
    assert asked(client, **FAR) == (200, GOOD)


def test_the_version_is_told_to_another_user_than_the_owner_of_the_clone(tmp_path, monkeypatch, settings):
    """As docs/admin/install.md installs it: git itself plays that the clone belongs to somebody else."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Test", "-c", "user.email=test@example.org"]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "v7"], ["tag", "v7"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    settings.BASE_DIR = tmp_path
    assert program_version.__wrapped__() == "v7"


def test_without_git_the_version_is_that_of_the_release(tmp_path, settings):
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "7.1.0"\n')
    settings.BASE_DIR = tmp_path
    assert program_version.__wrapped__() == "v7.1.0"
