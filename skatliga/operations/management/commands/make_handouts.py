"""Make the documents of public pages that visitors wait for (`handouts`); the site starts it by itself."""

import os
import signal
import time
from typing import Final

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils.translation import gettext as _

from skatliga.handouts import make_next

IDLE: Final = 30
"""Seconds for which it waits for the next order: starting anew takes longer than making a document."""

LONGEST: Final = 120
"""Seconds a document may take."""

LOOKED: Final = 0.1
"""Seconds between two looks at what waits."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Erstellt die Dokumente öffentlicher Seiten, auf die jemand wartet; die Seite ruft es selbst auf.")

    def handle(self, *args: object, **options: object) -> None:
        os.nice(5)  # pages come first
        last = time.monotonic()
        while time.monotonic() < last + IDLE:
            signal.alarm(LONGEST)  # which ends it; the next order begins it anew
            made = make_next()
            signal.alarm(0)
            if made:
                connection.close()
                last = time.monotonic()
            else:
                time.sleep(LOOKED)
