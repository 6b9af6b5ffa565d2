"""The year table: who stands where, and in which group.

Places are given by the engine (`scoring.wertung`). Pages, files and paper are made from one `YearTable`.

Decisions, where clubs differ:

* **D** Guests are counted by the same rule and ranked among themselves.
* **D** Points that somebody begins with, or a deduction, count in the first table of the year alone.
* **D** In the table of a part of the year everything played in it counts: no minimum, no drops, no credits.
* **D** What is known only as sums is in the tables of the whole year (`year_sums`).
* **D** The groups are made of the members who have a place, by place, as equal in size as can be; who shares a place is
  in the better group.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.wertung.fold import PartFate
from scoring.wertung.places import WertungTable
from scoring.wertung.presets import OF_A_YEAR, TableRule
from scoring.wertung.results import Label, Number, WertungResult
from skatliga.events.queries import sort_key
from skatliga.exports import as_number
from skatliga.lists.event_progress import EventProgress
from skatliga.wertung.wording import explain, heading_of, shortfall, unit_of
from skatliga.years.models import ClubYear, Span
from skatliga.years.queries import YearData, YearPlayer
from skatliga.years.year_sums import YearSpans, results_of_sum, said_of
from skatliga.years.year_total import YearTotal, count, evening_of, value_of

MONTHS = {Span.QUARTER: 3, Span.HALF: 6}


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
    def lacks(self) -> str:
        """What is known only as sums, and what that lacks; empty where every list is known."""
        return "; ".join(dict.fromkeys(said_of(each) for each in self.total.sums))

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.person.name)

    @cached_property
    def cells(self) -> dict[int, EventCell]:
        """What each evening brought, by number."""
        cells: dict[int, EventCell] = {}
        for part in self.total.played:
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
    def begun(self) -> bool:
        """Whether there is anything in it."""
        return bool(self.nights or self.members or self.below)

    @property
    def has_sums(self) -> bool:
        """Whether something is known only as sums."""
        return any(line.total.sums for line in self.lines)

    @property
    def lacking(self) -> list[str]:
        """What is known only as sums, in sentences: what it lacks, and of whom, where that is not everybody."""
        of_whom: dict[str, list[str]] = {}
        for line in self.lines:
            if line.lacks:
                of_whom.setdefault(line.lacks, []).append(line.name)
        everybody = sum(1 for _line in self.lines)
        return [
            capfirst(said) if len(names) == everybody else f"{capfirst(said)}: {', '.join(names)}"
            for said, names in of_whom.items()
        ]

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
        final = self.year.state == ClubYear.State.FINAL
        if not self.nights:
            sums = _("Nur als Summen bekannt, endgültig") if final else _("Nur als Summen bekannt, vorläufig")
            return sums if self.begun else _("Noch kein Abend")
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
    sums = () if part else results_of_sums(season, rule)
    members, guests = count(rule.of(OF_A_YEAR), season.results, spans, of_club, begins, sums)
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


def results_of_sums(season: YearData, rule: TableRule) -> Iterator[WertungResult]:
    """What is known only as sums, as it comes into a table of the year."""
    spans = _spans(season.year, season.year.last_day)
    for position, (key, each) in enumerate(season.sums):
        yield from results_of_sum(each, key, position, rule, spans)


def _spans(year: ClubYear, date: datetime.date) -> YearSpans:
    return part_of(year, Span.QUARTER, date), part_of(year, Span.MONTH, date), part_of(year, Span.HALF, date)


def _placed(season: YearData, rule: TableRule, table: WertungTable, groups: int = 0) -> Iterator[YearStandingLine]:
    for row in table.rows:
        total, person = _total(season, rule, row.result)
        group = None
        if groups:
            index = (row.place - 1) * groups // len(table.rows)
            group = StrengthGroup(str(GROUPS[groups][index]), MARKS[groups][index])
        place = int(row.result.minus) if rule.worth == "published" else row.place
        yield YearStandingLine(place, row.shared, person, group, total)


def _unplaced(
    season: YearData, rule: TableRule, table: WertungTable, months: Mapping[Label, str]
) -> Iterator[YearStandingLine]:
    for result in table.below:
        total, person = _total(season, rule, result)
        yield YearStandingLine(None, False, person, None, total, shortfall(result, rule, months))


def _total(season: YearData, rule: TableRule, result: WertungResult) -> tuple[YearTotal, YearPlayer]:
    person = season.persons[str(result.label("player"))]
    return YearTotal(result, rule, person.sums), person
