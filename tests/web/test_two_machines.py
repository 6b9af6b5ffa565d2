"""Two processes that share nothing but the database and the folder of files, as two machines behind one proxy do."""

import json
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode

from web.serving import site  # noqa: F401

SET_UP = """
import datetime
import json
import django
django.setup()
from skatliga.events.models import Event
from skatliga.events.services import create_event, set_state
from skatliga.people.models import User
from skatliga.people.services import create_club
User.objects.create_superuser("betreiber", "", "karo-sieben-ouvert")
User.objects.create_user("leser", "", "herz-dame-blank")
event = create_event(create_club("Verein"), name="Abend", date=datetime.date(2026, 11, 20), rounds=1,
                     rulebook="isko-2022", evaluation="seeger-fabian")
set_state(event, Event.State.PUBLISHED)
print(json.dumps(event.get_absolute_url()))
"""
RENAME = """
import django
django.setup()
from skatliga.events.models import Event
from skatliga.events.services import change_event
change_event(Event.objects.get(), rounds=1, name="Herbstpokal")
"""


class Visitor:
    """A browser that is sent to one machine or the other."""

    def __init__(self) -> None:
        self.cookies = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def ask(self, address: str, form: dict[str, str] | None = None) -> tuple[int, str]:
        token = next((cookie.value for cookie in self.cookies if cookie.name == "csrftoken"), "")
        data = urlencode(form | {"csrfmiddlewaretoken": token}).encode() if form else None
        try:
            with self.opener.open(urllib.request.Request(address, data), timeout=10) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode()

    def sign_in(self, machine: str, name: str, password: str) -> int:
        self.ask(f"{machine}/anmelden/")
        return self.ask(f"{machine}/anmelden/", {"username": name, "password": password})[0]


def test_a_visitor_need_not_know_which_machine_answers(site):  # noqa: F811
    python, server = site
    event = json.loads(python("-c", SET_UP))
    with server() as (one, _kill), server() as (two, _kill_too):
        # signed in at one, known at the other
        visitor = Visitor()
        assert visitor.sign_in(one, "betreiber", "karo-sieben-ouvert") == 200
        assert "Angemeldet als betreiber" in visitor.ask(two + "/")[1]

        # a page both have kept is the new one at both, a second after one has changed it
        public = Visitor()
        assert all("Herbstpokal" not in public.ask(machine + event)[1] for machine in (one, two))
        python("-c", RENAME)
        for _attempt in range(300):
            if all("Herbstpokal" in public.ask(machine + event)[1] for machine in (one, two)):
                break
            time.sleep(0.1)
        assert all("Herbstpokal" in public.ask(machine + event)[1] for machine in (one, two))

        # what is guessed at one counts at the other
        guesses = [Visitor().sign_in((one, two)[number % 2], "leser", "falsch") for number in range(5)]
        assert guesses == [200, 200, 200, 200, 429]
        assert Visitor().sign_in(two, "leser", "herz-dame-blank") == 429
