"""What nobody asks for who follows links: every address, every parameter and every form with values that break things.

The addresses, parameters and fields are those that the pages of the demo themselves name, and for the rest what the
resolver knows; no answer is an error of the server, on either database. PostgreSQL refuses more of them: on SQLite,
where `test_access` visits every page, a part of the pages is explored, and what it alone can refuse is sent.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import cycle
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, quote, urljoin, urlsplit

import pytest
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import Resolver404, ResolverMatch, resolve
from whole import WHOLE, sample

from skatliga.jobs import SiteJob
from skatliga.people.models import User
from web.addresses import routes
from web.everything import create_everything
from web.worlds import lasting

pytestmark = pytest.mark.django_db

EVERYTHING = WHOLE or connection.vendor != "sqlite"
TOO_LARGE = str(2**63)
"""For an integer of SQLite."""
HOSTILE = (
    "a\0b",
    str(2**31),
    TOO_LARGE,
    "9" * 5000,  # more digits than Python reads as a number
    "-1",
    "1e400",
    "x" * 20_000,
    "\u0661\U0001f0a1",  # a digit, but not one of ours
    ["9" * 25, "1", ""],
)
NUL_IN_PATH = "a%00b"
IN_PATHS = (str(2**31), TOO_LARGE, "9" * 5000, "x" * 5000, quote("ä\U0001f0a1"), "%ED%A0%80", "%2e%2e%2f")
UNNAMED = "page per_page sort suche verein nach klasse ab nr nummer seite seiten zeige sekunden blatt text code".split()
"""Parameters that a page may know without naming them in a link or a form."""

NOT_OPENED = ("printing:", "people:sign_out")
"""Papers take long to set; who signs out sees no more."""
FILE = re.compile(r"\.[a-z]+$")
"""How the address of a file ends, which holds no links."""


class Page(HTMLParser):
    """The links of a page, and its forms: method, address and fields with what stands in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in given}
        self.links += [found[name] for name in ("href", "hx-get", "formaction") if found.get(name)]
        if tag == "form":
            self.forms.append((found.get("method", "get").lower(), found.get("action", ""), {}))
        elif tag in ("input", "select", "textarea", "button") and found.get("name") and self.forms:
            self.forms[-1][2].setdefault(found["name"], found.get("value", ""))
        elif tag == "option" and "selected" in found and self.forms and self.forms[-1][2]:
            self.forms[-1][2][list(self.forms[-1][2])[-1]] = found.get("value", "")


def found_at(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except Resolver404:
        return None


@pytest.fixture(scope="module")
def site(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[SimpleNamespace]:
    """The demo with something of everything, and what its pages name."""
    folder = tmp_path_factory.mktemp("site")
    with (
        override_settings(MEDIA_ROOT=folder, VAR_DIR=folder),
        pytest.MonkeyPatch.context() as patched,
        lasting(django_db_blocker),
    ):
        patched.setattr(SiteJob, "begin", lambda job: None)
        create_everything()
        browser = Client(raise_request_exception=False)
        browser.force_login(User.objects.create_superuser("betreiber"))
        yield explore(browser)


def explore(browser: Client) -> SimpleNamespace:
    """Follow the links of the site to the first address of each name; keep its values, its parameters, its forms."""
    values: dict[str, dict[str, Any]] = {}
    parameters: defaultdict[str, set[str]] = defaultdict(set)
    forms: dict[tuple[str, tuple[str, ...]], tuple[str, dict[str, str]]] = {}
    waiting = ["/"]

    def addresses() -> Iterator[str]:
        while waiting:
            yield waiting.pop()

    for here in sample(addresses(), lambda path: path.split("/")[1], part=1 if EVERYTHING else 4):
        answer = browser.get(here)
        assert answer.status_code < 500, here
        if not answer.get("Content-Type", "").startswith("text/html"):
            continue
        page = Page(answer.content.decode())
        for method, action, fields in [*page.forms, *(("get", link, {}) for link in page.links)]:
            at = urlsplit(urljoin(here, action or here))
            match = found_at(at.path)
            if at.netloc or not match:
                continue
            name = match.view_name
            if method == "post":
                forms.setdefault((name, tuple(sorted(fields))), (at.path, fields))
            else:
                parameters[name] |= {*dict(parse_qsl(at.query)), *fields}
            if name not in values:
                values[name] = match.kwargs
                if not name.startswith(NOT_OPENED) and not FILE.search(at.path):
                    waiting.append(at.path)
    del forms["people:sign_out", ("csrfmiddlewaretoken",)]
    return SimpleNamespace(browser=browser, values=values, parameters=parameters, forms=list(forms.values()))


def written(route: str, values: dict[str, Any]) -> str:
    """An address; what no page has shown an example of is 1."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(values.get(part[1], 1)), route)


def broken(browser: Client, ways: Iterator[tuple[str, str, dict[str, Any]]]) -> list[str]:
    """Which requests (method, address, what is sent) are answered by an error of the server; none of them counts.

    One in sixteen of them is tried, on SQLite one in eight of those with a number too large for it, at least one for
    every beginning of an address; with WHOLE=1 all.
    """
    found = []
    if not EVERYTHING:
        ways = (way for way in ways if TOO_LARGE in (*way[1].split("/"), *way[2].values()))
    for method, path, sent in sample(ways, lambda way: (way[0], *way[1].split("/")[1:3]), part=16 if EVERYTHING else 8):
        with transaction.atomic():
            if getattr(browser, method)(path, sent).status_code >= 500:
                found.append(f"{method} {path[:200]} {str(sent)[:200]}")
            transaction.set_rollback(True)
    return found


def test_no_address_breaks(site):
    def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
        next_value = cycle(IN_PATHS).__next__
        for name, route in routes():
            values = {key: quote(str(value)) for key, value in site.values.get(name, {}).items()}
            for key in re.findall(r"<(?:\w+:)?(\w+)>", route):
                yield "post", written(route, values | {key: NUL_IN_PATH}), {}
                for value in (NUL_IN_PATH, next_value(), next_value()):
                    yield "get", written(route, values | {key: value}), {}

    assert broken(site.browser, ways()) == []


def test_no_parameter_breaks_a_page(site):
    def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
        next_value = cycle(HOSTILE).__next__
        for name, route in routes():
            if name.startswith(NOT_OPENED):
                continue
            path = written(route, site.values.get(name, {}))
            own = sorted(site.parameters[name])
            yield "get", path, dict.fromkeys([*own, *UNNAMED], next_value())
            for key in own:
                yield "get", path, {key: next_value()}

    assert broken(site.browser, ways()) == []


def test_no_field_breaks_a_form(site):
    def ways() -> Iterator[tuple[str, str, dict[str, Any]]]:
        next_value = cycle(HOSTILE).__next__
        for path, fields in site.forms:
            for value in (HOSTILE[0], next_value()):
                yield "post", path, dict.fromkeys(fields, value)
            for key in fields:
                yield "post", path, fields | {key: next_value()}

    assert broken(site.browser, ways()) == []
