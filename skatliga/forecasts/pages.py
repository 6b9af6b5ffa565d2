"""What a forecast shows on its page and in its file: the places that remain possible, and the chances."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from skatliga.forecasts.kept import StoredForecast, StoredLine

SHADES: Final = 8
"""How many shades a chance has in the picture."""


class Competitor(NamedTuple):
    """Who stands in the table now, under the name this visitor may see."""

    key: str
    place: int | None
    name: str


class TableNow(NamedTuple):
    """A table as it stands."""

    said: str
    """Its rule in words."""
    competitors: Sequence[Competitor]


class ChanceColumn(NamedTuple):
    """Places whose chances are told together."""

    label: str
    first: int
    last: int


class PlaceCell(NamedTuple):
    """One place in the picture of somebody."""

    place: int
    shade: int
    """0 where it is not possible, 1 where it is and the chance is none or not known, up to SHADES."""
    thousandths: int


@dataclass(frozen=True, slots=True)
class ForecastLine:
    """What can still become of one competitor."""

    competitor: Competitor
    stored: StoredLine
    cells: tuple[PlaceCell, ...]
    numbers: tuple[int, ...]
    """The chances in the order of the columns, in thousandths."""

    @property
    def chances(self) -> tuple[str, ...]:
        """The same as they are read."""
        return tuple(map(percent, self.numbers))

    @property
    def reach(self) -> str:
        """The places that remain possible, in words."""
        best, worst = self.stored.best, self.stored.worst
        if best is None or worst is None:
            return "–"
        return str(best) if best == worst else _("%(best)s bis %(worst)s") % {"best": best, "worst": worst}

    @property
    def exact(self) -> bool:
        """Whether both places were shown to be possible."""
        return self.stored.best_exact and self.stored.worst_exact


@dataclass(frozen=True, slots=True)
class ForecastPage:
    """A forecast with names."""

    said: str
    """The rule of the table."""
    lines: tuple[ForecastLine, ...]
    columns: tuple[ChanceColumn, ...]
    stored: StoredForecast
    bounds_only: bool
    """Whether no place is told as exact."""


def page_of(stored: StoredForecast, now: TableNow, columns: Sequence[ChanceColumn]) -> ForecastPage:
    """The page of a forecast; who has joined since it was made is left out."""
    by_key = {line.key: line for line in stored.lines}
    known = [each for each in now.competitors if each.key in by_key]
    shown = tuple(column for column in columns if column.first <= len(known)) if stored.runs else ()
    lines = tuple(_line(each, by_key[each.key], shown) for each in known)
    return ForecastPage(now.said, lines, shown, stored, not any(line.exact for line in lines))


def _line(competitor: Competitor, line: StoredLine, columns: Sequence[ChanceColumn]) -> ForecastLine:
    told = tuple(sum(line.chances[column.first - 1 : column.last]) for column in columns)
    return ForecastLine(competitor, line, tuple(_cells(line)), told)


def _cells(line: StoredLine) -> list[PlaceCell]:
    places = range(1, (len(line.chances) or line.worst or 0) + 1)
    return [_cell(line, place) for place in places]


def _cell(line: StoredLine, place: int) -> PlaceCell:
    chance = line.chances[place - 1] if line.chances else 0
    possible = line.best is None or line.worst is None or line.best <= place <= line.worst
    shade = 1 + min(SHADES - 1, -(-chance * (SHADES - 1) // 500)) if possible else 0
    return PlaceCell(place, shade, chance)


def percent(thousandths: int) -> str:
    """A chance as it is read: whole per cent; what was seldom seen is not called impossible.

    >>> [percent(value) for value in (0, 4, 996, 1000, 345)]
    ['< 1 %', '< 1 %', '> 99 %', '> 99 %', '35 %']
    """
    if thousandths < 5:
        return "< 1 %"
    return "> 99 %" if thousandths > 994 else f"{(thousandths + 5) // 10} %"


def coming_in_words(stored: StoredForecast, kind: str) -> str:
    """How much is still to come."""
    if not stored.coming:
        return _("Es ist nichts mehr zu spielen; die Plätze stehen fest.")
    if kind == "league":
        sentence = ngettext(
            "Noch %(number)s Serie einer Gruppe ist zu spielen.",
            "Noch %(number)s Serien der Gruppen sind zu spielen.",
            stored.coming,
        )
    elif kind == "year":
        sentence = ngettext(
            "Noch %(number)s Abend ist zu spielen.", "Noch %(number)s Abende sind zu spielen.", stored.coming
        )
    else:
        sentence = ngettext(
            "Noch %(number)s Turnier ist zu spielen.", "Noch %(number)s Turniere sind zu spielen.", stored.coming
        )
    return sentence % {"number": stored.coming}


# ---- The same as a file


class ForecastTable(tables.Table):
    """Everybody with the places that remain possible and the chances, in per cent."""

    place = tables.Column(gettext_lazy("Platz jetzt"), "competitor__place")
    name = tables.Column(gettext_lazy("Name"), "competitor__name")
    best = tables.Column(gettext_lazy("Bestenfalls"), "stored__best")
    worst = tables.Column(gettext_lazy("Schlimmstenfalls"), "stored__worst")
    exact = tables.Column(gettext_lazy("Beides möglich"))

    def __init__(self, page: ForecastPage) -> None:
        chances = [
            (f"chance_{column.first}_{column.last}", _ChanceColumn(f"{column.label} (%)", f"numbers__{at}"))
            for at, column in enumerate(page.columns)
        ]
        super().__init__(list(page.lines), extra_columns=chances)


class _ChanceColumn(tables.Column):
    """A chance; in files as per cent with a decimal."""

    def value(self, value: int, record: ForecastLine) -> float:
        """The chance as a file takes it."""
        return value / 10
