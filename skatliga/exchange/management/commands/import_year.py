"""Import the final table of a year that was played elsewhere."""

from datetime import date
from pathlib import Path

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _

from skatliga.exchange.management.import_base import ImportCommand, club_of
from skatliga.exchange.uploads.past_year_import import PastYears


class Command(ImportCommand):
    help = _(
        "Übernimmt die Abschlusstabelle eines früheren Clubjahrs, ganz oder gar nicht. Sie ist unveröffentlicht,"
        " bis jemand sie auf ihrer Seite veröffentlicht."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--name", required=True, help=_("wie das Clubjahr heißt"))
        parser.add_argument("--from", dest="first_day", required=True, help=_("erster Tag, als JJJJ-MM-TT"))
        parser.add_argument("--to", dest="last_day", required=True, help=_("letzter Tag, als JJJJ-MM-TT"))

    def handle(
        self,
        *args: object,
        club: str,
        file: Path,
        sheet: str,
        dry_run: bool,
        name: str,
        first_day: str,
        last_day: str,
        **options: object,
    ) -> None:
        for text in (first_day, last_day):
            try:
                date.fromisoformat(text)
            except ValueError:
                raise CommandError(_("„%(text)s“ ist kein Tag; bitte als JJJJ-MM-TT.") % {"text": text}) from None
        self.import_table(PastYears(club_of(club), name, first_day, last_day), file, sheet, dry_run)
