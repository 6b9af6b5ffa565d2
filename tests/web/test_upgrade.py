"""The one command that brings a site to another version, on a clone of its own with a service of its own."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import urllib.request
from contextlib import closing
from types import SimpleNamespace

import pytest
from ports import free_port
from whole import WHOLE

from skatliga.settings import BASE_DIR
from web.collected import put_collected
from web.serving import asking

# What systemd would do for `start` and `stop`.
SYSTEMCTL = """#!/bin/sh
[ "$1" = daemon-reload ] || [ "$1" = enable ] && exit 0
echo "$1 $2" >> {folder}/service.log
[ -e {folder}/pid ] && kill -9 "-$(cat {folder}/pid)"
rm -f {folder}/pid
[ "$1" = stop ] && exit 0
cd {folder}/site
setsid sh -c '{python} manage.py work & exec {python} -m granian --interface wsgi --workers 1 --blocking-threads 1 \\
    --no-ws --log-level error --port $PORT skatliga.wsgi:application' >/dev/null 2>&1 &
echo $! > {folder}/pid
"""
# The packages of this test are there; whatever else is asked for is not.
PYTHON = """#!/bin/sh
[ "${{2:-}}" = pip ] && echo "pip: no network" >&2 && exit 1
exec {python} "$@"
"""
SHELL = 'set -a; . $SETTINGS; .venv/bin/python manage.py shell --no-imports -c "$0"'
PICTURE_MISSING = """
from datetime import date
from skatliga.events.services import create_event
from skatliga.people.services import create_club
from skatliga.printing.models import CertificateForm
fields = {"rounds": 1, "rulebook": "isko-2022", "evaluation": "seeger-fabian"}
event = create_event(create_club("Verein"), name="Abend", date=date(2026, 11, 21), **fields)
CertificateForm.objects.create(event=event, picture="gone.png")
"""
MIGRATION = """from django.db import migrations


def work(apps, schema_editor):
    {work}


class Migration(migrations.Migration):
    dependencies = [("printing", "{after}")]
    operations = [
        migrations.RunSQL("CREATE TABLE {table} (id integer)", "DROP TABLE {table}"),
        migrations.RunPython(work, migrations.RunPython.noop),
    ]
"""


@pytest.fixture
def installed(tmp_path, put_database):
    """An installed site at version v1: `release` makes another one at its origin, `upgrade` brings it there."""
    origin, site, commands = tmp_path / "origin", tmp_path / "site", tmp_path / "bin"
    commands.mkdir()
    (tmp_path / "var").mkdir()
    port = free_port()
    without = (":!tests", ":!docs/dev", ":!docs/admin")
    names = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *without]
    for name in filter(None, subprocess.check_output(names, cwd=BASE_DIR, text=True).split("\0")):
        if (BASE_DIR / name).is_file():
            (origin / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(BASE_DIR / name, origin / name)
    kept = {name: os.environ[name] for name in ("HOME",) if name in os.environ}
    environment = kept | {
        "PATH": f"{commands}:{os.environ['PATH']}",
        "GIT_CONFIG_GLOBAL": str(tmp_path / "gitconfig"),
        "SITE_USER": subprocess.check_output(["id", "-un"], text=True).strip(),
        "SETTINGS": str(tmp_path / "site.env"),
        "UNITS": str(tmp_path / "units"),
    }

    def run(*command, cwd=site, check=True):
        return subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=check)

    def release(version, files=()):
        for name, content in dict(files).items():
            (origin / name).write_text(content)
        run("git", "add", "-A", cwd=origin)
        run("git", "commit", "-q", "--allow-empty", "-m", version, cwd=origin)
        run("git", "tag", version, cwd=origin)

    (tmp_path / "gitconfig").write_text("[user]\nname = Test\nemail = test@example.org\n")
    (tmp_path / "site.env").write_text(
        f"ALLOWED_HOSTS=skat.example.org\nSECRET_KEY={'k' * 60}xyz0123456789\nVAR_DIR={tmp_path}/var\nPORT={port}\n"
        f'BACKUP_DIR="{tmp_path}/an other disk"\n'
    )
    (tmp_path / "units").mkdir()
    (tmp_path / "units/skatliga.service").write_text("of long ago")
    (commands / "systemctl").write_text(SYSTEMCTL.format(folder=tmp_path, python=asking()))
    run("git", "init", "-q", "-b", "main", cwd=origin)
    release("v1")
    run("git", "clone", "-q", str(origin), str(site), cwd=tmp_path)
    for name in ("scoring", "skatliga"):  # what is compiled need not be once more, as its files are as old
        shutil.copytree(BASE_DIR / name, site / name, dirs_exist_ok=True)
    (site / ".venv/bin").mkdir(parents=True)
    (site / ".venv/bin/python").write_text(PYTHON.format(python=asking()))
    for file in (commands / "systemctl", site / ".venv/bin/python"):
        file.chmod(0o755)
    stamp = subprocess.check_output("cat requirements.txt requirements.txt | sha256sum", shell=True, cwd=site)
    (site / ".venv/installed-run").write_bytes(stamp)
    put_database(tmp_path / "var/skatliga.sqlite3")
    put_collected(site / "staticfiles")
    start = "set -a; . $SETTINGS; .venv/bin/python manage.py collectstatic --no-input -v0; systemctl start skatliga"
    run("sh", "-ec", start)

    def well():
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/gesund/", headers={"Host": "skat.example.org"})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            return json.loads(answer.read())

    def tables():
        with closing(sqlite3.connect(tmp_path / "var/skatliga.sqlite3")) as opened:
            return {name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}

    yield SimpleNamespace(
        release=release,
        upgrade=lambda *version: run("sh", "deploy/upgrade.sh", *version, check=False),
        shell=lambda script: run("sh", "-ec", SHELL, script),
        version=lambda: run("git", "describe", "--tags").stdout.strip(),
        backups=lambda: sorted(path.name for path in (tmp_path / "an other disk").glob("*.zip")),
        service=lambda: (tmp_path / "service.log").read_text().split("\n"),
        well=well,
        tables=tables,
        site=site,
        var=tmp_path / "var",
        units=tmp_path / "units",
    )
    if (tmp_path / "pid").exists():
        os.killpg(int((tmp_path / "pid").read_text()), signal.SIGKILL)


def migration(after: str, table: str, work: str = "pass") -> str:
    return MIGRATION.format(after=after, table=table, work=work)


def last_migration() -> str:
    return sorted(path.stem for path in (BASE_DIR / "skatliga/printing/migrations").glob("0*.py"))[-1]


GOOD, EXTRA, BAD = (f"skatliga/printing/migrations/{name}.py" for name in ("0998_good", "0999_extra", "1000_bad"))


def test_to_the_next_version_and_back_by_itself_from_one_that_fails(installed):
    """One site, one after the other: what cannot be, what succeeds, a migration that fails; a missing package with
    WHOLE=1.
    """
    nowhere = installed.upgrade("v7")
    assert (nowhere.returncode, nowhere.stderr) == (1, "Die Version v7 gibt es nicht; nichts ist geändert.\n")
    assert "läuft schon" in installed.upgrade().stderr
    (installed.site / "README.md").write_text("mine")
    assert "sind Dateien geändert" in installed.upgrade().stderr
    subprocess.run(["git", "checkout", "-q", "README.md"], cwd=installed.site, check=True)
    assert installed.service() == ["start skatliga", ""]

    installed.release("v2", {GOOD: migration(last_migration(), "good")})
    done = installed.upgrade()
    assert (done.returncode, done.stderr) == (0, "")
    assert "Fertig: v2." in done.stdout
    assert (installed.version(), "good" in installed.tables()) == ("v2", True)
    assert installed.well()["program"] == "v2"
    assert installed.service()[1:3] == ["stop skatliga", "start skatliga"]
    assert len(installed.backups()) == 1

    for unit in ("skatliga.service", "skatliga-backup.service", "skatliga-backup.timer"):
        assert (installed.units / unit).read_text() == (BASE_DIR / "deploy/systemd" / unit).read_text()

    installed.release("v2.1")
    media = installed.var / "media"
    media.mkdir()
    with (media / "large.jpg").open("w") as large:
        large.truncate(10**13)  # takes no room, but a copy of it would
    refused = installed.upgrade("v2.1")
    assert refused.returncode == 1
    assert re.search(r"Auf der Platte von .* fehlen 1\d,\d\sTB: gebraucht werden etwa", refused.stderr)
    assert refused.stderr.endswith("Bitte zuerst beheben, was hier steht; nichts ist geändert.\n")
    assert installed.service()[1:3] == ["stop skatliga", "start skatliga"]
    assert (installed.version(), len(installed.service())) == ("v2", 4)
    (media / "large.jpg").unlink()

    if WHOLE:  # goes back in the same way as the one below
        installed.release("v3", {"requirements.txt": "not-to-be-had==1\n"})
        failed = installed.upgrade("v3")
        assert failed.returncode == 1
        assert "FEHLER bei: Pakete und Dateien." in failed.stderr
        assert "Die Seite läuft wieder" in failed.stderr
        assert (installed.version(), installed.well()["program"]) == ("v2", "v2")

    installed.release(
        "v4",
        {
            "requirements.txt": (BASE_DIR / "requirements.txt").read_text(),
            EXTRA: migration("0998_good", "extra"),
            BAD: migration("0999_extra", "worse", "raise ValueError('kaputt')"),
        },
    )
    installed.shell(PICTURE_MISSING)
    failed = installed.upgrade("v4")
    assert failed.returncode == 1
    assert "FEHLER bei: Datenbank." in failed.stderr
    assert "kaputt" in failed.stderr
    assert (
        "Bei der Prüfung fiel auf:\nDie Datei gone.png fehlt." in failed.stderr
    )  # as before; the site goes on with it
    assert "Die Seite läuft wieder" in failed.stderr
    assert (installed.version(), installed.well()["program"]) == ("v2", "v2")
    assert {"good", "extra", "worse"} & installed.tables() == {"good"}
    # One before each attempt; going back needs no room for another.
    assert len(installed.backups()) == (3 if WHOLE else 2)
