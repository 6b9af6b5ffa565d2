"""The rule of a table in words, made from the rule itself; and its numbers as they are written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from scoring.wertung.fold import PartFate, account
from scoring.wertung.presets import DEALS_OF_A_LIST, Criterion, GroupTableRule, SizePoints, TableRule, TeamTableRule
from scoring.wertung.results import Label, Number, WertungResult, format_average
from skatliga.rules.books import Evaluation

_Counted = Literal["list", "evening", "tournament"]
"""What a minimum is counted in."""

FATES: Final = {
    PartFate.COUNTS: gettext_lazy("zählt"),
    PartFate.DROPPED: gettext_lazy("gestrichen"),
    PartFate.BEYOND: gettext_lazy("nicht unter den besten"),
    PartFate.ZERO: gettext_lazy("zählt"),
    PartFate.START: gettext_lazy("zählt"),
}
"""What became of a result."""


def write_value(value: Number) -> str:
    """A sum as it is, an average or a projected sum with two decimals."""
    return str(value) if isinstance(value, int) else format_average(value, get_format("DECIMAL_SEPARATOR"))


def unit_of(rule: TableRule, evaluations: Iterable[str]) -> str:
    """What is added up over evenings evaluated so: matches won where they are played in matches, otherwise points."""
    if rule.awards_points:
        return pgettext("gezählt", "Wertungspunkte")
    return pgettext("gezählt", "Partien") if Evaluation.MATCHES in evaluations else pgettext("gezählt", "Punkte")


def heading_of(rule: TableRule, evaluations: Iterable[str]) -> str:
    """What stands above the column that decides."""
    return _("Schnitt") if rule.measure == "average" else capfirst(unit_of(rule, evaluations))


def explain(rule: TableRule, unit: str, *, alone: bool = False) -> str:
    """How a table is counted, in plain sentences; `unit` is the word for what is added up (`unit_of`).

    `alone` where it is of one event, not of several.
    """
    return " ".join(_sentences(rule, unit, alone))


def _sentences(rule: TableRule, unit: str, alone: bool) -> Iterator[str]:
    evening = rule.unit == "evening"
    yield _measured(rule, unit)
    if rule.serie:
        sentence = (
            _("Nur die %(number)s. Serie zählt.") if alone else _("Nur die %(number)s. Serie jedes Abends zählt.")
        )
        yield sentence % {"number": rule.serie}
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


def _measured(rule: TableRule, unit: str) -> str:
    evening = rule.unit == "evening"
    if rule.worth == "published":
        return _("Die Plätze sind die, die damals veröffentlicht wurden.")
    if rule.worth == "awarded":
        return _("Es entscheidet die Summe der Wertungspunkte, wie sie damals vergeben wurden.")
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


def _awarded(rule: TableRule) -> Iterator[str]:
    words = {"points": write_points(rule.place_points, rule.size_points), "each": rule.attendance}
    evening = rule.unit == "evening"
    if rule.worth == "places":
        if rule.among == "table":
            sentence = _("Für die Plätze an jedem Tisch gibt es %(points)s Punkte; wer gleichauf liegt, teilt sie.")
        elif rule.among == "seat":
            sentence = _(
                "Verglichen wird, wer in derselben Serie auf demselben Platz saß; für die Plätze gibt es %(points)s"
                " Punkte; wer gleichauf liegt, teilt sie."
            )
        elif evening:
            sentence = _("Für die Plätze jedes Abends gibt es %(points)s Punkte; wer gleichauf liegt, teilt sie.")
        else:
            sentence = _("Für die Plätze jeder Serie gibt es %(points)s Punkte; wer gleichauf liegt, teilt sie.")
        yield sentence % words
    elif rule.worth == "beaten":
        yield _beaten(rule)
    if rule.attendance:
        yield (
            _("Wer da ist, bekommt für jeden Abend %(each)s Punkte dazu.")
            if evening
            else _("Für jede gespielte Liste gibt es %(each)s Punkte dazu.")
        ) % words


def _beaten(rule: TableRule) -> str:
    if rule.among == "seat":
        return _("Matchpunkte: 2 für jeden, der in derselben Serie auf demselben Platz weniger hat, 1 für gleich viel.")
    if rule.among == "table":
        return _("Matchpunkte: 2 für jeden am Tisch, der weniger hat, 1 für gleich viel.")
    if rule.unit == "evening":
        return _("Matchpunkte: 2 für jeden, der am Abend weniger hat, 1 für gleich viel.")
    return _("Matchpunkte: 2 für jeden, der in der Serie weniger hat, 1 für gleich viel.")


def write_points(points: Iterable[int], by_size: SizePoints = (), between: str = "-") -> str:
    """Points of places from the first down, and those for other sizes of the field: ``4-3-2-1 (zu dritt 3-2-1)``."""
    written = between.join(map(str, points))
    if not by_size:
        return written
    others = (
        _("zu %(size)s: %(points)s") % {"size": size, "points": between.join(map(str, each))} for size, each in by_size
    )
    return f"{written} ({', '.join(others)})"


def _staged(least: int, drops: int, rule: TableRule) -> str:
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


def _credited(rule: TableRule, unit: str) -> str:
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


# ---- What somebody under a minimum lacks

_MET: Final = frozenset({PartFate.COUNTS, PartFate.DROPPED, PartFate.BEYOND})
"""What became of what a minimum is met by."""


def shortfall(
    total: WertungResult, rule: TableRule, months: Mapping[Label, str] | None = None, *, tournaments: bool = False
) -> str:
    """What somebody lacks for a place: ``2 Listen, 1 Abend; Januar 2026: 1``; empty where it is not a minimum.

    The same words on page, file, paper and in the API. `months` are the titles of the months that had an evening, by
    their label; in `tournaments` an evening is one.
    """
    if total.apart != "minimum":
        return ""
    met = [part.result for part in account(total) if part.fate in _MET]
    lacking = (
        _lacking(met, rule, "tournament" if tournaments else rule.unit),
        _lacking_months(met, rule, months or {}),
    )
    return "; ".join(filter(None, map(", ".join, lacking)))


def _lacking(met: Sequence[WertungResult], rule: TableRule, unit: _Counted) -> Iterator[str]:
    if (number := rule.minimum - len(met)) > 0:
        yield _write_number(number, unit)
    if (number := rule.minimum_evenings - len({result.label("evening") for result in met})) > 0:
        yield _write_number(number, "evening")


def _lacking_months(met: Sequence[WertungResult], rule: TableRule, months: Mapping[Label, str]) -> Iterator[str]:
    """How many are missing in which month."""
    by_month = Counter(result.label("month") for result in met)
    for month, title in months.items():
        if (number := rule.a_month - by_month[month]) > 0:
            yield f"{title}: {number}"


def _write_number(number: int, unit: _Counted) -> str:
    if unit == "list":
        sentence = ngettext("%(number)s Liste", "%(number)s Listen", number)
    elif unit == "evening":
        sentence = ngettext("%(number)s Abend", "%(number)s Abende", number)
    else:
        sentence = ngettext("%(number)s Turnier", "%(number)s Turniere", number)
    return sentence % {"number": number}


def explain_teams(rule: TeamTableRule) -> str:
    """How teams are counted, in plain sentences."""
    sentences = [
        _("Es entscheidet die Summe der Wertungspunkte der Spieler.")
        if rule.points
        else _("Es entscheidet die Summe der Punkte der Spieler.")
    ]
    if rule.counting:
        sentences.append(
            ngettext(
                "In jeder Serie zählt nur die beste Liste.",
                "In jeder Serie zählen nur die besten %(number)s Listen.",
                rule.counting,
            )
            % {"number": rule.counting}
        )
    if rule.filled:
        sentences.append(
            _("Wer mit weniger spielt, wird auf %(number)s Spieler hochgerechnet.")
            % {"number": rule.counting or rule.size}
        )
    return " ".join(sentences)


CRITERIA_NAMES: Final[Mapping[Criterion, Promise]] = {
    "plus": gettext_lazy("Pluspunkte"),
    "minus": gettext_lazy("weniger Minuspunkte"),
    "leistung": gettext_lazy("Leistung"),
    "won": gettext_lazy("mehr gewonnene Spiele"),
    "lost": gettext_lazy("weniger verlorene Spiele"),
    "spielpunkte": gettext_lazy("Spielpunkte"),
    "average": gettext_lazy("Leistung je Liste"),
}
"""What the order of a league table may name."""
USUAL_TEAM: Final = 4


def explain_groups(rule: GroupTableRule) -> str:
    """How a league counts, in plain sentences."""
    return " ".join(_of_groups(rule))


def _of_groups(rule: GroupTableRule) -> Iterator[str]:
    yield _("In jeder Serie bekommen die Mannschaften einer Gruppe %(points)s Wertungspunkte.") % {
        "points": _scale(rule.place_points, rule)
    }
    for size, points in rule.size_points:
        words = {"size": size, "points": _scale(points, rule)}
        yield _("In Gruppen mit %(size)s Mannschaften sind es %(points)s.") % words
    if rule.ties == "shared":
        yield _("Bei gleichen Punkten werden sie geteilt.")
    else:
        yield _("Bei gleichen Punkten entscheiden mehr gewonnene, dann weniger verlorene Spiele, dann wird geteilt.")
    if rule.absent_minus and rule.broken_off_minus:
        yield _("Wer fehlt oder abbricht, bekommt die Minuspunkte.")
    elif rule.absent_minus:
        yield _("Wer fehlt, bekommt die Minuspunkte.")
    elif rule.broken_off_minus:
        yield _("Wer den Spieltag abbricht, bekommt die Minuspunkte.")
    if rule.size != USUAL_TEAM:
        yield _("Für eine Mannschaft spielen %(size)s.") % {"size": rule.size}
    if rule.filled:
        yield _("Wer mit weniger spielt, wird auf %(number)s Spieler hochgerechnet.") % {"number": rule.size}
    yield _("Die Tabelle ordnen: %(order)s.") % {"order": ", ".join(str(CRITERIA_NAMES[each]) for each in rule.order)}


def _scale(scale: tuple[int, ...], rule: GroupTableRule) -> str:
    if rule.plus_only:
        return write_points(scale)
    return ", ".join(f"{plus}:{scale[0] - plus}" for plus in scale)
