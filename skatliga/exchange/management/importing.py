"""What the commands that import a table share: the file, the columns by their headings, the report."""

from pathlib import Path

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _
from rich.console import Console
from rich.table import Table as Printed

from skatliga.consoles import console_of
from skatliga.exchange.management.named import content_of
from skatliga.exchange.uploads.keeping import heading_of, propose
from skatliga.exchange.uploads.mapping import Layout
from skatliga.exchange.uploads.planning import Becomes, Import, LineOutcome, said_of, store
from skatliga.exchange.workbooks.workbook import Table, read


class ImportCommand(BaseCommand):
    """Imports a table into a club; the columns are known by their headings, nobody is asked about doubtful lines."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help=_("der Verein, wie er in seiner Adresse heißt"))
        parser.add_argument("file", type=Path, help=_("die Datei: CSV, XLSX oder ODS"))
        parser.add_argument("--sheet", default="", help=_("das Blatt der Mappe; ohne Angabe das erste"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur prüfen, nichts übernehmen"))

    def import_table(self, source: Import, file: Path, sheet: str, dry_run: bool) -> None:
        """Store the table and tell what became of it; raises CommandError where something was left out."""
        console = console_of(self, soft_wrap=True)
        try:
            table = _read(file, source.layout, sheet)
            for remark in table.remarks:
                console.print(remark)
            lines = source.layout.lines(table, propose(source.layout, table, source.club))
            busy = console.status(_("%(number)s Zeilen werden übernommen …") % {"number": len(lines)})
            with busy, transaction.atomic():
                outcomes = store(source, lines, {}, None)
                transaction.set_rollback(dry_run)
        except ValidationError as refusal:
            raise CommandError("\n".join(refusal.messages)) from None
        _report(outcomes, console)
        if dry_run:
            console.print(_("Das war ein Probelauf: gespeichert ist nichts."))
        if any(each.left_out for each in outcomes):
            raise CommandError(_("Nicht alles ließ sich übernehmen."))


def _read(file: Path, layout: Layout, sheet: str) -> Table:
    content = content_of(file)
    table = read(content, file.name, sheet=sheet)
    heading = heading_of(layout, table)
    return read(content, file.name, sheet=sheet, heading=heading) if heading is not None else table


def _report(outcomes: list[LineOutcome], console: Console) -> None:
    """What was left out and why, and how many lines became what."""
    left_out = [each for each in outcomes if each.left_out]
    if left_out:
        table = Printed(_("Zeile"), _("Name"), _("Warum nicht"))
        for each in left_out:
            table.add_row(str(each.line), each.name, said_of(each, ()))
        console.print(table)
    count = {becomes.value: sum(each.becomes == becomes for each in outcomes) for becomes in Becomes}
    console.print(
        _(
            "Zeilen: %(new)s neu, %(changed)s geändert, %(present)s schon da, %(differs)s im Register anders,"
            " %(asked)s zu entscheiden, %(refused)s bleiben draußen."
        )
        % count
    )
