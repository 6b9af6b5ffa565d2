"""The rehearsal: a club is backed up while somebody writes, lost, and brought back as it was, on either database.

What a restored site shows is compared with what it showed before; which files are refused, what an attempt that fails
leaves behind, and what is thrown away after a while, with files made here.
"""

import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import time
import zipfile
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from types import SimpleNamespace

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from skatliga.operations import backups, databases, restoring
from skatliga.operations.databases import DamagedError
from web.serving import asking, python, start

# `note`: everything stored, table by table; rankings and lists as anybody sees them; the pictures. `refused`: what a
# command says against something. `answer` tells the test.
WORDS = """
import json
from io import StringIO
from pathlib import Path
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from skatliga.events.models import Event
from skatliga.lists.models import Photo, Sheet
from skatliga.people.models import Club, User
def note():
    tables = {}
    with connection.cursor() as cursor:
        for name in sorted(connection.introspection.table_names(cursor)):
            cursor.execute(f'SELECT * FROM "{name}"')
            tables[name] = sorted(repr(row) for row in cursor.fetchall())
    public = {"table__round__event__state": "published"}
    pages = [reverse("standings:ranking", args=[event.slug]) for event in Event.objects.filter(state="published")]
    pages += [reverse("lists:sheet", args=[sheet.pk]) for sheet in Sheet.objects.filter(**public).order_by("pk")[:5]]
    client, shown = Client(HTTP_HOST="localhost"), {}
    for page in pages:
        answer = client.get(page)
        shown[page] = [answer.status_code, answer.content.decode()]
    media = Path(settings.MEDIA_ROOT)
    files = {str(path.relative_to(media)): path.read_text() for path in sorted(media.rglob("*")) if path.is_file()}
    return {"tables": tables, "shown": shown, "files": files}
def refused(*arguments):
    try:
        call_command(*arguments)
    except CommandError as refusal:
        return str(refusal)
def newest():
    return str(sorted(Path(settings.BACKUP_DIR).glob("*.zip"))[-1])
def answer(**found):
    print(json.dumps(found))
"""
FILL = """
import sys
sys.path.append("tests")
from web.demonstration import demo_club
demo_club()
photo = Photo(sheet=Sheet.objects.first(), by=User.objects.first())
photo.image.save("liste.jpg", ContentFile(b"a picture"))
answer()
"""
# Two clubs at a time, until it is told to stop: a copy that is no single moment would have an odd number of them.
WRITE = """
import sys
from pathlib import Path
from django.db import transaction
from skatliga.people.models import Club
number = 0
while not Path({stop!r}).exists():
    with transaction.atomic():
        for half in "ab":
            Club.objects.create(name=f"Neu {{number}}{{half}}", slug=f"neu-{{number}}{{half}}")
    number += 1
    if number == 3:
        Path({begun!r}).touch()
"""


@pytest.fixture(scope="session")
def server_database(django_db_setup):
    """A database with all tables: its address, and what leaves an empty one in its place."""
    if connection.vendor == "sqlite":
        yield None, lambda: None
        return
    settings = connection.settings_dict
    name = f"skatliga_rehearsal_{os.getpid()}"
    place = {"host": settings["HOST"], "port": settings["PORT"] or None, "user": settings["USER"] or None}
    place = {key: value for key, value in (place | {"password": settings["PASSWORD"]}).items() if value}

    def run(*commands: str) -> None:
        with closing(psycopg.connect(dbname="postgres", autocommit=True, **place)) as opened:
            for command in commands:
                opened.execute(command)

    def empty(template: str = "template1") -> None:
        run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)", f'CREATE DATABASE {name} TEMPLATE "{template}"')

    user, password, host = (settings[key].replace("/", "%2F") for key in ("USER", "PASSWORD", "HOST"))
    login = f"{user}{':' if password else ''}{password}{'@' if user else ''}"
    port = f":{settings['PORT']}" if settings["PORT"] else ""
    empty(settings["TEST"]["TEMPLATE"])
    yield f"postgres://{login}{host}{port}/{name}", empty
    run(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def site(tmp_path_factory, server_database, put_database):
    """A site of its own with the demo club, a league and a photograph: `manage` runs a command, `wipe` loses it all.

    It lasts longer than this file, because tests with a database are run before those of all files without one.
    """
    folder = tmp_path_factory.mktemp("site")
    address, empty = server_database
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "DATABASE_URL": address or f"sqlite:///{folder / 'skatliga.sqlite3'}",
        "VAR_DIR": str(folder / "var"),
        "SECRET_KEY": "only-for-this-test",
        "DEBUG": "1",
    }

    def manage(*arguments: str) -> subprocess.CompletedProcess[str]:
        done = python(environment, "manage.py", *arguments)
        assert done.returncode == 0, done.stderr
        return done

    def wipe() -> None:
        empty()
        for file in folder.glob("skatliga.sqlite3*"):
            file.unlink()
        for file in (folder / "var" / "media").rglob("*.*"):
            file.unlink()

    def run(script: str) -> dict:
        """What a script answers, with the words above."""
        said = manage("shell", "--no-imports", "-c", WORDS + script).stdout
        return json.loads(said.splitlines()[-1])

    if not address:
        put_database(folder / "skatliga.sqlite3")
    run(FILL)
    return SimpleNamespace(manage=manage, run=run, wipe=wipe, environment=environment, backups=folder / "var/backups")


def files(folder):
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def test_a_site_that_was_lost_is_as_it_was(site, tmp_path):
    before = site.run("answer(noted=note())")["noted"]  # whatever other tests have left
    for other in site.backups.glob("*.zip"):
        other.unlink()
    stop, begun = tmp_path / "stop", tmp_path / "begun"
    script = WRITE.format(stop=str(stop), begun=str(begun))
    writing = start(site.environment, "manage.py", "shell", "--no-imports", "-c", script)
    try:
        while not begun.exists():
            assert writing.poll() is None
            time.sleep(0.05)
        done = site.manage("backup")
    finally:
        stop.touch()
        assert writing.wait() == 0
    path = site.backups / files(site.backups)[-1]
    assert done.stdout == f"Gesichert und geprüft: {path}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600

    site.wipe()
    restored = site.manage("restore", str(path)).stdout
    assert restored.endswith("Alles nachgerechnet und geprüft, es stimmt.\n")
    assert "Was vorher da war" not in restored
    after = site.run("answer(noted=note())")["noted"]
    clubs = before["tables"].pop("people_club"), after["tables"].pop("people_club")
    new = set(clubs[1]) - set(clubs[0])
    assert (len(new) >= 6, len(new) % 2, all("Neu " in club for club in new)) == (True, 0, True)
    assert after == before
    assert {status for status, _content in before["shown"].values()} == {200}
    assert (len(before["shown"]) >= 6, list(before["files"].values())) == (True, ["a picture"])
    counts = backups.read_manifest(path).counts
    assert counts.pop("people_club") == len(clubs[1])
    assert counts == {name: len(rows) for name, rows in before["tables"].items()}


def test_what_is_there_is_replaced_only_when_that_is_said_and_backed_up_before(site):
    found = site.run("""
call_command("backup")
first, before = newest(), note()
Club.objects.create(name="Nachher", slug="nachher")
with_it = note()
no = refused("restore", first)
untouched = note() == with_it
call_command("restore", first, "--yes")
second, restored = newest(), note()
call_command("restore", second, "--yes")
forth = note() == with_it
Club.objects.get(slug="nachher").delete()
answer(no=no, untouched=untouched, two=first != second, back=restored == before, forth=forth)
""")
    assert "Die Datenbank ist nicht leer." in found.pop("no")
    assert found == {"untouched": True, "two": True, "back": True, "forth": True}


def test_where_the_database_is_gone_the_photographs_that_are_there_are_backed_up_before(site):
    """As somebody does whose database was damaged: its file moved away, yesterday's backup restored."""
    site.manage("backup")
    path = site.backups / files(site.backups)[-1]
    site.wipe()
    today = site.backups.parent / "media" / "today.jpg"
    today.write_bytes(b"of today")
    said = site.manage("restore", str(path)).stdout.splitlines()
    assert not today.exists()
    with zipfile.ZipFile(said[0].removeprefix("Was vorher da war: ")) as before:
        assert before.read("media/today.jpg") == b"of today"
    assert said[-1] == "Alles nachgerechnet und geprüft, es stimmt."


def test_a_backup_of_an_older_program_is_brought_forward(site):
    """One whose database knows nothing of the last app with pictures; who restores it has another secret besides."""
    found = site.run("""
before = note()
call_command("migrate", "printing", "zero", verbosity=0)
call_command("backup")
settings.SECRET_KEY, said = "another", StringIO()
call_command("restore", newest(), "--yes", stdout=said)
call_command("migrate", "--check", verbosity=0)
after = note()
tables = before["tables"], after["tables"]
for each in tables:  # the times at which they were applied
    del each["django_migrations"]
answer(said=said.getvalue(), same=tables[0] == tables[1], tables=len(tables[0]))
""")
    older = sorted(site.backups.glob("*.zip"))[-2]
    assert not any(name.startswith("printing.") for name in backups.read_manifest(older).migrations)
    assert "SECRET_KEY ist ein anderer" in found["said"]
    assert (found["same"], found["tables"] > 30) == (True, True)


# `manage.py backup` where no file may be larger than this.
LITTLE_ROOM = """
import resource
from django.core.management import execute_from_command_line
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
execute_from_command_line(["manage.py", "backup"])
"""


def test_a_full_disk_leaves_the_earlier_backups_as_they_are(site):
    site.manage("backup")
    before = {name: (site.backups / name).read_bytes() for name in files(site.backups)}

    failed = python(site.environment, "-c", LITTLE_ROOM)
    assert failed.returncode == 1
    assert failed.stderr.startswith("CommandError: Nicht gesichert: ")
    assert {name: (site.backups / name).read_bytes() for name in files(site.backups)} == before


@pytest.fixture(scope="session")
def made(site):
    """A backup of the demo club."""
    site.manage("backup")
    return site.backups / files(site.backups)[-1]


@pytest.fixture
def kept(settings, tmp_path, made, db):
    """The only backup in a folder of its own."""
    settings.VAR_DIR, settings.BACKUP_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "backups", tmp_path / "media"
    settings.SECRET_KEY = "only-for-this-test"
    settings.BACKUP_DIR.mkdir()
    shutil.copy(made, settings.BACKUP_DIR)
    return backups.kept()[0]


def rewritten(path, **changes):
    """The same backup with other words in its manifest, or another file."""
    target = path.with_name("other.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                content = json.dumps(json.loads(content) | changes).encode()
            new.writestr(name, content)
    return target


def test_what_a_backup_says_of_itself(kept):
    manifest = backups.read_manifest(kept.path)
    assert (manifest.format, manifest.database) == (1, connection.vendor)
    assert manifest.migrations == backups.applied_migrations()
    [photo] = [name for name in manifest.files if name != "database"]
    assert re.fullmatch(r"media/photos/\d{4}/\d\d/liste\w*\.jpg", photo)
    assert manifest.files[photo] == [9, sha256(b"a picture").hexdigest()]
    assert timedelta() <= kept.created - manifest.time < timedelta(minutes=1)
    assert restoring.look_at(kept.path) == manifest


def test_a_copy_of_a_file_tells_how_far_it_is(tmp_path, monkeypatch):
    """A file with one table has two pages: that of the tables' names and that of its rows."""
    with closing(sqlite3.connect(":memory:")) as source:
        source.execute("CREATE TABLE list (number)")
        monkeypatch.setattr(databases, "_one_moment", lambda: nullcontext(source))
        monkeypatch.setattr(databases, "_PAGES", 1)
        told = []
        assert databases.Sqlite().dump(tmp_path / "copy.sqlite3", told.append) == {"list": 0}
    assert told == [50, 100]


@pytest.mark.parametrize("place", [0.02, 0.5, 0.9])
def test_a_damaged_file_is_refused(kept, tmp_path, place):
    content = bytearray(kept.path.read_bytes())
    content[int(len(content) * place)] ^= 0xFF
    kept.path.write_bytes(content)
    with pytest.raises(DamagedError, match="beschädigt"):
        restoring.restore(kept.path)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "keine Sicherung von Skatliga oder beschädigt"),
        (b"PK\x03\x04 and nothing more", "keine Sicherung von Skatliga oder beschädigt"),
        (None, "gibt es nicht"),
    ],
)
def test_what_is_no_backup_is_refused(kept, tmp_path, content, sentence):
    path = tmp_path / "x.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DamagedError, match=sentence):
        restoring.restore(path)


def test_a_backup_whose_manifest_cannot_be_unpacked_is_refused(tmp_path):
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("manifest.json", json.dumps({"format": 1}))
    content = bytearray(path.read_bytes())
    content[30 + len("manifest.json")] = 0x07  # a kind of block that deflate does not have
    path.write_bytes(content)
    with pytest.raises(DamagedError, match="keine Sicherung von Skatliga oder beschädigt"):
        backups.read_manifest(path)


def test_half_a_backup_is_refused(kept):
    kept.path.write_bytes(kept.path.read_bytes()[:50_000])
    with pytest.raises(DamagedError, match="beschädigt"):
        restoring.restore(kept.path)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 2}, "neueres Format"),
        ({"database": "oracle"}, "von einer Datenbank oracle"),
        ({"migrations": ["lists.0999_not_yet"], "program": "v99"}, r"neueren Programm \(v99\).*lists.0999_not_yet"),
        ({"counts": {"people_user": 7, "nonsense": 1}}, "beschädigt"),
        ({"files": {"../../etc/passwd": [1, "0"]}}, "fremde Datei"),
        ({"files": {"media/../../x": [1, "0"]}}, "fremde Datei"),
        ({"files": {"/media/x": [1, "0"]}}, "fremde Datei"),
        ({"files": {"media/missing": [1, "0"]}}, "beschädigt"),
        ({"nonsense": 1}, "keine Sicherung"),
    ],
)
def test_what_does_not_fit_is_refused_before_anything_is_touched(kept, changes, sentence, monkeypatch):
    monkeypatch.setattr(type(restoring.of_this_site()), "load", None)
    with pytest.raises(DamagedError, match=sentence):
        restoring.restore(rewritten(kept.path, **changes))
    assert backups.kept() == [kept]


def test_a_backup_from_before_the_migrations_became_one_is_known(kept):
    path = rewritten(kept.path, migrations=["desk.0004_lots", "lists.0001_initial"])
    assert restoring.look_at(path).migrations == ["desk.0004_lots", "lists.0001_initial"]


@pytest.mark.django_db(transaction=True)
def test_what_an_aborted_attempt_has_left_is_cleared_away(kept):
    left = kept.path.parent / ".work-left" / "part.zip"
    left.parent.mkdir()
    left.touch()
    second = backups.make()
    assert not left.parent.exists()
    assert backups.kept() == [second, kept]


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_does_not_read_back_gets_no_name(kept, monkeypatch):
    def damaged(*_arguments):
        raise DamagedError("nicht lesbar")

    monkeypatch.setattr(type(restoring.of_this_site()), "verify", damaged)
    with pytest.raises(DamagedError):
        backups.make()
    assert files(kept.path.parent) == [kept.name]


def test_only_one_backup_at_a_time(kept):
    with backups._alone(kept.path.parent), pytest.raises(DamagedError, match="gerade schon gesichert"):
        backups.make()


def test_the_newest_of_each_day_is_kept_and_the_three_newest(tmp_path):
    """Twice a day for ten days, five days wanted: five of the evening, and two of the morning among the newest."""
    days = [datetime(2026, 11, day, hour, tzinfo=UTC) for day in range(1, 11) for hour in (3, 20)]
    for moment in days:
        (tmp_path / backups.name_of(moment)).touch()
    (tmp_path / "skatliga-mine.zip").touch()  # not ours: stays
    backups.remove_old(tmp_path, 5)
    left = [(backup.created.day, backup.created.hour) for backup in backups.kept(tmp_path)]
    assert left == [(10, 20), (10, 3), (9, 20), (8, 20), (7, 20), (6, 20)]
    assert (tmp_path / "skatliga-mine.zip").exists()


def test_the_newest_of_each_month_is_kept_for_a_year(tmp_path):
    """One on the 1st and the 20th of every month of 2025 and 2026; two days are to be kept, and three in any case."""
    for year in (2025, 2026):
        for month in range(1, 13):
            for day in (1, 20):
                (tmp_path / backups.name_of(datetime(year, month, day, 12, tzinfo=UTC))).touch()
    backups.remove_old(tmp_path, 2)
    left = [(each.created.year, each.created.month, each.created.day) for each in backups.kept(tmp_path)]
    assert left == [(2026, 12, 20), (2026, 12, 1), *((2026, month, 20) for month in range(11, 0, -1))]


def test_two_sites_with_one_folder_leave_each_other_alone(tmp_path, settings):
    """Forty days of one, then the other counts and throws away what is its own."""
    days = [datetime(2026, 10, 1, 3, tzinfo=UTC) + timedelta(days=number) for number in range(40)]
    for key in ("one", "other"):
        settings.SECRET_KEY = key
        for moment in days:
            (tmp_path / backups.name_of(moment)).touch()
    first_of_all = tmp_path / "skatliga-20260901-030000-000000.zip"  # of before there were marks
    first_of_all.touch()
    backups.remove_old(tmp_path, 5)
    assert [each.created.day for each in backups.kept(tmp_path)] == [9, 8, 7, 6, 5, 31]  # in November, and October's
    assert len(backups.of_others(tmp_path)) == 41
    settings.SECRET_KEY = "one"
    assert [each.created for each in backups.kept(tmp_path)] == days[::-1]
    assert first_of_all in backups.of_others(tmp_path)


def test_that_others_have_backups_in_the_folder_is_said(site, tmp_path):
    name = backups.name_of(timezone.now(), "0123456789")
    (tmp_path / name).touch()
    said = site.manage("backup", "--to", str(tmp_path)).stdout.splitlines()
    assert said[0] == (
        f"In {tmp_path} liegen auch Sicherungen, die von einer anderen Seite sind oder unter einem anderen SECRET_KEY "
        f"entstanden (1, die neueste: {name}). Sie bleiben liegen."
    )
    assert said[1].startswith("Gesichert und geprüft: ")  # last: the upgrade reads the file's name there


@pytest.mark.django_db(transaction=True)
def test_a_clock_that_was_set_back_does_not_cost_the_backup_just_made(kept):
    """Fifteen later days are there, more than are kept; the battery of the clock was empty, or is new."""
    for day in range(1, 16):
        (kept.path.parent / backups.name_of(datetime(2090, 1, day, tzinfo=UTC))).touch()
    call_command("backup")
    left = backups.kept(kept.path.parent)
    assert [backup.created.year for backup in left[:15]] == [2090] * 15
    assert (len(left), left[16]) == (17, kept)


def test_a_backup_from_the_future_does_not_hide_that_the_last_one_is_old(tmp_path):
    old, future = (backups.Backup(tmp_path / "x.zip", timezone.now() + timedelta(days=days), 0) for days in (-3, 2000))
    assert backups.last_of([future, old]) == old
    assert backups.last_of([future]) is backups.last_of([]) is None


@pytest.mark.parametrize(("hours", "overdue"), [(1, False), (25, False), (27, True), (24 * 30, True)])
def test_when_a_backup_is_overdue(tmp_path, hours, overdue):
    made = backups.Backup(tmp_path / "x.zip", timezone.now() - timedelta(hours=hours), 0)
    assert backups.is_overdue(made) is overdue
    assert backups.is_overdue(None)


# Somebody has changed a club and not yet said that it counts, while all tables are to be replaced.
HELD = """
from skatliga.operations import databases
databases._WAIT = 1
call_command("backup")
before = note()
other = connection.copy()
with other.cursor() as cursor:
    cursor.execute("BEGIN")
    cursor.execute("UPDATE people_club SET name = name")
    no = refused("restore", newest(), "--yes", "--without-backup")
    cursor.execute("ROLLBACK")
answer(no=no, untouched=note() == before)
"""


@pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite's case stands beside its other troubles")
def test_who_is_still_at_work_with_the_database_is_named_and_nothing_is_replaced(site):
    found = site.run(HELD)
    assert found["untouched"]
    assert re.search(r"An der Datenbank sind noch andere angemeldet \(\w+.*\)\. Bitte die Seite anhalt", found["no"])


# Just after a check has read the rows of the lists, somebody else takes one back; each of the two checks.
WRITTEN_MEANWHILE = """
import subprocess
from skatliga.operations.integrity import examine
sheet = Sheet.objects.filter(state="handed_in", rows__isnull=False).first()
Sheet.objects.filter(pk=sheet.pk).update(state="open")
change = [
    "from skatliga.lists.models import Sheet",
    "from skatliga.lists.services import Change, undo_last",
    "from skatliga.people.models import User",
    f"sheet = Sheet.objects.get(pk='{sheet.pk}')",
    "undo_last(sheet.pk, Change(sheet.revision, User.objects.first()))",
]
rows, found, meanwhile = sheet.rows.count(), [], []
def write(execute, sql, params, many, context):
    answered = execute(sql, params, many, context)
    if 'FROM "lists_row"' in sql and len(meanwhile) == len(found):
        command = [*{python}, "manage.py", "shell", "--no-imports", "-c", chr(10).join(change)]
        meanwhile.append(subprocess.run(command).returncode)
    return answered
with connection.execute_wrapper(write):
    for check in (lambda: examine().faults, lambda: refused("recheck")):
        found.append(check())
answer(found=found, meanwhile=meanwhile, taken_back=rows - sheet.rows.count())
"""


def test_a_list_that_is_written_meanwhile_is_no_fault(site):
    script = WRITTEN_MEANWHILE.replace("{python}", repr(asking().split()))
    assert site.run(script) == {"found": [[], None], "meanwhile": [0, 0], "taken_back": 2}
