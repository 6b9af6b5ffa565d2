"""Ask, before a site is stopped for an upgrade, whether there is room for its backup and for the way back."""

from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatliga.operations import backups, places, restoring
from skatliga.operations.databases import DamagedError, of_this_site

PROGRAM: Final = 300 * 1000 * 1000
"""Bytes of the packages of another version beside those of this one; all of them together have 250 MB."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Sagt, ob Platz für eine Erneuerung ist: für die Sicherung davor, das Programm und den Weg zurück.")

    def handle(self, *args: object, **options: object) -> None:
        try:
            of_this_site().demand_reachable()
        except DamagedError as unreachable:
            raise CommandError(str(unreachable)) from unreachable
        database = of_this_site().size()
        sizes = database + places.size_of(restoring.media_folder())
        # While the backup is made, and while it is put back.
        making = [*backups.room(), (settings.BASE_DIR, PROGRAM)]
        going_back = [(backups.folder(), sizes), (settings.BASE_DIR, PROGRAM), *restoring.room(sizes, database)]
        if missing := places.missing_room(going_back) or places.missing_room(making):
            raise CommandError(" ".join(missing))
        self.stdout.write(_("Es ist Platz genug."))
