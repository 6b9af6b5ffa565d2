"""Restoring when things are bad: a damaged database, no room, another user, somebody at work, a killed attempt.

On a small SQLite site of its own, by the commands an administrator types.
"""

import os
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from skatliga.operations import backups, databases, places, restoring
from skatliga.operations.databases import DamagedError, Sqlite
from web.serving import python

NOBODY = 65534

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="about files of SQLite")


def manage(folder: Path, *arguments: str, **settings: str) -> CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    own = {"VAR_DIR": str(folder), "SECRET_KEY": "only-for-this-test", "DEBUG": "1"} | settings
    return python(kept | own, "manage.py", *arguments)


@pytest.fixture(scope="module")
def filled(tmp_path_factory, put_database) -> Path:
    """A site with one club and one picture, and a backup of it."""
    folder = tmp_path_factory.mktemp("filled")
    put_database(folder / "skatliga.sqlite3")
    add_club(folder, "before")
    (folder / "media").mkdir(mode=0o750)
    (folder / "media/liste.jpg").write_bytes(b"a picture")
    assert manage(folder, "backup").returncode == 0
    return folder


@pytest.fixture
def site(filled, tmp_path) -> SimpleNamespace:
    """A copy of that site, which has one more club since its backup."""
    folder = tmp_path / "var"
    shutil.copytree(filled, folder)
    add_club(folder, "since")
    [backup] = (folder / "backups").glob("*.zip")
    return SimpleNamespace(
        folder=folder,
        database=folder / "skatliga.sqlite3",
        backup=backup,
        manage=lambda *arguments: manage(folder, *arguments),
    )


def add_club(folder: Path, name: str) -> None:
    with closing(sqlite3.connect(folder / "skatliga.sqlite3")) as opened, opened:
        columns = [row[1] for row in opened.execute("PRAGMA table_info(people_club)") if row[1] != "id"]
        values = [
            None if column == "parent_id" else "2026-11-20" if "date" in column or column.endswith("_at") else ""
            for column in columns
        ]
        values[columns.index("name")] = values[columns.index("slug")] = name
        marks = ", ".join("?" * len(columns))
        opened.execute(f"INSERT INTO people_club ({', '.join(columns)}) VALUES ({marks})", values)


def clubs(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "skatliga.sqlite3")) as opened:
        return [name for (name,) in opened.execute("SELECT name FROM people_club ORDER BY id")]


def not_a_database(path: Path) -> None:
    path.write_bytes(b"nothing but this" * 1000)


def half_of_it(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def a_page_of_nonsense(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(4096 * 20)
        file.write(b"\xff" * 4096)


@pytest.mark.parametrize("damage", [not_a_database, half_of_it, a_page_of_nonsense])
def test_a_damaged_database_is_put_aside_and_the_backup_takes_its_place(site, damage):
    damage(site.database)
    site.database.chmod(0o640)
    Path(f"{site.database}-wal").write_bytes(b"pages not yet in it")
    damaged = site.database.read_bytes()

    asked = site.manage("restore", str(site.backup))
    assert asked.returncode == 1
    assert "Die Datenbank ist beschädigt (" in asked.stderr
    assert "noch einmal mit --yes" in asked.stderr
    assert list(site.folder.glob("*-damaged-*")) == []

    done = site.manage("restore", str(site.backup), "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    [aside] = [path for path in site.folder.glob("*-damaged-*") if path.suffix.count("-") == 3]
    assert f"Die beschädigte Datenbank liegt jetzt hier: {aside}\n" in done.stdout
    assert aside.read_bytes() == damaged
    assert clubs(site.folder) == ["before"]
    assert stat.S_IMODE(site.database.stat().st_mode) == 0o640


def test_a_damaged_database_stays_where_it_was_when_something_else_fails(site):
    not_a_database(site.database)
    damaged = site.database.read_bytes()
    elsewhere = shutil.move(site.backup, site.folder.parent)
    shutil.rmtree(site.folder / "backups")
    (site.folder / "backups").touch()  # so that the picture cannot be backed up before
    failed = site.manage("restore", elsewhere, "--yes")
    assert failed.returncode == 1
    assert "Was jetzt da ist, lässt sich nicht sichern" in failed.stderr
    assert "--without-backup" in failed.stderr
    assert site.database.read_bytes() == damaged
    assert list(site.folder.glob("*-damaged-*")) == []
    assert (site.folder / "media/liste.jpg").read_bytes() == b"a picture"


def test_what_fails_when_the_backup_is_in_its_place_does_not_deny_that(site):
    (site.folder / "integrity.json").mkdir()  # so that the result of the check cannot be written
    failed = site.manage("restore", str(site.backup), "--yes")
    assert failed.returncode == 1
    assert "ist eingesetzt, aber noch nicht umgestellt und geprüft." in failed.stderr
    assert "Is a directory" in failed.stderr
    assert clubs(site.folder) == ["before"]


def test_without_a_backup_before_where_there_is_no_room_for_one(site):
    done = site.manage("restore", str(site.backup), "--yes", "--without-backup")
    assert (done.returncode, "Was vorher da war" in done.stdout) == (0, False)
    assert list((site.folder / "backups").glob("*.zip")) == [site.backup]
    assert clubs(site.folder) == ["before"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_belongs_to_the_site_as_before(site):
    for path in (site.folder, *site.folder.rglob("*")):
        os.chown(path, NOBODY, NOBODY)
    (site.folder / "backups/.lock").unlink()
    (site.folder / "media").chmod(0o750)
    site.database.chmod(0o640)
    assert site.manage("restore", str(site.backup), "--yes").returncode == 0
    not_a_database(site.database)
    assert site.manage("restore", str(site.backup), "--yes").returncode == 0
    assert site.manage("backup").returncode == 0
    found = {path.relative_to(site.folder): path.stat() for path in (site.folder, *site.folder.rglob("*"))}
    assert {str(path): (now.st_uid, now.st_gid) for path, now in found.items() if now.st_uid != NOBODY} == {}
    modes = {str(path): stat.S_IMODE(now.st_mode) for path, now in found.items()}
    assert (modes["media"], modes["media/liste.jpg"], modes["skatliga.sqlite3"]) == (0o750, 0o640, 0o640)
    zips = [mode for path, mode in modes.items() if path.endswith(".zip")]
    assert zips == [0o600] * 3  # the three newest are kept: before each restoration, and the last


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_what_root_restores_on_a_new_machine_belongs_to_the_site(filled, tmp_path):
    folder = tmp_path / "new"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    [backup] = (filled / "backups").glob("*.zip")
    assert manage(folder, "restore", str(backup)).returncode == 0
    assert clubs(folder) == ["before"]
    owners = {path.name: path.stat().st_uid for path in folder.rglob("*")}
    assert owners == dict.fromkeys((".restoring", "integrity.json", "liste.jpg", "media", "skatliga.sqlite3"), NOBODY)


def test_a_backup_goes_where_no_folder_is_yet(filled, tmp_path):
    [backup] = (filled / "backups").glob("*.zip")
    done = manage(tmp_path / "a" / "new", "restore", str(backup))
    assert (done.returncode, done.stderr) == (0, "")
    assert clubs(tmp_path / "a" / "new") == ["before"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("backup", "Nicht gesichert: "),
        ("restore", "Nicht wiederhergestellt: "),
        ("check_room", ""),
        ("check_integrity", ""),
    ],
)
def test_a_server_that_does_not_answer_is_named(command, said, filled, tmp_path):
    """Nobody listens on port 1."""
    files = (filled / "backups").glob("*.zip") if command == "restore" else ()
    done = manage(tmp_path, command, *map(str, files), DATABASE_URL="postgres://skat:geheim@127.0.0.1:1/liga")
    assert done.returncode == 1
    assert done.stderr.startswith(f"CommandError: {said}Die Datenbank „liga“ ist nicht zu erreichen (")
    assert (
        '"127.0.0.1", port 1 failed: Connection refused). Bitte nachsehen, ob der Datenbankserver läuft' in done.stderr
    )
    assert "geheim" not in done.stderr


def test_a_reference_that_leads_nowhere_does_not_keep_a_site_from_being_backed_up(site):
    with closing(sqlite3.connect(site.database)) as opened, opened:
        opened.execute("INSERT INTO people_clubrole (user_id, club_id, role) VALUES (999, 1, 'reader')")
    assert site.manage("backup").returncode == 0
    checked = site.manage("check_integrity")
    assert checked.returncode == 1
    assert "Tabelle people_clubrole: eine Zeile verweist auf eine in people_user" in checked.stderr


def test_who_is_still_at_work_with_the_database_is_not_waited_for_for_ever(site, tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "_WAIT", 0.2)
    monkeypatch.setattr(Sqlite, "_file", site.database)
    copy = tmp_path / "copy"
    shutil.copy(site.database, copy)
    with closing(sqlite3.connect(site.database)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        busy.execute("UPDATE people_club SET name = name || '!'")
        with pytest.raises(DamagedError, match="Jemand arbeitet noch mit der Datenbank"):
            Sqlite().load(copy)
        busy.execute("COMMIT")
    assert clubs(site.folder) == ["before!", "since!"]


# In this process, with the database of the tests: what is not the database's.


@pytest.fixture
def here(settings, site, db):
    """The folders of that site, and its pictures as they are now."""
    var = site.folder
    settings.VAR_DIR, settings.BACKUP_DIR, settings.MEDIA_ROOT = var, var / "backups", var / "media"
    settings.SECRET_KEY = "only-for-this-test"
    (site.folder / "media/today.jpg").write_bytes(b"of today")
    return site


def media(site) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (site.folder / "media").iterdir()}


def work_folders(site) -> list[Path]:
    return list(site.folder.glob(".restore-*"))


def test_pictures_are_as_they_were_when_the_database_cannot_be_replaced(here, monkeypatch):
    seen = []

    def fail(self, copy):
        seen.append(media(here))
        raise DamagedError("nicht zu ersetzen")

    monkeypatch.setattr(Sqlite, "load", fail)
    with pytest.raises(DamagedError, match="nicht zu ersetzen"):
        restoring.restore(here.backup, backup=False)
    assert seen == [{"liste.jpg": b"a picture"}]
    assert media(here) == {"liste.jpg": b"a picture", "today.jpg": b"of today"}
    assert work_folders(here) == []


def test_what_a_killed_restoration_has_left_is_removed_by_the_next_check(here):
    """Killed where it hurts most: the pictures were already away, the new ones not yet in their place."""
    left = here.folder / ".restore-left"
    left.mkdir()
    (here.folder / "media").rename(left / "former")
    (left / "database").write_bytes(b"unpacked")
    with places.alone(here.folder, ".restoring"):
        restoring.clear_leftovers()
    assert work_folders(here) == [left]  # it might be at work
    call_command("check_integrity")
    assert work_folders(here) == []
    assert media(here) == {"liste.jpg": b"a picture", "today.jpg": b"of today"}


def test_pictures_a_killed_restoration_has_replaced_are_kept(here, capsys):
    """Killed while the database was being replaced: it may still be the old one, with the new pictures."""
    left = here.folder / ".restore-left"
    left.mkdir()
    (here.folder / "media").rename(left / "former")
    (here.folder / "media").mkdir()
    call_command("check_integrity")
    [saved] = here.folder.glob("media-former-*")
    said = capsys.readouterr().out.splitlines()[0]
    assert said == f"Eine Wiederherstellung wurde abgebrochen; die Bilder von davor liegen jetzt hier: {saved}"
    assert {path.name for path in saved.iterdir()} == {"liste.jpg", "today.jpg"}
    assert (work_folders(here), media(here)) == ([], {})


def test_two_restorations_at_once_are_refused(here):
    with places.alone(here.folder, ".restoring"), pytest.raises(DamagedError, match="gerade schon wiederhergestellt"):
        restoring.restore(here.backup)


def test_a_folder_behind_a_link_is_replaced_where_it_is(here, tmp_path, monkeypatch):
    other_disk = tmp_path / "other disk"
    other_disk.mkdir()
    (here.folder / "media").rename(other_disk / "pictures")
    (here.folder / "media").symlink_to(other_disk / "pictures")
    monkeypatch.setattr(Sqlite, "load", lambda self, copy: None)
    restoring.restore(here.backup, backup=False)
    assert (here.folder / "media").is_symlink()
    assert {path.name for path in (other_disk / "pictures").iterdir()} == {"liste.jpg"}
    assert [path.name for path in other_disk.iterdir() if path.name[0] != "."] == ["pictures"]


# Room.


def disk_with(monkeypatch, free: int) -> None:
    monkeypatch.setattr(places.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))


def test_how_much_room_is_missing_where(tmp_path, monkeypatch):
    """Two folders of one disk, one of them not made yet; 3 MB and 4 MB are wanted, 5 MB are there."""
    disk_with(monkeypatch, 5 * 1024**2)
    wanted = [(tmp_path / "a/b", 3 * 1024**2), (tmp_path, 4 * 1024**2)]
    assert places.missing_room(wanted) == [
        f"Auf der Platte von {tmp_path}/a/b fehlen 2,0\xa0MB: gebraucht werden etwa 7,0\xa0MB, frei sind 5,0\xa0MB."
    ]
    disk_with(monkeypatch, 7 * 1024**2)
    assert places.missing_room(wanted) == []


def test_what_a_backup_and_a_restoration_need(here):
    """Twice the database, as it is and packed, and 17 bytes of pictures; all unpacked, and the database in place."""
    size = Sqlite().size()
    assert backups.room() == [(here.folder / "backups", 2 * size + 17)]
    manifest = backups.read_manifest(here.backup)
    database = manifest.files["database"][0]
    places_and_sizes = restoring.room_for(manifest)
    assert places_and_sizes[0] == (here.folder, database + 9)
    assert places_and_sizes[1][1] == database


def test_a_backup_that_finds_no_room_says_how_much_is_missing(here, monkeypatch):
    disk_with(monkeypatch, 3)

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "_write", full)
    with pytest.raises(CommandError, match=r"left on device\. Auf der Platte .* fehlen .*, frei sind 3\sBytes"):
        call_command("backup")


def test_a_folder_that_cannot_be_written_is_told_at_the_start(here, monkeypatch, capsys):
    monkeypatch.setattr(places, "is_writable", lambda folder: folder != here.folder / "backups")
    call_command("check", "--tag", "operations")
    said = capsys.readouterr().err
    assert f"BACKUP_DIR: in {here.folder}/backups kann nicht geschrieben werden." in said
    assert "VAR_DIR:" not in said
