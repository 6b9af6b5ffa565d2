"""Reading JSON of tables: whatever is wrong comes back as violations, all at once, each with the path to its place.

A value that is wrong is noted and read as something harmless, so that reading goes on; the caller looks at `found`
before using anything.

* **D** A number has at most 1,000 digits, above and below its stroke. A text may hold anything that JSON can write.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Final

from scoring.account import Violation
from scoring.deal_json import form_violation
from scoring.wertung.results import FIGURES, LABELS, Label, Labels, Number, labels_of

_NUMBER: Final = re.compile(r"(-?[0-9]+)(?:/([0-9]+))?")
_MOST_DIGITS: Final = 1000
"""Of a number; no sum of results comes near, and what is multiplied stays quick to write."""


class FormReader:
    """Reads values of a table and notes what is wrong with them."""

    def __init__(self) -> None:
        self.found: list[Violation] = []

    def refuse(self, code: str, where: str, **params: object) -> None:
        """Note a violation; its field is the path to its place."""
        self.found.append(form_violation(code, where, name=_last(where), **params))

    def fields(
        self, value: object, where: str, known: Collection[str], needed: Collection[str] = ()
    ) -> dict[str, object]:
        """The known fields of an object; unknown and missing ones are noted."""
        if not isinstance(value, dict):
            self.refuse("form_kind", where, kind="ein Objekt")
            return {}
        for name in value:
            if name not in known:
                self.refuse("field_unknown", inside(where, name), found=name)
        for name in needed:
            if name not in value:
                self.refuse("field_missing", inside(where, name))
        return {name: value[name] for name in value if name in known}

    def listed(self, value: object, where: str, empty: bool = False) -> Iterator[tuple[object, str]]:
        """The entries of a list, each with its path."""
        if not isinstance(value, list):
            self.refuse("form_kind", where, kind="eine Liste")
            return
        if not value and not empty:
            self.refuse("form_empty", where)
        for number, entry in enumerate(value):
            yield entry, f"{where}[{number}]"

    def number(self, value: object, where: str) -> Number:
        """A whole number, or a text such as ``632/3``."""
        read: Number | None = None
        if type(value) is int:
            read = value
        elif isinstance(value, str) and len(value) <= 2 * _MOST_DIGITS and (parts := _NUMBER.fullmatch(value)):
            whole, below = int(parts[1]), int(parts[2] or 1)
            if below:
                read = whole if below == 1 else Fraction(whole, below)
        if read is None:
            self.refuse("form_kind", where, kind="eine Zahl: ganz oder als Bruch wie „632/3“")
            return 0
        if max(abs(read.numerator), read.denominator) >= 10**_MOST_DIGITS:
            self.refuse("number_too_long", where)
            return 0
        return read

    def count(self, value: object, where: str, least: int = 1) -> int:
        """A whole number of things."""
        if type(value) is not int:
            self.refuse("form_kind", where, kind="eine ganze Zahl")
            return 1
        if value < least:
            self.refuse("form_bounds", where, bounds=f"{least} oder mehr")
            return 1
        return value

    def word(self, value: object, where: str, words: Collection[str]) -> str:
        """One of some words."""
        if isinstance(value, str) and value in words:
            return value
        if isinstance(value, str):
            self.refuse("form_word", where, found=value, known=", ".join(words))
        else:
            self.refuse("form_kind", where, kind="ein Text")
        return next(iter(words))

    def words(self, value: object, where: str, words: Collection[str], empty: bool = False) -> tuple[str, ...]:
        """A list of such words."""
        return tuple(self.word(entry, path, words) for entry, path in self.listed(value, where, empty))

    def flag(self, value: object, where: str) -> bool:
        """True or false."""
        if not isinstance(value, bool):
            self.refuse("form_kind", where, kind="true oder false")
        return value is True

    def text(self, value: object, where: str) -> str:
        """A text that is not empty."""
        if not isinstance(value, str) or not value:
            self.refuse("form_kind", where, kind="ein Text, der nicht leer ist")
            return "?"
        return value

    def label(self, value: object, where: str) -> Label:
        """What a label says: a text or a whole number."""
        if type(value) is int:
            return value
        if not isinstance(value, str) or not value:
            self.refuse("form_kind", where, kind="ein Text, der nicht leer ist, oder eine ganze Zahl")
            return "?"
        return value

    def labels(self, value: object, where: str, allowed: Collection[str] = LABELS) -> Labels:
        """An object of labels alone."""
        given = self.fields(value, where, LABELS)
        self.still_there(given, where, allowed)
        return labels_of({name: self.label(given[name], inside(where, name)) for name in given})

    def label_names(self, value: object, where: str, allowed: Collection[str], empty: bool = False) -> tuple[str, ...]:
        """A list of labels that results still have."""
        names = self.words(value, where, LABELS, empty)
        self.still_there(names, where, allowed)
        return names

    def label_name(self, value: object, where: str, allowed: Collection[str]) -> str:
        """One label that results still have."""
        name = self.word(value, where, LABELS)
        self.still_there((name,), where, allowed)
        return name

    def still_there(self, names: Collection[str], where: str, allowed: Collection[str]) -> None:
        """Note labels that a fold has taken away."""
        for name in names:
            if name not in allowed:
                self.refuse("wertung_label_gone", where, label=name)

    def order(self, value: object, where: str) -> tuple[str, ...]:
        """Figures, with or without a minus sign before them."""
        return self.words(value, where, (*FIGURES, *(f"-{name}" for name in FIGURES)))


def inside(where: str, name: str) -> str:
    """The path to a field of an object."""
    return f"{where}.{name}" if where else name


def _last(where: str) -> str:
    """What people call the place a path leads to: its last name."""
    return re.sub(r"\[\d+\]", "", where).rsplit(".", 1)[-1] or "Eingabe"


Given = Mapping[str, object]
"""Fields of an object as they were sent."""
