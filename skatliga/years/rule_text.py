"""The rule of a year in words, made from the rule itself; and its numbers as they are written."""

from collections.abc import Iterable, Iterator

from django.utils.formats import get_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.wertung.presets import DEALS_OF_A_LIST, ClubYearRule
from scoring.wertung.results import Number, format_average
from skatliga.rules.books import Evaluation


def write_value(value: Number) -> str:
    """A sum as it is, an average or a projected sum with two decimals."""
    return str(value) if isinstance(value, int) else format_average(value, get_format("DECIMAL_SEPARATOR"))


def unit_of(rule: ClubYearRule, evaluations: Iterable[str]) -> str:
    """What is added up over evenings evaluated so: matches won where they are played in matches, otherwise points."""
    if rule.awards_points:
        return pgettext("gezählt", "Wertungspunkte")
    return pgettext("gezählt", "Partien") if Evaluation.MATCHES in evaluations else pgettext("gezählt", "Punkte")


def heading_of(rule: ClubYearRule, evaluations: Iterable[str]) -> str:
    """What stands above the column that decides."""
    return _("Schnitt") if rule.measure == "average" else capfirst(unit_of(rule, evaluations))


def explain(rule: ClubYearRule, unit: str) -> str:
    """How a table is counted, in plain sentences; `unit` is the word for what is added up (`unit_of`)."""
    return " ".join(_sentences(rule, unit))


def _sentences(rule: ClubYearRule, unit: str) -> Iterator[str]:
    evening = rule.unit == "evening"
    yield _measured(rule, unit)
    if rule.serie:
        yield _("Nur die %(number)s. Serie jedes Abends zählt.") % {"number": rule.serie}
    if rule.projected:
        yield _("Jede Liste wird auf %(deals)s Spiele hochgerechnet.") % {"deals": DEALS_OF_A_LIST}
    yield from _awarded(rule)
    if rule.drop:
        yield f"{_dropped(rule.drop, evening, rule.span)} {_('Wer fehlt, hat damit schon gestrichen.')}"
    yield from (_staged(least, drops, rule) for least, drops in rule.stages)
    if rule.best is not None:
        yield _best(rule.best, evening)
    if rule.credits:
        yield _credited(rule, unit)
    if rule.minimum:
        yield _minimum(rule.minimum, rule.missing_as_zero, evening)
    if rule.minimum_evenings:
        yield ngettext(
            "Dazu gehört mindestens %(number)s Abend.",
            "Dazu gehören mindestens %(number)s Abende.",
            rule.minimum_evenings,
        ) % {"number": rule.minimum_evenings}
    if rule.a_month:
        yield _monthly(rule.a_month, evening)


def _measured(rule: ClubYearRule, unit: str) -> str:
    evening = rule.unit == "evening"
    if rule.measure == "total":
        sentence = (
            _("Es entscheidet die Summe der %(unit)s aller Abende.")
            if evening
            else _("Es entscheidet die Summe der %(unit)s aller Listen.")
        )
        return sentence % {"unit": unit}
    if evening:
        return _("Es entscheidet der Schnitt je Abend, auf zwei Stellen gerundet angezeigt.")
    return _("Es entscheidet der Schnitt je Liste, auf zwei Stellen gerundet angezeigt.")


def _awarded(rule: ClubYearRule) -> Iterator[str]:
    words = {"points": "-".join(map(str, rule.place_points)), "each": rule.attendance}
    evening = rule.unit == "evening"
    if rule.worth == "places":
        yield (
            _("Für die Plätze jedes Abends gibt es %(points)s Punkte; wer gleichauf liegt, teilt sie.")
            if evening
            else _("Für die Plätze jeder Serie gibt es %(points)s Punkte; wer gleichauf liegt, teilt sie.")
        ) % words
    if rule.attendance:
        yield (
            _("Wer da ist, bekommt für jeden Abend %(each)s Punkte dazu.")
            if evening
            else _("Für jede gespielte Liste gibt es %(each)s Punkte dazu.")
        ) % words


def _staged(least: int, drops: int, rule: ClubYearRule) -> str:
    words = {"least": least, "dropped": _dropped(drops, rule.unit == "evening", rule.span)}
    if rule.unit == "evening":
        return _("Ab %(least)s Abenden: %(dropped)s") % words
    return _("Ab %(least)s Listen: %(dropped)s") % words


def _monthly(number: int, evening: bool) -> str:
    if evening:
        sentence = ngettext(
            "In jedem Monat mit Abenden ist mindestens %(number)s zu spielen.",
            "In jedem Monat mit Abenden sind mindestens %(number)s zu spielen.",
            number,
        )
    else:
        sentence = ngettext(
            "In jedem Monat mit Abenden ist mindestens %(number)s Liste zu spielen.",
            "In jedem Monat mit Abenden sind mindestens %(number)s Listen zu spielen.",
            number,
        )
    return sentence % {"number": number}


def _dropped(number: int, evening: bool, span: str) -> str:
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
        "": _("Im ganzen Jahr"),
        "block": _("In jedem Halbjahr"),
        "quarter": _("In jedem Quartal"),
        "month": _("In jedem Monat"),
    }
    return sentence % {"span": spans[span], "number": number}


def _best(number: int, evening: bool) -> str:
    if evening:
        sentence = ngettext("Es zählt nur der beste Abend.", "Es zählen nur die besten %(number)s Abende.", number)
    else:
        sentence = ngettext("Es zählt nur die beste Liste.", "Es zählen nur die besten %(number)s Listen.", number)
    return sentence % {"number": number}


def _credited(rule: ClubYearRule, unit: str) -> str:
    return ngettext(
        "Wer einen Abend versäumt, bekommt dafür %(points)s %(unit)s, für höchstens %(number)s Abend.",
        "Wer einen Abend versäumt, bekommt dafür %(points)s %(unit)s, für höchstens %(number)s Abende.",
        rule.credits,
    ) % {"points": rule.credit, "unit": unit, "number": rule.credits}


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
