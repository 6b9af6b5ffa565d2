"""The rules of a year's tables as they are stored: for each what differs from the plain sum of all lists.

Stored is a list of objects with the names of `ClubYearRule` and, from the second table on, a `name`:
``[{"unit": "evening", "best": 10}, {"name": "Pokal", "serie": 2}]``. So a rule is copied from year to year as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from itertools import pairwise
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from pydantic import TypeAdapter
from pydantic import ValidationError as ShapeError

from scoring.wertung.presets import ClubYearRule

MOST_TABLES: Final = 6
"""Tables of one year: more than anybody looks at."""
MOST: Final = 999
"""Lists, evenings or days: more than anybody plays in a year."""
MOST_POINTS: Final = 100_000
_RULE: Final = TypeAdapter(ClubYearRule)
_NAMES: Final = {field.name for field in fields(ClubYearRule)}


class YearTableRule(NamedTuple):
    """One table of a year: what it is called, and how it counts."""

    name: str
    """Empty for the table of the year itself."""
    rule: ClubYearRule


def plain_rules() -> list[dict[str, Any]]:
    """One table: the sum of all lists."""
    return [{}]


def read_rules(stored: Sequence[Mapping[str, Any]]) -> tuple[YearTableRule, ...]:
    """The tables that are stored. Raises ValidationError where something else is."""
    try:
        tables = tuple(_read(each) for each in stored)
    except (ShapeError, TypeError, AttributeError, ValueError) as error:
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen.")) from error
    return tables


def _read(stored: Mapping[str, Any]) -> YearTableRule:
    values = dict(stored)
    name = values.pop("name", "")
    if not isinstance(name, str) or values.keys() - _NAMES:
        raise ValueError(stored)
    return YearTableRule(name, _RULE.validate_python(values))


def write_rules(tables: Sequence[YearTableRule]) -> list[dict[str, Any]]:
    """What is stored of tables."""
    return [_write(table) for table in tables]


def _write(table: YearTableRule) -> dict[str, Any]:
    rule = _RULE.dump_python(table.rule, mode="json", exclude_defaults=True)
    return {"name": table.name} | rule if table.name else rule


def rules_of_columns(values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rules of a year as it was stored before version 1.1, with a column for every number of its only table."""
    spans = {"half": "block", "quarter": "quarter", "month": "month"}
    same = ("unit", "measure", "projected", "best", "drop", "minimum", "credit", "credits")
    rule = {name: values[name] for name in same}
    rule["missing_as_zero"] = bool(values["missing_as_zero"] and values["minimum"])
    rule["span"] = spans.get(values["block"], "") if values["drop"] else ""
    return write_rules(read_rules([rule]))


def validate_rules(stored: object) -> None:
    """Refuse what is no list of rules, or what nobody can mean."""
    if not isinstance(stored, list) or not 1 <= len(stored) <= MOST_TABLES:
        raise ValidationError(_("Ein Clubjahr hat 1 bis %(most)s Tabellen.") % {"most": MOST_TABLES})
    tables = read_rules(stored)
    names = [table.name for table in tables]
    if names[0] or not all(names[1:]) or len(set(names)) < len(names):
        raise ValidationError(_("Jede weitere Tabelle eines Clubjahres braucht einen eigenen Namen."))
    for table in tables:
        if found := contradictions(table.rule):
            raise ValidationError(list(found.values()))


def contradictions(rule: ClubYearRule) -> dict[str, str]:
    """What nobody can mean, by the field at which it is said."""
    found = {
        name: _("Bitte 0 bis %(most)s eingeben.") % {"most": most}
        for name, most in _BOUNDS.items()
        if not 0 <= getattr(rule, name) <= most
    }
    for name in ("best", "serie"):
        value = getattr(rule, name)
        if value is not None and not 1 <= value <= MOST:
            found[name] = _("Bitte mindestens 1 eingeben, oder nichts.")
    if (rule.worth == "places") is not bool(rule.place_points):
        found["place_points"] = (
            _("Bitte eintragen, wie viele Punkte die Plätze bekommen, etwa 25 20 16.")
            if rule.worth == "places"
            else _("Punkte nach Plätzen gibt es nur, wo nach Plätzen gewertet wird.")
        )
    elif any(one < other for one, other in pairwise(rule.place_points)):
        found["place_points"] = _("Ein schlechterer Platz bekommt nicht mehr Punkte als der davor.")
    elif any(not 0 <= points <= MOST_POINTS for points in rule.place_points):
        found["place_points"] = _("Bitte Punkte von 0 bis %(most)s eingeben.") % {"most": MOST_POINTS}
    if rule.drop and rule.stages:
        found["stages"] = _("Entweder eine feste Zahl von Streichern oder Stufen, nicht beides.")
    elif any(not 0 < drops < least for least, drops in rule.stages):
        found["stages"] = _("Es müssen mehr Ergebnisse sein, als davon gestrichen werden.")
    elif any(one[0] >= other[0] or one[1] >= other[1] for one, other in pairwise(rule.stages)):
        found["stages"] = _("In jeder Stufe müssen beide Zahlen größer sein als in der davor.")
    if bool(rule.credit) is not bool(rule.credits):
        found["credits"] = _("Zur Gutschrift gehören beide Zahlen: wie viele Punkte und für wie viele Abende.")
    if rule.credits and rule.awards_points:
        found["credits"] = _("Gutschriften gibt es nur, wo die Leistung zählt.")
    if rule.missing_as_zero and not rule.minimum:
        found["minimum"] = _("Bitte eintragen, an welcher Zahl gemessen etwas fehlt.")
    return found


_BOUNDS: Final = {
    "drop": MOST,
    "minimum": MOST,
    "minimum_evenings": MOST,
    "a_month": MOST,
    "credits": MOST,
    "credit": MOST_POINTS,
    "attendance": MOST_POINTS,
}
