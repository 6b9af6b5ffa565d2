"""Which column of a file is which field we know: proposed by its heading, decided by the user.

An import names its fields in a `Layout`. The headings of the file are compared with the names of the fields and other
usual words for them, without regard to case, accents and punctuation; what nobody knows is left out.

* **D** A cell that a spreadsheet would take for a formula refuses the file: it would show something else on another
  machine. A number may have its sign.
* **D** Beside a column of first names alone a column „Name“ is proposed as last names.
* **D** A dash alone is an empty cell: so tables say that there is nothing.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from skatliga.exchange.workbooks.packed import letters
from skatliga.exchange.workbooks.workbook import Table
from skatliga.people.names import fold

SAMPLE: Final = 3
"""How many cells of a column are shown."""
_FORMULA: Final = re.compile(r"[=@]|[+-](?! ?[0-9.,]+$)")
_DASHES: Final = frozenset("-–—")
_WORD: Final = re.compile(r"[^a-z0-9]+")


class Line(NamedTuple):
    """One line of a file by fields, without its empty cells; ``number`` as a spreadsheet counts it."""

    number: int
    cells: dict[str, str]


class Field(NamedTuple):
    """A field that a column can fill."""

    key: str
    title: str | Promise
    words: tuple[str, ...] = ()
    """Other headings it is known by, as `_word` writes them."""


class Column(NamedTuple):
    """A column of a file, as it is shown for choosing its field."""

    index: int
    letter: str
    heading: str
    sample: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """What an import knows."""

    fields: tuple[Field, ...]
    needs: tuple[frozenset[str], ...]
    """The fields of one of these sets have to be there."""

    def propose(self, heading: Sequence[str]) -> list[str]:
        """The key of a field for every column, an empty text for one that is left out; each field once."""
        known = {_word(word): field.key for field in self.fields for word in (field.key, *field.words)}
        known |= {_word(str(field.title)): field.key for field in self.fields}
        proposed: list[str] = []
        for title in heading:
            key = known.get(_word(title), "")
            proposed.append("" if key in proposed else key)
        if "vorname" in proposed and "nachname" not in proposed:
            return ["nachname" if key == "name" else key for key in proposed]
        return proposed

    def demand_fitting(self, chosen: Sequence[str]) -> None:
        """Refuse a choice that fills a field twice, or not those that are needed."""
        titles = {field.key: str(field.title) for field in self.fields}
        twice = [titles[key] for key in titles if list(chosen).count(key) > 1]
        if twice:
            raise ValidationError(
                _("Zu jedem Feld gehört nur eine Spalte; mehrmals gewählt: %(fields)s.") % {"fields": ", ".join(twice)}
            )
        if not any(needed <= set(chosen) for needed in self.needs):
            ways = [" + ".join(title for key, title in titles.items() if key in needed) for needed in self.needs]
            raise ValidationError(
                _("Es fehlt eine Spalte. Nötig ist: %(ways)s.") % {"ways": get_text_list(ways, _("oder"))}
            )

    def lines(self, table: Table, chosen: Sequence[str]) -> list[Line]:
        """The rows by the fields chosen for the columns; raises ValidationError for formulas, or where nothing is."""
        self.demand_fitting(chosen)
        lines = []
        for row in table.rows:
            cells = {
                key: cell for key, cell in zip(chosen, row.cells, strict=False) if key and cell and cell not in _DASHES
            }
            for cell in cells.values():
                if _FORMULA.match(cell):
                    raise ValidationError(
                        _("Zeile %(line)s: „%(cell)s“ ist eine Formel. Bitte die Datei mit den Werten speichern.")
                        % {"line": row.number, "cell": cell[:40]}
                    )
            if cells:
                lines.append(Line(row.number, cells))
        if not lines:
            raise ValidationError(_("In den gewählten Spalten steht nichts."))
        return lines


def columns_of(table: Table) -> list[Column]:
    """The columns of a table with their first cells."""
    return [
        Column(
            index,
            letters(index + 1),
            heading,
            tuple(cell for row in table.rows[:50] if (cell := row.cells[index]))[:SAMPLE],
        )
        for index, heading in enumerate(table.heading)
    ]


def full_name(cells: dict[str, str]) -> str:
    """First and last name, however the file writes them: „Anna Ärmel“, „Ärmel, Anna“, or in two columns."""
    first, last = split_name(cells)
    return " ".join(part for part in (first, last) if part)


def split_name(cells: dict[str, str]) -> tuple[str, str]:
    """First and last name; of a name in one cell the last word is the last name.

    >>> split_name({"name": "Ärmel, Anna"}), split_name({"name": "Hans Peter Müller"})
    (('Anna', 'Ärmel'), ('Hans Peter', 'Müller'))
    """
    if name := cells.get("name"):
        last, comma, first = name.partition(",")
        if not comma:
            first, _space, last = name.rpartition(" ")
        return first.strip(), last.strip()
    return cells.get("vorname", ""), cells.get("nachname", "")


def _word(text: str) -> str:
    """A heading as it is compared: Mitglieds-Nr. is mitgliedsnr."""
    return _WORD.sub("", fold(text))
