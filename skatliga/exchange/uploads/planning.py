"""What becomes of every line of a table: shown before anything is stored, and told afterwards."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _

from skatliga.exchange.uploads.mapping import Layout, Line
from skatliga.spreadsheets import harmless

Answers = Mapping[int, str]
"""What the user has decided about doubtful lines, by the number of the line."""


class Becomes(StrEnum):
    """What a line becomes."""

    NEW = "new"
    CHANGED = "changed"
    PRESENT = "present"
    """There already; nothing to be done."""
    ASKED = "asked"
    """Doubtful; left out as long as nobody decides."""
    REFUSED = "refused"


class Choice(NamedTuple):
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
    choices: Sequence[Choice] = ()
    proposed: str = ""
    """The answer that is likely right."""

    @property
    def stored(self) -> bool:
        """Whether it changes anything."""
        return self.becomes in {Becomes.NEW, Becomes.CHANGED}

    @property
    def left_out(self) -> bool:
        """Whether somebody has to look at it."""
        return self.becomes in {Becomes.ASKED, Becomes.REFUSED}


class Import(Protocol):
    """One kind of import into one club or event; `plan` stores nothing, `store` is one transaction."""

    layout: Layout

    def plan(self, lines: Sequence[Line], answers: Answers) -> list[LineOutcome]: ...
    def store(self, lines: Sequence[Line], answers: Answers, user: Any) -> list[LineOutcome]: ...


def report_csv(outcomes: Iterable[LineOutcome]) -> bytes:
    """What was left out, as a file for a spreadsheet."""
    text = io.StringIO()
    write = csv.writer(text, delimiter=";", lineterminator="\r\n").writerow
    write([_("Zeile"), _("Name"), _("Warum nicht")])
    for each in outcomes:
        if each.left_out:
            write([each.line, harmless(each.name), harmless(each.says)])
    return text.getvalue().encode("utf-8-sig")
