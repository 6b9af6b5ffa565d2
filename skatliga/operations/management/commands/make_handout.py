"""Make a document of a public page that a visitor waits for (`handouts`); the site orders it by itself."""

import json
import signal
from argparse import ArgumentParser
from typing import Final

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from skatliga.handouts import make
from skatliga.stock import Wanted

LONGEST: Final = 120
"""Seconds a document may take."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Erstellt die Dokumente öffentlicher Seiten, auf die jemand wartet; die Seite ruft es selbst auf.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("wanted", type=json.loads)

    def handle(self, *args: object, wanted: tuple[str, str, str, bool, str], **options: object) -> None:
        signal.alarm(LONGEST)  # which ends the worker; another one follows it
        try:
            make(Wanted(*wanted))
        finally:
            signal.alarm(0)
