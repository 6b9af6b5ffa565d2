"""Somebody who knows nothing of the site and follows the buttons of *Jetzt zu tun*: no address typed, no menu opened.

He reads the panel, presses its first button or the one that is called so, and fills in the form that comes.
"""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.test import Client


@dataclass
class FoundForm:
    """A form as a browser would send it: its fields with what stands in them, and its buttons."""

    action: str
    method: str
    values: dict[str, Any] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)
    todo: bool = False
    """Whether it is a button of the panel."""
    options: dict[str, list[str]] = field(default_factory=dict)


@dataclass
class Pressable:
    """A button of the panel: what it says, and where it leads or what it sends."""

    label: str = ""
    href: str = ""
    form: FoundForm | None = None
    sentence: str = ""


class PageParser(HTMLParser):
    """Forms of a page, its links, and what the panel says and offers."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[FoundForm] = []
        self.links: list[str] = []
        self.panel: list[Pressable] = []
        self.heading = ""
        self._depth = 0
        self._into: str | None = None
        self._select = self._area = ""

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in pairs}
        if tag == "section" and (self._depth or said.get("id") == "jetzt"):
            self._depth += 1
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        if self._depth:
            self._in_panel(tag, said)
        self._in_form(tag, said)

    def _in_panel(self, tag: str, said: dict[str, str]) -> None:
        if tag == "li":
            self.panel.append(Pressable())
        elif tag in ("p", "h2"):
            self._into = tag
        elif tag in ("a", "button"):
            self._into = "label"
            self.panel[-1].href = said.get("href", "")

    def _in_form(self, tag: str, said: dict[str, str]) -> None:
        if tag == "form":
            self.forms.append(FoundForm(said.get("action", ""), said.get("method", "get"), todo=self._depth > 0))
            if self._depth:
                self.panel[-1].form = self.forms[-1]
        if not self.forms:
            return
        values, name = self.forms[-1].values, said.get("name", "")
        if tag == "input" and name:
            kind = said.get("type", "text")
            if kind not in ("checkbox", "radio", "submit", "file") or "checked" in said:
                values[name] = said.get("value", "on" if kind == "checkbox" else "")
            elif kind in ("checkbox", "radio"):
                self.forms[-1].options.setdefault(name, []).append(said.get("value", "on"))
        elif tag == "textarea":
            self._area = name
            values[name] = ""
        elif tag == "select":
            self._select = name
        elif tag == "option":
            options = self.forms[-1].options.setdefault(self._select, [])
            options.append(said.get("value", ""))
            if "selected" in said or len(options) == 1:
                values[self._select] = said.get("value", "")
        elif tag == "button":
            self.forms[-1].buttons.append(said)

    def handle_endtag(self, tag: str) -> None:
        if tag == "section" and self._depth:
            self._depth -= 1
        elif tag in ("p", "h2", "a", "button"):
            self._into = None
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.forms[-1].values[self._area] += data
        if self._depth and self._into == "label":
            self.panel[-1].label = " ".join((self.panel[-1].label + data).split())
        elif self._depth and self._into == "p":
            self.panel[-1].sentence += data
        elif self._depth and self._into == "h2":
            self.heading = (self.heading + data).strip()


class Walker:
    """The browser of this person, with what it shows and how many pages it has loaded."""

    def __init__(self, browser: Client, start: str = "/") -> None:
        self.browser = browser
        self.loads = 0
        self.pressed = 0
        self.log: list[str] = []
        self._show(browser.get(start, follow=True))

    def _show(self, answer: Any) -> None:
        assert answer.status_code == 200, (answer.status_code, answer.request["PATH_INFO"])
        self.loads += 1
        self.path = answer.request["PATH_INFO"]
        self.page = answer.content.decode()
        self.parser = PageParser()
        self.parser.feed(self.page)

    # ---- The panel ----

    @property
    def says(self) -> list[tuple[str, str]]:
        """What the panel says, each with what stands on its button."""
        return [(each.sentence, each.label) for each in self.parser.panel]

    @property
    def heading(self) -> str:
        """What stands above the panel."""
        return self.parser.heading

    def press(self, label: str = "") -> str:
        """Press the first button of the panel, or the first that begins so; its sentence."""
        button = next((each for each in self.parser.panel if each.label and each.label.startswith(label)), None)
        assert button, f"{self.path} has no button {label!r}: {self.says}"
        self.pressed += 1
        self.log.append(f"{button.sentence} [{button.label}]")
        if button.form:
            self._show(self.browser.post(button.form.action, button.form.values, follow=True))
        else:
            url = urlsplit(button.href)
            if url.path != self.path:
                self._show(self.browser.get(button.href, follow=True))
        return button.sentence

    # ---- The form behind a button ----

    def fill(self, button: str | None = "", **values: Any) -> None:
        """Type into the form of the page that has these fields, send it by its button of this name, and see what comes.

        Without one it is the first; None is the one that has no name.
        """
        to = self.send(button, **values)
        self._show(self.browser.get(to, follow=True))

    def send(self, button: str | None = "", **values: Any) -> str:
        """Do as `fill` does without looking at the page that comes; where it is."""
        names = {name.replace("__", "-"): value for name, value in values.items()}
        form = next(
            each
            for each in self.parser.forms
            if each.method == "post"
            and not each.todo
            and set(names) <= {*each.values, *each.options}
            and (not button or any(found.get("name") == button for found in each.buttons))
        )
        sent = {**form.values, **names}
        first = form.buttons[:1] if button == "" else []
        for found in first or [each for each in form.buttons if each.get("name") == button]:
            if found.get("name"):
                sent[found["name"]] = found.get("value", "")
                break
        answer = self.browser.post(form.action or self.path, sent)
        errors = re.findall(
            r'<ul class="errorlist.*?</ul>|<li class="error">.*?</li>', answer.content.decode(), re.DOTALL
        )
        assert not errors, errors
        assert answer.status_code == 302, (answer.status_code, self.path)
        return urljoin(self.path, answer.url)

    def options(self, name: str) -> list[str]:
        """What a field of the page offers."""
        return next(form.options[name] for form in self.parser.forms if name in form.options)

    def shown(self, name: str) -> str:
        """What stands in a field of the page."""
        return next(form.values[name] for form in self.parser.forms if name in form.values)

    def follow(self, end: str) -> None:
        """A link of the form in hand, such as the other way of typing a list."""
        self._show(self.browser.get(next(link for link in self.parser.links if end in link), follow=True))
