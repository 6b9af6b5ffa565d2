"""Results as they come into a table: what a competitor brought from one list, or from elsewhere.

A result has labels (who, where, when) and figures (what). Both are tuples in the order of `LABELS` and `FIGURES`, so
that grouping and adding up stay quick; `result` makes one from names.

>>> anna = result({"player": "Anna", "serie": 1}, {"leistung": 1210, "won": 9})
>>> labels_by_name(anna.labels), figures_by_name(anna.figures)
({'player': 'Anna', 'serie': 1}, {'leistung': 1210, 'won': 9, 'lists': 1})
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

if TYPE_CHECKING:
    from scoring.wertung.fold import FoldedFrom

Label = int | str
Number = int | Fraction
"""Exact: nothing in a table is ever rounded."""
Labels = tuple[Label | None, ...]
"""One value for every name of `LABELS`, None where it is missing."""
Figures = tuple[Number, ...]
"""One number for every name of `FIGURES`."""

LABELS: Final = (
    *("player", "team", "club", "nation", "class", "division", "event", "stage", "quarter"),
    *("month", "block", "day", "evening", "group", "serie", "table", "seat"),
)
FIGURES: Final = (
    *("leistung", "spielpunkte", "won", "lost", "others_lost", "deals", "lists"),
    *("points", "minus", "difference"),
)
MEASURES: Final = ("leistung", "spielpunkte", "points", "difference")
"""By what results of one competitor, or of a field, are compared."""
COUNTS: Final = frozenset({"won", "lost", "others_lost", "deals", "lists"})
"""Figures that are never negative."""

LABEL_AT: Final = {name: position for position, name in enumerate(LABELS)}
FIGURE_AT: Final = {name: position for position, name in enumerate(FIGURES)}
LISTS: Final = FIGURE_AT["lists"]
POINTS: Final = FIGURE_AT["points"]
MINUS: Final = FIGURE_AT["minus"]
DIFFERENCE: Final = FIGURE_AT["difference"]

NO_FIGURES: Final[Figures] = (0,) * len(FIGURES)
NO_LABELS: Final[Labels] = (None,) * len(LABELS)


def whole(value: Number | None) -> int | None:
    """A count as a whole number, None where it is not known. Raises ValueError where it is none."""
    if value is not None and value.denominator != 1:
        raise ValueError(f"no whole number: {value}")
    return None if value is None else value.numerator


def format_average(value: Number, separator: str = ",") -> str:
    """Write a number with two decimals, rounded half away from zero as spreadsheets do, exactly.

    >>> format_average(Fraction(2261, 2)), format_average(Fraction(1, 8)), format_average(Fraction(-1, 200))
    ('1130,50', '0,13', '-0,01')
    """
    exact = abs(Fraction(value)) * 100
    hundredths = (2 * exact.numerator + exact.denominator) // (2 * exact.denominator)
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}{separator}{hundredths % 100:02d}"


Apart = Literal["", "minimum", "apart"]
"""Why somebody has no place: given out of competition, or a minimum missed; empty for all others."""


class WertungResult(NamedTuple):
    """One result of a table, given or made by a fold."""

    labels: Labels
    figures: Figures
    absent: bool = False
    """Should have been there and was not."""
    apart: Apart = ""
    parts: int = 1
    """How many parts a fold has combined in it."""
    folded: "FoldedFrom | None" = None
    """What a fold has made it from."""
    lacks: frozenset[int] = frozenset()
    """Positions of figures that are not known, such as games won where only the Gesamt of a list is: 0 stands there."""

    def label(self, name: str) -> Label | None:
        """The value of a label."""
        return self.labels[LABEL_AT[name]]

    def known(self, name: str) -> Number | None:
        """A figure, None where it is not known."""
        position = FIGURE_AT[name]
        return None if position in self.lacks else self.figures[position]

    @property
    def leistung(self) -> Number:
        """The points that decide; always known."""
        return self.figures[0]

    @property
    def spielpunkte(self) -> Number | None:
        """The sum of what the games brought."""
        return self.known("spielpunkte")

    @property
    def won(self) -> Number | None:
        """Own games won."""
        return self.known("won")

    @property
    def lost(self) -> Number | None:
        """Own games lost."""
        return self.known("lost")

    @property
    def lists(self) -> Number:
        """How many lists."""
        return self.figures[LISTS]

    @property
    def points(self) -> Number:
        """Points awarded."""
        return self.figures[POINTS]

    @property
    def minus(self) -> Number:
        """Minus points awarded."""
        return self.figures[MINUS]

    @property
    def average(self) -> Number:
        """Leistung per list, exact; 0 without a list. Round it only to show it (`format_average`)."""
        return Fraction(self.leistung) / self.lists if self.lists else Fraction(0)


def result(
    labels: Mapping[str, Label],
    figures: Mapping[str, Number | None] | None = None,
    *,
    absent: bool = False,
    apart: bool = False,
) -> WertungResult:
    """A result by names; a figure that is None is not known.

    Without `lists` it counts as one list, none where somebody was absent. Raises KeyError for a name that is none of
    `LABELS` or `FIGURES`.
    """
    numbers: list[Number] = [*NO_FIGURES]
    numbers[LISTS] = 0 if absent else 1
    lacks = []
    for name, value in (figures or {}).items():
        if value is None:
            lacks.append(FIGURE_AT[name])
        else:
            numbers[FIGURE_AT[name]] = value
    why: Apart = "apart" if apart else ""
    return WertungResult(labels_of(labels), tuple(numbers), absent, why, lacks=frozenset(lacks))


def result_maker(columns: Sequence[str]) -> Callable[[Sequence[object]], WertungResult]:
    """What makes results of rows, quicker than `result`.

    `columns` are the names of labels and figures in the order of a row; others are left out. A figure that is None is
    not known.

    >>> make = result_maker(["player", "sheet", "leistung", "won"])
    >>> anna = make(("Anna", "7f", 1210, None))
    >>> labels_by_name(anna.labels), anna.leistung, anna.won
    ({'player': 'Anna'}, 1210, None)
    """
    at = {name: position for position, name in enumerate(columns)}
    missing, none, one = len(columns), len(columns) + 1, len(columns) + 2
    labels = itemgetter(*(at.get(name, missing) for name in LABELS))
    figures = itemgetter(*(at.get(name, one if name == "lists" else none) for name in FIGURES))

    def make(row: Sequence[object]) -> WertungResult:
        whole = (*row, None, 0, 1)
        found = figures(whole)
        if None not in found:
            return WertungResult(labels(whole), found)
        lacks = frozenset(position for position, value in enumerate(found) if value is None)
        return WertungResult(labels(whole), tuple(value or 0 for value in found), lacks=lacks)

    return make


def labels_of(labels: Mapping[str, Label]) -> Labels:
    """Labels in their order. Raises KeyError for a name that is none."""
    values: list[Label | None] = [*NO_LABELS]
    for name, value in labels.items():
        values[LABEL_AT[name]] = value
    return tuple(values)


def labels_by_name(labels: Labels) -> dict[str, Label]:
    """The labels that are there."""
    return {name: value for name, value in zip(LABELS, labels, strict=True) if value is not None}


def figures_by_name(figures: Figures) -> dict[str, Number]:
    """The figures that are not 0."""
    return {name: value for name, value in zip(FIGURES, figures, strict=True) if value}


def add(rows: Iterable[Figures]) -> Figures:
    """The sums of figures; all 0 where there are none."""
    return tuple(map(sum, zip(*rows, strict=True))) or NO_FIGURES


def in_order(labels: Iterable[Label | None]) -> tuple[tuple[int, int, str], ...]:
    """What labels are sorted by: a missing one first, then numbers upwards, then texts by code points."""
    return tuple(
        (0, 0, "") if value is None else (2, 0, value) if isinstance(value, str) else (1, value, "") for value in labels
    )


@dataclass(frozen=True, slots=True)
class Where:
    """Which results a step sees: those that have, for every label named, one of these values."""

    values: Mapping[str, frozenset[Label]]

    def picks(self, labels: Labels) -> bool:
        """Whether results with these labels are seen."""
        return all(labels[LABEL_AT[name]] in values for name, values in self.values.items())

    def contradicts(self, labels: Labels) -> bool:
        """Whether a label that is there has another value."""
        return any(
            labels[LABEL_AT[name]] is not None and labels[LABEL_AT[name]] not in values
            for name, values in self.values.items()
        )


EVERYWHERE: Final = Where({})


class ByLabels:
    """The values that results have under some labels, as one key; None where one of them is missing."""

    def __init__(self, names: Iterable[str]) -> None:
        self.positions = [LABEL_AT[name] for name in names]
        self._values = itemgetter(*self.positions) if self.positions else None

    def __call__(self, labels: Labels) -> tuple[Label | None, ...] | None:
        if self._values is None:
            return ()
        values = self._values(labels)
        if len(self.positions) == 1:
            return None if values is None else (values,)
        return None if None in values else values
