"""Move the whole site into the database the settings name, from the one it was in; see docs/admin/backup.md."""

from argparse import ArgumentParser

from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatliga.consoles import shown
from skatliga.operations.databases import DamagedError, of_this_site
from skatliga.operations.moving import move_from


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Holt die ganze Seite aus ihrer bisherigen Datenbank in die neue, die DATABASE_URL jetzt nennt.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help=_("Adresse der bisherigen, geschrieben wie DATABASE_URL"))

    def handle(self, *args: object, address: str, **options: object) -> None:
        try:
            of_this_site().demand_reachable()
            with shown(_("Umzug"), 100) as tell:
                moved = move_from(address, tell)
        except (DamagedError, ImproperlyConfigured) as failed:
            raise CommandError(_("Nicht umgezogen: %(why)s") % {"why": failed}) from failed
        for table in moved.left:
            self.stdout.write(
                _("Tabelle %(table)s gehört zu nichts in diesem Programm und bleibt zurück.") % {"table": table}
            )
        self.stdout.write(
            _("Umgezogen und verglichen: %(rows)s Zeilen in %(tables)s Tabellen; %(lists)s Listen nachgerechnet.")
            % {"rows": moved.rows, "tables": moved.tables, "lists": moved.lists}
        )
