"""What the engine says, in the visitor's language.

German is the engine's own (`scoring.wording`), English its twin (`skatliga.rules.english`). **D** Any other language
is German, the language of the rules. Paragraphs are references to German sources and stay as they are.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from django import template
from django.utils.translation import get_language

from scoring import wording as german
from scoring.account import Account, Item, Violation, say
from scoring.account import sentence as join
from scoring.foot_check import Mismatch
from scoring.notation import Misread
from scoring.proposed import Correction
from scoring.rulebook import RuleBook
from scoring.sheet import Finding
from scoring.suspects import Suspect
from skatliga.rules import english


class _Words(NamedTuple):
    """The words of one language."""

    templates: Mapping[str, str]
    names: Mapping[str, str]
    titles: Mapping[str, str]
    """Titles of rule books by their German one, where they have another."""
    times: str
    """Between multiplier and base."""


_GERMAN = _Words(german.TEMPLATES, german.NAMES, {}, "mal")
_ENGLISH = _Words(english.TEMPLATES, english.NAMES, english.TITLES, "times")


Sayable = Violation | Finding | Misread | Mismatch | Correction
"""What the engine has against a deal, a list or what was written."""


def sentence(thing: Sayable) -> str:
    """What is wrong and what to do; without the row, which a page shows beside it."""
    words = _words()
    if isinstance(thing, Mismatch | Correction):
        return thing.say(words.templates, words.names)
    params = {**thing.params}
    if isinstance(thing, Finding):
        params.setdefault("seat", thing.seat)
    if isinstance(book := params.get("book"), str):
        params["book"] = words.titles.get(book, book)
    return say(thing.code, params, words.templates, words.names)


def suspicion(suspect: Suspect, number: int) -> str:
    """What may be wrong with a row, which is the deal with this number."""
    words = _words()
    return suspect.say(words.templates, words.names, number)


def account_text(account: Account) -> str:
    """The account as a player would say it."""
    return join(tuple(items(account)), account.score, _words().times)


def items(account: Account) -> list[Item]:
    """The entries of the account, their labels in the visitor's language."""
    words = _words()
    return [replace(item, label=say(item.code, item.params, words.templates, words.names)) for item in account.items]


def name(code: str) -> str:
    """How a game, a field or another thing with a code is called."""
    return _words().names[code]


def term(code: str, **params: object) -> str:
    """An entry of an account as it is called, such as „mit 2“."""
    words = _words()
    return say(code, params, words.templates, words.names)


def pattern(code: str) -> str:
    """What is said for a code, with dots for what differs from case to case."""
    return re.sub(r"\{[^}]*\}", "…", _words().templates[code])


def knows(code: str) -> bool:
    """Whether there is a sentence or an entry for the code."""
    return code in _words().templates


def title(book: RuleBook) -> str:
    """The title of a rule book."""
    return _words().titles.get(book.title, book.title)


def _words() -> _Words:
    language = get_language() or ""
    return _ENGLISH if language.startswith("en") else _GERMAN


# ---- In templates

register = template.Library()
register.filter(sentence)
register.filter("book_title", title)
register.filter("called", name)


@register.filter
def signed(number: int) -> str:
    """Points with their sign, as they are printed."""
    return f"{number:+d}".replace("-", "−") if number else "0"
