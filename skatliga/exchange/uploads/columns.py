"""Which column of a file is which field we know: proposed by its heading, decided by the user.

An import names its fields in a `Layout`. The headings of the file are compared with the names of the fields and other
usual words for them, without regard to case, accents and punctuation; what nobody knows is left out.

* **D** A cell that a spreadsheet would take for a formula refuses the file: it would show something else on another
  machine. A number may have its sign.
* **D** Beside a column of first names alone a column „Name“ is proposed as last names.
* **D** Whether a name in one cell has the first or the last name first, says the heading; else how the names of the
  file stand in the register; else on which side the usual first names are. The user sees it and decides. A comma
  settles it for its cell.
* **D** Titles and forms of address are no part of a name (Dr., Prof., Herr, Frau …); „von der Heide“ is one last name.
* **D** A dash alone is an empty cell: so tables say that there is nothing.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.workbooks.table_reader import FileTable
from skatliga.exchange.workbooks.xml_scan import letters
from skatliga.people.names import fold

FIRST_NAMES: Final = frozenset(
    """
    achim albert alexander alfred ali andrea andreas angelika anja anke anna anne annette anton antje axel barbara
    beate bernd bernhard bert birgit bjoern brigitte bruno carola carsten christa christian christiane christine
    christoph claudia claus cornelia dagmar daniel daniela detlef dieter dietmar dirk doris eberhard edith
    elfriede elke ellen emil erich erika ernst erwin eva ewald felix ferdinand florian frank franz franziska
    friedrich fritz gabriele georg gerd gerda gerhard gertrud gisela guenter guenther gudrun guido hanna hannelore
    hans harald hartmut heide heidi heike heinrich heinz helga helmut herbert hermann herta hilde holger horst
    hubert hugo ilse inge ingo ingrid irene irmgard jan jens joachim jochen johann johannes jonas josef juergen
    julia jutta kaethe kai karin karl karla karsten katharina katrin kerstin klaus konrad kurt lars lena leon
    leonie lisa lothar ludwig luise lukas lutz manfred manuela marc marco maria marianne marie marion markus
    martin martina matthias max maximilian michael michaela monika nicole nils norbert olaf oliver oskar otto
    patrick paul paula peter petra philipp rainer ralf ralph regina reiner reinhard renate robert roland rolf rosa
    rosemarie rudi rudolf ruediger ruth sabine sandra sebastian siegfried sigrid silke silvia simon sonja stefan
    stefanie stephan susanne sven tanja theo thomas thorsten tim tobias torsten udo ulf ulrich ulrike ursula ute
    uwe vera verena volker waldemar walter waltraud werner wilfried wilhelm willi willy wolf wolfgang zoe
    """.split()
)


# ---- Columns

SAMPLE: Final = 3
"""How many cells of a column are shown."""
_FORMULA: Final = re.compile(r"[=@]|[+-](?! ?[0-9.,]+$)")
_DASHES: Final = frozenset("-–—")
_WORD: Final = re.compile(r"[^a-z0-9]+")
_TITLES: Final = frozenset(("dr", "prof", "dipl", "dipl-ing", "dr-ing", "mag", "herr", "herrn", "frau", "hr", "fr"))
_BEHIND_TITLES: Final = frozenset(
    ("med", "dent", "vet", "jur", "ing", "phil", "rer", "nat", "pol", "oec", "h", "c", "hc")
)
_TITLE_UNPARTED: Final = re.compile(r"\b(Dr|Prof|Dipl|med|rer)\.(?=\w)")
_PARTICLES: Final = frozenset(
    ("von", "van", "vom", "de", "der", "den", "zu", "zum", "zur", "del", "di", "da", "la", "ten")
)


class UploadLine(NamedTuple):
    """One line of a file by fields, without its empty cells; ``number`` as a spreadsheet counts it."""

    number: int
    cells: dict[str, str]


class UploadField(NamedTuple):
    """A field that a column can fill."""

    key: str
    title: str | Promise
    words: tuple[str, ...] = ()
    """Other headings it is known by, as `_word` writes them."""


class UploadColumn(NamedTuple):
    """A column of a file, as it is shown for choosing its field."""

    place: int
    letter: str
    heading: str
    sample: tuple[str, ...]


NAMES: Final = (
    UploadField(
        "name",
        gettext_lazy("Name"),
        ("spieler", "mitglied", "teilnehmer", "player", "fullname", "vornamename", "vornamenachname", "vorundnachname"),
    ),
    UploadField(
        "umgekehrt", gettext_lazy("Name (Nachname zuerst)"), ("namevorname", "nachnamevorname", "nameundvorname")
    ),
    UploadField("vorname", gettext_lazy("Vorname"), ("firstname", "givenname", "rufname")),
    UploadField("nachname", gettext_lazy("Nachname"), ("familienname", "zuname", "lastname", "surname")),
)
"""The columns in which a name can stand."""


def with_name(*further: str) -> tuple[frozenset[str], ...]:
    """The sets of fields that have a name and these fields besides."""
    return tuple(frozenset({*names, *further}) for names in (("name",), ("umgekehrt",), ("vorname", "nachname")))


@dataclass(frozen=True, slots=True)
class Layout:
    """What an import knows."""

    fields: tuple[UploadField, ...]
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

    def propose_for(self, table: FileTable, known: Container[str]) -> list[str]:
        """As `propose`, also by how the names stand in the table; ``known`` are folded names, first name first."""
        proposed = self.propose(table.heading)
        if "name" in proposed:
            column = proposed.index("name")
            if "vorname" in _word(table.heading[column]):
                return proposed
            if _last_name_first([row.cells[column] for row in table.rows], known):
                proposed[column] = "umgekehrt"
        return proposed

    def fits(self, heading: Sequence[str]) -> bool:
        """Whether headings name what is needed."""
        return any(needed <= set(self.propose(heading)) for needed in self.needs)

    def demand_fitting(self, chosen: Sequence[str]) -> None:
        """Refuse a choice that fills a field twice, or not those that are needed."""
        titles = {field.key: str(field.title) for field in self.fields}
        twice = [titles[key] for key in titles if list(chosen).count(key) > 1]
        if {"name", "umgekehrt"} <= set(chosen):
            twice += [titles["name"], titles["umgekehrt"]]
        if twice:
            raise ValidationError(
                _("Zu jedem Feld gehört nur eine Spalte; mehrmals gewählt: %(fields)s.") % {"fields": ", ".join(twice)}
            )
        if not any(needed <= set(chosen) for needed in self.needs):
            needs = [needed for needed in self.needs if "umgekehrt" not in needed]
            ways = [" + ".join(title for key, title in titles.items() if key in needed) for needed in needs]
            raise ValidationError(
                _("Es fehlt eine Spalte. Nötig ist: %(ways)s.") % {"ways": get_text_list(ways, _("oder"))}
            )

    def lines(self, table: FileTable, chosen: Sequence[str]) -> list[UploadLine]:
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
                lines.append(UploadLine(row.number, cells))
        if not lines:
            raise ValidationError(_("In den gewählten Spalten steht nichts."))
        return lines


def columns_of(table: FileTable) -> list[UploadColumn]:
    """The columns of a table with their first cells."""
    return [
        UploadColumn(
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
    """First and last name; of a name in one cell the last word is the last name, with what belongs before it.

    >>> split_name({"name": "Ärmel, Anna"}), split_name({"name": "Dr. Hans Peter von der Heide"})
    (('Anna', 'Ärmel'), ('Hans Peter', 'von der Heide'))
    >>> split_name({"umgekehrt": "Müller Hans Peter"}), split_name({"umgekehrt": "von der Heide Hans"})
    (('Hans Peter', 'Müller'), ('Hans', 'von der Heide'))
    """
    if name := cells.get("name") or cells.get("umgekehrt"):
        last, comma, first = name.partition(",")
        if comma:
            return _bare(first), _bare(last)
        words = _bare(name).split()
        return _split(words) if "name" in cells else _split_reversed(words)
    return _bare(cells.get("vorname", "")), _bare(cells.get("nachname", ""))


def _split(words: list[str]) -> tuple[str, str]:
    begins = len(words) - 1
    while begins > 1 and words[begins - 1].casefold() in _PARTICLES:
        begins -= 1
    return " ".join(words[:begins]), " ".join(words[max(begins, 0) :])


def _split_reversed(words: list[str]) -> tuple[str, str]:
    ends = next((place for place, word in enumerate(words, 1) if word.casefold() not in _PARTICLES), 0)
    return " ".join(words[ends:]), " ".join(words[:ends])


def _bare(name: str) -> str:
    """A name, or a part of one, without titles and forms of address before it."""
    words = _TITLE_UNPARTED.sub(r"\1. ", name).split()
    titles = _TITLES
    while len(words) > 1 and words[0].rstrip(".").casefold() in titles:
        words = words[1:]
        titles = _TITLES | _BEHIND_TITLES
    return " ".join(words)


def _last_name_first(names: Sequence[str], known: Container[str]) -> bool:
    """Whether names in one cell seem to begin with the last name."""
    written = [name for cell in names if "," not in cell and len((name := _bare(cell)).split()) > 1]
    straight = sum(fold(name) in known for name in written)
    turned = sum(fold(" ".join(_split_reversed(name.split()))) in known for name in written)
    if straight or turned:
        return turned > straight
    first, last = (sum(fold(name.split()[place]) in FIRST_NAMES for name in written) for place in (0, -1))
    return last > first


def _word(text: str) -> str:
    """A heading as it is compared: Mitglieds-Nr. is mitgliedsnr."""
    return _WORD.sub("", fold(text))
