"""What every ranking of an event is made from: the lists that count, how far its Serien are, who takes part.

Everything is read from the results kept with the lists; nothing is valued here.

Decisions, where the rules of play are silent:

* **D** A list has arrived once it is entered. One in question counts with what it comes to so far, and is marked; one
  that is still being written, at the table or at the desk, counts as missing, although its results are kept already.
* **D** The ranking of some Serien is final when each of their tables has a list that is checked or binding, or when
  the event is closed. A Serie without tables is still to come. Where the event demands a second person, a list that
  nobody has confirmed keeps it provisional, also in an event that an earlier version let close.
* **D** An event may be closed although lists are missing. Its ranking does not change any more, but it is not called
  final: it says how many are missing.
* **D** Who plays außer Wertung stands in no ranking, brings a team nothing, is nobody's best list, wins no prize and
  does not go on at the cut; his lists are there and count for those who sat with him.
* **D** "After the third Serie" names the last Serie of which a list counts; lists of later ones are not missing yet.
"""

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wertung import Rank, WertungResult
from scoring.wertung.places import rank
from scoring.wertung.presets import BY_LEISTUNG
from scoring.wertung.results import result_maker
from skatliga.access import Role
from skatliga.events.models import Event, Table
from skatliga.events.queries import EntryShown, entries_shown
from skatliga.lists.confirmation import UNCONFIRMED
from skatliga.lists.models import ARRIVED, SETTLED, SeatResult, Sheet, counts, is_live, is_main, list_of_a_table

State = Sheet.State


class ListResult(NamedTuple):
    """What one list came to for one player."""

    start_number: int
    sheet: UUID
    state: str
    round: int
    table: int
    spielpunkte: int | None
    """Unknown, like the two below, where only the Gesamt is."""
    won: int | None
    lost: int | None
    leistung: int
    seat: int
    deals: int

    @property
    def result(self) -> WertungResult:
        """The same for the engine; the player is the start number."""
        return _make(self)

    @property
    def in_question(self) -> bool:
        """Whether the list counts provisionally only."""
        return self.state == State.IN_QUESTION


COLUMNS = ("player", "sheet", "state", "serie", "table", "spielpunkte", "won", "lost", "leistung", "seat", "deals")
"""What the engine calls them."""
_make = result_maker(COLUMNS)


class PlacedList(NamedTuple):
    """A list among others by what it came to."""

    place: int
    shared: bool
    result: ListResult


def place_lists(results: Iterable[ListResult]) -> list[PlacedList]:
    """Lists by their points, the best first; equal ones share a place."""
    pairs = [(each.result, each) for each in results]
    of = {id(result): each for result, each in pairs}
    table = rank(Rank(BY_LEISTUNG), [result for result, _each in pairs])
    return [PlacedList(row.place, row.shared, of[id(row.result)]) for row in table.rows]


@dataclass(frozen=True, slots=True)
class Best:
    """A list that is the best of its Serie or of the event, and whose it is."""

    name: str
    result: ListResult


@dataclass(frozen=True, slots=True)
class RoundState:
    """How far one Serie is: its lists, and the tables that hold it up, by number."""

    number: int
    tables: int
    missing: tuple[int, ...]
    in_question: tuple[int, ...]
    unconfirmed: tuple[int, ...]
    """Tables whose list counts and waits for the second person that the event demands."""
    only_gesamt: tuple[int, ...]
    """Tables of whose list nothing but the Gesamt is known."""
    settled: bool
    winners: tuple[Best, ...]

    @property
    def counted(self) -> int:
        """How many lists have arrived."""
        return self.tables - len(self.missing)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the Serien of a ranking are."""

    rounds: tuple[RoundState, ...]
    provisional: bool

    @property
    def begun(self) -> tuple[RoundState, ...]:
        """The Serien up to the last one of which a list counts."""
        last = max((round.number for round in self.rounds if round.counted), default=0)
        return tuple(round for round in self.rounds if round.number <= last)

    @property
    def gaps(self) -> tuple[RoundState, ...]:
        """The Serien begun of which something is to be said: a list is missing, in question, not confirmed, or of one
        only the Gesamt is known.
        """
        return tuple(
            round
            for round in self.begun
            if round.missing or round.in_question or round.unconfirmed or round.only_gesamt
        )

    @property
    def unconfirmed(self) -> int:
        """How many lists wait for the second person that the event demands."""
        return sum(len(round.unconfirmed) for round in self.rounds)

    @property
    def doubtful(self) -> bool:
        """Whether a list in question counts."""
        return any(round.in_question for round in self.rounds)

    @property
    def lacking(self) -> str:
        """The missing lists of the Serien begun as pairs of Serie and table, to be compared."""
        return " ".join(f"{round.number}/{table}" for round in self.begun for table in round.missing)

    @property
    def missing_for_good(self) -> int:
        """How many lists of the Serien begun were missing when the event was closed."""
        return 0 if self.provisional else sum(len(round.missing) for round in self.begun)

    @property
    def standing(self) -> str:
        """How far the ranking is, in words: what stands above every ranking."""
        if not self.begun:
            return _("Noch keine Liste")
        expected = sum(round.tables for round in self.begun)
        values = {
            "number": self.begun[-1].number,
            "counted": sum(round.counted for round in self.begun),
            "expected": expected,
            "state": self._state,
        }
        if self.rounds[0].number > 1 < len(self.rounds):
            values["first"] = self.rounds[0].number
            sentence = ngettext(
                "Ab Serie %(first)s, Stand nach %(number)s. Serie, %(counted)s von %(expected)s Liste, %(state)s",
                "Ab Serie %(first)s, Stand nach %(number)s. Serie, %(counted)s von %(expected)s Listen, %(state)s",
                expected,
            )
        elif len(self.rounds) == 1:
            sentence = ngettext(
                "Serie %(number)s, %(counted)s von %(expected)s Liste, %(state)s",
                "Serie %(number)s, %(counted)s von %(expected)s Listen, %(state)s",
                expected,
            )
        else:
            sentence = ngettext(
                "Stand nach %(number)s. Serie, %(counted)s von %(expected)s Liste, %(state)s",
                "Stand nach %(number)s. Serie, %(counted)s von %(expected)s Listen, %(state)s",
                expected,
            )
        return sentence % values

    @property
    def _state(self) -> str:
        """Whether the ranking can still change, and what it will never hold."""
        if self.provisional:
            return _("vorläufig")
        if missing := self.missing_for_good:
            return ngettext(
                "abgeschlossen, %(missing)s Liste fehlt", "abgeschlossen, %(missing)s Listen fehlen", missing
            ) % {"missing": missing}
        return _("endgültig")


@dataclass(frozen=True, slots=True)
class Cut:
    """That only the best go on, and what counts for them."""

    after: int
    places: int
    carries: bool
    made: bool
    """Whether it has taken effect in this ranking."""

    @property
    def first(self) -> int:
        """The first Serie after it."""
        return self.after + 1


def key_of(start_number: int) -> str:
    """The key of a player for the lot: the start number with zeros."""
    return f"{start_number:09}"


@dataclass(frozen=True, slots=True)
class RankingSource:
    """What a ranking is made of, as it was read."""

    numbers: tuple[int, ...]
    """The Serien."""
    everybody: dict[int, EntryShown]
    """Who takes part, by start number."""
    lists: list[ListResult]
    """What all lists of these Serien that have arrived came to."""
    tables: dict[int, dict[int, str | None]]
    """The state of the list of each table, by Serie and number; None where there is no list."""
    closed: bool
    """Whether the event is."""
    second_person: bool = False
    """Whether the event demands that somebody else confirms every list."""

    def only(self, members: Container[int]) -> "RankingSource":
        """The same with these players alone; their lists and tables are still everybody's."""
        return replace(
            self,
            everybody={number: entry for number, entry in self.everybody.items() if number in members},
            lists=[result for result in self.lists if result.start_number in members],
        )

    @property
    def entries(self) -> dict[int, EntryShown]:
        """Who is ranked, by start number; the others play außer Wertung."""
        return {number: entry for number, entry in self.everybody.items() if not entry.unranked}

    @property
    def results(self) -> list[ListResult]:
        """What places are given by: the lists of those who are ranked."""
        return [result for result in self.lists if not self.everybody[result.start_number].unranked]

    @property
    def apart(self) -> list[ListResult]:
        """What the others brought, who stand in no ranking."""
        return [result for result in self.lists if self.everybody[result.start_number].unranked]

    @property
    def by_round(self) -> dict[tuple[int, int], ListResult]:
        """The lists by start number and Serie."""
        return {(result.start_number, result.round): result for result in self.lists}

    @property
    def progress(self) -> Progress:
        """How far these Serien are, and whether what is made of them can still change."""
        results = self.results
        states = tuple(self._state(number, results) for number in self.numbers)
        waiting = any(state.unconfirmed for state in states)
        final = (self.closed and not waiting) or (bool(states) and all(state.settled for state in states))
        return Progress(states, provisional=not final)

    def _state(self, number: int, results: Sequence[ListResult]) -> RoundState:
        tables = self.tables[number]
        return RoundState(
            number=number,
            tables=len(tables),
            missing=tuple(table for table, state in tables.items() if state not in ARRIVED),
            in_question=tuple(table for table, state in tables.items() if state == State.IN_QUESTION),
            unconfirmed=tuple(table for table, state in tables.items() if self.second_person and state in UNCONFIRMED),
            only_gesamt=tuple(
                sorted({each.table for each in self.lists if each.round == number and each.spielpunkte is None})
            ),
            settled=bool(tables) and SETTLED.issuperset(tables.values()),
            winners=self.best([result for result in results if result.round == number]),
        )

    def best(self, results: Sequence[ListResult]) -> tuple[Best, ...]:
        """The best of these lists, several where they are equal."""
        names = self.everybody
        most = max((result.leistung for result in results), default=0)
        among = [result for result in results if result.leistung == most]  # no need to rank thousands for their best
        placed = place_lists(among)
        return tuple(Best(names[each.result.start_number].shown, each.result) for each in placed if each.place == 1)


def find(
    event: Event, role: Role | None, rounds: Collection[int] | None = None, *, running: bool = False
) -> RankingSource:
    """What the rankings of these Serien are made of, of all without `rounds`; three queries, four for the
    public.

    `event` comes with its Serien (`events.access.event_for`). With `running` lists that are still written count as if
    they ended now.
    """
    serien = {round.pk: round.number for round in event.rounds.all() if rounds is None or round.number in rounds}
    entries, numbers = _entries(event, role)
    tables: dict[int, dict[int, str | None]] = {number: {} for number in serien.values()}
    lists: dict[int, tuple[UUID, str, int, int]] = {}
    found = Table.objects.filter(round__in=serien).annotate(counted=list_of_a_table()).order_by("number")
    for pk, round, table, sheet, state in found.values_list(
        "pk", "round_id", "number", "counted__pk", "counted__state"
    ):
        state = State.ENTERED if running and state and state not in ARRIVED else state
        tables[serien[round]][table] = state
        lists[pk] = (sheet, state, serien[round], table)
    return RankingSource(
        numbers=tuple(serien.values()),
        everybody=entries,
        lists=_results(serien, numbers, lists, running),
        tables=tables,
        closed=event.state == Event.State.FINAL,
        second_person=event.second_person,
    )


def _entries(event: Event, role: Role | None) -> tuple[dict[int, EntryShown], dict[int, int]]:
    """Everybody by start number, and the start number by the entry's primary key.

    **D** Who took part under two names that are one player of the register now stands there once, under the first.
    """
    by_number: dict[int, EntryShown] = {}
    numbers: dict[int, int] = {}
    first: dict[int, int] = {}
    for entry in entries_shown(event, role):
        number = first.setdefault(entry.player, entry.start_number) if entry.player else entry.start_number
        numbers[entry.pk] = number
        if number == entry.start_number:
            by_number[number] = entry
    return by_number, numbers


def _results(
    serien: Collection[int],
    numbers: Mapping[int, int],
    lists: Mapping[int, tuple[UUID, str, int, int]],
    running: bool,
) -> list[ListResult]:
    """The results of the lists of these Serien (by their primary keys) that have arrived, or of all, Serie by Serie.

    Two equal lists of one player stand in this order, since `rank` parts them no further.
    """
    there = is_main("sheet__") & is_live("sheet__") if running else counts("sheet__")
    rows = SeatResult.objects.filter(there, sheet__table__round__in=serien).order_by()
    results = [
        ListResult(numbers[entry], *lists[table], spielpunkte, won, lost, leistung, seat, deals)
        for entry, table, spielpunkte, won, lost, leistung, seat, deals in rows.values_list(
            "entry_id", "sheet__table_id", "spielpunkte", "won", "lost", "leistung", "seat", "sheet__deals"
        )
    ]
    return sorted(results, key=attrgetter("round", "table"))
