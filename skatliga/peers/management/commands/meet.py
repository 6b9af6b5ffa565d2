"""Exchange with the other machine of the hall every few seconds, as long as there is one to be asked."""

import time
from argparse import ArgumentParser
from contextlib import suppress
from typing import Final

from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from skatliga.peers import pairing
from skatliga.peers.meeting import NotMetError, exchange

SECONDS: Final = 5.0
"""Between two exchanges."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Tauscht sich mit dem anderen Rechner der Halle aus.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--once", action="store_true", help=_("nur einmal"))

    def handle(self, *args: object, once: bool, **options: object) -> None:
        while True:
            mine = pairing.current()
            if mine and mine.address and pairing.is_possible():
                with suppress(NotMetError):
                    self._exchange(mine)
            if once:
                return
            time.sleep(SECONDS)

    def _exchange(self, mine: pairing.Pairing) -> None:
        try:
            exchange(mine)
        except DatabaseError:  # somebody writes for long, or the database is being restored
            connection.close()
