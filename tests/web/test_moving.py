"""A whole site moves from SQLite to PostgreSQL and back: every value, everybody who may sign in, every result."""

import json
import shutil
from subprocess import CompletedProcess

import pytest
from databases import make_tables
from whole import WHOLE

from web.cluster import cluster  # noqa: F401
from web.serving import environment_of, python, run

WORDS = """
import json
import django
django.setup()
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.test import Client
from skatliga.api.models import AccessKey
from skatliga.people.models import Club, User
def note():
    tables = {}
    for model in apps.get_models(include_auto_created=True):
        names = [field.attname for field in model._meta.local_concrete_fields]
        rows = model._base_manager.values_list(*names)
        plain = [[bytes(each).hex() if isinstance(each, (bytes, memoryview)) else each for each in row] for row in rows]
        tables[model._meta.db_table] = sorted(json.dumps(row, default=str, sort_keys=True) for row in plain)
    return tables
"""
FILL = """
import sys
sys.path.append("tests")
from web.demonstration import demo_club
demo_club()
user = User.objects.get(username="admin")
user.set_password("karo-sieben-ouvert")
user.save()
Client(HTTP_HOST="localhost").force_login(user)
AccessKey.objects.create(user=user, name="Anzeige", digest="0" * 64)
print(json.dumps(note()))
"""
NOTED = """
print(json.dumps(note()))
"""
USED = """
from skatliga.people.services import create_club
known = set(Club.objects.values_list("pk", flat=True))
new = create_club("Nach dem Umzug").pk not in known
password = User.objects.get(username="admin").check_password("karo-sieben-ouvert")
print(json.dumps({"vendor": connection.vendor, "new": new, "password": password}))
"""


def moved(environment: dict[str, str], address: str) -> CompletedProcess[str]:
    return python(environment, "manage.py", "move_database", address)


@pytest.fixture(scope="module")
def filled(tmp_path_factory, put_database):
    """The settings of a site with the demo club on SQLite, and everything stored in it."""
    folder = tmp_path_factory.mktemp("moving")
    put_database(folder / "site.sqlite3")
    environment = environment_of(folder)
    return environment, json.loads(run(environment, "-c", WORDS + FILL).splitlines()[-1])


def test_there_and_back(filled, cluster, tmp_path, put_database):  # noqa: F811
    """There at the second attempt, and back; with WHOLE=1 the first one has no tables before.

    What cannot be taken, a text that SQLite takes and PostgreSQL does not, leaves the new one empty.
    """
    sqlite, before = filled
    server = sqlite | {"DATABASE_URL": cluster.create("moving")}
    if not WHOLE:
        make_tables(server["DATABASE_URL"])
    put_database(tmp_path / "site.sqlite3")
    long = environment_of(tmp_path)
    clubs = [f'Club.objects.create(name="{name}", slug="{name[:4]}")' for name in ("Gut", "x" * 200)]
    run(long, "-c", WORDS + "\n".join(clubs))
    refused = moved(server, long["DATABASE_URL"])
    assert refused.returncode == 1
    assert refused.stderr.startswith("CommandError: Nicht umgezogen: Tabelle people_club lässt sich nicht übernehmen: ")
    assert run(server, "-c", WORDS + "print(Club.objects.count())") == "0\n"

    done = moved(server, sqlite["DATABASE_URL"])
    assert done.returncode == 0, done.stderr
    rows = sum(map(len, before.values()))
    lists = len(before["lists_sheet"])
    assert done.stdout == (
        f"Umgezogen und verglichen: {rows} Zeilen in {len(before)} Tabellen; {lists} Listen nachgerechnet.\n"
    )
    assert json.loads(run(server, "-c", WORDS + NOTED)) == before
    assert rows > 2000 and lists > 20 and len(before["accounts_browsersession"]) == len(before["api_accesskey"]) == 1

    put_database(tmp_path / "back.sqlite3")
    back = sqlite | {"DATABASE_URL": f"sqlite:///{tmp_path / 'back.sqlite3'}"}
    assert moved(back, server["DATABASE_URL"]).returncode == 0
    assert json.loads(run(back, "-c", WORDS + NOTED)) == before

    for environment, vendor in ((server, "postgresql"), (back, "sqlite")):  # new numbers follow the old ones
        found = json.loads(run(environment, "-c", WORDS + USED))
        assert found == {"vendor": vendor, "new": True, "password": True}
    assert json.loads(run(sqlite, "-c", WORDS + NOTED)) == before  # the former one is only read

    again = moved(server, sqlite["DATABASE_URL"])
    assert (again.returncode, again.stderr) == (
        1,
        "CommandError: Nicht umgezogen: Die neue Datenbank ist nicht leer; umgezogen wird nur in eine leere.\n",
    )


def test_a_stored_result_that_is_wrong_stops_the_move(filled, tmp_path, put_database):
    sqlite, _before = filled
    shutil.copy(sqlite["DATABASE_URL"].removeprefix("sqlite:///"), tmp_path / "wrong.sqlite3")
    put_database(tmp_path / "target.sqlite3")
    wrong = sqlite | {"DATABASE_URL": f"sqlite:///{tmp_path / 'wrong.sqlite3'}"}
    change = "from skatliga.lists.models import SeatResult\nresult = SeatResult.objects.first()\n"
    change += "SeatResult.objects.filter(pk=result.pk).update(leistung=result.leistung + 1)"
    run(wrong, "-c", WORDS + change)
    target = sqlite | {"DATABASE_URL": f"sqlite:///{tmp_path / 'target.sqlite3'}"}
    done = moved(target, wrong["DATABASE_URL"])
    assert done.returncode == 1 and "manage.py recheck" in done.stderr
    assert run(target, "-c", WORDS + "print(Club.objects.count())") == "0\n"


@pytest.mark.parametrize("address", ["sqlite:////nowhere/x.sqlite3", "postgres://nobody@127.0.0.1:1/x", "nonsense"])
def test_a_former_database_that_is_not_there(tmp_path, address, put_database):
    put_database(tmp_path / "site.sqlite3")
    done = moved(environment_of(tmp_path), address)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: Nicht umgezogen: ")
