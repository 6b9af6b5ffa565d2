"""The year table: who stands where, in which group, and the account of every player.

Places are given by the engine (`scoring.wertung`). Pages, files and paper are made from one `YearTable`.

Decisions, where clubs differ:

* **D** Guests are counted by the same rule and ranked among themselves.
* **D** Points that somebody begins with, or a deduction, count in the first table of the year alone.
* **D** In the table of a part of the year everything played in it counts: no minimum, no drops, no credits.
* **D** The groups are made of the members who have a place, by place, as equal in size as can be; who shares a place is
  in the better group.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from uuid import UUID

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.wertung.fold import PartFate, WertungPart
from scoring.wertung.places import WertungTable
from scoring.wertung.presets import OF_A_YEAR, TableRule
from scoring.wertung.results import Label, Number
from skatliga.events.queries import sort_key
from skatliga.exports import as_number
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.models import SeatResult
from skatliga.wertung.wording import FATES, explain, heading_of, shortfall, unit_of
from skatliga.years.models import ClubYear, Span
from skatliga.years.queries import YearData, YearPlayer
from skatliga.years.year_total import (
    YearSpans,
    YearTotal,
    count,
    evening_of,
    serien_of,
    value_of,
)

MONTHS = {Span.QUARTER: 3, Span.HALF: 6}
SPAN_OF = {"block": Span.HALF, "quarter": Span.QUARTER, "month": Span.MONTH}
"""The parts of the year by their label in the engine."""


def part_of(year: ClubYear, span: str, date: datetime.date) -> int:
    """In which part of the year a day lies, from 1; an evening outside of the year belongs to the nearest part.

    >>> year = ClubYear(first_day=datetime.date(2026, 9, 1), last_day=datetime.date(2027, 8, 31))
    >>> [part_of(year, span, datetime.date(2027, 2, 12)) for span in ("whole", "half", "quarter", "month")]
    [1, 1, 2, 6]
    """
    if span == Span.WHOLE:
        return 1
    first, last = year.first_day, year.last_day
    day = min(max(date, first), last)
    if span == Span.MONTH:
        return _whole_months(first.replace(day=1), day) + 1
    months = MONTHS[Span(span)]
    parts = max(12, _whole_months(first, last) + 1) // months
    return min(_whole_months(first, day) // months + 1, parts)


def _whole_months(first: datetime.date, day: datetime.date) -> int:
    """How many months are over on a day, counted from another one."""
    return (day.year - first.year) * 12 + day.month - first.month - (day.day < first.day)


def title_of(year: ClubYear, span: str, part: int) -> str:
    """What a part is called."""
    if span == Span.MONTH:
        months = year.first_day.month - 1 + part - 1
        return date_format(datetime.date(year.first_day.year + months // 12, months % 12 + 1, 1), "YEAR_MONTH_FORMAT")
    words = {"number": part}
    return (_("%(number)s. Halbjahr") if span == Span.HALF else _("%(number)s. Quartal")) % words


def parts_of(year: ClubYear, dates: Iterable[datetime.date]) -> list[tuple[int, str]]:
    """The parts of which there are tables and into which one of these days falls, with their titles."""
    if not year.has_parts:
        return []
    return [
        (part, title_of(year, year.parts, part)) for part in sorted({part_of(year, year.parts, day) for day in dates})
    ]


# ---- The year table

GROUPS = {
    2: (gettext_lazy("Grün"), gettext_lazy("Rot")),
    3: (gettext_lazy("Grün"), gettext_lazy("Gelb"), gettext_lazy("Rot")),
}
"""The names of the groups, the strongest first."""
MARKS = {2: ("green", "red"), 3: ("green", "yellow", "red")}
"""By what the style knows them."""


class StrengthGroup(NamedTuple):
    """A group of players of about the same strength."""

    name: str
    mark: str


class EventCell(NamedTuple):
    """What one evening brought a player, and whether any of it counts."""

    value: Number
    counts: bool


@dataclass(frozen=True)
class YearStandingLine:
    """One line of a year table."""

    place: int | None
    """None for who has too few results."""
    shared: bool
    person: YearPlayer
    group: StrengthGroup | None
    total: YearTotal
    shortfall: str = ""
    """What is missing for a place; empty for who has one."""

    @property
    def name(self) -> str:
        """The name this visitor may see."""
        return self.person.name

    @property
    def start(self) -> int:
        """What it began with; negative for a deduction."""
        return int(self.total.start)

    @property
    def why(self) -> str:
        """For what."""
        return self.person.start_reason if self.start else ""

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.person.name)

    @cached_property
    def cells(self) -> dict[int, EventCell]:
        """What each evening brought, by number."""
        cells: dict[int, EventCell] = {}
        for part in self.total.parts:
            if evening := evening_of(part):
                before = cells.get(evening, EventCell(0, False))
                counts = before.counts or part.fate is PartFate.COUNTS
                value = value_of(part.result, self.total.rule)
                cells[evening] = EventCell(before.value + value, counts)
        return cells

    @cached_property
    def numbers(self) -> dict[str, int | float]:
        """The same as a spreadsheet takes it, by the number as it is written."""
        return {str(number): as_number(cell.value) for number, cell in self.cells.items()}


@dataclass(frozen=True, slots=True)
class YearTable:
    """A year, or a part of it, counted."""

    year: ClubYear
    part: int | None
    number: int
    """Which of the year's tables it is, from 1."""
    name: str
    """Empty for the table of the year itself."""
    rule: TableRule
    nights: tuple[EventProgress, ...] = ()
    """The evenings held."""
    members: tuple[YearStandingLine, ...] = ()
    """Who has a place."""
    below: tuple[YearStandingLine, ...] = ()
    """Members who have too few results."""
    guests: tuple[YearStandingLine, ...] = ()

    @property
    def lines(self) -> Iterator[YearStandingLine]:
        """Everybody: members by place, who has too few results, guests."""
        yield from self.members
        yield from self.below
        yield from self.guests

    @property
    def ahead(self) -> tuple[YearStandingLine, ...]:
        """Those who began with points, or with a deduction."""
        return tuple(line for line in self.lines if line.start)

    @property
    def unfinished(self) -> tuple[EventProgress, ...]:
        """The evenings of which lists are missing or in question."""
        return tuple(night for night in self.nights if night.missing or night.in_question)

    @property
    def unit(self) -> str:
        """What lists come to, as `wertung.wording.unit_of` calls it."""
        return unit_of(self.rule, (night.evaluation for night in self.nights))

    @property
    def title(self) -> str:
        """What it is called."""
        return self.name or _("Jahrestabelle")

    @property
    def said(self) -> str:
        """How it is counted, in plain sentences."""
        return explain(self.rule, self.unit)

    @property
    def heading(self) -> str:
        """What stands above the column that decides."""
        return heading_of(self.rule, (night.evaluation for night in self.nights))

    @property
    def standing(self) -> str:
        """How far the year is, in words: what stands above every table of it."""
        if not self.nights:
            return _("Noch kein Abend")
        final = self.year.state == ClubYear.State.FINAL
        return ngettext(
            "Stand nach %(number)s Abend, %(date)s, %(state)s",
            "Stand nach %(number)s Abenden, %(date)s, %(state)s",
            len(self.nights),
        ) % {
            "number": len(self.nights),
            "date": date_format(self.nights[-1].date, "SHORT_DATE_FORMAT"),
            "state": _("endgültig") if final else _("vorläufig"),
        }

    def line_of(self, key: str) -> YearStandingLine | None:
        """The line of one player."""
        return next((line for line in self.lines if line.person.key == key), None)


def year_table(season: YearData, part: int | None = None, number: int = 1) -> YearTable:
    """A table of the year, or of one of its parts. Raises IndexError where the year has fewer tables."""
    year = season.year
    name, rule = year.tables[number - 1]
    if part is not None:
        rule = rule.counting_all
    nights = tuple(n for n in season.held if part is None or part_of(year, year.parts, n.date) == part)
    spans = {night.number: _spans(year, night.date) for night in nights}
    of_club = {key for key, person in season.persons.items() if person.member}
    begins = rule.start(season.starts) if part is None and number == 1 else ()
    members, guests = count(rule.of(OF_A_YEAR), season.results, spans, of_club, begins)
    months: dict[Label, str] = {month: title_of(year, Span.MONTH, month) for _q, month, _half in spans.values()}
    return YearTable(
        year=year,
        part=part,
        number=number,
        name=name,
        rule=rule,
        nights=nights,
        members=tuple(_placed(season, rule, members, year.groups if number == 1 else 0)),
        below=tuple(_unplaced(season, rule, members, months)),
        guests=(*_placed(season, rule, guests), *_unplaced(season, rule, guests, months)),
    )


def _spans(year: ClubYear, date: datetime.date) -> YearSpans:
    return part_of(year, Span.QUARTER, date), part_of(year, Span.MONTH, date), part_of(year, Span.HALF, date)


def _placed(season: YearData, rule: TableRule, table: WertungTable, groups: int = 0) -> Iterator[YearStandingLine]:
    for row in table.rows:
        total = YearTotal(row.result, rule)
        group = None
        if groups:
            index = (row.place - 1) * groups // len(table.rows)
            group = StrengthGroup(str(GROUPS[groups][index]), MARKS[groups][index])
        yield YearStandingLine(row.place, row.shared, season.persons[total.key], group, total)


def _unplaced(
    season: YearData, rule: TableRule, table: WertungTable, months: Mapping[Label, str]
) -> Iterator[YearStandingLine]:
    for result in table.below:
        total = YearTotal(result, rule)
        person = season.persons[total.key]
        yield YearStandingLine(None, False, person, None, total, shortfall(result, rule, months))


# ---- The account of one player


class Leaf(NamedTuple):
    """One list behind a result, to be looked at."""

    sheet: UUID
    round: int
    leistung: int
    deals: int


class Posting(NamedTuple):
    """One result of the account."""

    night: EventProgress | None
    title: str
    """What it is, where it was not played."""
    leaves: tuple[Leaf, ...]
    value: Number
    leistung: Number
    fate: str
    counts: bool
    part: str
    """The part of the year of which it was dropped."""


@dataclass(frozen=True, slots=True)
class YearAccount:
    """The account of one player."""

    line: YearStandingLine
    table: YearTable
    verdict: str
    postings: tuple[Posting, ...]
    absent: tuple[EventProgress, ...]
    """The evenings held at which there is neither a list nor a credit."""

    @property
    def own(self) -> tuple[YearStandingLine, ...]:
        """The line alone."""
        return (self.line,)


def account(season: YearData, table: YearTable, line: YearStandingLine) -> YearAccount:
    """What counts for one player, and why; one query more than the table."""
    nights = {night.number: night for night in table.nights}
    entries = [entry for entry, key in season.keys.items() if key == line.person.key]
    leaves = _leaves(entries)
    postings = tuple(_posting(table, part, nights.get(evening_of(part) or 0), leaves) for part in line.total.parts)
    there = {evening_of(part) for part in line.total.parts}
    absent = tuple(night for night in table.nights if night.number not in there)
    return YearAccount(line, table, verdict(table, line), postings, absent)


def verdict(table: YearTable, line: YearStandingLine) -> str:
    """What counts for one player, in a sentence: "Die besten 10 von 12 Abenden zählen." """
    parts = [part for part in line.total.parts if part.fate is not PartFate.ZERO]
    words = {"counting": sum(part.fate is PartFate.COUNTS for part in parts), "all": len(parts)}
    if words["counting"] == words["all"]:
        if table.rule.unit == "evening":
            sentence = ngettext("%(all)s Abend zählt.", "Alle %(all)s Abende zählen.", words["all"])
        else:
            sentence = ngettext("%(all)s Liste zählt.", "Alle %(all)s Listen zählen.", words["all"])
    elif table.rule.span and (table.rule.drop or table.rule.stages):  # the best of each part, not of all
        if table.rule.unit == "evening":
            sentence = _("%(counting)s von %(all)s Abenden zählen.")
        else:
            sentence = _("%(counting)s von %(all)s Listen zählen.")
    elif table.rule.unit == "evening":
        sentence = ngettext(
            "Der beste von %(all)s Abenden zählt.",
            "Die besten %(counting)s von %(all)s Abenden zählen.",
            words["counting"],
        )
    else:
        sentence = ngettext(
            "Die beste von %(all)s Listen zählt.",
            "Die besten %(counting)s von %(all)s Listen zählen.",
            words["counting"],
        )
    return sentence % words


def _posting(
    table: YearTable, part: WertungPart, night: EventProgress | None, leaves: dict[tuple[int, int], list[Leaf]]
) -> Posting:
    year, of_year = table.year, ""
    zero = part.fate is PartFate.ZERO
    if night and part.fate is PartFate.DROPPED and table.rule.span:
        span = SPAN_OF[table.rule.span]
        of_year = title_of(year, span, part_of(year, span, night.date))
    behind = [(night.event, serie) for serie in serien_of(part)] if night else []
    return Posting(
        night=night,
        title=_("gefehlt, Gutschrift") if part.credit else _("fehlt an der Mindestzahl") if zero else "",
        leaves=tuple(leaf for place in behind for leaf in leaves.get(place, ())),
        value=value_of(part.result, table.rule),
        leistung=part.result.leistung,
        fate=str(FATES[part.fate]),
        counts=zero or part.fate is PartFate.COUNTS,
        part=of_year,
    )


def _leaves(entries: list[int]) -> dict[tuple[int, int], list[Leaf]]:
    """The lists of a player by event and Serie."""
    rows = SeatResult.objects.counting().filter(entry__in=entries)
    found: dict[tuple[int, int], list[Leaf]] = {}
    for event, sheet, round, leistung, deals in rows.order_by("sheet__table__number").values_list(
        "sheet__table__round__event", "sheet", "sheet__table__round__number", "leistung", "sheet__deals"
    ):
        found.setdefault((event, round), []).append(Leaf(sheet, round, leistung, deals))
    return found
