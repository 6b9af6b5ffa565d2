"""Check the database, every stored result and the files of the site."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.consoles import shown
from skatliga.operations.databases import DamagedError, of_this_site
from skatliga.operations.integrity import examine
from skatliga.operations.restoring import clear_leftovers


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Prüft die Datenbank, rechnet alle Listen nach und sucht fehlende Bilder.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist, in Prozent"))

    def handle(self, *args: object, progress: Path | None, **options: object) -> None:
        for path in clear_leftovers():
            self.stdout.write(
                _("Eine Wiederherstellung wurde abgebrochen; die Bilder von davor liegen jetzt hier: %(path)s")
                % {"path": path}
            )
        try:
            of_this_site().demand_reachable()
        except DamagedError as unreachable:
            raise CommandError(str(unreachable)) from unreachable
        with shown(_("Prüfung"), 100, progress) as tell:
            findings = examine(tell)
        counted = ngettext("%(number)s Liste nachgerechnet.", "%(number)s Listen nachgerechnet.", findings.lists)
        self.stdout.write(counted % {"number": findings.lists})
        for note in findings.notes:
            self.stdout.write(note)
        if findings.faults:
            raise CommandError("\n".join(findings.faults))
        self.stdout.write(_("Es stimmt alles."))
