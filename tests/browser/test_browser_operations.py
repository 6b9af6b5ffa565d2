"""The page of whoever runs the site: backups and checks by a click."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect
from web.ordered import Work

from skatliga.operations import backups, places
from skatliga.people.models import User


@pytest.fixture
def folders(settings, tmp_path) -> Path:
    settings.VAR_DIR, settings.BACKUP_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "backups", tmp_path / "media"
    settings.BACKUP_DIR.mkdir()
    settings.MEDIA_ROOT.mkdir()
    return tmp_path


@pytest.fixture
def operator(club) -> User:
    return User.objects.create_superuser("betreiber", first_name="Olaf", last_name="Ober")


def keep(folder: Path, hours: float) -> None:
    moment = timezone.now() - timedelta(hours=hours)
    (folder / "backups" / backups.name_of(moment)).write_bytes(b"x" * 3_400_000)


def begin_backup(page, ordered: list[Work]) -> Work:
    """One click; the backup is then at 43 per cent until the test says so."""
    page.get_by_role("button", name="Jetzt sichern").click()
    expect(page.get_by_role("status")).to_have_text("Es wird gesichert: 0 Prozent")
    [backup] = ordered
    (backup.folder / "progress").write_text("43")
    expect(page.get_by_role("status")).to_have_text("Es wird gesichert: 43 Prozent")
    return backup


def test_a_backup_by_one_click(live_server, page, sign_in, operator, ordered, folders):
    sign_in(page, operator)
    page.goto(live_server.url)
    page.get_by_role("link", name="Betrieb").click()
    expect(page.get_by_text("Es gibt noch keine Sicherung.")).to_be_visible()
    backup = begin_backup(page, ordered)
    expect(page.get_by_role("button", name="Jetzt sichern")).to_have_count(0)
    (folders / "backups" / backups.name_of(timezone.now())).touch()
    backup.die()
    expect(page.get_by_text("Die letzte Sicherung ist vom")).to_be_visible()  # of its own accord
    expect(page.get_by_role("link", name="Herunterladen")).to_have_count(1)


def test_the_page_is_accessible_and_fits_every_width(
    live_server, page, sign_in, operator, ordered, folders, look, monkeypatch
):
    findings = {
        "when": timezone.now().isoformat(),
        "lists": 1284,
        "faults": ["Clubabend Demo, Liste von Serie 2, Tisch 4, Platz 3: das gespeicherte Ergebnis ist ein anderes."],
        "notes": ["Die Datei photos/2026/11/liste_8Zk2pQx.jpg gehört zu nichts mehr."],
    }

    sign_in(page, operator)
    page.goto(f"{live_server.url}/betrieb/")
    look(page, "betrieb-leer")
    for days in range(5):
        keep(folders, 40 + 24 * days)
    (folders / "backups" / backups.name_of(timezone.now(), "0123456789")).touch()  # of another site
    monkeypatch.setattr(places, "is_writable", lambda folder: folder != folders / "backups")
    (folders / "integrity.json").write_text(json.dumps(findings))
    begin_backup(page, ordered)
    page.goto(f"{live_server.url}/betrieb/")
    look(page, "betrieb")
