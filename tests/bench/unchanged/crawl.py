"""Which addresses are asked for: whatever the pages link to, a few of every kind, and what no page links to."""

from collections import Counter, deque
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import chain
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.urls import (
    NoReverseMatch,
    Resolver404,
    ResolverMatch,
    URLPattern,
    URLResolver,
    get_resolver,
    resolve,
    reverse,
)

from tests.bench.unchanged.browser import Browser

ENDINGS: Final = ("csv", "json", "ods", "xlsx")
OF_ONE: Final = 1
"""Of one event, club or season, how many pages of a kind."""
OF_ALL: Final = 4
DOCUMENTS: Final = 1
"""Of a paper or a file of a table with one ending, how many in all."""
NEVER: Final = ("/abmelden/",)


class Form(NamedTuple):
    """A form of a page: where it is sent, and what stands in it."""

    path: str
    fields: tuple[tuple[str, str], ...]


class Page(HTMLParser):
    """Where a page leads to, and its forms."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__()
        self.path, self.links, self.parts, self.forms = path, [], [], []
        self._fields: list[tuple[str, str]] | None = None
        self._select = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        for name, places in (("href", self.links), ("hx-get", self.parts)):
            if name in found and tag != "link":
                places.append(urljoin(self.path, found[name]))
        if tag == "form":
            self._fields = []
            action = urljoin(self.path, found.get("action") or self.path)
            if found.get("method", "").lower() == "post":
                self.forms.append((action, self._fields))
            else:
                self.links.append(action)
        elif tag == "select":
            self._select = found.get("name", "")
        elif tag == "option" and self._select and "selected" in found:
            self._note(self._select, found.get("value", ""))
        elif tag in {"input", "button", "textarea"} and found.get("name") and found.get("type") != "file":
            if found.get("type") not in {"checkbox", "radio"} or "checked" in found:
                self._note(found["name"], found.get("value", "on" if found.get("type") == "checkbox" else ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = None

    def _note(self, name: str, value: str) -> None:
        if self._fields is not None and name != "csrfmiddlewaretoken":
            self._fields.append((name, value))


class Crawl:
    """What was found, and how many of each kind."""

    def __init__(self) -> None:
        self.paths: dict[str, None] = {}
        self.parts: dict[str, None] = {}
        self.forms: dict[Form, None] = {}
        self._counts: Counter[tuple[Any, ...]] = Counter()
        self._views: set[str] = set()

    def follow(self, browser: Browser, *first: str) -> None:
        """Ask for whatever the pages lead to, beginning with these."""
        self.paths |= dict.fromkeys(first)
        waiting = deque(first)
        asked = set()
        while waiting:
            path = waiting.popleft()
            if path in asked or (path not in self.paths and not self._wanted(path)):
                continue
            asked.add(path)
            self.paths[path] = None
            if is_document(path):
                continue
            answer = browser.get(path)
            if answer.kind == "text/html":
                page = Page(path, answer.body.decode())
                waiting += [link for link in map(_own, chain(page.links, *_actions(page))) if link]
                self._note(page)

    def add_others(self) -> None:
        """Addresses that no page links to, made from what is known of their neighbours; files with every ending."""
        matches = [resolve(urlsplit(path).path) for path in self.paths]
        for name, wanted in views():
            if name in self._views and "ending" not in wanted:
                continue
            for values in _values(name, wanted, matches):
                try:
                    path = reverse(name, kwargs=values)
                except NoReverseMatch:
                    continue
                if path not in self.paths and self._wanted(path):
                    self.paths[path] = None

    def _note(self, page: Page) -> None:
        for path, fields in page.forms:
            own = _own(path)
            if own and own not in NEVER:
                name = resolve(urlsplit(own).path).view_name
                key = ("form", name, tuple(sorted({field for field, _value in fields})))
                self._counts[key] += 1
                if self._counts[key] <= OF_ONE:
                    self.forms[Form(own, tuple(fields))] = None
        for path in page.parts:
            own = _own(path)
            if own and self._room("part", own):
                self.parts[own] = None

    def _wanted(self, path: str) -> bool:
        return path not in NEVER and _match(path) is not None and self._room("page", path)

    def _room(self, what: str, path: str) -> bool:
        """Whether there are not yet enough of this kind."""
        match = resolve(urlsplit(path).path)
        query = tuple(sorted({name for name, _value in parse_qsl(urlsplit(path).query, keep_blank_values=True)}))
        ending = match.kwargs.get("ending", "")
        kind = (what, match.view_name, ending, query)
        of = (*kind, next((value for value in match.kwargs.values() if isinstance(value, str)), ""))
        most = DOCUMENTS if is_document(path) else OF_ALL if not query else OF_ONE
        if self._counts[kind] >= most or self._counts[of] >= (OF_ONE if len(match.kwargs) > 1 else most):
            return False
        self._counts[kind] += 1
        self._counts[of] += 1
        self._views.add(match.view_name)
        return True


def is_document(path: str) -> bool:
    """Whether an address gives a file of a table or a paper."""
    match = resolve(urlsplit(path).path)
    return "ending" in match.kwargs or match.namespace == "printing" or match.url_name == "person_file"


def of_every_kind(paths: list[str]) -> list[str]:
    """The first of every kind."""
    kinds: dict[tuple[str, str], str] = {}
    for path in paths:
        match = resolve(urlsplit(path).path)
        kinds.setdefault((match.view_name, match.kwargs.get("ending", "")), path)
    return list(kinds.values())


def views(patterns: list[Any] | None = None, namespace: str = "") -> Iterator[tuple[str, frozenset[str]]]:
    """The names of all addresses, each with what stands in it."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from views(pattern.url_patterns, inner)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{namespace}{pattern.name}", frozenset(pattern.pattern.regex.groupindex)


def routes(patterns: list[Any] | None = None, namespace: str = "", before: str = "") -> Iterator[str]:
    """Every address with its name, such as `leagues:season liga/<slug:season>/`."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from routes(pattern.url_patterns, inner, route)
        else:
            yield f"{namespace}{pattern.name} {route}"


def _values(name: str, wanted: frozenset[str], matches: list[ResolverMatch]) -> list[dict[str, Any]]:
    """What may stand in an address: as in another of its room that has all of it."""
    namespace = name.rpartition(":")[0]
    needed = wanted - {"ending"}
    near = sorted(matches, key=lambda match: match.namespace != namespace)
    found = [{key: match.kwargs[key] for key in needed} for match in near if needed <= match.kwargs.keys()][:OF_ONE]
    endings = ENDINGS if "ending" in wanted else ("",)
    return [values | ({"ending": ending} if ending else {}) for values in found for ending in endings]


def _actions(page: Page) -> Iterator[list[str]]:
    yield [path for path, _fields in page.forms]


def _own(link: str) -> str:
    """A link within the site, without the part after `#`; empty for others."""
    parts = urlsplit(link)
    own = not parts.scheme and not parts.netloc and parts.path.startswith("/")
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return path if own and _match(path) else ""


def _match(path: str) -> ResolverMatch | None:
    try:
        match = resolve(urlsplit(path).path)
    except Resolver404:
        return None
    return match if match.view_name else None
