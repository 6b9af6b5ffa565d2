"""A server that is killed in the middle of a list: what was answered is there, what was not is sent again, once."""

import json
import threading
import urllib.error
import urllib.request
import uuid
from urllib.parse import urlencode

from web.serving import site  # noqa: F401

TOKEN = "a" * 32
ROUND = ("221+", "143.+", "436+", "302/-")

SET_UP = """
import datetime, json
import django
django.setup()
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, BACKEND_SESSION_KEY
from skatliga.accounts.sessions import SessionStore
from skatliga.events.services import create_event, enter_guests, seat_round
from skatliga.lists.services import open_sheet
from skatliga.people.models import User
from skatliga.people.services import create_club
user = User.objects.create_superuser("betreiber")
event = create_event(create_club("Verein"), name="Abend", date=datetime.date(2026, 11, 20), rounds=1,
                     rulebook="isko-2022", evaluation="seeger-fabian")
enter_guests(event, [(f"Gast {number}", "") for number in range(1, 5)])
seat_round(event.rounds.get(), {1: [1, 2, 3, 4]})
sheet = open_sheet(event.rounds.get().tables.get(), user)
session = SessionStore()
session[SESSION_KEY] = str(user.pk)
session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
session[HASH_SESSION_KEY] = user.get_session_auth_hash()
session.save()
print(json.dumps({"sheet": str(sheet.pk), "session": session.session_key}))
"""
ROWS = """
import json
import django
django.setup()
from skatliga.lists.models import Row
print(json.dumps(list(Row.objects.order_by("nr").values_list("nr", "declarer"))))
"""


def send(address: str, world: dict[str, str], revision: int, key: uuid.UUID) -> int:
    """Type the row that follows this revision; the status of the answer."""
    row = {"art": "kurz", "text": ROUND[revision % 4], "revision": revision, "key": str(key)}
    headers = {
        "Cookie": f"sessionid={world['session']}; csrftoken={TOKEN}",
        "X-CSRFToken": TOKEN,
        "HX-Request": "true",
    }
    request = urllib.request.Request(f"{address}/listen/{world['sheet']}/eingabe/", urlencode(row).encode(), headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.status


def test_nothing_answered_is_lost_and_nothing_sent_twice_counts_twice(site):  # noqa: F811
    python, server = site
    world = json.loads(python("-c", SET_UP))
    keys = [uuid.uuid4() for _row in range(48)]
    answered = 0
    with server() as (address, kill):
        try:
            while answered < 48:
                assert send(address, world, answered, keys[answered]) == 200
                answered += 1
                if answered == 5:
                    threading.Timer(0.1, kill).start()
        except (urllib.error.URLError, OSError):
            pass  # killed
    assert 5 <= answered < 48
    stored = [list(row) for row in json.loads(python("-c", ROWS))]
    expected = [[nr, (2, 1, 4, 3)[(nr - 1) % 4]] for nr in range(1, 49)]
    assert stored in (expected[:answered], expected[: answered + 1])
    with server() as (address, _kill):
        assert send(address, world, answered, keys[answered]) == 200
    assert json.loads(python("-c", ROWS)) == expected[: answered + 1]
