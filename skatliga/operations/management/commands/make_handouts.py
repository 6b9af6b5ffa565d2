"""Make the documents of public pages that visitors wait for (`handouts`); the site orders it by itself."""

import signal
from typing import Final

from django.core.management.base import BaseCommand
from django.db import close_old_connections
from django.utils.translation import gettext as _

from skatliga.handouts import make_next

LONGEST: Final = 120
"""Seconds a document may take."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Erstellt die Dokumente öffentlicher Seiten, auf die jemand wartet; die Seite ruft es selbst auf.")

    def handle(self, *args: object, **options: object) -> None:
        more = True
        while more:
            signal.alarm(LONGEST)  # which ends the worker; another one follows it
            more = make_next()
            signal.alarm(0)
            close_old_connections()
