"""The lines the site writes about itself: enough to find a fault, nothing about persons."""

import io
import json
import logging
import re
from unittest.mock import patch

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from skatliga.events.services import enter_guests, seat_round
from skatliga.lists.access import secret_of
from skatliga.operations.logs import JsonFormatter
from skatliga.people import services, views
from skatliga.people.models import User

ADDRESS, FORWARDED = "203.0.113.77", "198.51.100.23"
PRIVATE = ("Wendelin", "Zuckschwerdt", "w.zucker@example.org", "zuckerw", "karo-sieben-ouvert", ADDRESS, FORWARDED)


@pytest.fixture
def lines(settings):
    """What is written as JSON from here on: a function that gives it as text."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonFormatter())
    root, names = logging.getLogger(), ("skatliga.requests", "django", "django.request", "axes")
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.DEBUG)  # more than the settings let through
    root.addHandler(handler)
    yield stream.getvalue
    root.removeHandler(handler)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def browser():
    return Client(raise_request_exception=False, REMOTE_ADDR=ADDRESS, headers={"X-Forwarded-For": FORWARDED})


def requests_in(text):
    read = [json.loads(line) for line in text.splitlines()]
    return [line for line in read if line["logger"] == "skatliga.requests"]


@pytest.mark.django_db
def test_a_line_for_every_request(client, club, lines):
    response = client.get(club.get_absolute_url())
    [line] = requests_in(lines())
    number, time, ms = line.pop("request"), line.pop("time"), line.pop("ms")
    assert line == {
        "level": "info",
        "logger": "skatliga.requests",
        "method": "GET",
        "route": "/vereine/<slug:slug>/",
        "status": 200,
    }
    assert response["X-Request-ID"] == number
    assert re.fullmatch(r"[0-9a-f]{32}", number)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", time)
    assert 0 <= ms < 10_000


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("ab" * 16, True),
        ("6e1c3f7e-95a0-4d0b-9b44-0c3d8d3c1f11", True),
        ("Wendelin", False),
        ("AB" * 16, False),
        ("", False),
    ],
)
def test_the_proxys_number_is_kept_where_it_is_one(client, lines, given, kept):
    response = client.get("/", headers={"X-Request-ID": given})
    [line] = requests_in(lines())
    assert (response["X-Request-ID"] == given) is kept
    assert line["request"] == response["X-Request-ID"]


@pytest.mark.django_db
def test_a_fault_is_found_by_its_type_and_stack(browser, lines, club):
    def failing(*_arguments):
        name = PRIVATE[0]
        raise IntegrityError(f"Key (first_name)=({name}) already exists")

    with patch.object(views.queries, "clubs_apart", failing):
        assert browser.get("/").status_code == 500
    fault, request = [json.loads(line) for line in lines().splitlines()]
    assert (fault["logger"], fault["level"], fault["error"], fault["text"]) == (
        "django.request",
        "error",
        "IntegrityError",
        "%s: %s",
    )
    assert fault["stack"][-1].endswith(" failing")
    assert any("people/views.py" in place for place in fault["stack"])
    assert (request["status"], request["level"], request["request"]) == (500, "error", fault["request"])


@pytest.mark.django_db
def test_nothing_about_persons_is_written(browser, lines, club, event):
    """Everything that has ever put something personal into a log: addresses, sign-in, faults, forged requests."""
    first, last, mail, name, password, *_addresses = PRIVATE
    user = User.objects.create_user(name, mail, password, first_name=first, last_name=last)
    member = services.add_player(club, first_name=first, last_name=last)
    enter_guests(event, [(f"{first} {last}", ""), ("Zwei", ""), ("Drei", "")])
    seat_round(event.rounds.get(number=1), {1: [1, 2, 3]})
    table = event.rounds.get(number=1).tables.get()
    secret = secret_of(table)
    link = services.password_path(user)
    token = "0123456789abcdef" * 2  # of the API

    def failing(*_arguments, **_named):
        raise ValueError(f"{first} {last} <{mail}> {secret} {password}")

    browser.get(reverse("device:table", args=[table.pk, secret]))
    browser.get(reverse("device:table", args=[table.pk, secret[::-1]]))
    browser.get(f"/gibt-es-nicht/{secret}/?name={first}+{last}")
    browser.get(f"/vereine/{last.lower()}-{first.lower()}/")
    browser.post("/anmelden/", {"username": name, "password": "falsch-" + password})
    for _attempt in range(6):  # until the lock
        browser.post("/anmelden/", {"username": name, "password": "x"})
    browser.post("/passwort/vergessen/", {"email": mail})
    browser.get(link)
    browser.get("/", headers={"Authorization": f"Bearer {token}", "Cookie": f"sessionid={secret}"})
    browser.get("/", headers={"host": f"{first}.example.org"})
    browser.generic(first.upper(), "/")
    Client(enforce_csrf_checks=True, REMOTE_ADDR=ADDRESS).post("/passwort/", {"old_password": password})
    with patch.object(views.queries, "clubs_apart", failing):
        browser.get(f"/?q={first}")
    with patch.object(views.queries, "clubs_apart", side_effect=SuspiciousOperation(f"{first} {secret}")):
        browser.get("/")
    browser.force_login(User.objects.create_superuser("wende-admin"))
    browser.get(reverse("people:register", args=[club.slug]), {"suche": last})
    browser.post(reverse("people:player", args=[club.slug, member.player_id]), {"first_name": first, "last_name": ""})

    text = lines()
    assert len(requests_in(text)) >= 18
    assert {line["status"] for line in requests_in(text)} >= {200, 302, 400, 403, 404, 429, 500}
    uid = link.split("/")[-3]
    for private in (*PRIVATE, secret, secret[::-1], link, f"/{uid}/", token, "wende-admin"):
        assert private.lower() not in text.lower(), private


def test_words_of_other_packages_are_patterns_only():
    formatter = JsonFormatter()

    def line(message, *args):
        record = logging.LogRecord("axes.attempts", logging.WARNING, "/x/attempts.py", 7, message, args, None)
        return json.loads(formatter.format(record))

    assert line("AXES: failure by %s", "Wendelin")["text"] == "AXES: failure by %s"
    built = line("AXES: failure by Wendelin")
    assert (built["at"], "text" in built) == ("attempts:7", False)
