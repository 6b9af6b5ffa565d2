"""The account of one player in a table of a year: what counts, what does not, and why, down to the lists."""

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.wertung.fold import PartFate, WertungPart
from scoring.wertung.results import Number
from skatliga.lists.event_progress import EventProgress
from skatliga.lists.models import SeatResult
from skatliga.wertung.wording import FATES
from skatliga.years.models import Span, YearSum
from skatliga.years.queries import YearData
from skatliga.years.year_standing import YearStandingLine, YearTable, part_of, title_of
from skatliga.years.year_sums import value_of_sum
from skatliga.years.year_total import evening_of, serien_of, value_of

SPAN_OF = {"block": Span.HALF, "quarter": Span.QUARTER, "month": Span.MONTH}
"""The parts of the year by their label in the engine."""


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
    sum: YearSum | None = None
    """Where it is known only as a sum."""


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
    sums = [_posting_of_sum(table, each) for each in line.total.sums]
    played = (_posting(table, part, nights.get(evening_of(part) or 0), leaves) for part in line.total.played)
    postings = (*sums, *played)
    there = {evening_of(part) for part in line.total.played}
    absent = tuple(night for night in table.nights if night.number not in there)
    return YearAccount(line, table, verdict(table, line), postings, absent)


def verdict(table: YearTable, line: YearStandingLine) -> str:
    """What counts for one player, in a sentence: "Die besten 10 von 12 Abenden zählen." """
    parts = [part for part in line.total.played if part.fate is not PartFate.ZERO]
    words = {"counting": sum(part.fate is PartFate.COUNTS for part in parts), "all": len(parts)}
    if not parts:
        return f"{capfirst(line.lacks)}."
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


def _posting_of_sum(table: YearTable, each: YearSum) -> Posting:
    value, leistung = value_of_sum(each, table.rule) or 0, each.gesamt or 0
    title, counted = _("nur als Summe bekannt"), str(FATES[PartFate.COUNTS])
    return Posting(None, title, (), value, leistung, counted, True, "", each)


def _leaves(entries: list[int]) -> dict[tuple[int, int], list[Leaf]]:
    """The lists of a player by event and Serie."""
    rows = SeatResult.objects.counting().filter(entry__in=entries)
    found: dict[tuple[int, int], list[Leaf]] = {}
    for event, sheet, round, leistung, deals in rows.order_by("sheet__table__number").values_list(
        "sheet__table__round__event", "sheet", "sheet__table__round__number", "leistung", "sheet__deals"
    ):
        found.setdefault((event, round), []).append(Leaf(sheet, round, leistung, deals))
    return found
