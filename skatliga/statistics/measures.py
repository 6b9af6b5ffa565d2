"""The rates that pages show: what part of what, in words, and what is known of Skat at large.

A rate is a part and a whole, both numbers of deals, so that a page can say both; nothing is rounded here.
"""

from collections.abc import Callable, Iterator
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
from skatliga.statistics import published


class Rate(NamedTuple):
    """So many of so many."""

    part: int
    whole: int

    @property
    def share(self) -> Fraction | None:
        """The part, None of nothing."""
        return Fraction(self.part, self.whole) if self.whole else None


class Measure(NamedTuple):
    """One rate: its name, what it says in a sentence, how it is read off figures, and the published share."""

    key: str
    label: str | Promise
    sentence: str | Promise
    rate: Callable[[Figures], Rate]
    published: Fraction | None = None


class Compared(NamedTuple):
    """One rate of somebody beside that of the whole group and the published one."""

    measure: Measure
    own: Rate
    group: Rate | None


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
    Measure(
        "passed",
        _("eingepasst"),
        _("Wie viele der Spiele niemand spielen wollte."),
        lambda figures: Rate(figures.passed, figures.held),
        published.PASSED,
    ),
    Measure(
        "declared",
        _("Alleinspiel"),
        _("Wie viele der Spiele, in denen jemand Karten hatte, er selbst als Alleinspieler gespielt hat."),
        _declared,
        (1 - published.PASSED) / 3,
    ),
    Measure(
        "won",
        _("Alleinspiel gewonnen"),
        _("Wie viele der eigenen Spiele gewonnen wurden."),
        _won(ALL),
        published.WON[ALL],
    ),
    Measure(
        "defended",
        _("Gegenspiel gewonnen"),
        _("Wie viele der Spiele als Gegenspieler der Alleinspieler verloren hat."),
        lambda figures: Rate(figures.defended.won, figures.defended.played),
        1 - published.WON[ALL],
    ),
    Measure("hand", _("Hand"), _("Wie viele der eigenen Spiele ohne den Skat gespielt wurden."), _own(HAND)),
    Measure("hand_won", _("Hand gewonnen"), _("Wie viele der Handspiele gewonnen wurden."), _won(HAND)),
    Measure("ouvert", _("ouvert"), _("Wie viele der eigenen Spiele offen gespielt wurden."), _own(OUVERT)),
    Measure(
        "announced",
        _("angesagt"),
        _("Bei wie vielen der eigenen Spiele Schneider oder Schwarz angesagt war."),
        _own(ANNOUNCED),
    ),
    Measure(
        "overbid",
        _("überreizt"),
        _("Wie viele der eigenen Spiele den Reizwert nicht erreichten."),
        _own(OVERBID),
    ),
    Measure(
        "schneider",
        _("Schneider"),
        _("Wie viele der eigenen Spiele mit Schneider endeten, für die eine oder die andere Seite."),
        _own(SCHNEIDER),
        published.SHARES[SCHNEIDER],
    ),
    Measure(
        "schneider_made",
        _("Schneider gemacht"),
        _("Bei wie vielen davon der Alleinspieler die Gegner Schneider gespielt hat."),
        _won(SCHNEIDER),
        published.WON[SCHNEIDER],
    ),
    Measure(
        "schwarz",
        _("Schwarz"),
        _("Wie viele der eigenen Spiele ohne Stich für eine Seite endeten."),
        _own(SCHWARZ),
        published.SHARES[SCHWARZ],
    ),
    Measure(
        "with",
        _("mit Spitzen gewonnen"),
        _("Wie viele der eigenen Spiele mit dem Kreuz-Buben gewonnen wurden."),
        _spitzen(1),
    ),
    Measure(
        "without",
        _("ohne Spitzen gewonnen"),
        _("Wie viele der eigenen Spiele ohne den Kreuz-Buben gewonnen wurden."),
        _spitzen(-1),
    ),
)


def compare(own: Figures, group: Figures | None = None) -> Iterator[Compared]:
    """Every rate that means something for these figures, beside that of the group."""
    for measure in MEASURES:
        rate = measure.rate(own)
        if rate.whole:
            yield Compared(measure, rate, measure.rate(group) if group else None)
