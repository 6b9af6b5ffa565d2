"""What every ranking of an event is made from: the lists that count, how far its Serien are, who takes part.

Everything is read from the results kept with the lists; nothing is valued here.

Decisions, where the rules of play are silent:

* **D** A list has arrived once it is entered. One in question counts with what it comes to so far, and is marked; one
  that is still being written, at the table or at the desk, counts as missing, although its results are kept already.
* **D** The ranking of some Serien is final when each of their tables has a list that is checked or binding, or when
  the event is closed. A Serie without tables is still to come.
* **D** "After the third Serie" names the last Serie of which a list counts; lists of later ones are not missing yet.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import FilteredRelation, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import BY_LEISTUNG, Result, rank
from skatliga.access import Role
from skatliga.events.models import Entry, Event, Table
from skatliga.lists.models import ARRIVED, SETTLED, SeatResult, Sheet

State = Sheet.State


@dataclass(frozen=True, slots=True)
class ListResult:
    """What one list came to for one player."""

    start_number: int
    sheet: UUID
    state: str
    round: int
    table: int
    spielpunkte: int
    won: int
    lost: int
    leistung: int

    @property
    def key(self) -> str:
        """The start number, in the form in which keys are put in order."""
        return key_of(self.start_number)

    @property
    def result(self) -> Result:
        """The same for the engine."""
        return Result(self.key, self.round, self.spielpunkte, self.won, self.lost, self.leistung)

    @property
    def in_question(self) -> bool:
        """Whether the list counts provisionally only."""
        return self.state == State.IN_QUESTION


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
        """The Serien begun in which a list is missing or in question."""
        return tuple(round for round in self.begun if round.missing or round.in_question)

    @property
    def doubtful(self) -> bool:
        """Whether a list in question counts."""
        return any(round.in_question for round in self.rounds)

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
            "state": _("vorläufig") if self.provisional else _("endgültig"),
        }
        if len(self.rounds) == 1:
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


def key_of(start_number: int) -> str:
    """The key of a player in rankings and for the lot: the start number, with zeros so that keys stand in order."""
    return f"{start_number:09}"


def serien(event: Event, rounds: Collection[int] | None) -> list[int]:
    """The numbers of these Serien, of all without `rounds`."""
    return [round.number for round in event.rounds.all() if rounds is None or round.number in rounds]


def entries_by_number(event: Event, role: Role | None) -> dict[int, Entry]:
    """Everybody who takes part, each with the name this visitor may see: `shown`."""
    entries = event.entries.all() if role else event.entries.select_related("player__merged_into")
    by_number = {}
    for entry in entries.defer("wanted_table", "wanted_seat", "keeps_lists"):
        entry.shown = entry.name_for(role)
        by_number[entry.start_number] = entry
    return by_number


def counting(event: Event, numbers: Sequence[int]) -> list[ListResult]:
    """The results of all lists of these Serien that have arrived."""
    found = SeatResult.objects.filter(
        sheet__table__round__event=event,
        sheet__table__round__number__in=numbers,
        sheet__kind=Sheet.Kind.MAIN,
        sheet__state__in=ARRIVED,
    )
    columns = ("entry__start_number", "sheet_id", "sheet__state", "sheet__table__round__number", "sheet__table__number")
    rows = found.order_by().values_list(*columns, "spielpunkte", "won", "lost", "leistung")
    return [ListResult(*row) for row in rows]


def progress_of(
    event: Event, numbers: Sequence[int], results: Sequence[ListResult], entries: Mapping[int, Entry]
) -> Progress:
    """How far these Serien are, and whether what is made of them can still change."""
    states = tuple(_round_states(event, numbers, results, entries))
    final = event.state == Event.State.FINAL or (bool(states) and all(state.settled for state in states))
    return Progress(states, provisional=not final)


def best_of(results: Sequence[ListResult], entries: Mapping[int, Entry]) -> tuple[Best, ...]:
    """The best of these lists, several where they are equal."""
    return tuple(
        Best(entries[each.row.start_number].shown, each.row) for each in rank(results, BY_LEISTUNG) if each.place == 1
    )


def _round_states(
    event: Event, numbers: Sequence[int], results: Sequence[ListResult], entries: Mapping[int, Entry]
) -> Iterator[RoundState]:
    """How far each of these Serien is."""
    counted = FilteredRelation("sheets", condition=Q(sheets__kind=Sheet.Kind.MAIN) & ~Q(sheets__state=State.ANNULLED))
    tables = Table.objects.filter(round__event=event).annotate(counted=counted).order_by("number")
    states: dict[int, dict[int, str | None]] = {number: {} for number in numbers}
    for round, table, state in tables.values_list("round__number", "number", "counted__state"):
        if round in states:
            states[round][table] = state
    for number, by_table in states.items():
        yield RoundState(
            number=number,
            tables=len(by_table),
            missing=tuple(table for table, state in by_table.items() if state not in ARRIVED),
            in_question=tuple(table for table, state in by_table.items() if state == State.IN_QUESTION),
            settled=bool(by_table) and SETTLED.issuperset(by_table.values()),
            winners=best_of([result for result in results if result.round == number], entries),
        )
