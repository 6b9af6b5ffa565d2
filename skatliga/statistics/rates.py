"""Rates that statistics show: what each one measures, and what is published of games at large."""

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.figures import (
    ALL,
    ANNOUNCED,
    HAND,
    OUVERT,
    OVERBID,
    SCHNEIDER,
    SCHWARZ,
    UNKNOWN,
    Figures,
    Tried,
)
from scoring.rulebook import RuleBook
from scoring.sheet_figures import HANDS
from skatliga.rules.books import SKAT, books_of, contents_of

PASSED: Final = Fraction("0.049")
"""Of all deals."""

SHARES: Final = {
    "karo": Fraction("0.107"),
    "herz": Fraction("0.134"),
    "pik": Fraction("0.162"),
    "kreuz": Fraction("0.211"),
    "grand": Fraction("0.322"),
    "null": Fraction("0.064"),
    SCHNEIDER: Fraction("0.234"),
    SCHWARZ: Fraction("0.014"),
}
"""Of the games played, by game and by stage, whoever made it."""

WON: Final = {
    ALL: Fraction("0.8164"),
    "karo": Fraction("0.775"),
    "herz": Fraction("0.777"),
    "pik": Fraction("0.779"),
    "kreuz": Fraction("0.775"),
    "grand": Fraction("0.914"),
    SCHNEIDER: Fraction("0.979"),
    SCHWARZ: Fraction("0.981"),
}
"""How many of them the declarer won, or how many stages he made. That of Null is not comparable: the source counts
Null, Null Hand and Null ouvert apart."""


# ---- The rates that pages show


class Rate(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    @property
    def share(self) -> Fraction | None:
        """The part, None of nothing."""
        return Fraction(self.part, self.whole) if self.whole else None

    def once_of(self, times: int) -> "Rate":
        """The same rate of deals, each of which was counted so many times."""
        return Rate(self.part // times, self.whole // times)


class CountedBy(Enum):
    """Whose figures have a deal, of those who sat there."""

    DECLARER = "declarer"
    ALL = "all"
    """Each who held cards has it, and all together once."""
    EACH = "each"
    """Each has his own part of it, and all together nothing."""


class RateMeasure(NamedTuple):
    """One rate: its name, what it says in a sentence, how it is read off figures, and the published share."""

    key: str
    label: str | Promise
    sentence: str | Promise
    rate: Callable[[Figures], Rate]
    published: Fraction | None = None
    """Of Skat at large."""
    in_book: Callable[[RuleBook], bool] = lambda book: True
    """Whether this can happen under a rule book."""
    counted_by: CountedBy = CountedBy.DECLARER
    """Whose figures have such a deal."""


class ComparedRate(NamedTuple):
    """One rate of somebody beside that of the whole group and the published one."""

    measure: RateMeasure
    own: Rate
    group: Rate | None
    published: Fraction | None
    """None also for games other than Skat."""


def _declared(figures: Figures) -> Rate:
    """Of lists of which the deals are known; a foot tells only of own games."""
    places = figures.places.values()
    return Rate(sum(place.declared for place in places), sum(place.held for place in places))


def _own(trait: str) -> Callable[[Figures], Rate]:
    """Of the games of which more is known than their value."""

    def rate(figures: Figures) -> Rate:
        known = figures.declared.played - figures.own.get(UNKNOWN, _NONE).played
        return Rate(figures.own.get(trait, _NONE).played, known)

    return rate


def _has(*fields: str) -> Callable[[RuleBook], bool]:
    """Whether a book has one of these fields of a deal."""
    return lambda book: not book.fields.isdisjoint(fields)


def _won(trait: str) -> Callable[[Figures], Rate]:
    def rate(figures: Figures) -> Rate:
        tried = figures.own.get(trait, _NONE)
        return Rate(tried.won, tried.played)

    return rate


def _spitzen(sign: int) -> Callable[[Figures], Rate]:
    def rate(figures: Figures) -> Rate:
        held, lacked = figures.with_spitzen()
        return Rate((held if sign > 0 else lacked).won, (held if sign > 0 else lacked).played)

    return rate


_NONE: Final = Tried()

MEASURES: Final = (
    RateMeasure(
        "passed",
        _("eingepasst"),
        _("Wie viele der Spiele niemand spielen wollte."),
        lambda figures: Rate(figures.passed, figures.held),
        PASSED,
        lambda book: "eingepasst" in book.ways,
        CountedBy.ALL,
    ),
    RateMeasure(
        "declared",
        _("Alleinspiel"),
        _("Wie viele der Spiele, in denen jemand Karten hatte, er selbst als Alleinspieler gespielt hat."),
        _declared,
        (1 - PASSED) / 3,
        counted_by=CountedBy.EACH,
    ),
    RateMeasure(
        "won",
        _("Alleinspiel gewonnen"),
        _("Wie viele der eigenen Spiele gewonnen wurden."),
        _won(ALL),
        WON[ALL],
    ),
    RateMeasure(
        "defended",
        _("Gegenspiel gewonnen"),
        _("Wie viele der Spiele als Gegenspieler der Alleinspieler verloren hat."),
        lambda figures: Rate(figures.defended.won, figures.defended.played),
        1 - WON[ALL],
        counted_by=CountedBy.EACH,
    ),
    RateMeasure(
        "hand",
        _("Hand"),
        _("Wie viele der eigenen Spiele ohne den Skat gespielt wurden."),
        _own(HAND),
        in_book=_has("hand", "mode"),  # a Solo is played from the hand
    ),
    RateMeasure("hand_won", _("Hand gewonnen"), _("Wie viele der Handspiele gewonnen wurden."), _won(HAND)),
    RateMeasure(
        "ouvert",
        _("ouvert"),
        _("Wie viele der eigenen Spiele offen gespielt wurden."),
        _own(OUVERT),
        in_book=_has("ouvert"),
    ),
    RateMeasure(
        "announced",
        _("angesagt"),
        _("Bei wie vielen der eigenen Spiele Schneider oder Schwarz angesagt war."),
        _own(ANNOUNCED),
        in_book=_has("schneider_angesagt"),
    ),
    RateMeasure(
        "overbid",
        _("überreizt"),
        _("Wie viele der eigenen Spiele den Reizwert nicht erreichten."),
        _own(OVERBID),
        in_book=lambda book: bool(contents_of(book).overbids),
    ),
    RateMeasure(
        "schneider",
        _("Schneider"),
        _("Wie viele der eigenen Spiele mit Schneider endeten, für die eine oder die andere Seite."),
        _own(SCHNEIDER),
        SHARES[SCHNEIDER],
        _has("schneider"),
    ),
    RateMeasure(
        "schneider_made",
        _("Schneider gemacht"),
        _("Bei wie vielen davon der Alleinspieler die Gegner Schneider gespielt hat."),
        _won(SCHNEIDER),
        WON[SCHNEIDER],
    ),
    RateMeasure(
        "schwarz",
        _("Schwarz"),
        _("Wie viele der eigenen Spiele ohne Stich für eine Seite endeten."),
        _own(SCHWARZ),
        SHARES[SCHWARZ],
        _has("schwarz"),
    ),
    RateMeasure(
        "with",
        _("mit Spitzen gewonnen"),
        _("Wie viele der eigenen Spiele mit dem Kreuz-Buben gewonnen wurden."),
        _spitzen(1),
    ),
    RateMeasure(
        "without",
        _("ohne Spitzen gewonnen"),
        _("Wie viele der eigenen Spiele ohne den Kreuz-Buben gewonnen wurden."),
        _spitzen(-1),
    ),
)


def compare(
    kind: str | None, own: Figures, group: Figures | None = None, *, club: Figures | None = None
) -> Iterator[ComparedRate]:
    """Every rate that means something for these figures of a kind of game.

    Those of a player stand beside all of his `group`. Without a group they are of all together at some events, and
    stand beside all together in the `club`, if that is given.
    """
    books = books_of(kind)

    def rate_of(measure: RateMeasure, figures: Figures) -> Rate:
        rate = measure.rate(figures)
        if group is None and measure.counted_by == CountedBy.ALL:
            return rate.once_of(min(HANDS, max(books[0].table_sizes)))
        return rate

    beside = club if group is None else group
    for measure in MEASURES:
        rate = measure.rate(own)
        if not rate.whole or not any(map(measure.in_book, books)):
            continue
        if group is None and measure.counted_by == CountedBy.EACH:
            continue
        at_large = measure.published if kind == SKAT else None
        yield ComparedRate(measure, rate_of(measure, own), rate_of(measure, beside) if beside else None, at_large)
