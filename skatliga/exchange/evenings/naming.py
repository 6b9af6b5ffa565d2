"""Whom a club means by names in its files: said once, in a file or on a page, and kept.

A file of names has two columns, ``name`` and ``spieler``: a name as it stands in the records or lists, and the member's
name or number; who has none is a guest.
"""

from collections.abc import Mapping
from typing import Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from skatliga.exchange.evenings.desk import Register
from skatliga.exchange.models import FileName
from skatliga.exchange.workbooks.workbook import read
from skatliga.people.models import Club, Player

COLUMNS: Final = ("name", "spieler")
Names = Mapping[str, Player | None]
"""Whom every name means; `None` is a guest."""


def read_names(content: bytes, filename: str, register: Register) -> dict[str, Player | None]:
    """The names of a file; raises ValidationError with every line that names nobody of the register."""
    table = read(content, filename)
    heading = [title.casefold() for title in table.heading]
    if not set(COLUMNS) <= set(heading):
        raise ValidationError(_("Die Datei der Namen braucht die Spalten: %(columns)s.") % {"columns": "name, spieler"})
    names: dict[str, Player | None] = {}
    refused: list[str] = []
    for row in table.rows:
        name, player = (row.cells[heading.index(column)] for column in COLUMNS)
        try:
            if name:
                names[name[:120]] = register.person(player) if player else None
        except ValidationError as refusal:
            refused += [_("Zeile %(line)s: %(why)s") % {"line": row.number, "why": why} for why in refusal.messages]
    if refused:
        raise ValidationError(refused)
    return names


def keep_names(club: Club, names: Names) -> None:
    """Keep whom these names mean, instead of what was said of them before."""
    FileName.objects.bulk_create(
        (FileName(club=club, name=name, player=player) for name, player in names.items()),
        update_conflicts=True,
        unique_fields=["club", "name"],
        update_fields=["player"],
    )
