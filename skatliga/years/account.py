"""The account of one player: every evening of the year with what it brought and what became of it."""

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.standings import Value
from scoring.year import Fate, Kind, Unit, YearItem
from skatliga.lists.models import ARRIVED, SeatResult, Sheet
from skatliga.years.models import Span
from skatliga.years.parts import part_of, title_of
from skatliga.years.queries import Night, Season
from skatliga.years.ranking import Line, YearTable

FATES = {
    Fate.COUNTS: gettext_lazy("zählt"),
    Fate.DROPPED: gettext_lazy("gestrichen"),
    Fate.BEYOND: gettext_lazy("nicht unter den besten"),
}


class Leaf(NamedTuple):
    """One list behind a result, to be looked at."""

    sheet: UUID
    round: int
    leistung: int
    deals: int


class Posting(NamedTuple):
    """One result of the account."""

    night: Night | None
    title: str
    """What it is, where it was not played."""
    leaves: tuple[Leaf, ...]
    value: Value
    fate: str
    counts: bool
    part: str
    """The part of the year of which it was dropped."""


@dataclass(frozen=True, slots=True)
class Account:
    """The account of one player."""

    line: Line
    table: YearTable
    verdict: str
    postings: tuple[Posting, ...]
    absent: tuple[Night, ...]
    """The evenings held at which there is neither a list nor a credit."""


def account(season: Season, table: YearTable, line: Line) -> Account:
    """What counts for one player, and why; one query more than the table."""
    nights = {night.number: night for night in table.nights}
    entries = [entry for entry, key in season.keys.items() if key == line.person.key]
    leaves = _leaves(entries)
    postings = tuple(_posting(table, item, nights.get(item.evening), leaves) for item in line.total.items)
    there = {item.evening for item in line.total.items}
    absent = tuple(night for night in table.nights if night.number not in there)
    return Account(line, table, verdict(table, line), postings, absent)


def verdict(table: YearTable, line: Line) -> str:
    """What counts for one player, in a sentence: "Die besten 10 von 12 Abenden zählen." """
    items = [item for item in line.total.items if item.kind != Kind.ZERO]
    words = {"counting": sum(item.fate == Fate.COUNTS for item in items), "all": len(items)}
    if words["counting"] == words["all"]:
        if table.rule.unit == Unit.EVENING:
            sentence = ngettext("%(all)s Abend zählt.", "Alle %(all)s Abende zählen.", words["all"])
        else:
            sentence = ngettext("%(all)s Liste zählt.", "Alle %(all)s Listen zählen.", words["all"])
    elif table.rule.drop and table.year.block != Span.WHOLE:  # the best of each part, not of all
        if table.rule.unit == Unit.EVENING:
            sentence = _("%(counting)s von %(all)s Abenden zählen.")
        else:
            sentence = _("%(counting)s von %(all)s Listen zählen.")
    elif table.rule.unit == Unit.EVENING:
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
    table: YearTable, item: YearItem, night: Night | None, leaves: dict[tuple[int, int], list[Leaf]]
) -> Posting:
    year, part = table.year, ""
    if night and item.fate == Fate.DROPPED and year.block != Span.WHOLE:
        part = title_of(year, year.block, part_of(year, year.block, night.date))
    behind = {(night.event, result.round): None for result in item.results if night}
    return Posting(
        night=night,
        title={Kind.CREDIT: _("gefehlt, Gutschrift"), Kind.ZERO: _("fehlt an der Mindestzahl")}.get(item.kind, ""),
        leaves=tuple(leaf for place in behind for leaf in leaves.get(place, ())),
        value=item.value,
        fate=str(FATES[item.fate]),
        counts=item.fate == Fate.COUNTS,
        part=part,
    )


def _leaves(entries: list[int]) -> dict[tuple[int, int], list[Leaf]]:
    """The lists of a player by event and Serie."""
    rows = SeatResult.objects.filter(entry__in=entries, sheet__kind=Sheet.Kind.MAIN, sheet__state__in=ARRIVED)
    found: dict[tuple[int, int], list[Leaf]] = {}
    for event, sheet, round, leistung, deals in rows.order_by("sheet__table__number").values_list(
        "sheet__table__round__event", "sheet", "sheet__table__round__number", "leistung", "sheet__deals"
    ):
        found.setdefault((event, round), []).append(Leaf(sheet, round, leistung, deals))
    return found
