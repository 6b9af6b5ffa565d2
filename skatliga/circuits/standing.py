"""The table of a Turnierserie: who stands where, who is qualified, and the account of everybody.

Places are given by the engine (`scoring.wertung`). Page, file, paper and API are made from one `CircuitTable`.

* **D** Guests and members of all clubs stand in one ranking.
* **D** Qualified are those on the first n places of the table, or the first n of each club; who shares the last of
  these places is qualified too, and the clubs decide between them. Who is under the minimum is not.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wertung import WertungResult, carry_out
from scoring.wertung.fold import PartFate, WertungPart
from scoring.wertung.fold import account as account_of
from scoring.wertung.places import rank
from scoring.wertung.presets import OF_A_YEAR, TableRule, held_for
from scoring.wertung.results import LISTS, Labels, Number, labels_of, result_maker
from scoring.wertung.steps import PlaceZone, Rank
from skatliga.circuits.models import Circuit
from skatliga.circuits.queries import CircuitData, CircuitPlayer
from skatliga.circuits.rule_text import say
from skatliga.events.queries import sort_key
from skatliga.exports import as_number
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.models import SeatResult
from skatliga.people.names import fold
from skatliga.wertung.wording import FATES, heading_of, shortfall
from skatliga.years.year_standing import EventCell
from skatliga.years.year_total import evening_of, value_of

_WHOLE: Final = (1, 1, 1)
"""Quarter, month and block: a Turnierserie has no parts."""
_make = result_maker(("player", "evening", "serie", "leistung", "won", "lost", "deals", "quarter", "month", "block"))


@dataclass(frozen=True)
class CircuitLine:
    """One line of the table."""

    place: int | None
    """None for who has played too few tournaments."""
    shared: bool
    qualified: bool
    person: CircuitPlayer
    result: WertungResult
    rule: TableRule
    shortfall: str
    """What is missing for a place; empty for who has one."""

    @property
    def value(self) -> Number:
        """What decides: a sum, or an average, exact."""
        return value_of(self.result, self.rule)

    @cached_property
    def parts(self) -> tuple[WertungPart, ...]:
        """What became of every tournament played."""
        return tuple(account_of(self.result))

    @property
    def cells(self) -> dict[int, EventCell]:
        """What every tournament played brought, by its number."""
        return {stop_of(part): EventCell(value_of(part.result, self.rule), _counts(part)) for part in self.parts}

    @property
    def numbers(self) -> dict[int, int | float]:
        """The same as figures for a file."""
        return {number: as_number(cell.value) for number, cell in self.cells.items()}

    @property
    def stops(self) -> int:
        """How many tournaments were played."""
        return len(self.parts)

    @property
    def lists(self) -> int:
        """How many lists were played."""
        return sum(int(part.result.figures[LISTS]) for part in self.parts)

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.person.name)


def stop_of(part: WertungPart) -> int:
    """The number of the tournament."""
    return evening_of(part) or 0


def _counts(part: WertungPart) -> bool:
    return part.fate is PartFate.COUNTS


@dataclass(frozen=True)
class CircuitTable:
    """A Turnierserie, counted."""

    circuit: Circuit
    rule: TableRule
    stops: tuple[EventProgress, ...]
    """The tournaments held."""
    placed: tuple[CircuitLine, ...]
    below: tuple[CircuitLine, ...]
    """Who has played too few tournaments."""

    @property
    def lines(self) -> Iterator[CircuitLine]:
        """Everybody."""
        yield from self.placed
        yield from self.below

    @property
    def unfinished(self) -> tuple[EventProgress, ...]:
        """The tournaments held of which lists are missing or in question."""
        return tuple(stop for stop in self.stops if stop.missing or stop.in_question)

    @property
    def chooses(self) -> bool:
        """Whether some of what was played does not count."""
        return any(not cell.counts for line in self.lines for cell in line.cells.values())

    @property
    def said(self) -> str:
        """How it is counted, in one sentence."""
        return say(self.rule, self.circuit.qualified, per_club=self.circuit.per_club)

    @property
    def heading(self) -> str:
        """What stands above the column that decides."""
        return heading_of(self.rule, (stop.evaluation for stop in self.stops))

    @property
    def standing(self) -> str:
        """How far it is, in words: what stands above the table everywhere."""
        if not self.stops:
            return _("Noch kein Turnier gespielt")
        final = self.circuit.state == Circuit.State.FINAL
        return ngettext(
            "Stand nach %(number)s Turnier, %(date)s, %(state)s",
            "Stand nach %(number)s Turnieren, %(date)s, %(state)s",
            len(self.stops),
        ) % {
            "number": len(self.stops),
            "date": date_format(self.stops[-1].date, "SHORT_DATE_FORMAT"),
            "state": _("endgültig") if final else _("vorläufig"),
        }

    def line_of(self, key: str) -> CircuitLine | None:
        """The line of one person."""
        return next((line for line in self.lines if line.person.key == key), None)


def results_of(data: CircuitData) -> list[WertungResult]:
    """The lists as the engine takes them, the tournaments as its evenings."""
    return [_make((*each[:7], *_WHOLE)) for each in data.results]


def held_of(data: CircuitData, rule: TableRule) -> tuple[Labels, ...]:
    """What took place, as the engine takes it."""
    serien = sorted({(each.evening, each.round) for each in data.results})
    labels = ({"quarter": 1, "month": 1, "block": 1, "evening": stop, "serie": serie} for stop, serie in serien)
    return held_for(rule.of(OF_A_YEAR), map(labels_of, labels))


def circuit_table(data: CircuitData, rule: TableRule | None = None) -> CircuitTable:
    """The table, by another rule where one is tried."""
    circuit = data.circuit
    rule = rule or circuit.counts_by
    totals = carry_out(rule.of(OF_A_YEAR).steps, results_of(data), held_of(data, rule))
    table = rank(_with_zone(rule.of(OF_A_YEAR).rank, circuit.qualified), totals)
    qualified = {str(row.result.label("player")) for row in table.rows if row.zone}
    if circuit.per_club:
        qualified = set(_qualified_of_clubs(data, rule, totals))

    def line(result: WertungResult, place: int | None, shared: bool = False) -> CircuitLine:
        key = str(result.label("player"))
        qualifies = place is not None and key in qualified
        lacking = shortfall(result, rule, tournaments=True)
        return CircuitLine(place, shared, qualifies, data.persons[key], result, rule, lacking)

    placed = tuple(line(row.result, row.place, row.shared) for row in table.rows)
    return CircuitTable(circuit, rule, data.held, placed, tuple(line(each, None) for each in table.below))


def _with_zone(by: Rank, places: int) -> Rank:
    return replace(by, zones=(PlaceZone(1, places, "qualified"),)) if places else by


def _qualified_of_clubs(data: CircuitData, rule: TableRule, totals: list[WertungResult]) -> Iterator[str]:
    """The keys of the first of every club; who has no club is none of them."""
    of_club: dict[str, list[WertungResult]] = {}
    for total in totals:
        if club := fold(data.persons[str(total.label("player"))].club):
            of_club.setdefault(club, []).append(total)
    for own in of_club.values():
        rows = rank(_with_zone(rule.of(OF_A_YEAR).rank, data.circuit.qualified), own).rows
        yield from (str(row.result.label("player")) for row in rows if row.zone)


# ---- The account of one person


class StopPosting(NamedTuple):
    """One tournament in the account."""

    stop: EventProgress
    lists: tuple[tuple[int, int, UUID], ...]
    """Serie, Leistung and list."""
    leistung: Number
    value: Number
    fate: str
    counts: bool


@dataclass(frozen=True, slots=True)
class CircuitAccount:
    """The account of one person."""

    line: CircuitLine
    table: CircuitTable
    postings: tuple[StopPosting, ...]
    absent: tuple[EventProgress, ...]


def account(data: CircuitData, table: CircuitTable, line: CircuitLine) -> CircuitAccount:
    """What counts for one person, and why; one query more than the table."""
    stops = {stop.number: stop for stop in table.stops}
    numbers = {stop.event: stop.number for stop in table.stops}
    entries = [entry for entry, key in data.entries.items() if key == line.person.key]
    lists: dict[int, list[tuple[int, int, UUID]]] = {}
    at = "sheet__table__round"
    rows = SeatResult.objects.counting().filter(entry__in=entries).order_by(f"{at}__number")
    for event, serie, leistung, sheet in rows.values_list(f"{at}__event", f"{at}__number", "leistung", "sheet"):
        lists.setdefault(numbers.get(event, 0), []).append((serie, leistung, sheet))
    postings = tuple(
        StopPosting(
            stops[stop_of(part)],
            tuple(lists.get(stop_of(part), ())),
            part.result.leistung,
            value_of(part.result, table.rule),
            str(FATES[part.fate]),
            _counts(part),
        )
        for part in line.parts
    )
    there = {stop_of(part) for part in line.parts}
    return CircuitAccount(line, table, postings, tuple(stop for stop in table.stops if stop.number not in there))
