"""Put a backup in the place of what is there.

Exit status FOUND says that it is there, and that the check afterwards has found something, as it might have before.
"""

from argparse import ArgumentParser
from pathlib import Path
from typing import Final

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import formats, timezone
from django.utils.translation import gettext as _

from skatliga.consoles import shown
from skatliga.operations import backups, places
from skatliga.operations.databases import DamagedError, of_this_site
from skatliga.operations.restoring import UnfinishedRestoreError, look_at, restore, room_for

FOUND: Final = 3
"""Read by deploy/upgrade.sh; 1 and 2 are those of errors."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Setzt eine Sicherung an die Stelle des jetzigen Standes. Die Seite muss dafür angehalten sein.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help=_("die Sicherung"))
        parser.add_argument("--yes", action="store_true", help=_("auch wenn die Datenbank nicht leer ist"))
        parser.add_argument(
            "--without-backup",
            action="store_true",
            help=_("vorher nicht sichern, was jetzt da ist: es ist danach fort"),
        )

    def handle(self, *args: object, file: Path, yes: bool, without_backup: bool, **options: object) -> None:
        needs: list[places.Need] = []
        try:
            manifest = look_at(file)
            needs += room_for(manifest) if without_backup else [*room_for(manifest), *backups.room()]
            created = formats.date_format(timezone.localtime(manifest.time), "d.m.Y H:i")
            if not yes:
                _demand_nothing_to_lose(created)
            with shown(_("Wiederherstellung"), 100) as tell:
                restored = restore(file, tell, backup=not without_backup)
        except UnfinishedRestoreError as unfinished:
            raise CommandError(
                _(
                    "Der Stand vom %(created)s ist eingesetzt, aber noch nicht umgestellt und geprüft. Bitte beheben, "
                    "was hier steht, und dann manage.py migrate und manage.py check_integrity aufrufen: %(why)s"
                )
                % {"created": created, "why": unfinished.__cause__}
            ) from unfinished
        except (DamagedError, OSError, DatabaseError) as failed:
            why = places.why_it_failed(failed, needs)
            raise CommandError(_("Nicht wiederhergestellt: %(why)s") % {"why": why}) from failed
        if restored.before:
            self.stdout.write(_("Was vorher da war: %(path)s") % {"path": restored.before.path})
        if restored.aside:
            self.stdout.write(_("Die beschädigte Datenbank liegt jetzt hier: %(path)s") % {"path": restored.aside})
        if restored.other_key:
            self.stdout.write(
                _(
                    "SECRET_KEY ist ein anderer: gedruckte Tischkarten und Einmal-Links gelten nicht mehr, und alle "
                    "melden sich neu an."
                )
            )
        self.stdout.write(_("Wiederhergestellt: der Stand vom %(created)s.") % {"created": created})
        if restored.findings.faults:
            raise CommandError("\n".join([_("Bei der Prüfung fiel auf:"), *restored.findings.faults]), returncode=FOUND)
        self.stdout.write(_("Alles nachgerechnet und geprüft, es stimmt."))


def _demand_nothing_to_lose(created: str) -> None:
    database = of_this_site()
    if why := database.broken():
        raise CommandError(
            _(
                "Die Datenbank ist beschädigt (%(why)s). Soll der Stand vom %(created)s an ihre Stelle treten, bitte "
                "die Seite anhalten und noch einmal mit --yes; die beschädigte wird beiseite gelegt."
            )
            % {"why": why, "created": created}
        )
    if not database.is_empty():
        raise CommandError(
            _(
                "Die Datenbank ist nicht leer. Soll der Stand vom %(created)s an ihre Stelle treten, bitte die Seite "
                "anhalten und noch einmal mit --yes; was jetzt da ist, wird vorher gesichert."
            )
            % {"created": created}
        )
