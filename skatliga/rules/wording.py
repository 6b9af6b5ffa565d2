"""What the engine says, in the visitor's language.

German is the engine's own (`scoring.wording`); other languages stand in the catalogues of the site, where the command
`makemessages` puts the German for translation. **D** A language without a catalogue is German, the language of the
rules. Paragraphs are references to German sources and stay as they are.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override, pgettext

from scoring import wording as german
from scoring.account import Account, Item, Violation, say
from scoring.account import sentence as join
from scoring.foot_check import Mismatch
from scoring.notation import Misread
from scoring.proposed import Correction
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from scoring.sheet import Finding
from scoring.suspects import Suspect


class SkatWords(NamedTuple):
    """The words of one language, by their code."""

    templates: Mapping[str, str]
    names: Mapping[str, str]


def words() -> SkatWords:
    """The words in the visitor's language."""
    return _words_in(get_language())


@cache
def _words_in(language: str | None) -> SkatWords:
    """All words of a language, read from its catalogue once."""
    with override(language):
        return SkatWords(
            *(
                {code: pgettext(_context(code), text) for code, text in table.items()}
                for table in (german.TEMPLATES, german.NAMES)
            )
        )


def _context(code: str) -> str:
    """By which a catalogue tells words that are one in German: points are called otherwise at the foot of a list."""
    return "Skat, Fuß" if code.startswith("foot_") else "Skat"


def german_texts() -> Iterator[tuple[str, str]]:
    """Every text of the engine that is to be translated, with its context in the catalogue."""
    yield from ((_context(code), text) for table in (german.NAMES, german.TEMPLATES) for code, text in table.items())
    yield from (("Skat", book.title) for book in BOOKS.values())


Sayable = Violation | Finding | Misread | Mismatch | Correction
"""What the engine has against a deal, a list or what was written."""


def sentence(thing: Sayable) -> str:
    """What is wrong and what to do; without the row, which a page shows beside it."""
    if isinstance(thing, Mismatch | Correction):
        return thing.say(*words())
    params = {**thing.params}
    if isinstance(thing, Finding):
        params.setdefault("seat", thing.seat)
    if isinstance(book := params.get("book"), str):
        params["book"] = pgettext("Skat", book)
    return say(thing.code, params, *words())


def suspicion(suspect: Suspect, number: int) -> str:
    """What may be wrong with a row, which is the deal with this number."""
    return suspect.say(*words(), number)


def account_text(account: Account) -> str:
    """The account as a player would say it."""
    return join(tuple(items(account)), account.score, pgettext("Skat", "mal"))


def items(account: Account) -> list[Item]:
    """The entries of the account, their labels in the visitor's language."""
    said = words()
    return [replace(item, label=say(item.code, item.params, *said)) for item in account.items]


def name(code: str) -> str:
    """How a game, a field or another thing with a code is called."""
    return words().names[code]


def term(code: str, **params: object) -> str:
    """An entry of an account as it is called, such as „mit 2“."""
    return say(code, params, *words())


def pattern(code: str) -> str:
    """What is said for a code, with dots for what differs from case to case."""
    return re.sub(r"\{[^}]*\}", "…", words().templates[code])


def knows(code: str) -> bool:
    """Whether there is a sentence or an entry for the code."""
    return code in german.TEMPLATES


def title(book: RuleBook) -> str:
    """The title of a rule book."""
    return pgettext("Skat", book.title)


# ---- In templates

register = template.Library()
register.filter(sentence)
register.filter("book_title", title)
register.filter("called", name)


@register.filter
def anchor(rule: str) -> str:
    """Where a paragraph stands on the page of its book.

    >>> anchor("ISkO 2.4.1")
    'p-isko-2-4-1'
    """
    return "p-" + re.sub(r"[^a-z0-9]+", "-", rule.lower()).strip("-")


@register.simple_tag
def paragraph(rule: str, book: RuleBook) -> SafeString:
    """A paragraph, with a link to the page of its book."""
    if not book or rule not in book.rules.values():
        return format_html("{}", rule)
    address = reverse("rules:book", args=[book.key])
    return format_html('<a href="{}#{}">{}</a>', address, anchor(rule), rule)


@register.filter
def with_paragraph(said: str, book: RuleBook) -> SafeString:
    """A sentence whose paragraph stands in brackets at its end, with a link to it."""
    before, bracket, rule = said.removesuffix(")").rpartition("(")
    if not bracket:
        return format_html("{}", said)
    return format_html("{}({})", before, paragraph(rule, book))


@register.filter
def signed(number: int) -> str:
    """Points with their sign, as they are printed."""
    return f"{number:+d}".replace("-", "−") if number else "0"
