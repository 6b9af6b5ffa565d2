"""Import records of the International Skat Server: an event for every day, with the lists that its games make."""

import datetime
from collections.abc import Iterator
from functools import partial

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.evenings.file_lines import Source
from skatliga.exchange.evenings.import_evenings import MakeParticipants, Rules
from skatliga.exchange.evenings.iss_file import open_records, read_days, stored_in
from skatliga.exchange.evenings.list_file import WrittenEvening
from skatliga.exchange.evenings.name_matching import Register, ServerParticipants
from skatliga.exchange.management.import_base import ClubImportCommand, ImportOptions

FORMAT = gettext_lazy(
    """Die Datei: Aufzeichnungen des International Skat Server, eine je Zeile, beliebig viele:

  (;GM[Skat]PC[…]SE[…]ID[…]DT[2021-04-30/19:07:29/UTC]P0[…]P1[…]P2[…]MV[…]R[…];)

Jeder Tag wird eine Veranstaltung. Spiele, die an einem Tisch aufeinander folgen, sind eine Liste; jedes wird
Karte für Karte nachgespielt, nach dem Regelwerk gerechnet und mit dem Ergebnis des Servers verglichen."""
)


class Command(ClubImportCommand):
    help = _("Übernimmt Aufzeichnungen des International Skat Server als Listen.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.epilog = str(FORMAT)
        parser.add_argument("--name", default=_("Online-Abend"), help=_("wie die Veranstaltungen heißen"))
        parser.add_argument("--date", help=_("Tag für Aufzeichnungen ohne Zeit, etwa 2026-05-31"))

    def open(
        self, register: Register, rules: Rules, options: ImportOptions
    ) -> tuple[Source, Iterator[WrittenEvening], MakeParticipants]:
        try:
            day = datetime.date.fromisoformat(options["date"]) if options["date"] else None
        except ValueError:
            raise CommandError(_("Bitte den Tag wie 2026-05-31 angeben.")) from None
        source, file = open_records(options["file"])
        deals = {3: rules.deals_at_three, 4: rules.deals_at_four}
        stored = stored_in(register, options["name"])
        days = read_days(source, file, rules.book, deals, options["name"], day, stored)
        return source, days, partial(ServerParticipants, register=register)
