"""The rule of a year in words, made from the rule itself; and its numbers as they are written."""

from collections.abc import Iterable

from django.utils.formats import get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.wertung import WertungRule
from scoring.wertung.presets import DEALS_OF_A_LIST
from scoring.wertung.results import Number, format_average
from scoring.wertung.steps import Credit
from skatliga.rules.books import Evaluation
from skatliga.years.models import Span
from skatliga.years.year_total import counts_evenings, is_average, is_projected, minimum_of


def write_value(value: Number) -> str:
    """A sum as it is, an average or a projected sum with two decimals."""
    return str(value) if isinstance(value, int) else format_average(value, get_format("DECIMAL_SEPARATOR"))


def unit_of(evaluations: Iterable[str]) -> str:
    """What is added up over evenings evaluated so: matches won where they are played in matches, otherwise points."""
    return pgettext("gezählt", "Partien") if Evaluation.MATCHES in evaluations else pgettext("gezählt", "Punkte")


def heading_of(rule: WertungRule, evaluations: Iterable[str]) -> str:
    """What stands above the column that decides."""
    return _("Schnitt") if is_average(rule) else capfirst(unit_of(evaluations))


def explain(rule: WertungRule, block: str, unit: str) -> str:
    """How the year is counted, in plain sentences.

    `block` is the part of the year of which the worst are dropped, `unit` the word for what is added up (`unit_of`).
    """
    evening = counts_evenings(rule)
    last = rule.folds[-1]
    sentences = [_measured(rule, evening, unit)]
    if is_projected(rule):
        sentences.append(_("Jede Liste wird auf %(deals)s Spiele hochgerechnet.") % {"deals": DEALS_OF_A_LIST})
    if last.drop:
        sentences.append(_dropped(last.drop.worst, evening, block))
    if last.best is not None:
        sentences.append(_best(last.best, evening))
    if last.missing:
        sentences.append(_credited(last.missing, unit))
    if minimum := minimum_of(rule):
        sentences.append(_minimum(minimum, last.fill is not None, evening))
    return " ".join(sentences)


def _measured(rule: WertungRule, evening: bool, unit: str) -> str:
    if not is_average(rule):
        sentence = (
            _("Es entscheidet die Summe der %(unit)s aller Abende.")
            if evening
            else _("Es entscheidet die Summe der %(unit)s aller Listen.")
        )
        return sentence % {"unit": unit}
    if evening:
        return _("Es entscheidet der Schnitt je Abend, auf zwei Stellen gerundet angezeigt.")
    return _("Es entscheidet der Schnitt je Liste, auf zwei Stellen gerundet angezeigt.")


def _dropped(number: int, evening: bool, block: str) -> str:
    if evening:
        sentence = ngettext(
            "%(span)s wird der schlechteste Abend gestrichen.",
            "%(span)s werden die %(number)s schlechtesten Abende gestrichen.",
            number,
        )
    else:
        sentence = ngettext(
            "%(span)s wird die schlechteste Liste gestrichen.",
            "%(span)s werden die %(number)s schlechtesten Listen gestrichen.",
            number,
        )
    spans = {
        Span.WHOLE: _("Im ganzen Jahr"),
        Span.HALF: _("In jedem Halbjahr"),
        Span.QUARTER: _("In jedem Quartal"),
        Span.MONTH: _("In jedem Monat"),
    }
    dropped = sentence % {"span": spans[Span(block)], "number": number}
    return " ".join((dropped, _("Wer fehlt, hat damit schon gestrichen.")))


def _best(number: int, evening: bool) -> str:
    if evening:
        sentence = ngettext("Es zählt nur der beste Abend.", "Es zählen nur die besten %(number)s Abende.", number)
    else:
        sentence = ngettext("Es zählt nur die beste Liste.", "Es zählen nur die besten %(number)s Listen.", number)
    return sentence % {"number": number}


def _credited(missing: Credit, unit: str) -> str:
    return ngettext(
        "Wer einen Abend versäumt, bekommt dafür %(points)s %(unit)s, für höchstens %(number)s Abend.",
        "Wer einen Abend versäumt, bekommt dafür %(points)s %(unit)s, für höchstens %(number)s Abende.",
        missing.most or 0,
    ) % {"points": missing.credit, "unit": unit, "number": missing.most}


def _minimum(minimum: int, as_zero: bool, evening: bool) -> str:
    words = {"number": minimum}
    if as_zero:
        if evening:
            return (
                ngettext(
                    "Was an %(number)s Abend fehlt, zählt 0.", "Was an %(number)s Abenden fehlt, zählt 0.", minimum
                )
                % words
            )
        return (
            ngettext("Was an %(number)s Liste fehlt, zählt 0.", "Was an %(number)s Listen fehlt, zählt 0.", minimum)
            % words
        )
    if evening:
        return (
            ngettext(
                "Einen Platz hat, wer mindestens %(number)s Abend gespielt hat.",
                "Einen Platz hat, wer mindestens %(number)s Abende gespielt hat.",
                minimum,
            )
            % words
        )
    return (
        ngettext(
            "Einen Platz hat, wer mindestens %(number)s Liste gespielt hat.",
            "Einen Platz hat, wer mindestens %(number)s Listen gespielt hat.",
            minimum,
        )
        % words
    )
