"""Somebody at the site: sees pages, fills in their forms and presses their buttons, and is told what is wrong."""

import re
import threading
import time
from collections import Counter
from html import unescape
from typing import Any, Final

import requests

from tests.web.walker import FoundForm, PageParser

_FORM: Final = re.compile(r"<form\b[^>]*>.*?</form>", re.DOTALL)
_SAID: Final = re.compile(
    r'<ul class="errorlist[^"]*"[^>]*>(.*?)</ul>|<li class="(?:error|warning)[^"]*"[^>]*>(.*?)</li>', re.DOTALL
)
_TAG: Final = re.compile(r"<[^>]+>")
Values = dict[str, Any]


class Ledger:
    """How many pages were asked for and forms were sent, and how long the answers took, for all visitors together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counts: Counter[str] = Counter()
        self.waited: list[tuple[float, str]] = []

    def note(self, method: str, path: str, seconds: float) -> None:
        """One answer."""
        with self._lock:
            self.counts[method] += 1
            self.waited.append((seconds, f"{method} {re.sub(r'[0-9]+', 'N', path)}"))

    def slowest(self, number: int = 5) -> list[tuple[float, str]]:
        """The kinds of requests that took longest."""
        longest: dict[str, float] = {}
        for seconds, what in self.waited:
            longest[what] = max(seconds, longest.get(what, 0.0))
        return sorted(((seconds, what) for what, seconds in longest.items()), reverse=True)[:number]


class NotFoundOnPageError(Exception):
    """A page has no such form or link."""


class ShownPage:
    """A page as it came, or a part of it."""

    def __init__(self, status: int, path: str, text: str) -> None:
        self.status, self.path, self.text = status, path, text

    def after(self, words: str) -> "ShownPage":
        """What stands behind these words."""
        _before, there, behind = self.text.partition(words)
        if not there:
            raise NotFoundOnPageError(f"{self.path}: {words}")
        return ShownPage(self.status, self.path, behind)

    @property
    def said(self) -> list[str]:
        """What the page complains of, in sentences."""
        found = (unescape(_TAG.sub(" ", first or second)) for first, second in _SAID.findall(self.text))
        return [" ".join(each.split()) for each in found]

    @property
    def words(self) -> str:
        """What can be read, in lines as they stand in the source."""
        return unescape(_TAG.sub("", self.text))

    def form(self, end: str | None = None, field: str = "") -> FoundForm:
        """The first form that goes to an address with this end, or back to the page, and has this field."""
        for text in _FORM.findall(self.text):
            action = re.search(r'<form\b[^>]*\baction="([^"]*)"', text)
            goes_to = (action[1] if action else "") or self.path
            if (end is None or goes_to.partition("?")[0].endswith(end)) and (not field or f'name="{field}"' in text):
                parser = PageParser()
                parser.feed(text)
                found = parser.forms[0]
                found.action = unescape(goes_to)
                return found
        raise NotFoundOnPageError(f"{self.path}: {end} {field} {self.said}")

    def choices(self, field: str) -> dict[str, str]:
        """What a field of the page offers: the words of each choice, and what is sent for it; not the empty one."""
        within = self.text.partition(f'name="{field}"')[2].partition("</select>")[0]
        found = re.findall(r'<option value="([^"]+)"[^>]*>([^<]*)<', within)
        return {" ".join(unescape(words).split()): value for value, words in found}

    def link(self, pattern: str, label: str = "") -> str:
        """The first address of a link or form that this expression finds; of a link that is called so."""
        called = f">\\s*{re.escape(label)}\\s*<" if label else ""
        found = re.search(rf'(?:href|action)="({pattern})"{called}', self.text)
        if not found:
            raise NotFoundOnPageError(f"{self.path}: {pattern} {label}")
        return unescape(found[1])

    def links(self, pattern: str) -> list[str]:
        """Every address on the page that this expression finds, once."""
        return list(dict.fromkeys(map(unescape, re.findall(rf'href="({pattern})"', self.text))))


class Visitor:
    """A person with a browser of his own."""

    def __init__(self, site: str, ledger: Ledger) -> None:
        self.site, self.ledger = site, ledger
        self.browser = requests.Session()
        self.browser.headers["Connection"] = "close"

    def in_another_window(self) -> "Visitor":
        """The same person, who can do something else there meanwhile."""
        other = Visitor(self.site, self.ledger)
        other.browser.cookies.update(self.browser.cookies)
        return other

    def see(self, path: str) -> ShownPage:
        """A page, which must be there."""
        return self._ask("GET", path)

    def send(self, page: ShownPage, end: str | None = None, *, field: str = "", **values: Any) -> ShownPage:
        """Fill in a form of a page and send it; what comes then."""
        form = page.form(end, field)
        button = next((each for each in form.buttons if each.get("name")), None) if len(form.buttons) == 1 else None
        pressed = {button["name"]: button.get("value", "")} if button else {}
        return self.post(form.action, {**form.values, **pressed, **values})

    def post(self, path: str, values: Values, files: Any = None) -> ShownPage:
        """Send a form to an address; without a field where it is None."""
        token = self.browser.cookies.get("csrftoken")
        sent = {name: value for name, value in values.items() if name and value is not None}
        if token and "csrfmiddlewaretoken" not in sent:
            sent["csrfmiddlewaretoken"] = token
        return self._ask("POST", path, data=sent, files=files)

    def hand_in(self, page: ShownPage, end: str | None = None, *, field: str = "", **values: Any) -> str:
        """Fill in a form and send it; where the site leads, without going there. An error where it leads nowhere."""
        form = page.form(end, field)
        sent = {name: value for name, value in {**form.values, **values}.items() if name and value is not None}
        begun = time.monotonic()
        answer = self.browser.post(self.site + form.action, data=sent, timeout=300, allow_redirects=False)
        self.ledger.note("POST", form.action.partition("?")[0], time.monotonic() - begun)
        if answer.status_code != 302:
            raise AssertionError(f"{form.action}: {answer.status_code} {ShownPage(0, '', answer.text).said}")
        return answer.headers["Location"]

    def tell(self, path: str, body: Any) -> tuple[int, Any]:
        """What a script of the site sends; the status and what is answered."""
        begun = time.monotonic()
        answer = self.browser.post(self.site + path, json=body, timeout=120)
        self.ledger.note("POST", path, time.monotonic() - begun)
        return answer.status_code, answer.json()

    def sign_in(self, name: str, password: str) -> None:
        """By the page for it."""
        page = self.send(self.see("/anmelden/"), "/anmelden/", username=name, password=password)
        if "/abmelden/" not in page.text:
            raise AssertionError(page.said)

    def _ask(self, method: str, path: str, **more: Any) -> ShownPage:
        begun = time.monotonic()
        answer = self.browser.request(method, self.site + path, timeout=300, **more)
        self.ledger.note(method, path.partition("?")[0], time.monotonic() - begun)
        if answer.status_code not in (
            200,
            409,
            422,
        ):  # what was typed comes back with 422, what others changed with 409
            raise AssertionError(f"{method} {path}: {answer.status_code} {_TAG.sub(' ', answer.text)[-1500:]}")
        reached = answer.url.removeprefix(self.site)
        return ShownPage(answer.status_code, reached, answer.text)
