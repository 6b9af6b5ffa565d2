"""What the site asks of rule books: how a list is evaluated, what stands in a book, which game it is about.

All of it is asked of the book; nothing is known about any one of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.db.models import CheckConstraint, F, Q, TextChoices
from django.db.models.lookups import Exact
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.account import Account, Item
from scoring.deal import FIELDS, Deal, Replacement
from scoring.legal import overbids
from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.database import Json, JsonObject
from skatliga.rules import wording


def endings(book: RuleBook, game: str) -> Iterator[Deal]:
    """Every legal way in which the game can end without a bid; the first of them also with all that the book can add.

    The deals are played as the table has agreed.

    Additions (Kontra, gifts …) multiply the endings by dozens; those of one ending show which there are.
    """
    bare = [next(book.variants(deal)) for deal in book.ways[game].deals() if deal.game == game]
    yield from (deal for deal in (*bare, *book.variants(bare[0])) if not book.check(deal))


@lru_cache(maxsize=256)
def values_of(book: RuleBook, game: str) -> Mapping[str, tuple[Json, ...]]:
    """For every field of a deal the values it takes in this game, in the order in which they come."""
    return {
        name: tuple(dict.fromkeys(column))
        for name, column in zip(FIELDS, zip(*endings(book, game), strict=True), strict=True)
    }


# ---- What stands in a book


class Evaluation(TextChoices):
    """How a list is evaluated, by the engine's names; which of them fit says the rule book."""

    SPIELPUNKTE = "spielpunkte", gettext_lazy("Spielpunkte")
    SEEGER = "seeger", gettext_lazy("Seeger")
    SEEGER_FABIAN = "seeger-fabian", gettext_lazy("Seeger-Fabian")
    PAYMENT = "payment", gettext_lazy("Bezahlung untereinander")
    MATCHES = "matches", gettext_lazy("Gewonnene Partien")

    @property
    def result(self) -> str:
        """What a list comes to is called: the heading above it in rankings and at the foot of a list."""
        return str(_RESULTS.get(self, _LEISTUNG))

    @property
    def adds(self) -> bool:
        """Whether it makes something else of the Spielpunkte."""
        return self != Evaluation.SPIELPUNKTE


_LEISTUNG = gettext_lazy("Leistung")
_RESULTS = {
    Evaluation.SPIELPUNKTE: gettext_lazy("Spielpunkte"),
    Evaluation.PAYMENT: gettext_lazy("Bezahlung"),
    Evaluation.MATCHES: gettext_lazy("Partien"),
}
_SETTLEMENTS = {"einfach": gettext_lazy("einfach"), "skatordnung": gettext_lazy("nach Skatordnung")}
_MATTERS = {
    "base": gettext_lazy("Grundwert"),
    "stufe": gettext_lazy("Gewinnstufe"),
    "punkte": gettext_lazy("Punkte"),
    "augen_stiche": gettext_lazy("Augen und Stiche"),
    "ersatzspiel": gettext_lazy("Ersatzspiel"),
}
"""Matters that have a paragraph, but no word of their own in the engine."""


class Base(NamedTuple):
    """A base value, and by what it is multiplied."""

    code: str
    value: int
    rule: str
    multipliers: frozenset[int]

    def times(self, multiplier: int) -> int | None:
        """The value of the game with this multiplier, where it can have one."""
        return self.value * multiplier if multiplier in self.multipliers else None

    @property
    def label(self) -> str:
        """What the base is called."""
        return wording.term(self.code)


class Contents(NamedTuple):
    """What the accounts of a book are made of, in the order in which they come."""

    bases: tuple[Base, ...]
    fixed: tuple[Item, ...]
    levels: tuple[Item, ...]
    factors: tuple[Item, ...]
    overbids: tuple[Account, ...]
    """Deals that their bid has overtaken, one of every kind; empty where no bid can."""

    @property
    def table(self) -> list[tuple[int, list[int | None]]]:
        """Every multiplier with the values it gives, by base."""
        rising = sorted(set().union(*(base.multipliers for base in self.bases)))
        return [(multiplier, [base.times(multiplier) for base in self.bases]) for multiplier in rising]


class AccountLine(NamedTuple):
    """An entry of an account in the visitor's language: what it is, its number, where it stands."""

    label: str
    number: str
    rule: str


class Paragraph(NamedTuple):
    """What a paragraph says: what is counted, and sentences about what is not allowed."""

    rule: str
    counted: list[str]
    refused: list[str]


@lru_cache(maxsize=16)
def contents_of(book: RuleBook) -> Contents:
    """The contents of a book, from one account of everything its games can come to."""
    found: dict[str, dict[tuple[str, int], Item]] = {}
    multipliers: dict[tuple[str, int, str], set[int]] = {}
    examples: dict[object, Deal] = {}
    for game in book.ways:
        for deal in endings(book, game):
            account = book.value(deal)
            for item in account.items:
                found.setdefault(item.kind, {}).setdefault((item.code, item.count), item)
                if item.kind == "base":
                    multipliers.setdefault((item.code, item.count, item.rule), set()).add(account.multiplier or 1)
                if item.kind in ("base", "points"):
                    examples.setdefault((item.code, deal.hand), deal)
    return Contents(
        bases=tuple(Base(*base, frozenset(by)) for base, by in multipliers.items()),
        fixed=tuple(found.get("points", {}).values()),
        levels=tuple(item for item in found.get("sum", {}).values() if item.code not in ("mit", "ohne")),
        factors=(*found.get("outcome", {}).values(), *found.get("factor", {}).values()),
        overbids=tuple(_overbids(book, examples.values())),
    )


def account_entries(items: Iterable[Item]) -> list[AccountLine]:
    """The items as rows; those of one kind that differ in their number only (the Augen of a Ramsch) are one row."""
    kinds: dict[str, list[Item]] = {}
    for item in items:
        kinds.setdefault(item.code, []).append(item)
    return [_entry(code, alike) for code, alike in kinds.items()]


def setting_in_words(setting: object) -> str:
    """The value of something a table agrees on."""
    if isinstance(setting, bool):
        return _("ja") if setting else _("nein")
    return str(_SETTLEMENTS.get(str(setting), setting))


def _entry(code: str, alike: list[Item]) -> AccountLine:
    counts = [item.count for item in alike]
    if len(counts) == 1:
        return AccountLine(capfirst(wording.term(code, count="").strip()), str(counts[0]), alike[0].rule)
    span = _("%(least)s bis %(most)s") % {"least": min(counts), "most": max(counts)}
    return AccountLine(capfirst(wording.pattern(code)), span, alike[0].rule)


def paragraphs(book: RuleBook) -> list[Paragraph]:
    """Every matter and every refusal of the book by its paragraph, in the order of the paragraphs."""
    found: dict[str, Paragraph] = {}
    for code, rule in book.rules.items():
        paragraph = found.setdefault(rule, Paragraph(rule, [], []))
        text = _matter(code)
        if text.endswith("."):  # what is refused is said in whole sentences, what is counted in words
            paragraph.refused.append(text.replace("….", "…"))
        else:
            paragraph.counted.append(text)
    return [found[rule] for rule in sorted(found, key=_numbered)]


def _matter(code: str) -> str:
    if code in _MATTERS:
        return str(_MATTERS[code])
    return wording.pattern(code) if wording.knows(code) else wording.name(code)


def _numbered(rule: str) -> list[str | int]:
    """A key that puts § 9 before § 10."""
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", rule)]


def _overbids(book: RuleBook, deals: Iterable[Deal]) -> Iterator[Account]:
    """One overbid account for every way of counting, with the skat and from the hand."""
    seen = set()
    for deal in deals:
        kind = book.ways[deal.game], deal.hand
        if kind not in seen and (account := next(overbids(book, deal), None) or _overtaken(book, deal)):
            seen.add(kind)
            yield account


def _overtaken(book: RuleBook, deal: Deal) -> Account | None:
    """The account of a Null under the first bid beyond it, with the cheapest game in its place."""
    for bid in sorted(book.bids):
        lost = deal._replace(bid=bid, won=False)
        for violation in book.check(lost):
            if violation.code == "replacement_missing":
                replacement = Replacement(str(violation.params["game"]), int(str(violation.params["spitzen"])))
                return book.value(lost._replace(replacement=replacement))
    return None


# ---- What everything shares that is played by a rule book


class Agreed:
    """Something played by the rule book of this key with what was agreed on, and evaluated by this evaluation."""

    __slots__ = ()

    rulebook: str
    agreements: JsonObject
    evaluation: str

    @property
    def book(self) -> RuleBook:
        """The rule book as it was agreed to be played."""
        return BOOKS[self.rulebook].agree(**self.agreements)

    @property
    def result_heading(self) -> str:
        """What the result is called by which places go."""
        return Evaluation(self.evaluation).result

    @property
    def adds(self) -> bool:
        """Whether the result is something else than the Spielpunkte."""
        return Evaluation(self.evaluation).adds


def whole_rounds(name: str) -> CheckConstraint:
    """That a Serie is played in whole rounds, for whatever has `deals_at_four` and `deals_at_three`."""
    return CheckConstraint(
        name=name,
        condition=Q(deals_at_four__gt=0, deals_at_three__gt=0)
        & Exact(F("deals_at_four") % 4, 0)
        & Exact(F("deals_at_three") % 3, 0),
        violation_error_message=gettext_lazy("Eine Serie besteht aus ganzen Runden: 4 oder 3 Spiele je Runde."),
    )


# ---- Which games figures are of

SKAT = "skat"


def kind_of(rulebook: str) -> str:
    """The kind of game that the book of this key is about."""
    return SKAT if BOOKS[rulebook].is_skat else rulebook


def books_of(kind: str | None) -> tuple[RuleBook, ...]:
    """The rule books of a kind; none for one there is not."""
    return tuple(book for key, book in BOOKS.items() if kind_of(key) == kind)


def kind_title(kind: str) -> str:
    """What a kind is called."""
    return _("Skat") if kind == SKAT else BOOKS[kind].title


def kinds_by_lists(played: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """The kinds that were played, given rule books and numbers of lists, the one most lists are of first."""
    lists: Counter[str] = Counter()
    for rulebook, number in played:
        lists[kind_of(rulebook)] += number
    return tuple(sorted(lists, key=lambda kind: (-lists[kind], kind)))
