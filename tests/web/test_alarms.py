"""Mails to whoever runs the site: of a backup that failed, of one that is missing, of a service that failed."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.utils import timezone

from skatliga.operations import backups
from skatliga.people.models import User


@pytest.fixture
def place(settings, tmp_path, db):
    """An empty folder for backups of a site that can send mail."""
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    settings.BACKUP_DIR.mkdir()
    settings.EMAIL_HOST, settings.OPERATORS = "mail.example.org", ["ada@example.org", "bert@example.org"]
    settings.ALLOWED_HOSTS = ["skat.example.org", "testserver"]
    return settings.BACKUP_DIR


def make(place, hours: float):
    """A backup that is so old."""
    created = timezone.now() - timedelta(hours=hours)
    (place / backups.name_of(created)).touch()
    return f"{timezone.localtime(created):%d.%m.%Y %H:%M}"


def test_a_backup_that_fails_is_told_with_its_reason(place, settings):
    settings.BACKUP_DIR = place / "a file"
    settings.BACKUP_DIR.touch()
    with pytest.raises(CommandError, match="Nicht gesichert: ") as failed:
        call_command("backup")
    assert failed.value.returncode == 4
    [sent] = mail.outbox
    assert (sent.subject, sent.to) == (
        "Skatliga: Die Sicherung ist gescheitert",
        ["ada@example.org", "bert@example.org"],
    )
    why = str(failed.value).removeprefix("Nicht gesichert: ")
    assert sent.body == (
        f"Auf skat.example.org ist die Sicherung gescheitert:\n\n{why}\n\n"
        f"In {settings.BACKUP_DIR} liegt noch keine Sicherung."
    )


@pytest.mark.parametrize(("hours", "missed"), [(1, False), (35.9, False), (36.1, True), (24 * 30, True)])
def test_a_backup_is_missing_after_a_day_and_a_half(place, hours, missed):
    when = make(place, hours)
    call_command("warn_operators")
    bodies = [sent.body for sent in mail.outbox]
    assert (
        bodies
        == [
            "Auf skat.example.org fehlt die tägliche Sicherung. "
            f"Die letzte gute Sicherung ist vom {when} ({place}).\n\n"
            "Bitte auf der Maschine nachsehen: systemctl status skatliga-backup.timer skatliga-backup"
        ]
        * missed
    )


def test_where_there_is_no_backup_at_all_one_is_missing(place):
    call_command("warn_operators")
    assert [sent.subject for sent in mail.outbox] == ["Skatliga: Die Sicherung bleibt aus"]


@pytest.mark.parametrize(("status", "mails"), [("1", 1), ("4", 0)])
def test_a_service_that_failed_is_told_once(place, monkeypatch, status, mails):
    monkeypatch.setenv("MONITOR_EXIT_STATUS", status)
    when = make(place, 1)
    call_command("warn_operators", "--failed", "skatliga-backup.service")
    assert [sent.body for sent in mail.outbox] == [
        "Auf skat.example.org ist der Dienst skatliga-backup.service gescheitert. Warum, steht auf der Maschine: "
        f"journalctl -u skatliga-backup.service\n\nDie letzte gute Sicherung ist vom {when} ({place})."
    ] * mails


def test_without_addresses_the_administrators_of_the_site_are_told(place, settings):
    settings.OPERATORS = []
    User.objects.create_superuser("ada", "ada@example.org")
    User.objects.create_superuser("cora", "cora@example.org", is_active=False)
    User.objects.create_user("bert", "bert@example.org")
    call_command("warn_operators")
    assert [sent.to for sent in mail.outbox] == [["ada@example.org"]]


def test_a_mail_that_cannot_be_sent_is_said_and_hides_nothing(place, settings, monkeypatch):
    def refuse(self, messages):
        raise ConnectionRefusedError("111")

    settings.BACKUP_DIR = place / "a file"
    settings.BACKUP_DIR.touch()
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    with pytest.raises(CommandError, match="Nicht gesichert: ") as failed:
        call_command("backup")
    assert failed.value.returncode == 1
    with pytest.raises(CommandError, match="Es ging keine Mail hinaus; bitte EMAIL_HOST und OPERATORS"):
        call_command("warn_operators")


def test_the_operators_page_says_whether_anybody_would_be_told(place, settings, sign_in, betreiber):
    said = "Von einer gescheiterten Sicherung erfährt niemand"
    page = sign_in(betreiber).get("/betrieb/").content.decode()
    assert said not in page and "ada@example.org, bert@example.org" in page
    settings.EMAIL_HOST = ""
    assert said in sign_in(betreiber).get("/betrieb/").content.decode()
