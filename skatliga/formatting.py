"""How amounts, points and averages are written and read, in code and in templates."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from django import template
from django.utils import formats, translation

from scoring.wertung.presets import GroupTableRule
from scoring.wertung.results import format_average

_TYPED = re.compile(r"(?P<sign>[-+−]?)(?P<euros>\d{1,3}(?:\.\d{3})+|\d{1,7})(?:[.,](?P<cents>\d{1,2}))?€?")


def write_euros(cents: int) -> str:
    """Cents in the visitor's language, with a no-break space before the sign of the euro.

    >>> write_euros(123_450).split(), write_euros(-5).split()
    (['1.234,50', '€'], ['−0,05', '€'])
    """
    return _write(cents, translation.get_language())


@lru_cache(maxsize=4096)  # a large field owes the same few amounts over and over
def _write(cents: int, language: str | None) -> str:
    euros, rest = divmod(abs(cents), 100)
    whole = formats.number_format(euros, use_l10n=True, force_grouping=True)
    point = formats.get_format("DECIMAL_SEPARATOR", lang=language, use_l10n=True)
    return f"{'−' if cents < 0 else ''}{whole}{point}{rest:02d}\N{NO-BREAK SPACE}€"


def read_euros(text: str) -> int | None:
    """The cents that somebody has typed, None where it is no amount.

    **D** A point before two digits parts cents, before three it parts thousands: 1.50 is one euro fifty, 1.500 are
    fifteen hundred.

    >>> read_euros("5"), read_euros("1.234,5 €"), read_euros("-0,05")
    (500, 123450, -5)
    >>> read_euros("1.50"), read_euros("1.500"), read_euros("5,"), read_euros("5 Euro"), read_euros("1,234")
    (150, 150000, None, None, None)
    """
    found = _TYPED.fullmatch("".join(text.split()))
    if not found:
        return None
    cents = int(found["euros"].replace(".", "")) * 100 + int((found["cents"] or "0").ljust(2, "0"))
    return -cents if found["sign"] in ("-", "−") else cents


# ---- How Wertungspunkte are written

SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def format_points(value: Fraction | int) -> str:
    """Write Wertungspunkte.

    >>> format_points(Fraction(21, 2)), format_points(Fraction(1, 2)), format_points(6), format_points(Fraction(7, 5))
    ('10½', '½', '6', '1 2/5')
    """
    whole, rest = divmod(Fraction(value), 1)
    if not rest:
        return str(whole)
    sign = SIGNS.get(rest)
    if sign is None:
        return f"{whole} {rest}"
    return f"{whole or ''}{sign}"


class _Scored(Protocol):
    """What has Wertungspunkte."""

    plus: Fraction | int
    minus: Fraction | int


class _Counts(Protocol):
    """What says by its rule whether there are minus points: a season."""

    @property
    def counts_by(self) -> GroupTableRule:
        """The rule."""


# ---- In templates

register = template.Library()
register.filter("euros", write_euros)
register.filter("wertung", format_points)


@register.filter
def points(of: _Scored, season: _Counts, between: str = " : ") -> str:
    """Wertungspunkte as the season has them, plus and minus or plus alone: ``4 : 2``, ``4``."""
    plus = format_points(of.plus)
    return plus if season.counts_by.plus_only else f"{plus}{between}{format_points(of.minus)}"


@register.filter
def close_points(of: _Scored, season: _Counts) -> str:
    """The same where there is little room: ``4:2``."""
    return points(of, season, ":")


@register.filter
def amount(cents: int) -> str:
    """An amount without its sign, where the words say whether it comes in or goes out."""
    return write_euros(abs(cents))


@register.filter
def average(value: Fraction) -> str:
    """Two decimals, with the decimal sign of the language."""
    return format_average(value, formats.get_format("DECIMAL_SEPARATOR"))
