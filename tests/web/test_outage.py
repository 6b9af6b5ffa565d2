"""A lost database and a full disk: what is answered, that nothing typed is lost, and that all is well right afterwards.

For real: a PostgreSQL server that is killed and started again, an SQLite file that cannot grow, a server that is asked
over the network.
"""

import errno
import json
import os
import resource
import sqlite3
import urllib.error
import urllib.request
import uuid
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

import psycopg
import pytest
from databases import make_tables
from django.db import OperationalError
from django.http import QueryDict
from django.test import RequestFactory

from skatliga.database import database_at
from skatliga.operations.outages import is_outage, server_error
from web.cluster import cluster  # noqa: F401
from web.serving import ROOT, environment_of, run, serve
from web.test_killed_server import ROUND, ROWS, SET_UP, TOKEN

PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PART = {"HX-Request": "true"}


class Form(HTMLParser):
    """The fields of the one form of a page, and what they hold."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self.address = self._name = ""
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        if tag == "form":
            self.address = dict(attrs)["action"]
        if tag == "textarea":
            self._name = dict(attrs)["name"]
            self.fields.append((self._name, ""))

    def handle_endtag(self, tag):
        if tag == "textarea":
            self._name = ""

    def handle_data(self, data):
        if self._name:
            self.fields[-1] = (self._name, self.fields[-1][1] + data.removeprefix("\n"))


def raised_by(failing) -> BaseException:
    """What Django makes of what a database says."""
    try:
        failing()
    except (sqlite3.Error, psycopg.Error) as error:
        told = OperationalError(*error.args)
        told.__cause__ = error
        return told
    raise AssertionError("nothing was raised")


def full_file(folder: Path) -> BaseException:
    with closing(sqlite3.connect(folder / "full.sqlite3")) as opened:
        opened.execute("CREATE TABLE note (text)")
        opened.execute("PRAGMA max_page_count = 2")
        return raised_by(lambda: opened.execute("INSERT INTO note VALUES (?)", ["x" * 50_000]))


def no_folder(folder: Path) -> BaseException:
    return raised_by(lambda: sqlite3.connect(folder / "gone" / "x.sqlite3"))


def damaged_file(folder: Path) -> BaseException:
    (folder / "x.sqlite3").write_bytes(b"no database" * 1000)
    with closing(sqlite3.connect(folder / "x.sqlite3")) as opened:
        return raised_by(lambda: opened.execute("SELECT * FROM sqlite_master"))


def nothing_in_it(folder: Path) -> BaseException:
    with closing(sqlite3.connect(folder / "new.sqlite3")) as opened:
        return raised_by(lambda: opened.execute("SELECT * FROM people_user"))


def nobody_listens(folder: Path) -> BaseException:
    return raised_by(lambda: psycopg.connect("host=127.0.0.1 port=1 user=nobody"))


def server_full(folder: Path) -> BaseException:
    return raised_by(lambda: _raise(psycopg.errors.DiskFull("could not extend file")))


def no_room_for_a_picture(folder: Path) -> BaseException:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _raise(error: BaseException) -> None:
    raise error


OUTAGES = [full_file, no_folder, damaged_file, nothing_in_it, nobody_listens, server_full, no_room_for_a_picture]


@pytest.mark.parametrize("failing", OUTAGES)
def test_what_an_outage_is(failing, tmp_path):
    assert is_outage(failing(tmp_path))


def test_a_fault_of_the_program_is_no_outage():
    with closing(sqlite3.connect(":memory:")) as opened:
        assert not is_outage(raised_by(lambda: opened.execute("SELECT nothing")))
    assert not is_outage(raised_by(lambda: _raise(psycopg.errors.StatementTooComplex("too deep"))))
    assert not is_outage(FileNotFoundError(errno.ENOENT, "x"))
    assert not is_outage(KeyError("x"))


def answer_to(request):
    try:
        raise OSError(errno.ENOSPC, "full")
    except OSError:
        return server_error(request)


def test_what_a_form_has_sent_stands_in_the_answer_and_can_be_sent_again():
    sent = "csrfmiddlewaretoken=abc&revision=7&1-punkte=320&1-gesamt=&note=erste%0D%0A%3Czweite%3E&kind=a&kind=b"
    request = RequestFactory().post("/listen/x/summen/?a=1", sent, "application/x-www-form-urlencoded", headers=PAGE)
    response = answer_to(request)
    assert (response.status_code, response["Retry-After"], response["Cache-Control"]) == (503, "10", "no-store")
    form = Form(response.content.decode())
    assert form.address == "/listen/x/summen/?a=1"
    expected = QueryDict(sent)
    assert [(name, value.replace("\n", "\r\n").replace("\r\r", "\r")) for name, value in form.fields] == [
        (name, value) for name, values in expected.lists() for value in values
    ]
    shown = response.content.decode()
    assert "<li>320</li><li>erste<br>&lt;zweite&gt;</li><li>a</li><li>b</li>" in shown
    assert "Es ist nichts gespeichert" in shown


def test_a_password_is_never_shown_again():
    request = RequestFactory().post("/anmelden/", {"username": "ada", "password": "herz-dame"}, headers=PAGE)
    shown = answer_to(request).content.decode()
    assert "herz-dame" not in shown and "<form" not in shown
    assert '<a class="button" href="/anmelden/">Zurück zum Formular</a>' in shown


@pytest.mark.parametrize(("path", "headers"), [("/api/v1/events", PAGE), ("/t/1/abc/senden/", {}), ("/", PART)])
def test_programs_are_told_in_their_own_form(path, headers):
    response = answer_to(RequestFactory().post(path, {"a": "b"}, headers=headers))
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    said = "Die Seite kann gerade nicht speichern und nicht nachsehen; bitte gleich noch einmal senden."
    assert json.loads(response.content) == {
        "problems": [{"code": "unavailable", "message": said, "field": "", "rule": ""}]
    }


# ---- For real


def asked(address: str, headers: dict[str, str], session: str = "", form: dict[str, str] | None = None):
    """Status, whether it may be tried again, and content."""
    cookies = f"csrftoken={TOKEN}" + (f"; sessionid={session}" if session else "")
    sent = {**headers, "Cookie": cookies, "X-CSRFToken": TOKEN}
    request = urllib.request.Request(address, urlencode(form).encode() if form else None, sent)
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as refused:
        answer = refused
    with answer:
        return answer.status, answer.headers.get("Retry-After"), answer.read().decode()


@pytest.fixture
def without_debug(tmp_path):
    """The settings of an installed site."""
    return environment_of(
        tmp_path,
        DEBUG="0",
        HTTPS="0",
        SECOND_FACTOR="0",
        LOG="text",
        PYTHONPATH=str(ROOT / "tests"),
        DJANGO_SETTINGS_MODULE="web.without_debug",
    )


def row_of(revision: int, key: uuid.UUID) -> dict[str, str]:
    return {"art": "kurz", "text": ROUND[revision], "revision": str(revision), "key": str(key)}


def test_a_file_that_cannot_grow_loses_nothing_and_doubles_nothing(without_debug, tmp_path, put_database):
    put_database(tmp_path / "site.sqlite3")
    world = json.loads(run(without_debug, "-c", SET_UP))
    with serve(without_debug) as (address, process):
        entry, first, second = f"{address}/listen/{world['sheet']}/eingabe/", uuid.uuid4(), uuid.uuid4()
        assert asked(entry, PART, world["session"], row_of(0, first))[0] == 200
        room = limit_files(process.pid, 0)
        refused = asked(entry, PART, world["session"], row_of(1, second))
        assert refused[:2] == (503, "10")
        assert json.loads(refused[2])["problems"][0]["code"] == "unavailable"
        status, again, shown = asked(entry, PAGE, world["session"], row_of(1, second))
        assert (status, again) == (503, "10")
        assert "Was Sie getippt haben" in shown and "<li>143.+</li>" in shown
        limit_files(process.pid, room)
        assert asked(entry, PART, world["session"], dict(Form(shown).fields))[0] == 200
        assert asked(entry, PART, world["session"], row_of(1, second))[0] == 200  # arrives once more, counts once
    assert json.loads(run(without_debug, "-c", ROWS)) == [[1, 2], [2, 1]]


def limit_files(parent: int, most: int) -> int:
    """How long a file the processes of a server may write, in bytes; what it was."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    before = resource.RLIM_INFINITY
    for child in map(int, children):
        before, hard = resource.prlimit(child, resource.RLIMIT_FSIZE)
        resource.prlimit(child, resource.RLIMIT_FSIZE, (most, hard))
    assert children
    return before


def test_postgresql_is_killed_and_comes_back(without_debug, cluster):  # noqa: F811
    environment = without_debug | {"DATABASE_URL": cluster.create("outage")}
    assert database_at(environment["DATABASE_URL"])["OPTIONS"]["connect_timeout"] < 5
    make_tables(environment["DATABASE_URL"])
    world = json.loads(run(environment, "-c", SET_UP))
    with serve(environment) as (address, _process):
        entry, first, second = f"{address}/listen/{world['sheet']}/eingabe/", uuid.uuid4(), uuid.uuid4()
        assert asked(entry, PART, world["session"], row_of(0, first))[0] == 200
        for mode in ("immediate", "fast"):
            cluster.stop(mode)
            try:
                # Answered while the server is away; how long a visitor waits for one that is silent is set.
                for path, headers in ((entry, PAGE), (entry, PART), (f"{address}/api/v1/events", {})):
                    assert asked(path, headers, world["session"])[:2] == (503, "10")
                assert asked(entry, PART, world["session"], row_of(1, second))[:2] == (503, "10")
                assert asked(f"{address}/gesund/", {}, world["session"])[0] == 503
                with pytest.raises(psycopg.OperationalError):
                    psycopg.connect(environment["DATABASE_URL"], connect_timeout=3)
            finally:
                cluster.start()
            # The very first answer is right: no connection of before is used again.
            assert asked(entry, PAGE, world["session"])[0] == 200
        assert asked(entry, PART, world["session"], row_of(1, second))[0] == 200
    assert json.loads(run(environment, "-c", ROWS)) == [[1, 2], [2, 1]]
