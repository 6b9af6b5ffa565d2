"""An import on its way through its pages: keep the file, choose the columns, look at every line, store.

* **D** A user may have a few files of a kind on their way, in several windows; one more takes the place of the oldest.
* **D** The heading is the last of the first lines that names the columns that are needed: so titles above it and the
  first line of a double heading are none. Where no line names any column, and the first one has a number in it, the
  table has no heading. The user can choose another line, or none.
* **D** What is stored is planned again in the same transaction; where somebody else has changed the register meanwhile,
  that counts, and the report says it.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.events.models import Event
from skatliga.exchange.models import Upload
from skatliga.exchange.uploads import import_plan
from skatliga.exchange.uploads.columns import Layout, UploadLine
from skatliga.exchange.uploads.import_plan import Answers, Becomes, Import, LineAnswer, LineOutcome
from skatliga.exchange.uploads.member_import import MemberImport
from skatliga.exchange.uploads.participant_import import Participants
from skatliga.exchange.uploads.past_year_import import PastYears
from skatliga.exchange.workbooks.table_reader import FileTable, read
from skatliga.people.models import Club, User
from skatliga.people.names import fold

MOST_BYTES: Final = 2_000_000
MOST_FILES: Final = 5
"""Of a user and kind."""


@transaction.atomic
def keep(
    user: User,
    kind: Upload.Kind,
    club: Club,
    name: str,
    content: bytes,
    *,
    event: Event | None = None,
    options: Mapping[str, object] | None = None,
) -> Upload:
    """Keep a file for the next steps; raises ValidationError for one that cannot be read."""
    if len(content) > MOST_BYTES:
        raise ValidationError(
            _("Die Datei ist zu groß: erlaubt sind %(most)s MB. Bitte in mehreren Teilen hochladen.")
            % {"most": MOST_BYTES // 1_000_000}
        )
    table = read(content, name)
    Upload.objects.expired().delete()
    others = Upload.objects.filter(user=user, kind=kind).order_by("-at")
    Upload.objects.filter(pk__in=list(others.values_list("pk", flat=True)[MOST_FILES - 1 :])).delete()
    upload = Upload(
        user=user, kind=kind, club=club, event=event, name=name[:200], content=content, options=dict(options or {})
    )
    upload.heading = heading_of(import_of(upload).layout, table)
    upload.save()
    return upload


def table_of(upload: Upload) -> FileTable:
    """What the file holds, in the sheet chosen."""
    return read(bytes(upload.content), upload.name, sheet=upload.sheet, heading=upload.heading)


def import_of(upload: Upload) -> Import:
    """What the file is imported as."""
    match upload.kind:
        case Upload.Kind.PLAYERS:
            return MemberImport(upload.club, upload.user)
        case Upload.Kind.PARTICIPANTS:
            assert upload.event
            return Participants(upload.event)
    return PastYears(upload.club, **upload.options)


def heading_of(layout: Layout, table: FileTable) -> int | None:
    """Which line is the heading where the first one of several cells is not; 0 for a table without headings."""
    fitting = [row.number for row in table.beginning if row.number >= table.top and layout.fits(row.cells)]
    if fitting:
        return fitting[-1] if fitting[-1] > table.top else None
    known = any(layout.propose(row.cells) != [""] * len(row.cells) for row in table.beginning)
    return None if known or not any(cell.isdecimal() for cell in table.heading) else 0


def choose_sheet(upload: Upload, sheet: str) -> None:
    """Read another sheet of the file; heading and columns are chosen anew."""
    table = read(bytes(upload.content), upload.name, sheet=sheet)
    upload.sheet, upload.columns = table.sheet, None
    upload.heading = heading_of(import_of(upload).layout, table)
    upload.save(update_fields=["sheet", "heading", "columns"])


def choose_heading(upload: Upload, line: int) -> None:
    """Take another line as the heading, 0 for none; the columns are chosen anew."""
    read(bytes(upload.content), upload.name, sheet=upload.sheet, heading=line)
    upload.heading, upload.columns = line, None
    upload.save(update_fields=["heading", "columns"])


def choose_columns(upload: Upload, layout: Layout, columns: Sequence[str]) -> None:
    """Say which field every column is; refused where they do not fit or nothing is in them."""
    layout.lines(table_of(upload), columns)
    upload.columns = list(columns)
    upload.save(update_fields=["columns"])


def lines_of(upload: Upload, layout: Layout) -> list[UploadLine]:
    """The lines by the columns chosen; proposed ones where nobody has chosen yet."""
    table = table_of(upload)
    return layout.lines(table, upload.columns or propose(layout, table, upload.club))


def propose(layout: Layout, table: FileTable, club: Club) -> list[str]:
    """Which field every column is likely."""
    known = {fold(member.player.name) for member in club.memberships.select_related("player")}
    return layout.propose_for(table, known)


@transaction.atomic
def carry_out(upload: Upload, answers: Answers, user: User) -> list[LineOutcome]:
    """Store the file, once: sent again, it answers what was done the first time."""
    stored = Upload.objects.select_for_update(of=("self",)).select_related("club", "event__club").get(pk=upload.pk)
    if stored.report is None:
        source = import_of(stored)
        outcomes = import_plan.store(source, lines_of(stored, source.layout), answers, user)
        stored.report = [
            [each.line, each.name, each.becomes, import_plan.said_of(each, answers.get(each.line, LineAnswer()).taken)]
            for each in outcomes
        ]
        stored.content = b""
        stored.save()
    return report_of(stored)


def report_of(upload: Upload) -> list[LineOutcome]:
    """What became of its lines."""
    return [LineOutcome(line, name, Becomes(becomes), says) for line, name, becomes, says in upload.report or ()]
