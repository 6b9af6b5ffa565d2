"""Do the long works of the site (`jobs`): a worker for each queue, which begins again when it dies."""

import os
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from typing import Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from skatliga.jobs import QUEUES, at_work, give_up_what_died

MOST_TASKS: Final = 200
"""After so many a worker gives its memory back: another one follows it."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Erledigt lange Arbeiten neben der Seite: Unterlagen, Importe, Archive, Sicherungen.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("queue", nargs="?", choices=QUEUES, help=_("nur diese Arbeiten; ohne Angabe alle"))

    def handle(self, *args: object, queue: str | None, **options: object) -> None:
        if queue:
            _work(queue)
        else:
            _watch()


def _work(queue: str) -> None:
    """One worker. It outlives a database that is gone for a while, or is written to for long by somebody else."""
    with at_work(queue) as name:
        while True:
            try:
                give_up_what_died()
                own = {"queue_name": queue, "worker_id": name, "interval": QUEUES[queue], "max_tasks": MOST_TASKS}
                call_command("db_worker", **own, startup_delay=False, reload=False, verbosity=0)
                return
            except DatabaseError:
                connection.close()
                time.sleep(1)


def _watch() -> None:
    """A worker for each queue, until this process is told to end or the one that has started it is gone."""
    os.nice(5)  # pages come first
    told: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _frame: told.append(number))
    parent = os.getppid()
    workers: dict[str, subprocess.Popen[bytes]] = {}
    while not told and os.getppid() == parent:
        for queue in QUEUES:
            if queue not in workers or workers[queue].poll() is not None:
                workers[queue] = subprocess.Popen([sys.executable, settings.BASE_DIR / "manage.py", "work", queue])
        time.sleep(0.5)
    for worker in workers.values():
        worker.terminate()  # it ends what it is at; whoever is told a second time breaks it off, as after Ctrl+C
    for worker in workers.values():
        worker.wait()
