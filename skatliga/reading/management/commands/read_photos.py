"""Read the photographs of a job; the site orders it."""

from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.rulebooks import BOOKS


class FolderOption(TypedDict):
    """Where the photographs are."""

    folder: Path
    rulebook: str


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Liest die Fotos eines Auftrags der Seite.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rulebook", required=True, choices=BOOKS, help=_("Regelwerk"))
        parser.add_argument("folder", type=Path, help=_("Ordner des Auftrags"))

    def handle(self, *args: object, **options: Unpack[FolderOption]) -> None:
        from skatliga.reading.photo_job import read_all

        for number in read_all(options["folder"], options["rulebook"]):
            self.stdout.write(str(number))
