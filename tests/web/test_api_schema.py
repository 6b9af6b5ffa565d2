"""The description of the interface, and the interface held against it by machine (schemathesis).

For every operation requests are made up, such as the description allows and such as it does not, and sent to the demo
club with a key that may write. Addresses are filled with what there is so that the requests get
somewhere. Every answer must be described: its status, its headers, its type, its content; nothing may break the server,
and what the description does not allow must be refused.

Not checked is that all it allows is accepted: whether a list can hold a row is said by the rules of the game.
"""

import json
from copy import deepcopy

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import translation
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.parameters import ParameterLocation
from whole import WHOLE

from skatliga.api.keys import create_key, operations
from skatliga.api.v1 import (
    circuits,
    clubs,
    events,
    forecasts,
    leagues,
    lists,
    promotions,
    qualifications,
    schemas,
    standings,
    writing,
    years,
)
from skatliga.api.v1.interface import description_of
from skatliga.circuits.models import Circuit
from skatliga.events.models import Event
from skatliga.leagues.models import Division
from skatliga.lists.models import Sheet
from skatliga.people.models import User
from skatliga.promotions.services import say
from skatliga.qualifications.models import Qualification
from skatliga.years.models import ClubYear
from web.demonstration import demo_club
from web.ended import decide

pytestmark = pytest.mark.django_db

EXAMPLES = 12 if WHOLE else 1
"""Requests of either kind for each operation."""

# What is too long is refused as well.
REFUSALS = ["400", "401", "403", "404", "405", "409", "413", "422"]
CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}},
        # To look for values in our program takes longer than all requests, and few of them would hold one.
        "analysis": {"constants": {"enabled": WHOLE}},
    }
)

MODULES = (
    circuits,
    clubs,
    events,
    forecasts,
    leagues,
    lists,
    promotions,
    qualifications,
    schemas,
    standings,
    writing,
    years,
)


@pytest.fixture
def demo():
    """The demo club: what stands in addresses there, and a key that may write."""
    demo_club()
    sheet = Sheet.objects.filter(table__round__event__name="Vereinsabend Demo", state="open").first()
    sheet = sheet or Sheet.objects.filter(table__round__event__name="Vereinsabend Demo").order_by("state").last()
    division = Division.objects.select_related("season").first()
    known = {
        "vereine": {"slug": sheet.table.round.event.club.slug},
        "veranstaltungen": {"slug": sheet.table.round.event.slug, "number": 1, "table": 1, "kind": "tandem"},
        "listen": {"pk": str(sheet.pk), "nr": 1},
        "ligen": {"season": division.season.slug, "slug": division.slug, "number": 1},
        "clubjahre": {"slug": ClubYear.objects.exclude(evenings=None).first().slug},
        "turnierserien": {"slug": Circuit.objects.get().slug},
    }
    championship_of(sheet.table.round.event)
    decide(say(division.season, {}), User.objects.get(username="leitung"), "Folgesaison")
    key = create_key(User.objects.get(username="leitung"), "Prüfung", read_only=False).secret
    return known, {"Authorization": f"Bearer {key}"}, sheet


def championship_of(event) -> None:
    """Make it a championship in which somebody is offered a place."""
    Event.objects.filter(pk=event.pk).update(championship="single-open")
    days = {"closes_on": event.date, "opened_on": event.date}
    rule = Qualification.objects.create(event=event, places=1, **days)
    source = rule.sources.create(circuit=Circuit.objects.get(), fixed_places=1, counted=4, granted=1)
    contestant = rule.contestants.create(number=1, source=source, place=1)
    contestant.persons.create(entry=event.entries.first())


@pytest.fixture
def one_connection():
    """The server is called within the transaction of the test, so it may not close the connection between requests."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def test_every_answer_is_as_described(demo, one_connection):
    allowed = _ask_for_everything(GenerationMode.POSITIVE, *demo)
    assert len(allowed) == 31
    assert all(200 in statuses for label, statuses in allowed.items() if label.startswith("GET"))
    assert len(_ask_for_everything(GenerationMode.NEGATIVE, *demo)) > 15


def _ask_for_everything(mode, known, headers, sheet) -> dict[str, set[int]]:
    """Ask each operation for what the description allows or does not allow; the statuses of the answers."""
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application(), config=CONFIG)
    left_out = CHECKS.get_by_names(["positive_data_acceptance", "ignored_auth"])
    statuses: dict[str, set[int]] = {}
    for each in schema.get_all_operations():
        operation = each.ok()

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case):
            _lead_somewhere(case, known, sheet)
            response = case.call_and_validate(headers=headers, excluded_checks=left_out)
            statuses.setdefault(case.operation.label, set()).add(response.status_code)

        try:
            check()
        except Unsatisfiable:  # an address of words alone: there is nothing the description does not allow
            assert mode == GenerationMode.NEGATIVE
    return statuses


def _lead_somewhere(case, known, sheet) -> None:
    """Fill the address with what there is, unless it is meant to be wrong; and name the revision the list has."""
    address = case.meta.components.get(ParameterLocation.PATH)
    if address and address.mode == GenerationMode.POSITIVE:
        there = known[case.path.split("/")[3]]
        case.path_parameters = {name: there[name] for name in case.path_parameters or {}}
    if isinstance(case.body, dict) and isinstance(case.body.get("revision"), int):
        sheet.refresh_from_db(fields=["revision"])
        case.body = {**case.body, "revision": sheet.revision}


# ---- The description ----


@pytest.fixture
def described(client):
    return client.get("/api/v1/openapi.json").json()


def test_shapes_of_different_modules_have_different_names():
    names = [
        shape.__name__
        for module in MODULES
        for shape in vars(module).values()
        if isinstance(shape, type) and shape.__module__ == module.__name__ and hasattr(shape, "model_fields")
    ]
    assert len(names) == len(set(names)) > 50


def test_the_description_is_whole(described):
    assert (described["openapi"], described["info"]["title"], described["info"]["version"]) == (
        "3.1.0",
        "Skatliga",
        "1.0.0",
    )
    text = json.dumps(described)
    wanted = {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]}
    assert wanted <= set(described["components"]["schemas"])
    assert len(described["paths"]) == 30
    for path, methods in described["paths"].items():
        for said in methods.values():
            assert said["summary"] and said["tags"], path
            assert "401" in said["responses"], path


def test_the_description_speaks_german_and_english(client):
    """Every sentence of it has a translation, and the same places."""
    german = client.get("/api/v1/openapi.json", headers={"Accept-Language": "de"})
    english = client.get("/api/v1/openapi.json", headers={"Accept-Language": "en"})
    assert german.json()["info"]["description"].startswith("Veranstaltungen, Listen, Ranglisten")
    assert german["ETag"] != english["ETag"]
    assert _without_words(german.json()) == _without_words(english.json())


def _without_words(part):
    if isinstance(part, dict):
        kept = {name: _without_words(value) for name, value in part.items()}
        return {name: value for name, value in kept.items() if name not in {"description", "summary", "tags"}}
    return [_without_words(each) for each in part] if isinstance(part, list) else deepcopy(part)


def test_the_page_names_every_operation(client, described):
    page = client.get("/api/")
    assert page.status_code == 200
    content = page.content.decode()
    chapters = operations(described)
    assert sum(map(len, chapters.values())) == 31
    for chapter, found in chapters.items():
        assert f">{chapter}</h2>" in content
        for operation in found:
            assert f"<strong>{operation.method}</strong> <code>{operation.path}</code>" in content
    assert "http://testserver/api/v1/" in content


def test_the_page_and_the_description_need_no_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/api/")
        client.get("/api/v1/openapi.json")


def test_the_description_is_not_sent_again(client):
    first = client.get("/api/v1/openapi.json")
    assert client.get("/api/v1/openapi.json", headers={"If-None-Match": first["ETag"]}).status_code == 304
    assert first["Access-Control-Allow-Origin"] == "*"


def test_what_the_description_says_is_made_anew_for_every_language():
    with translation.override("de"):
        german = description_of("/api/v1/")
    with translation.override("en"):
        english = description_of("/api/v1/")
    assert german.keys() == english.keys()
