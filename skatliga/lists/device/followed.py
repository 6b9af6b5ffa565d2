"""How far the lists of tables are, for the thousands who follow them: most of their looks ask the database nothing.

A process remembers the lists that were asked for lately and reads how far they are with one query for all of them, at
most once in `BELIEVED` seconds. A device that holds the mark that is remembered is told so. Every other one is answered
from the database, so that nobody is told less than he has seen already: neither whoever has just written, nor who was
answered by another process a moment ago.

**D** So a change stands at once with whoever made it, and with those who follow a second later than they ask.
**D** Corrected names at a table without a list, seats and rules may take `SEATS_BELIEVED` seconds more.
**D** No proxy keeps what a table is told: it would give a list of a second ago to the phone that has just written.
"""

import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import get_language

from skatliga.events.models import Seat, Table
from skatliga.lists.models import Sheet

BELIEVED: Final = 1.0
"""Seconds for which a process believes that a list has not changed."""

SEATS_BELIEVED: Final = 10.0
"""Seconds for which it believes who sits where no list is opened yet, and by which rules."""

REMEMBERED: Final = 20.0
"""Seconds for which a list is read again with the others although nobody asks for it; a page asks every six."""

KEPT: Final = 300.0
"""Seconds for which an answer is kept: a name that was corrected or erased does not change its mark."""

NOTHING: Final = '"-"'
"""The mark that a page sends which has no list yet, and so can be told one that is a second old."""


class SheetVersion(NamedTuple):
    """How far the list of a table is, as far as a device that follows must know: one small query."""

    table: int
    passes: int
    """How often the address of the table was withdrawn."""
    slug: str
    event: str
    """State of the event."""
    time: tuple[object, ...]
    """All that the end of the Serie's time depends on; empty where it has none."""
    waiting: tuple[object, ...]
    """As long as no list is opened, who sits at the table and what the event will have them play; empty afterwards."""
    sheet: UUID | None
    revision: int | None
    state: str | None
    lease: int | None
    on_paper: bool | None
    signed: tuple[int, ...]
    """Keys of the signatures."""

    @property
    def mark(self) -> str:
        """The same as long as the devices would be told the same."""
        return f'"{sha256(repr((*self, get_language())).encode()).hexdigest()[:32]}"'


# ---- As the database has it


def known_of(table: int) -> SheetVersion | None:
    """How far the list of a table is; None where there is no such table."""
    return _versions(Table.objects.filter(pk=table)).get(table)


_Waiting = Mapping[int, tuple[object, ...]]


def _versions(tables: QuerySet[Table], waiting: _Waiting = MappingProxyType({})) -> dict[int, SheetVersion]:
    """How far the lists of these tables are; of those in `waiting` it is known already what they wait with.

    A plain join whose few lines are sorted out here: thousands ask, and building a cleverer query costs them double.
    """
    lines: dict[int, list[tuple[object, ...]]] = {}
    for line in (
        Table.objects.filter(pk__in=tables)
        .order_by()
        .values_list(
            *("pk", "device_pass__generation", "round__event__slug", "round__event__state"),
            *("round__minutes", "round__clock_started_at", "round__started_at"),
            "sheets__kind",
            *("sheets__id", "sheets__revision", "sheets__state", "sheets__lease__generation"),
            *("sheets__lease__on_paper", "sheets__signatures__id"),
        )
    ):
        lines.setdefault(line[0], []).append(line)
    main = {table: [line[8:] for line in found if _counts(line)] for table, found in lines.items()}
    seats = _seats([table for table, found in main.items() if not found and table not in waiting])
    return {
        table: _version(found[0], main[table], () if main[table] else waiting.get(table) or seats.get(table, ()))
        for table, found in lines.items()
    }


def _counts(line: tuple[object, ...]) -> bool:
    return line[7] == Sheet.Kind.MAIN and line[10] != Sheet.State.ANNULLED


def _version(line: tuple, main: list[tuple], waiting: tuple[object, ...]) -> SheetVersion:
    pk, passes, slug, event, *limit = line[:7]
    sheet, revision, state, lease, on_paper = main[0][:5] if main else (None,) * 5
    return SheetVersion(
        pk,
        passes or 0,
        slug,
        event,
        tuple(limit) if limit[0] else (),  # minutes
        waiting,
        sheet,
        revision,
        state,
        lease,
        on_paper,
        signed=tuple(sorted(row[5] for row in main if row[5])),
    )


def _seats(tables: Collection[int]) -> dict[int, tuple[object, ...]]:
    """What the lists depend on that will be opened at these tables.

    Not the event's version, which rises with every list that is opened at another table.
    """
    if not tables:
        return {}
    of_event = ("rulebook", "agreements", "evaluation", "deals_at_four", "deals_at_three", "target")
    sitting: dict[int, list[object]] = {}
    for table, *seat in (
        Seat.objects.filter(table__in=tables)
        .order_by("table", "number")
        .values_list("table", "number", "entry", "entry__name", *(f"round__event__{name}" for name in of_event))
    ):
        sitting.setdefault(table, []).append(tuple(seat))
    return {table: tuple(seats) for table, seats in sitting.items()}


# ---- As this process remembers it


@dataclass(slots=True)
class _Followed:
    """A list that was asked for, and what was told of it."""

    version: SheetVersion
    asked: float
    """When a device asked last, by the clock of `time.monotonic`."""
    contents: dict[str, tuple[str, float, bytes]] = field(default_factory=dict)
    """The answer by language, with the mark it was made for and when it was made."""
    marks: dict[str, str] = field(default_factory=dict)


_NO_CONTENT: Final = ("", 0.0, None)
_followed: dict[int, _Followed] = {}
_read_at: dict[str, float] = {"lists": 0.0, "seats": 0.0}


def known_to(table: int, mark: str) -> SheetVersion | None:
    """How far the list of a table is, for a device that holds this mark; None where there is no such table."""
    now = time.monotonic()
    just_read = _read_again(now)
    kept = _followed.get(table)
    if kept and (just_read or mark.removeprefix("W/") in (NOTHING, mark_of(kept.version))):
        kept.asked = now
        return kept.version
    found = Table.objects.filter(pk=table)
    # where the first table of a Serie is asked for, the others will be
    _remember(_versions(found if kept else Table.objects.filter(round__in=found.values("round"))).values(), now)
    kept = _followed.get(table)
    return kept.version if kept else None


def mark_of(version: SheetVersion) -> str:
    """The mark of a version, made once as long as the version is remembered."""
    kept, language = _followed.get(version.table), get_language()
    if kept is None or kept.version is not version:
        return version.mark
    if language not in kept.marks:
        kept.marks[language] = version.mark
    return kept.marks[language]


def content_of(version: SheetVersion) -> bytes | None:
    """What was told of this version in the language that is spoken, where that is remembered."""
    kept = _followed.get(version.table)
    mark, made, content = kept.contents.get(get_language(), _NO_CONTENT) if kept else _NO_CONTENT
    return content if mark == mark_of(version) and made > time.monotonic() - KEPT else None


def keep_content(version: SheetVersion, content: bytes) -> None:
    """Remember what is told of a version."""
    now = time.monotonic()
    _remember([version], now)
    _followed[version.table].contents[get_language()] = (mark_of(version), now, content)


def forget_all() -> None:
    """Remember nothing."""
    _followed.clear()
    _read_at.update(lists=0.0, seats=0.0)


def _read_again(now: float) -> bool:
    """Read how far all the lists are that are followed, where that is due; whether it was."""
    if now - _read_at["lists"] < BELIEVED:
        return False
    lately = {}
    for table, kept in _followed.copy().items():  # other threads may remember more meanwhile
        if kept.asked < now - REMEMBERED:
            _followed.pop(table, None)
        else:
            lately[table] = kept.version
    waiting: dict[int, tuple[object, ...]] = {}
    if now - _read_at["seats"] < SEATS_BELIEVED:
        waiting = {table: version.waiting for table, version in lately.items() if version.waiting}
    else:
        _read_at["seats"] = now
    if lately:
        found = _versions(Table.objects.filter(pk__in=list(lately)), waiting)
        for table in lately.keys() - found.keys():
            _followed.pop(table, None)
        _remember(found.values(), None)
    _read_at["lists"] = now
    return True


def _remember(versions: Iterable[SheetVersion], asked: float | None) -> None:
    """How far these lists are; they were asked for at this time, or are only read again."""
    for version in versions:
        kept = _followed.setdefault(version.table, _Followed(version, asked or 0.0))
        kept.asked = asked or kept.asked
        if kept.version != version:
            kept.version, kept.marks = version, {}
