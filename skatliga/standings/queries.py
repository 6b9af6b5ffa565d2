"""The ranking of an event: who stands where, from which lists, and what is still missing.

Everything is read from the results kept with the lists; nothing is valued here. Pages, files and paper are made from
one `Ranking`, so they cannot say different things.

Decisions, where the rules of play are silent:

* **D** A list has arrived once it is entered. One in question counts with what it comes to so far, and is marked; one
  that is still being written, at the table or at the desk, counts as missing, although its results are kept already.
* **D** The ranking of some Serien is final when each of their tables has a list that is checked or binding, or when
  the event is closed. A Serie without tables is still to come.
* **D** "After the third Serie" names the last Serie of which a list counts; lists of later ones are not missing yet.
* **D** Whoever has no list that counts is not listed but counted, unless withdrawn.
* **D** No lot is drawn: who is equal by Leistung, won and lost shares the place.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import FilteredRelation, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.standings import BY_LEISTUNG, Result, rank, totals
from skatliga.access import Role
from skatliga.events.models import Entry, Event, Table
from skatliga.events.queries import entries_shown
from skatliga.lists.models import ARRIVED, SETTLED, SeatResult, Sheet
from skatliga.people.models import Player

State = Sheet.State


@dataclass(frozen=True, slots=True)
class ListResult:
    """What one list came to for one player."""

    start_number: int
    sheet: UUID
    state: str
    round: int
    spielpunkte: int
    won: int
    lost: int
    leistung: int

    @property
    def key(self) -> str:
        """The start number, in the form in which keys are put in order."""
        return f"{self.start_number:09}"

    @property
    def in_question(self) -> bool:
        """Whether the list counts provisionally only."""
        return self.state == State.IN_QUESTION


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a ranking; the name is the one this visitor may see."""

    place: int
    shared: bool
    start_number: int
    name: str
    sort_key: str
    club: str
    withdrawn: bool
    results: tuple[ListResult | None, ...]
    """In the order of the Serien of the ranking, None where no list counts."""
    spielpunkte: int
    won: int
    lost: int
    leistung: int
    lists: int


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
class Ranking:
    """The ranking of some or all Serien of an event."""

    rounds: tuple[RoundState, ...]
    lines: tuple[Line, ...]
    without_list: int
    provisional: bool
    best_lists: tuple[Best, ...]

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


def ranking(event: Event, role: Role | None, rounds: Collection[int] | None = None) -> Ranking:
    """The ranking as a visitor with this role may see it, of these Serien or of all.

    `event` comes with its Serien (`events.access.event_for`). Three queries, however many take part.
    """
    numbers = [round.number for round in event.rounds.all() if rounds is None or round.number in rounds]
    entries = {entry.start_number: entry for entry in entries_shown(event, role)}
    results = _counting(event, numbers)
    states = tuple(_round_states(event, numbers, results, entries))
    listed = {result.start_number for result in results}
    return Ranking(
        rounds=states,
        lines=tuple(_lines(numbers, results, entries)),
        without_list=sum(not entry.withdrawn and entry.start_number not in listed for entry in entries.values()),
        provisional=event.state != Event.State.FINAL and not (states and all(state.settled for state in states)),
        best_lists=_best(results, entries),
    )


def latest_names() -> tuple[int, int]:
    """Two numbers that rise whenever somebody's entry or somebody in a register is changed.

    The event's version does not tell of the register, and who objects to being named must vanish at once.
    """
    entries = Entry.history.order_by("-history_id").values_list("history_id", flat=True)
    players = Player.history.order_by("-history_id").values_list("history_id", flat=True)
    return entries.first() or 0, players.first() or 0


def _counting(event: Event, numbers: Sequence[int]) -> list[ListResult]:
    """The results of all lists of these Serien that have arrived."""
    found = SeatResult.objects.filter(
        sheet__table__round__event=event,
        sheet__table__round__number__in=numbers,
        sheet__kind=Sheet.Kind.MAIN,
        sheet__state__in=ARRIVED,
    )
    columns = ("entry__start_number", "sheet_id", "sheet__state", "sheet__table__round__number")
    rows = found.order_by().values_list(*columns, "spielpunkte", "won", "lost", "leistung")
    return [ListResult(*row) for row in rows]


def _lines(numbers: Sequence[int], results: Sequence[ListResult], entries: Mapping[int, Entry]) -> Iterator[Line]:
    """The lines by place; who shares one stands there by start number."""
    by_round = {(result.key, result.round): result for result in results}
    placed = rank(
        totals(Result(each.key, each.round, each.spielpunkte, each.won, each.lost, each.leistung) for each in results),
        BY_LEISTUNG,
    )
    holders = Counter(each.place for each in placed)
    for each in placed:
        total = each.row
        entry = entries[int(total.key)]
        yield Line(
            place=each.place,
            shared=holders[each.place] > 1,
            start_number=entry.start_number,
            name=entry.shown,
            sort_key=entry.sort_key,
            club=entry.club_name,
            withdrawn=entry.withdrawn,
            results=tuple(by_round.get((total.key, number)) for number in numbers),
            spielpunkte=total.spielpunkte,
            won=total.won,
            lost=total.lost,
            leistung=total.leistung,
            lists=total.lists,
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
            winners=_best([result for result in results if result.round == number], entries),
        )


def _best(results: Sequence[ListResult], entries: Mapping[int, Entry]) -> tuple[Best, ...]:
    """The best of these lists, several where they are equal."""
    return tuple(
        Best(entries[each.row.start_number].shown, each.row) for each in rank(results, BY_LEISTUNG) if each.place == 1
    )
