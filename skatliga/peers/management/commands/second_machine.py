"""Make this machine the second one of a hall: a copy of the first, which exchanges with it from now on."""

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from skatliga.operations.databases import DamagedError
from skatliga.peers import pairing
from skatliga.peers.meeting import NotMetError
from skatliga.peers.setting_up import other_secret_is_set, set_up


class Command(BaseCommand):
    help = _("Macht diesen Rechner zum zweiten in einer Halle; die Seite muss dafür angehalten sein.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help=_("Adresse des ersten, etwa http://192.168.1.10:8000"))
        parser.add_argument("code", help=_("Code, den der erste anzeigt"))

    def handle(self, *args: object, address: str, code: str, **options: object) -> None:
        if not pairing.is_possible():
            raise CommandError(_("Ein zweiter Rechner geht mit SQLite, nicht mit PostgreSQL."))
        try:
            set_up(address, code)
        except (NotMetError, DamagedError, OSError) as failed:
            raise CommandError(str(failed)) from failed
        self.stdout.write(_("Fertig. Dieser Rechner hat alles und tauscht sich mit dem ersten aus, sobald er läuft."))
        if other_secret_is_set():
            self.stdout.write(_("Bitte SECRET_KEY auf den Wert in secret_key setzen, oder weglassen."))
