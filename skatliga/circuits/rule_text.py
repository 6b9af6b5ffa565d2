"""The rule of a Turnierserie in one sentence, made from the rule itself."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wertung.presets import TableRule


def say(rule: TableRule, qualified: int = 0, *, per_club: bool = False) -> str:
    """How a Turnierserie is counted, in one sentence."""
    return "; ".join(_clauses(rule, qualified, per_club=per_club)) + "."


def _clauses(rule: TableRule, qualified: int, *, per_club: bool) -> Iterator[str]:
    yield _worth(rule)
    if rule.attendance:
        yield _("jedes gespielte Turnier bringt %(each)s Punkte dazu") % {"each": rule.attendance}
    if rule.drop:
        yield ngettext(
            "das schlechteste Turnier wird gestrichen",
            "die %(number)s schlechtesten Turniere werden gestrichen",
            rule.drop,
        ) % {"number": rule.drop}
    if rule.best is not None:
        yield ngettext("nur das beste Turnier zählt", "nur die besten %(number)s Turniere zählen", rule.best) % {
            "number": rule.best
        }
    if rule.minimum:
        yield ngettext(
            "einen Platz hat, wer mindestens %(number)s Turnier gespielt hat",
            "einen Platz hat, wer mindestens %(number)s Turniere gespielt hat",
            rule.minimum,
        ) % {"number": rule.minimum}
    if qualified:
        yield _qualified(qualified, per_club=per_club)


def _worth(rule: TableRule) -> str:
    average = rule.measure == "average"
    if rule.worth == "places":
        words = {"points": "-".join(map(str, rule.place_points))}
        sentence = (
            _("Es entscheidet der Schnitt der Punkte nach dem Platz im Turnier: %(points)s, bei Gleichstand geteilt")
            if average
            else _("Es entscheidet die Summe der Punkte nach dem Platz im Turnier: %(points)s, bei Gleichstand geteilt")
        )
        return sentence % words
    if rule.worth == "beaten":
        return _("Es entscheiden Matchpunkte: 2 für jeden, der im Turnier weniger hat, 1 für gleich viel")
    if average:
        return _("Es entscheidet der Schnitt der Punkte je Turnier")
    return _("Es entscheidet die Summe der Punkte aller Turniere")


def _qualified(number: int, *, per_club: bool) -> str:
    if per_club:
        sentence = ngettext(
            "qualifiziert ist der Erste jedes Vereins", "qualifiziert sind die ersten %(number)s jedes Vereins", number
        )
    else:
        sentence = ngettext("qualifiziert ist der Erste", "qualifiziert sind die ersten %(number)s", number)
    return sentence % {"number": number}
