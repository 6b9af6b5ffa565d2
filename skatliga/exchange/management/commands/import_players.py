"""Import players into the register of a club and say who does not fit."""

from pathlib import Path

from django.utils.translation import gettext as _

from skatliga.exchange.management.import_base import ImportCommand, club_of
from skatliga.exchange.uploads.member_import import MemberImport


class Command(ImportCommand):
    help = _(
        "Übernimmt Spieler in das Register eines Vereins. Die Spalten werden an ihren Überschriften erkannt;"
        " zweifelhafte Zeilen bleiben draußen und werden genannt."
    )

    def handle(self, *args: object, club: str, file: Path, sheet: str, dry_run: bool, **options: object) -> None:
        self.import_table(MemberImport(club_of(club)), file, sheet, dry_run)
