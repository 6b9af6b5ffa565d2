"""The year table: who stands where, in which group, and the account of every player.

Places are given by the engine (`scoring.year`). Pages, files and paper are made from one `YearTable`.

Decisions, where clubs differ:

* **D** Guests are counted by the same rule and ranked among themselves.
* **D** In the table of a part of the year everything played in it counts: no minimum, no drops, no credits.
* **D** The groups are made of the members who have a place, by place, as equal in size as can be; who shares a place is
  in the better group.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.standings import Value, rank
from scoring.year import BY_YEAR, Fate, YearEvening, YearLine, YearRule, year_totals
from skatliga.events.queries import sort_key
from skatliga.spreadsheets import as_number
from skatliga.years.models import ClubYear
from skatliga.years.parts import part_of
from skatliga.years.queries import Night, Person, Season
from skatliga.years.wording import heading_of, unit_of

GROUPS = {
    2: (gettext_lazy("Grün"), gettext_lazy("Rot")),
    3: (gettext_lazy("Grün"), gettext_lazy("Gelb"), gettext_lazy("Rot")),
}
"""The names of the groups, the strongest first."""
MARKS = {2: ("green", "red"), 3: ("green", "yellow", "red")}
"""By what the style knows them."""


class Group(NamedTuple):
    """A group of players of about the same strength."""

    name: str
    mark: str


class Cell(NamedTuple):
    """What one evening brought a player, and whether any of it counts."""

    value: Value
    counts: bool


@dataclass(frozen=True)
class Line:
    """One line of a year table."""

    place: int | None
    """None for who has too few results."""
    shared: bool
    person: Person
    group: Group | None
    total: YearLine

    @property
    def sort_key(self) -> str:
        """How the name is put in order."""
        return sort_key(self.person.name)

    @cached_property
    def cells(self) -> dict[int, Cell]:
        """What each evening brought, by number."""
        cells: dict[int, Cell] = {}
        for item in self.total.items:
            if item.evening:
                before = cells.get(item.evening, Cell(0, False))
                cells[item.evening] = Cell(before.value + item.value, before.counts or item.fate == Fate.COUNTS)
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
    rule: YearRule
    nights: tuple[Night, ...]
    """The evenings held."""
    members: tuple[Line, ...]
    """Who has a place."""
    below: tuple[Line, ...]
    """Members who have too few results."""
    guests: tuple[Line, ...]

    @property
    def lines(self) -> Iterator[Line]:
        """Everybody: members by place, who has too few results, guests."""
        yield from self.members
        yield from self.below
        yield from self.guests

    @property
    def unfinished(self) -> tuple[Night, ...]:
        """The evenings of which lists are missing or in question."""
        return tuple(night for night in self.nights if night.missing or night.in_question)

    @property
    def unit(self) -> str:
        """What lists come to, as `wording.unit_of` calls it."""
        return unit_of(night.evaluation for night in self.nights)

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

    def line_of(self, key: str) -> Line | None:
        """The line of one player."""
        return next((line for line in self.lines if line.person.key == key), None)


def year_table(season: Season, part: int | None = None) -> YearTable:
    """The table of the year, or of one of its parts."""
    year = season.year
    rule = year.rule if part is None else part_rule(year.rule)
    nights = tuple(n for n in season.held if part is None or part_of(year, year.parts, n.date) == part)
    evenings = [YearEvening(night.number, part_of(year, year.block, night.date), night.lists) for night in nights]
    numbers = {night.number for night in nights}
    totals = year_totals((result for result in season.results if result.evening in numbers), rule, evenings)
    members = [total for total in totals if season.persons[total.key].member]
    guests = [total for total in totals if not season.persons[total.key].member]
    return YearTable(
        year=year,
        part=part,
        rule=rule,
        nights=nights,
        members=tuple(_placed(season, [total for total in members if not total.apart], year.groups)),
        below=tuple(_unplaced(season, [total for total in members if total.apart])),
        guests=(
            *_placed(season, [total for total in guests if not total.apart]),
            *_unplaced(season, [total for total in guests if total.apart]),
        ),
    )


def part_rule(rule: YearRule) -> YearRule:
    """The rule of the year, so that everything played counts."""
    return replace(rule, best=None, drop=0, minimum=0, missing_as_zero=False, credit=0, credits=0)


def _placed(season: Season, totals: Sequence[YearLine], groups: int = 0) -> Iterator[Line]:
    placed = rank(totals, BY_YEAR)
    holders = Counter(each.place for each in placed)
    for each in placed:
        group = None
        if groups:
            index = (each.place - 1) * groups // len(placed)
            group = Group(str(GROUPS[groups][index]), MARKS[groups][index])
        yield Line(each.place, holders[each.place] > 1, season.persons[each.row.key], group, each.row)


def _unplaced(season: Season, totals: Sequence[YearLine]) -> Iterator[Line]:
    for each in rank(totals, BY_YEAR):
        yield Line(None, False, season.persons[each.row.key], None, each.row)
