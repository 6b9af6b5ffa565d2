"""Mail the operators: that a service has failed (`OnFailure=` of its unit), or that the daily backup is missing."""

import os
from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatliga.operations import alarms


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Schreibt den Betreibern, wenn die letzte Sicherung älter als anderthalb Tage ist.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--failed", metavar="UNIT", help=_("stattdessen, dass dieser Dienst gescheitert ist"))

    def handle(self, *args: object, failed: str | None, **options: object) -> None:
        if failed and os.environ.get("MONITOR_EXIT_STATUS") == str(alarms.TOLD):
            self.stdout.write(_("Den Betreibern ist schon geschrieben."))
            return
        if not failed and not alarms.is_missed():
            self.stdout.write(_("Die letzte Sicherung ist von heute oder gestern."))
            return
        if not (alarms.unit_failed(failed) if failed else alarms.backup_missed()):
            raise CommandError(
                _("Es ging keine Mail hinaus; bitte EMAIL_HOST und OPERATORS in den Einstellungen prüfen.")
            )
        self.stdout.write(_("Den Betreibern ist geschrieben."))
