"""What the site answers while its database is lost or the disk is full: 503, and that nothing is stored.

It is Django's answer to what nobody has caught (`handler500`), since a lost database shows itself before a view (who
is signed in?) and behind it (the session) as well as in it. Nothing here asks the database.

* Programs are told in their own form (`skatliga.api.problems`), and so is the table device, which keeps its entries.
* Where a part of a page was asked for nothing is exchanged: what was typed stays in its field, and a line says so
  (`static/js/outage.js`).
* What a whole form has sent stands in the answer and is sent again with one button.

**D** A database without the tables of this program is a lost one: an empty file in the place of one that was moved.
**D** Deadlocks and writers that waited too long are answered alike: nothing is stored, the next attempt may succeed.
**D** Passwords are never shown again, and files cannot be: a user who has sent one goes back to the page.
"""

import errno
import sqlite3
import sys
from collections.abc import Iterator
from typing import Final

import psycopg
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.defaults import server_error as fault

from skatliga.api import problems

WAIT: Final = 10
"""Seconds after which another attempt makes sense."""
_FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
_SQLITE: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
}
_POSTGRESQL: Final = ("08", "25006", "40", "42P01", "53", "55", "57", "58")
"""How the codes begin: connection, read-only, deadlock, no such table, no room, locked, stopped, a broken machine."""
_UNSAID: Final = {"csrfmiddlewaretoken", "revision", "key", "next"}
"""Fields that go with a form and that nobody has typed."""


def is_outage(raised: BaseException | None) -> bool:
    """Whether something failed because the database is lost or there is no room, and not because of a fault."""
    return any(_tells_of_an_outage(each) for each in _chain(raised))


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to what nobody has caught: 503 for an outage, Django's own for a fault of the program."""
    return outage(request) if is_outage(sys.exception()) else fault(request)


def outage(request: HttpRequest) -> HttpResponse:
    """503, in the form in which the request was made."""
    if _for_people(request):
        # Without the request: what templates are given with it may ask the database.
        context = {"address": request.get_full_path(), **_sent_again(request)}
        response = HttpResponse(render_to_string("503.html", context), status=503)
        response["Cache-Control"] = "no-store"
    else:
        said = _("Die Seite kann gerade nicht speichern und nicht nachsehen; bitte gleich noch einmal senden.")
        response = problems.one(503, "unavailable", said)
    response["Retry-After"] = str(WAIT)
    return response


def _chain(raised: BaseException | None) -> Iterator[BaseException]:
    """An exception and those it came from."""
    seen: list[BaseException] = []
    while raised is not None and raised not in seen:
        seen.append(raised)
        yield raised
        raised = raised.__cause__ or raised.__context__


def _tells_of_an_outage(raised: BaseException) -> bool:
    match raised:
        case sqlite3.Error():
            code = getattr(raised, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF
            return code in _SQLITE or str(raised).startswith("no such table")
        case psycopg.OperationalError():  # without a code where there was no server to give one
            return raised.sqlstate is None or raised.sqlstate.startswith(_POSTGRESQL)
        case psycopg.Error():
            return (raised.sqlstate or "").startswith(_POSTGRESQL)
        case OSError():
            return raised.errno in _FULL
        case _:
            return False


def _for_people(request: HttpRequest) -> bool:
    """Whether a browser shows the answer: it asks for HTML, what else asks on its behalf is content with anything."""
    return not request.path.startswith("/api/v1/") and "text/html" in request.headers.get("Accept", "")


def _sent_again(request: HttpRequest) -> dict[str, object]:
    """What a form has sent: all of it where it can be sent again, and what somebody has typed, to be shown."""
    if request.method != "POST":
        return {}
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    secret = any("password" in name for name, _value in fields)
    again = [] if secret or request.FILES else fields
    typed = [] if secret else [value for name, value in fields if value and name not in _UNSAID]
    return {"sent": True, "again": again, "typed": typed}
