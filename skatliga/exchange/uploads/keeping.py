"""An import on its way through its pages: keep the file, choose the columns, look at every line, store.

* **D** A user has one file of a kind on its way; a new one takes the place of the last.
* **D** What is stored is planned anew in the same transaction; where somebody else has changed the register meanwhile,
  that counts, and the report says it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads.mapping import Layout, Line
from skatliga.exchange.uploads.participants import Participants
from skatliga.exchange.uploads.past_years import PastYears
from skatliga.exchange.uploads.planning import Answers, Becomes, Import, LineOutcome
from skatliga.exchange.uploads.players import Players
from skatliga.exchange.workbooks.workbook import Table, read
from skatliga.people.models import Club, User

MOST_BYTES: Final = 2_000_000


@transaction.atomic
def keep(
    user: User,
    kind: Upload.Kind,
    club: Club,
    name: str,
    content: bytes,
    *,
    event: Event | None = None,
    options: Mapping[str, Any] | None = None,
) -> Upload:
    """Keep a file for the next steps; raises ValidationError for one that cannot be read."""
    if len(content) > MOST_BYTES:
        raise ValidationError(
            _("Die Datei ist zu groß: erlaubt sind %(most)s MB. Bitte in mehreren Teilen hochladen.")
            % {"most": MOST_BYTES // 1_000_000}
        )
    read(content, name)
    Upload.objects.expired().delete()
    Upload.objects.filter(user=user, kind=kind).delete()
    return Upload.objects.create(
        user=user, kind=kind, club=club, event=event, name=name[:200], content=content, options=dict(options or {})
    )


def table_of(upload: Upload) -> Table:
    """What the file holds, in the sheet chosen."""
    return read(bytes(upload.content), upload.name, sheet=upload.sheet)


def import_of(upload: Upload) -> Import:
    """What the file is imported as."""
    match upload.kind:
        case Upload.Kind.PLAYERS:
            return Players(upload.club)
        case Upload.Kind.PARTICIPANTS:
            return Participants(upload.event)
    return PastYears(upload.club, **upload.options)


def choose_sheet(upload: Upload, sheet: str) -> None:
    """Read another sheet of the file; the columns are chosen anew."""
    table = read(bytes(upload.content), upload.name, sheet=sheet)
    upload.sheet, upload.columns = table.sheet, None
    upload.save(update_fields=["sheet", "columns"])


def choose_columns(upload: Upload, layout: Layout, columns: Sequence[str]) -> None:
    """Say which field every column is; refused where they do not fit or nothing is in them."""
    layout.lines(table_of(upload), columns)
    upload.columns = list(columns)
    upload.save(update_fields=["columns"])


def lines_of(upload: Upload, layout: Layout) -> list[Line]:
    """The lines by the columns chosen; proposed ones where nobody has chosen yet."""
    table = table_of(upload)
    return layout.lines(table, upload.columns or layout.propose(table.heading))


@transaction.atomic
def carry_out(upload: Upload, answers: Answers, user: User) -> list[LineOutcome]:
    """Store the file, once: sent again, it answers what was done the first time."""
    stored = Upload.objects.select_for_update(of=("self",)).select_related("club", "event__club").get(pk=upload.pk)
    if stored.report is None:
        source = import_of(stored)
        outcomes = source.store(lines_of(stored, source.layout), answers, user)
        stored.report = [[each.line, each.name, each.becomes, each.says] for each in outcomes]
        stored.content = b""
        stored.save()
    return report_of(stored)


def report_of(upload: Upload) -> list[LineOutcome]:
    """What became of its lines."""
    return [LineOutcome(line, name, Becomes(becomes), says) for line, name, becomes, says in upload.report or ()]
