"""How records of archives of an earlier format become records of today."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError

from skatliga.database import JsonObject
from skatliga.wertung.rules import group_rule_of_columns, rules_of_columns


class FormerRecord(NamedTuple):
    """How a record of an archive before a version of the format becomes one of today."""

    before: int
    read: Callable[[JsonObject], JsonObject]


class FormerYears(NamedTuple):
    """What is to be known of an archive to read its years that were taken over."""

    club_years: int
    """How many records of club years there are besides; theirs come behind these."""
    averages: frozenset[int]
    """Which of them, by their numbers, have averages."""


class FormerPart(NamedTuple):
    """A part of an archive before a version of the format, and how its records become those of another kind."""

    name: str
    before: int
    read: Callable[[JsonObject, FormerYears], JsonObject]

    @property
    def part(self) -> str:
        """Where in the archive its records are."""
        return f"data/{self.name}.jsonl"


def _tables_for_rule(record: JsonObject) -> JsonObject:
    """An event that had one table."""
    record = {"draw_hash": "", "places_after": None, "team_rules": {}, "championship": ""} | record
    return record if "rules" in record else record | {"rules": [record.pop("table_rule", {})]}


def _member_of_the_league(record: JsonObject) -> JsonObject:
    """A membership that said for which club somebody plays in leagues: licences say that, given anew everywhere."""
    return {"first_day": None, "last_day": None} | {
        name: value for name, value in record.items() if name != "league_club"
    }


def _rule_for_columns(
    record: JsonObject, name: str, columns: Sequence[str], make: Callable[[JsonObject], object]
) -> JsonObject:
    """Something that had a column for every part of its rule; what is missing is said where the record is read."""
    if any(column not in record for column in columns):
        return record
    values = {column: record.pop(column) for column in columns}
    try:
        return record | {name: make(values)}
    except (ValidationError, TypeError, ValueError):
        return record | {name: None}


def _year_of_past_year(record: JsonObject, known: FormerYears) -> JsonObject:
    rule = {"worth": "published"} | ({"measure": "average"} if record.get("id") in known.averages else {})
    same = {name: record.get(name) for name in ("club", "name", "slug", "first_day", "last_day", "version")}
    return {**same, "id": record.get("id"), "rules": [rule], "state": "final" if record.get("public") else "draft"}


def _version_of_past_year(record: JsonObject, known: FormerYears) -> JsonObject:
    number = record.get("id")
    return _year_of_past_year(record, known) | {
        "of": number + known.club_years if isinstance(number, int) else None,
        "history_date": record.get("at"),
        "history_user": record.get("by"),
        "history_type": "+",
        "history_change_reason": None,
    }


def _sum_of_past_result(record: JsonObject, known: FormerYears) -> JsonObject:
    year = record.get("year")
    return record | {
        "year": year + known.club_years if isinstance(year, int) else year,
        "gesamt": record.get("points"),
        "points": None,
    }


_YEAR: Final = (
    *("unit", "measure", "projected", "best", "drop"),
    *("block", "minimum", "missing_as_zero", "credit", "credits"),
)
_SEASON: Final[JsonObject] = {"absent_minus": False, "scales": {}, "team_size": 4}
"""What the first seasons had no columns for."""
_COLUMNS: Final = (*_SEASON, "scale", "tie", "order")
_TEAM: Final[JsonObject] = {"start_plus": 0, "start_minus": 0, "start_leistung": 0, "start_reason": ""}

FORMER_EVENT: Final = FormerRecord(10, _tables_for_rule)
FORMER_ENTRY: Final = FormerRecord(10, lambda each: {"admitted": ""} | each)
FORMER_MEMBERSHIP: Final = FormerRecord(10, _member_of_the_league)
FORMER_SEASON: Final = FormerRecord(
    8, lambda each: _rule_for_columns(_SEASON | each, "rule", _COLUMNS, group_rule_of_columns)
)
FORMER_ROUND: Final = FormerRecord(10, lambda each: {"date": None} | each)
FORMER_SIGNATURE: Final = FormerRecord(9, lambda each: {"entry": None} | each)
FORMER_TEAM: Final = FormerRecord(5, lambda each: _TEAM | each)
FORMER_MATCHDAY: Final = FormerRecord(5, lambda each: {"rounds": None, "scale": None} | each)
FORMER_YEAR: Final = FormerRecord(4, lambda each: _rule_for_columns(each, "rules", _YEAR, rules_of_columns))
PAST_YEARS: Final = FormerPart("past_years", 9, _year_of_past_year)
VERSIONS_OF_PAST_YEARS: Final = FormerPart("past_years", 9, _version_of_past_year)
PAST_RESULTS: Final = FormerPart("past_results", 9, _sum_of_past_result)
