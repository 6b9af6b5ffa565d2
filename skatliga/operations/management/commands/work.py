"""Do the long works of the site (`jobs`): a worker for each queue, which begins again when it dies."""

import os
import signal
import time
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Final

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError, connection
from django.utils.translation import gettext as _

from skatliga.jobs import MESSAGES, QUEUES, WORKERS, at_work, give_up_what_died
from skatliga.subscriptions.sending import serve

MOST_TASKS: Final = 200
"""After so many a worker gives its memory back: another one follows it."""

ENDS: Final[Mapping[signal.Signals, Callable[..., None] | signal.Handlers]] = {
    signal.SIGINT: signal.default_int_handler,
    signal.SIGTERM: signal.SIG_DFL,
}
"""What tells a process to end, and how Python answers it by itself."""


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Erledigt lange Arbeiten neben der Seite: Unterlagen, Importe, Archive, Sicherungen.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("queue", nargs="?", choices=WORKERS, help=_("nur diese Arbeiten; ohne Angabe alle"))

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
                if queue == MESSAGES:
                    return serve()
                give_up_what_died()
                own = {"queue_name": queue, "worker_id": name, "interval": QUEUES[queue], "max_tasks": MOST_TASKS}
                call_command("db_worker", **own, startup_delay=False, reload=False, verbosity=0)
                return
            except DatabaseError:
                connection.close()
                time.sleep(1)


def _watch() -> None:
    """A worker for each queue, until this process is told to end or the one that has started it is gone.

    Workers are forks: they begin at once and share the memory of the program.
    """
    os.nice(5)  # pages come first
    told: list[int] = []
    for number in ENDS:
        signal.signal(number, lambda number, _frame: told.append(number))
    parent = os.getppid()
    workers: dict[int, str] = {}
    while not told and os.getppid() == parent:
        for queue in sorted({*WORKERS} - {*workers.values()}):
            if process := os.fork():
                workers[process] = queue
            else:
                for number, handler in ENDS.items():
                    signal.signal(number, handler)
                return None if told else _work(queue)  # told between the fork and this line it would never hear of it
        time.sleep(0.5)
        for process in [*workers]:
            if os.waitpid(process, os.WNOHANG) != (0, 0):
                del workers[process]
    for process in workers:
        os.kill(process, signal.SIGTERM)  # it ends what it is at; told a second time it breaks it off, as after Ctrl+C
    for process in workers:
        os.waitpid(process, 0)
