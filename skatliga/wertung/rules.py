"""The rules of tables as they are stored: for each what differs from the plain sum of all lists.

Stored is an object with the names of `TableRule`; where there are several tables a list of these with, from the second
on, a `name`: ``[{"unit": "evening", "best": 10}, {"name": "Pokal", "serie": 2}]``. Of a league it is one with those of
`GroupTableRule`, of what differs from a usual one. So a rule is copied as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import TypeAdapter
from pydantic import ValidationError as ShapeError

from scoring.wertung.presets import GroupTableRule, TableRule, TeamTableRule, Worth
from skatliga.database import JsonObject

MOST_TABLES: Final = 6
"""Tables of one year: more than anybody looks at."""
MOST: Final = 999
"""Lists, evenings or days: more than anybody plays in a year."""
MOST_POINTS: Final = 100_000
DAYS_OF: Final = {"block": 184, "quarter": 92, "month": 31}
"""How many days a part of a year has at most."""
_RULE: Final = TypeAdapter(TableRule)
_NAMES: Final = {field.name for field in fields(TableRule)}


PLAIN: Final = TableRule()
"""The sum of all lists."""


class YearTableRule(NamedTuple):
    """One table of a year: what it is called, and how it counts."""

    name: str
    """Empty for the table of the year itself."""
    rule: TableRule


@dataclass(frozen=True, slots=True)
class RuleField:
    """Where a rule holds: what it may say there, and what can occur."""

    left_out: frozenset[str] = frozenset()
    """Names of `TableRule` that say nothing there."""
    results: int | None = None
    """How many results somebody can have at most, where that is known."""
    sizes: tuple[int, ...] = ()
    """The sizes of tables that can occur; empty where anything can."""
    plain: TableRule = PLAIN
    """What holds there as long as nothing else is said."""
    worths: tuple[Worth, ...] = ("leistung", "places", "beaten")
    """What a result may be worth."""
    days: int | None = None
    """How many days there are for evenings, where that is known."""
    cut_after: int | None = None
    """After how many results only the best go on."""
    cut_carries: bool = True
    """Whether what was before the cut counts after it."""


IN_A_YEAR: Final = RuleField()
OF_SUMS: Final = RuleField(
    left_out=frozenset(
        {"among", "place_points", "attendance", "best", "a_month", "drop", "stages", "span", "serie", "projected"}
        | {"credits", "credit"}
    ),
    worths=("leistung", "awarded", "published"),
)
"""A year of which something is known only as sums: nothing is chosen among lists that nobody knows."""
ANYWHERE: Final = RuleField(worths=(*IN_A_YEAR.worths, "awarded", "published"))
NOT_IN_AN_EVENT: Final = frozenset({"unit", "span", "stages", "minimum_evenings", "a_month", "credit", "credits"})


def plain_rules() -> list[JsonObject]:
    """One table: the sum of all lists."""
    return [{}]


def read_rules(stored: Sequence[Mapping[str, object]]) -> tuple[YearTableRule, ...]:
    """The tables that are stored. Raises ValidationError where something else is."""
    try:
        tables = tuple(_read(each) for each in stored)
    except (ShapeError, TypeError, AttributeError, ValueError) as error:
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen.")) from error
    return tables


def _read(stored: Mapping[str, object]) -> YearTableRule:
    values = dict(stored)
    name = values.pop("name", "")
    if not isinstance(name, str) or values.keys() - _NAMES:
        raise ValueError(stored)
    return YearTableRule(name, _RULE.validate_python(values))


def read_rule(stored: Mapping[str, object]) -> TableRule:
    """The rule of a table that has no name. Raises ValidationError where something else is stored."""
    [table] = read_rules([stored])
    if table.name:
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen."))
    return table.rule


def write_rule(rule: TableRule) -> JsonObject:
    """What is stored of a rule."""
    return _write(YearTableRule("", rule))


def validate_rule(stored: object, where: RuleField = IN_A_YEAR) -> None:
    """Refuse what is no rule, or what nobody can mean."""
    if not isinstance(stored, dict):
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen."))
    if found := contradictions(read_rule(stored), where):
        raise ValidationError(list(found.values()))


_TEAM_RULES: Final = TypeAdapter(dict[str, TeamTableRule])
MOST_MEMBERS: Final = 40


def read_team_rules(stored: Mapping[str, object]) -> dict[str, TeamTableRule]:
    """The rules of teams by their kind. Raises ValidationError where something else is stored."""
    try:
        return _TEAM_RULES.validate_python(stored)
    except (ShapeError, TypeError) as error:
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen.")) from error


def write_team_rules(rules: Mapping[str, TeamTableRule]) -> JsonObject:
    """What is stored of them."""
    return _TEAM_RULES.dump_python(dict(rules), mode="json")


def validate_team_rules(stored: object) -> None:
    """Refuse what are no rules of teams, or what nobody can mean."""
    if not isinstance(stored, dict):
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen."))
    for rule in read_team_rules(stored).values():
        if not 2 <= rule.size <= MOST_MEMBERS:
            raise ValidationError(_("Für eine Mannschaft spielen 2 bis %(most)s.") % {"most": MOST_MEMBERS})
        if rule.counting is not None and not 1 <= rule.counting <= rule.size:
            raise ValidationError(_("Von %(size)s Spielern können höchstens %(size)s zählen.") % {"size": rule.size})


_GROUP_RULE: Final = TypeAdapter(GroupTableRule)
_GROUP_NAMES: Final = {field.name for field in fields(GroupTableRule)}
MOST_PLAYERS: Final = 12
"""Players of a complete team of a league; each plays at another table of the group."""
FEWEST_TEAMS: Final = 3
"""In a group: as many as sit at a table, one player of each."""


def read_group_rule(stored: Mapping[str, object]) -> GroupTableRule:
    """The rule of a league. Raises ValidationError where something else is stored."""
    try:
        if stored.keys() - _GROUP_NAMES:
            raise ValueError(stored)
        return _GROUP_RULE.validate_python(stored)
    except (ShapeError, AttributeError, ValueError) as error:
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen.")) from error


def write_group_rule(rule: GroupTableRule) -> JsonObject:
    """What is stored of it."""
    return _GROUP_RULE.dump_python(rule, mode="json", exclude_defaults=True)


def validate_group_rule(stored: object) -> None:
    """Refuse what is no rule of a league, or what nobody can mean."""
    if not isinstance(stored, dict):
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen."))
    if found := contradictions_of_groups(read_group_rule(stored)):
        raise ValidationError(list(found.values()))


def validate_scale(points: Sequence[int]) -> None:
    """Refuse Wertungspunkte that do not fall from the first place on."""
    if len(points) < 2 or list(points) != sorted(points, reverse=True) or not points[0] > points[-1] >= 0:
        raise ValidationError(_("Die Wertungspunkte müssen vom ersten Platz an fallen, zum Beispiel 3 2 1 0."))
    if points[0] > MOST_POINTS:
        raise ValidationError(_("Bitte Punkte von 0 bis %(most)s eingeben.") % {"most": MOST_POINTS})


def contradictions_of_groups(rule: GroupTableRule) -> dict[str, str]:
    """What nobody can mean in a league, by the field at which it is said."""
    found = {}
    try:
        for points in (rule.place_points, *(points for _size, points in rule.size_points)):
            validate_scale(points)
    except ValidationError as refusal:
        found["place_points"] = refusal.messages[0]
    sizes = [size for size, _points in rule.size_points]
    for size, points in rule.size_points:
        if len(points) != size or size < FEWEST_TEAMS:
            sentence = _("Zu einer Gruppe von %(size)s Mannschaften gehören Punkte für genau so viele Plätze.")
            found["place_points"] = sentence % {"size": size}
    if len(set(sizes)) < len(sizes):
        found["place_points"] = _("Für %(size)s stehen zweimal Punkte da.") % {"size": max(sizes, key=sizes.count)}
    if not 2 <= rule.size <= MOST_PLAYERS:
        found["size"] = _("Für eine Mannschaft spielen 2 bis %(most)s.") % {"most": MOST_PLAYERS}
    if rule.plus_only:
        asked = {"absent_minus": rule.absent_minus, "broken_off_minus": rule.broken_off_minus}
        asked["order"] = "minus" in rule.order
        found |= {name: _("Diese Wertung kennt keine Minuspunkte.") for name, said in asked.items() if said}
    if not rule.order or len(set(rule.order)) < len(rule.order):
        found["order"] = _("Bitte mindestens einen Vergleich wählen, jeden nur einmal.")
    return found


def group_rule_of_columns(values: Mapping[str, object]) -> JsonObject:
    """The rule of a season as it was stored before version 1.1, with a column for every part of it.

    Earlier still only scale, tie and order were columns.
    """
    scales = values.get("scales") or {}
    if not isinstance(scales, Mapping):
        raise ValidationError(_("Diese Wertung lässt sich nicht lesen."))
    minus = values.get("absent_minus", False)
    rule = {
        "size": values.get("team_size", 4),
        "place_points": values["scale"],
        "size_points": sorted((int(size), points) for size, points in scales.items()),
        "ties": values["tie"],
        "absent_minus": minus,
        "broken_off_minus": minus,
        "order": values["order"],
    }
    return write_group_rule(read_group_rule(rule))


def write_rules(tables: Sequence[YearTableRule]) -> list[JsonObject]:
    """What is stored of tables."""
    return [_write(table) for table in tables]


def _write(table: YearTableRule) -> JsonObject:
    rule = _RULE.dump_python(table.rule, mode="json", exclude_defaults=True)
    return {"name": table.name} | rule if table.name else rule


def rules_of_columns(values: JsonObject) -> list[JsonObject]:
    """The rules of a year as it was stored before version 1.1, with a column for every number of its only table."""
    spans = {"half": "block", "quarter": "quarter", "month": "month"}
    same = ("unit", "measure", "projected", "best", "drop", "minimum", "credit", "credits")
    rule = {name: values[name] for name in same}
    rule["missing_as_zero"] = bool(values["missing_as_zero"] and values["minimum"])
    rule["span"] = spans.get(values["block"], "") if values["drop"] else ""
    return write_rules(read_rules([rule]))


def with_table(tables: Sequence[YearTableRule], number: int, table: YearTableRule) -> list[JsonObject]:
    """What is stored of tables where this one is put in place of another, or behind all."""
    return write_rules([*tables[: number - 1], table, *tables[number:]])


def without_table(tables: Sequence[YearTableRule], number: int) -> list[JsonObject]:
    """What is stored of tables where this one is taken away."""
    return write_rules([*tables[: number - 1], *tables[number:]])


def validate_rules(stored: object) -> None:
    """Refuse what is no list of rules, or what nobody can mean."""
    if not isinstance(stored, list) or not 1 <= len(stored) <= MOST_TABLES:
        raise ValidationError(_("Es gibt 1 bis %(most)s Tabellen.") % {"most": MOST_TABLES})
    tables = read_rules(stored)
    names = [table.name for table in tables]
    if names[0] or not all(names[1:]) or len(set(names)) < len(names):
        raise ValidationError(_("Jede weitere Tabelle braucht einen eigenen Namen."))
    for table in tables:
        if found := contradictions(table.rule, ANYWHERE):
            raise ValidationError(list(found.values()))


def contradictions(rule: TableRule, where: RuleField = IN_A_YEAR) -> dict[str, str]:
    """What nobody can mean, by the field at which it is said."""
    found = _of_days(rule, where) | _of_cut(rule, where)
    found |= _out_of_bounds(rule, where) | _of_points(rule, where) | _of_choosing(rule)
    if rule.worth not in where.worths:
        found["worth"] = _("Das gibt es hier nicht.")
    for name in where.left_out:
        if getattr(rule, name) != getattr(where.plain, name):
            found[name] = _("Das gibt es hier nicht.")
    return found


def _out_of_bounds(rule: TableRule, where: RuleField) -> dict[str, str]:
    found = {
        name: _("Bitte 0 bis %(most)s eingeben.") % {"most": most}
        for name, most in _BOUNDS.items()
        if not 0 <= getattr(rule, name) <= most
    }
    for name in ("best", "serie"):
        value = getattr(rule, name)
        if value is not None and not 1 <= value <= MOST:
            found[name] = _("Bitte mindestens 1 eingeben, oder nichts.")
    if where.results is not None:
        results = 1 if rule.serie else where.results
        said = _("Es gibt nur %(number)s Serien.") if results > 1 else _("Nur eine Serie zählt.")
        for name, most in (("best", results), ("minimum", results), ("drop", results - 1)):
            if (getattr(rule, name) or 0) > most:
                found.setdefault(name, said % {"number": results})
        if (rule.serie or 0) > where.results:
            found["serie"] = ngettext(
                "Es gibt nur %(number)s Serie.", "Es gibt nur %(number)s Serien.", where.results
            ) % {"number": where.results}
        if rule.best and rule.drop < results < rule.best + rule.drop:
            left = {"number": results - rule.drop}
            found.setdefault("best", _("Nach den Streichergebnissen bleiben höchstens %(number)s.") % left)
    return found


def _of_days(rule: TableRule, where: RuleField) -> dict[str, str]:
    """What there cannot be so many evenings for, one a day."""
    if where.days is None:
        return {}
    asked = {"minimum_evenings": where.days, "credits": where.days}
    if rule.unit == "evening":
        drops = min(where.days, DAYS_OF.get(rule.span, where.days)) - 1
        asked |= {"best": where.days, "minimum": where.days, "drop": drops, "a_month": DAYS_OF["month"]}
    return {
        name: _("So viele Abende gibt es nicht: höchstens %(number)s.") % {"number": most}
        for name, most in asked.items()
        if (getattr(rule, name) or 0) > most
    }


def _of_cut(rule: TableRule, where: RuleField) -> dict[str, str]:
    """What nobody could go on with, or come to afterwards."""
    if where.cut_after is None or where.results is None:
        return {}
    before, found = where.cut_after, {}
    if rule.serie and rule.serie > before:
        found["serie"] = _("Der Schnitt kommt schon nach Serie %(number)s; bis dahin zählte nichts.")
    elif rule.serie and not where.cut_carries:
        found["serie"] = _("Nach dem Schnitt zählt nur, was danach gespielt wird; da kommt diese Serie nicht mehr.")
    if not rule.missing_as_zero and rule.minimum > before:
        found["minimum"] = _("Der Schnitt kommt schon nach Serie %(number)s; mehr Listen hat da niemand.")
    elif not rule.missing_as_zero and not where.cut_carries and rule.minimum > where.results - before:
        found["minimum"] = _("Nach dem Schnitt zählen nur noch Serien danach; so viele gibt es nicht mehr.")
    return {name: sentence % {"number": before} for name, sentence in found.items()}


def _of_points(rule: TableRule, where: RuleField) -> dict[str, str]:
    found = {}
    lists = (rule.place_points, *(points for _size, points in rule.size_points))
    if (rule.worth == "places") is not bool(rule.place_points):
        found["place_points"] = (
            _("Bitte eintragen, wie viele Punkte die Plätze bekommen, etwa 25 20 16.")
            if rule.worth == "places"
            else _("Punkte nach Plätzen gibt es nur, wo nach Plätzen gewertet wird.")
        )
    elif rule.size_points and rule.worth != "places":
        found["place_points"] = _("Punkte nach Plätzen gibt es nur, wo nach Plätzen gewertet wird.")
    elif any(one < other for points in lists for one, other in pairwise(points)):
        found["place_points"] = _("Ein schlechterer Platz bekommt nicht mehr Punkte als der davor.")
    elif any(not 0 <= each <= MOST_POINTS for points in lists for each in points):
        found["place_points"] = _("Bitte Punkte von 0 bis %(most)s eingeben.") % {"most": MOST_POINTS}
    elif wrong := _of_sizes(rule, where):
        found["place_points"] = wrong
    if rule.among and not rule.compares:
        found["among"] = _("Am Tisch oder auf dem Platz wird nur verglichen, wo es Punkte dafür gibt.")
    elif rule.among and rule.unit == "evening":
        found["among"] = _("Am Tisch wird jede Liste für sich verglichen; bitte Listen zählen, nicht Abende.")
    return found


def _of_sizes(rule: TableRule, where: RuleField) -> str:
    """What cannot be of points by the size of the field; empty where everything can."""
    known = [size for size, _points in rule.size_points]
    if len(set(known)) < len(known):
        return _("Für %(size)s stehen zweimal Punkte da.") % {"size": max(known, key=known.count)}
    for size, points in rule.size_points:
        if not points or not 1 <= size <= MOST:
            return _("Bitte zu jeder Zahl von Spielern die Punkte eingeben, etwa 3: 3 2 1.")
        if len(points) > size:
            return _("Bei %(size)s Spielern gibt es nur %(size)s Plätze.") % {"size": size}
        if rule.among == "table" and where.sizes and size not in where.sizes:
            return _("Einen Tisch mit %(size)s Spielern gibt es hier nicht.") % {"size": size}
    if rule.among == "table" and where.sizes and len(rule.place_points) > max(where.sizes):
        return _("An einem Tisch sitzen hier höchstens %(size)s.") % {"size": max(where.sizes)}
    return ""


def _of_choosing(rule: TableRule) -> dict[str, str]:
    found = {}
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
