"""Results that are known only as sums: what they bring into a table of a year, and what they lack.

A sum of n lists stands for n equal parts, so that averages and minimums are right; where the rule asks for neither it
is one part. In the account of a player it is one line all the same.

* **D** No Gesamt is made of an average: old tables round, and leave evenings out.
* **D** Where sums are known nothing is chosen among lists: no drops, no best ones, no single Serie, no places of an
  evening. Where evenings or lists are added to sums, the sums count with the number of lists or evenings they say.
* **D** Sums are in the tables of the whole year alone: nobody knows in which part of it they were made.
* **D** Who stands in an old table was a member then, also where nobody of that name is in the register.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from scoring.wertung.presets import TableRule
from scoring.wertung.results import Number, WertungResult, result_maker
from skatliga.wertung.rules import OF_SUMS, contradictions
from skatliga.years.models import YearSum

_EVENINGS: Final = 100_000
"""More than the evenings of any sum: their numbers are below 0, those of each sum for itself."""
YearSpans = tuple[int, int, int]
"""In which quarter, month and half of the year an evening lies."""
SPANS: Final = ("quarter", "month", "block")
_COLUMNS: Final = ("player", "evening", *SPANS, "leistung", "points", "minus", "won", "lost", "lists")
_make = result_maker(_COLUMNS)


def results_of_sum(
    each: YearSum, key: str, position: int, rule: TableRule, spans: YearSpans
) -> Iterator[WertungResult]:
    """The equal parts of a sum, the so-manieth of the year from 0; `spans` are those of the last day of the year."""
    parts = count_of(each, rule) or 1
    figures = [None if figure is None else _whole(Fraction(figure) / parts) for figure in _figures(each, rule, parts)]
    evenings = min(each.evenings or 1, parts)
    for part in range(parts):
        yield _make((key, -(position * _EVENINGS + 1 + part * evenings // parts), *spans, *figures))


def position_of(evening: int) -> int:
    """The so-manieth sum of the year it is, by the number of one of its evenings."""
    return (-evening - 1) // _EVENINGS


def count_of(each: YearSum, rule: TableRule) -> int | None:
    """Of how many results it is the sum, where the rule asks for that and it is known."""
    if rule.worth == "published" or not (rule.minimum or rule.minimum_evenings or rule.measure == "average"):
        return None
    return _counted(each, rule)


def value_of_sum(each: YearSum, rule: TableRule) -> Number | None:
    """What decides by this rule, None where it is not known; of a published place what stood beside it."""
    points, average = _thousandths(each.points), _thousandths(each.average)
    if rule.worth == "awarded":
        return points
    if rule.worth == "published":
        known = (average, each.gesamt, points) if rule.measure == "average" else (each.gesamt, average, points)
        return next((value for value in known if value is not None), None)
    if rule.measure == "total":
        return each.gesamt
    count = _counted(each, rule)
    return _whole(Fraction(each.gesamt, count)) if average is None and each.gesamt is not None and count else average


def _counted(each: YearSum, rule: TableRule) -> int | None:
    return each.lists if rule.unit == "list" else each.evenings


def _thousandths(value: int | None) -> Number | None:
    return None if value is None else _whole(Fraction(value, 1000))


def _figures(each: YearSum, rule: TableRule, parts: int) -> tuple[Number | None, ...]:
    value = value_of_sum(each, rule) or 0
    whole = value * parts if rule.measure == "average" else value
    worth = (0, whole) if rule.worth == "awarded" else (whole, 0)
    return *worth, each.place or 0, each.won, each.lost, each.lists


def _whole(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def said_of(each: YearSum) -> str:
    """What it is, and what it lacks: "nur Gesamt bekannt, ohne gewonnene und verlorene Spiele"."""
    there = (("gesamt", _("Gesamt")), ("average", _("Schnitt")), ("points", _("Wertungspunkte")))
    known = [word for name, word in there if getattr(each, name) is not None]
    missing = [_("einzelne Abende")]
    if each.lists is None:
        missing.append(_("Zahl der Listen"))
    if each.won is None or each.lost is None:
        missing.append(_("gewonnene und verlorene Spiele"))
    words = {"known": get_text_list(known, _("und")), "missing": get_text_list(missing, _("und"))}
    return _("nur %(known)s bekannt, ohne %(missing)s") % words


def contradiction(rule: TableRule, sums: Sequence[YearSum], *, evenings: bool) -> str:
    """Why sums cannot be counted by a rule, in a sentence; empty where they can. `evenings`: whether there are some."""
    if not sums:
        if rule.worth in ("awarded", "published"):
            return _("Plätze und Wertungspunkte von früher gibt es nur, wo Ergebnisse als Summen eingetragen sind.")
        return ""
    if contradictions(rule, OF_SUMS):
        return _(
            "Von diesem Jahr sind Ergebnisse nur als Summen bekannt: Streicher, beste Abende, einzelne Serien und"
            " Punkte nach Plätzen lassen sich daraus nicht bestimmen."
        )
    if rule.worth == "published":
        if evenings or rule.minimum or rule.minimum_evenings:
            return _("Veröffentlichte Plätze gelten ohne Mindestzahl, und nur in einem Jahr ohne eigene Abende.")
        if lacking := next((each for each in sums if each.place is None), None):
            return _("Bei %(name)s fehlt der veröffentlichte Platz.") % {"name": lacking.name}
    elif rule.worth == "awarded" and evenings:
        return _("Wertungspunkte von früher lassen sich nicht mit den Listen der Abende zusammenzählen.")
    return _unknown(rule, sums, evenings)


def _unknown(rule: TableRule, sums: Sequence[YearSum], evenings: bool) -> str:
    """Which of the sums says too little, and what it lacks."""
    counted = rule.minimum or (rule.measure == "average" and evenings)
    for each in sums:
        lacking = ""
        if value_of_sum(each, rule) is None:
            lacking = _("Schnitt") if rule.measure == "average" else _("Gesamt")
            lacking = _("Wertungspunkte") if rule.worth == "awarded" else lacking
        elif counted and not _counted(each, rule):
            lacking = _("Zahl der Listen") if rule.unit == "list" else _("Zahl der Abende")
        elif rule.minimum_evenings and not each.evenings:
            lacking = _("Zahl der Abende")
        if lacking:
            words = {"name": each.name, "what": lacking}
            return _("Für diese Wertung ist bei %(name)s zu wenig bekannt; es fehlt: %(what)s.") % words
    return ""
