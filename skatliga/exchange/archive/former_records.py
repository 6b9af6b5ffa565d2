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


def _tables_for_rule(record: JsonObject) -> JsonObject:
    """An event that had one table."""
    record = {"draw_hash": "", "team_rules": {}} | record
    return record if "rules" in record else record | {"rules": [record.pop("table_rule", {})]}


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


_YEAR: Final = (
    *("unit", "measure", "projected", "best", "drop"),
    *("block", "minimum", "missing_as_zero", "credit", "credits"),
)
_SEASON: Final[JsonObject] = {"absent_minus": False, "scales": {}, "team_size": 4}
"""What the first seasons had no columns for."""
_COLUMNS: Final = (*_SEASON, "scale", "tie", "order")
_TEAM: Final[JsonObject] = {"start_plus": 0, "start_minus": 0, "start_leistung": 0, "start_reason": ""}

FORMER_EVENT: Final = FormerRecord(7, _tables_for_rule)
FORMER_SEASON: Final = FormerRecord(
    8, lambda each: _rule_for_columns(_SEASON | each, "rule", _COLUMNS, group_rule_of_columns)
)
FORMER_TEAM: Final = FormerRecord(5, lambda each: _TEAM | each)
FORMER_MATCHDAY: Final = FormerRecord(5, lambda each: {"rounds": None, "scale": None} | each)
FORMER_YEAR: Final = FormerRecord(4, lambda each: _rule_for_columns(each, "rules", _YEAR, rules_of_columns))
