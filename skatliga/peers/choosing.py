"""What counts of two versions of an item, and when they contradict each other (see the decisions of the package)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from skatliga.database import Json
from skatliga.lists.models import Sheet
from skatliga.peers.items import ENTRY, LIST, SEATING, VOLATILE, Record, Said, is_gone, main_record
from skatliga.peers.models import ItemVersion
from skatliga.peers.registers import Choice, Dot, Saying, choose

_STAGES: Final = (
    {Sheet.State.ANNULLED},
    {Sheet.State.OPEN, Sheet.State.AT_TABLE},
    {Sheet.State.HANDED_IN},
    {Sheet.State.ENTERED, Sheet.State.IN_QUESTION},
    {Sheet.State.CHECKED},
    {Sheet.State.BINDING},
)
"""How far a list is: the further one counts."""
_ROW: Final = ("nr", "declarer", "deal", "score", "running", "playing", "penalty", "void")
_FOOT: Final = ("seat", "spielpunkte", "won", "lost", "gesamt")
_NO_FIGURES: Final[Mapping[str, frozenset[str]]] = {
    ENTRY: frozenset({"id", "entry_id", "start_number", "key", "search_key"}),
}
"""Columns that are no contradiction: two who entered the same person did not disagree."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A stored version with what it says in this machine's keys."""

    version: ItemVersion
    kind: str
    said: Said


def as_version(stored: Stored) -> Saying:
    """As the rule takes it."""
    seen = frozenset(Dot(machine, number) for machine, number in stored.version.seen)
    return Saying(Dot(stored.version.machine, stored.version.number), seen, stored)


def choice_of(register: list[Stored]) -> Choice:
    """What counts of the versions of one item."""
    return choose(map(as_version, register), _weight, _contains)


def _weight(version: Saying) -> tuple[Json, ...]:
    stored: Stored = version.said
    said, at = stored.said, stored.version.at
    if is_gone(said):
        return (False,)
    main = main_record(stored.kind, said)
    if stored.kind == LIST:
        stage = next(number for number, states in enumerate(_STAGES) if main["state"] in states)
        leases = [lease["generation"] for lease in said.get("lists_lease", []) if lease["sheet_id"] == main["id"]]
        return True, stage, max(leases, default=0), len(rows_of(said)), at
    if stored.kind == SEATING:
        started = main["started_at"] and datetime.fromisoformat(main["started_at"]).timestamp()
        return True, bool(said.get("events_seat")), started is not None, -(started or 0), at
    return True, at


def _contains(counts: Saying, other: Saying) -> bool:
    return contains(counts.said, other.said)


def contains(counts: Stored, other: Stored) -> bool:
    """Whether nothing of the other one is lost where the first counts."""
    if is_gone(other.said):
        return True
    if is_gone(counts.said):
        return False
    if counts.kind == LIST:
        rows, others = rows_of(counts.said), rows_of(other.said)
        feet, other_feet = feet_of(counts.said), feet_of(other.said)
        return rows[: len(others)] == others and (not other_feet or feet == other_feet)
    if counts.kind == SEATING:
        return not other.said.get("events_seat") or seats_of(counts.said) == seats_of(other.said)
    return _figures(counts) == _figures(other)


def _figures(stored: Stored) -> object:
    without = VOLATILE | _NO_FIGURES.get(stored.kind, frozenset())
    return {
        table: [{name: value for name, value in record.items() if name not in without} for record in records]
        for table, records in stored.said.items()
        if records
    }


def rows_of(said: Said) -> list[tuple[Json, ...]]:
    """The rows of the list that is not annulled."""
    return _of_main(said, "lists_row", _ROW)


def feet_of(said: Said) -> list[tuple[Json, ...]]:
    """What the foot of its paper says."""
    return _of_main(said, "lists_foot", _FOOT)


def results_of(said: Said) -> list[tuple[int, int]]:
    """What it came to: seats with their Leistung."""
    return [(seat, points) for seat, points in _of_main(said, "lists_seatresult", ("seat", "leistung"))]


def _of_main(said: Said, table: str, columns: tuple[str, ...]) -> list[tuple[Json, ...]]:
    main = main_record(LIST, said).get("id")
    records = [record for record in said.get(table, []) if record["sheet_id"] == main]
    return sorted((tuple(record[name] for name in columns) for record in records), key=lambda each: each[0])


def seats_of(said: Said) -> dict[int, list[tuple[int, int]]]:
    """Who sits where in a Serie: seats with the keys of those who take part, by the number of the table."""
    numbers = {table["id"]: table["number"] for table in said.get("events_table", [])}
    found: dict[int, list[tuple[int, int]]] = {}
    for seat in said.get("events_seat", []):
        found.setdefault(numbers[seat["table_id"]], []).append((seat["number"], seat["entry_id"]))
    return {table: sorted(seats) for table, seats in sorted(found.items())}


def players_of(said: Said) -> list[Record]:
    """Who sat at the table of a list."""
    return list(said.get("players", []))
