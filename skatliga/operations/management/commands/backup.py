"""Back the site up into one file, while it runs; where that fails the operators are told by mail."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from skatliga.consoles import shown
from skatliga.operations import alarms, backups, copies, places
from skatliga.operations.databases import DamagedError, of_this_site


class Command(BaseCommand):
    requires_system_checks = ()  # a backup must not fail over what is only advice
    help = _("Sichert die Datenbank und alle Bilder in eine Datei; die Seite läuft dabei weiter.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, help=_("Ordner; ohne Angabe der aus den Einstellungen (BACKUP_DIR)"))
        parser.add_argument("--keep", type=int, help=_("für so viele Tage eine Sicherung behalten (BACKUP_KEEP)"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist, in Prozent"))

    def handle(
        self, *args: object, to: Path | None, keep: int | None, progress: Path | None, **options: object
    ) -> None:
        if keep is not None and keep < 1:
            raise CommandError(_("--keep muss mindestens 1 sein."))
        needs: list[places.Need] = []
        made = False
        try:
            of_this_site().demand_reachable()
            needs += [*backups.room(to), *copies.room()]
            with shown(_("Sicherung"), 100, progress) as tell:
                backup = backups.make(to, tell)
            backups.remove_old(to, keep, backup)
            made = True
            if copies.wanted():
                self.stdout.write(_("Verschlüsselte Kopie: %(path)s") % {"path": copies.make(backup)})
                backups.remove_old(copies.folder(), keep, backup, copies.ENDING)
        except (DamagedError, OSError, DatabaseError) as failed:
            why = places.why_it_failed(failed, needs)
            if made:
                said = why = _("Gesichert ist alles, aber die verschlüsselte Kopie fehlt: %(why)s") % {"why": why}
            else:
                said = _("Nicht gesichert: %(why)s") % {"why": why}
            told = alarms.backup_failed(why)
            raise CommandError(said, returncode=alarms.TOLD if told else 1) from failed
        if others := backups.of_others(to):
            self.stdout.write(
                _(
                    "In %(folder)s liegen auch Sicherungen, die von einer anderen Seite sind oder unter einem anderen "
                    "SECRET_KEY entstanden (%(number)s, die neueste: %(name)s). Sie bleiben liegen."
                )
                % {"folder": backup.path.parent, "number": len(others), "name": others[-1].name}
            )
        self.stdout.write(_("Gesichert und geprüft: %(path)s") % {"path": backup.path})
