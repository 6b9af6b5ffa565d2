"""What becomes of every line of a table: shown before anything is stored, and told afterwards.

* **D** A line that looks like a sum or a remark below a table is nobody, unless the user says so; so is a line that the
  user leaves out. No import ever sees it.
"""

import csv
import io
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from django.utils.translation import gettext as _

from skatliga.exchange.uploads.columns import NAMES, Layout, UploadLine, full_name
from skatliga.exports import harmless
from skatliga.people.models import Club, User
from skatliga.people.names import fold

SKIP: Final = "skip"
TAKE: Final = "take"
_NO_NAMES: Final = frozenset(
    (
        *("summe", "summen", "gesamt", "gesamtsumme", "gesamtpunkte", "gesamtzahl", "insgesamt", "anzahl", "total"),
        *("zwischensumme", "uebertrag", "durchschnitt", "mittelwert", "zusammen", "stand", "seite", "erstellt"),
        *("bemerkung", "bemerkungen", "anmerkung", "hinweis", "legende", "quelle", "druckdatum"),
    )
)
"""What a line begins with that stands below a table, as `fold` writes it."""
_NAMES: Final = frozenset(field.key for field in NAMES)


class LineAnswer(NamedTuple):
    """What the user has decided about a line."""

    choice: str = ""
    """One of the choices offered; empty where nothing was decided."""
    taken: frozenset[str] = frozenset()
    """The keys of the differences that are to be taken over."""


Answers = Mapping[int, LineAnswer]
"""The decisions, by the number of the line."""


class Becomes(StrEnum):
    """What a line becomes."""

    NEW = "new"
    CHANGED = "changed"
    PRESENT = "present"
    """There already; nothing to be done."""
    DIFFERS = "differs"
    """There already, but the line says something else that is not taken over."""
    ASKED = "asked"
    """Doubtful; left out as long as nobody decides."""
    REFUSED = "refused"
    SKIPPED = "skipped"
    """Left out because the user said so."""


class LineChoice(NamedTuple):
    """One answer to a doubtful line."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """One line of a file with what becomes of it."""

    line: int
    name: str
    becomes: Becomes
    says: str = ""
    """What is new or changed, or why nothing comes of it."""
    choices: Sequence[LineChoice] = ()
    proposed: str = ""
    """The answer that is likely right, or was given."""
    differences: Sequence[LineChoice] = ()
    """What the line says otherwise; each is taken over only where the user says so."""
    taken: frozenset[str] = frozenset()
    """The keys of those of which the user has said so."""
    skipped: bool = False
    """Whether the user has said that it is to be left out."""

    @property
    def stored(self) -> bool:
        """Whether it changes anything."""
        return self.becomes in {Becomes.NEW, Becomes.CHANGED}

    @property
    def left_out(self) -> bool:
        """Whether somebody has to look at it."""
        return self.becomes in {Becomes.ASKED, Becomes.REFUSED, Becomes.DIFFERS}

    @property
    def skippable(self) -> bool:
        """Whether the user can leave it out; of one with choices that is a choice."""
        return not self.choices and self.becomes in {Becomes.NEW, Becomes.CHANGED, Becomes.REFUSED, Becomes.SKIPPED}


class Import(Protocol):
    """One kind of import into one club or event; `plan` stores nothing, `store` is one transaction.

    Neither is given the lines that are left out (`plan`, `store` below).
    """

    layout: Layout
    club: Club
    """In whose register people are looked for."""

    def plan(self, lines: Sequence[UploadLine], answers: Answers) -> list[LineOutcome]: ...
    def store(self, lines: Sequence[UploadLine], answers: Answers, user: User | None) -> list[LineOutcome]: ...


def said_of(outcome: LineOutcome, taken: Collection[str]) -> str:
    """What is said of a line that has been stored: also what was not taken over."""
    known = outcome.becomes in {Becomes.CHANGED, Becomes.DIFFERS}
    left = [label for key, label in outcome.differences if known and key not in taken]
    told = [_("im Register anders: %(what)s") % {"what": "; ".join(left)}] if left else []
    return "; ".join(part for part in (outcome.says, *told) if part)


def plan(source: Import, lines: Sequence[UploadLine], answers: Answers) -> list[LineOutcome]:
    """What becomes of every line, as far as can be said before it is stored."""
    return _beside(lines, answers, lambda kept: source.plan(kept, answers))


def store(source: Import, lines: Sequence[UploadLine], answers: Answers, user: User | None) -> list[LineOutcome]:
    """Store every line that is not left out; what became of all of them."""
    return _beside(lines, answers, lambda kept: source.store(kept, answers, user))


def _beside(
    lines: Sequence[UploadLine], answers: Answers, handle: Callable[[Sequence[UploadLine]], list[LineOutcome]]
) -> list[LineOutcome]:
    """What becomes of the lines where some are put aside before the others are handled."""
    aside: dict[int, LineOutcome] = {}
    for line in lines:
        answer = answers.get(line.number, LineAnswer()).choice
        if answer == SKIP:
            aside[line.number] = LineOutcome(line.number, full_name(line.cells), Becomes.SKIPPED)
        elif answer != TAKE and _is_nobody(line):
            told = _("Das sieht nach einer Summe oder Bemerkung aus, nicht nach einer Person.")
            choices = (LineChoice(TAKE, _("übernehmen")), LineChoice(SKIP, _("auslassen")))
            text = " ".join(line.cells.values())
            aside[line.number] = LineOutcome(line.number, text, Becomes.ASKED, told, choices, SKIP)
    handled = {each.line: each for each in handle([line for line in lines if line.number not in aside])}
    return [aside.get(line.number) or handled[line.number] for line in lines]


def _is_nobody(line: UploadLine) -> bool:
    """Whether a line seems to belong below the table; beside a name anything may stand, such as a class „Gesamt“."""
    names = [cell for key, cell in line.cells.items() if key in _NAMES]
    for cell in names or line.cells.values():
        first = fold(cell).split(" ")[0]
        if first.strip(":.*()") in _NO_NAMES:
            return True
    name = full_name(line.cells)
    return name.startswith("*") or ":" in name or name.split(" ")[0].isdecimal()


def report_csv(outcomes: Iterable[LineOutcome]) -> bytes:
    """What was left out, as a file for a spreadsheet."""
    text = io.StringIO()
    write = csv.writer(text, delimiter=";", lineterminator="\r\n").writerow
    write([_("Zeile"), _("Name"), _("Warum nicht")])
    for each in outcomes:
        if each.left_out:
            write([each.line, harmless(each.name), harmless(each.says)])
    return text.getvalue().encode("utf-8-sig")
