"""Import a club's whole past: a file of many evenings with all their lists."""

from collections.abc import Iterator
from functools import partial

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exchange.evenings.file_lines import Source, open_path
from skatliga.exchange.evenings.import_evenings import MakeParticipants, Rules
from skatliga.exchange.evenings.list_file import WrittenEvening, read_evenings
from skatliga.exchange.evenings.name_matching import ClubParticipants, Register
from skatliga.exchange.management.import_base import ClubImportCommand, ImportOptions

FORMAT = gettext_lazy(
    """Die Datei: CSV (beliebig lang), XLSX oder ODS, mit den Spalten von import_lists und davor:

  veranstaltung       wie der Abend heißt
  datum               31.05.2026 oder 2026-05-31
  ort                 darf leer sein

Alle Zeilen eines Abends stehen beieinander; in der ersten stehen veranstaltung und datum, darunter sind
sie leer oder gleich. Die Bezeichnungen der Listen gelten je Abend. Auf den Plätzen stehen Namen oder
Mitgliedsnummern; wer im Register des Vereins steht, nimmt als Mitglied teil, wer nicht, als Gast.

  veranstaltung;datum;liste;serie;tisch;platz1;platz2;platz3;spiel;kurz
  Clubabend;07.01.2015;A;1;1;Anna Alt;Bert Bube;Cora Dame;1;243.+
  ;;A;;;;;;2;0

Ein Abend, den der Verein schon hat, wird erkannt: gleiche Listen bleiben, fehlende kommen dazu."""
)


class Command(ClubImportCommand):
    help = _("Übernimmt die Vergangenheit eines Vereins: viele Abende mit allen ihren Listen aus einer Datei.")

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.epilog = str(FORMAT)

    def open(
        self, register: Register, rules: Rules, options: ImportOptions
    ) -> tuple[Source, Iterator[WrittenEvening], MakeParticipants]:
        source = open_path(options["file"])
        make_participants = partial(ClubParticipants, register=register)
        return source, read_evenings(source, rules.book, rules.agreements), make_participants
