"""Take in an archive, or say what would become of it."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.consoles import shown
from skatliga.database import JsonObject
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.matching import Preview, preview
from skatliga.exchange.archive.restore import RestoredArchive, restore, steps
from skatliga.exchange.models import ArchiveReport
from skatliga.jobs import KEPT_SECONDS


class Command(BaseCommand):
    help = _(
        "Spielt das Archiv einer Veranstaltung oder eines Vereins ein: ganz oder, wenn etwas nicht stimmt, gar nicht."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("das Archiv"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur sagen, was darin ist und was neu wäre"))
        parser.add_argument(
            "--again", action="store_true", help=_("auch einspielen, was schon da ist; es steht dann zweimal da")
        )
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist"))
        parser.add_argument("--work", type=UUID, help=_("der Auftrag der Seite, bei dem das Ergebnis steht"))

    def handle(
        self,
        *args: object,
        file: Path,
        dry_run: bool,
        again: bool,
        progress: Path | None,
        work: UUID | None,
        **options: object,
    ) -> None:
        if work and ArchiveReport.objects.filter(pk=work).exists():
            return  # ordered twice, and done by the first
        keep: Callable[[JsonObject], None] = partial(_keep, work) if work else _forget
        try:
            with Unpacked(file) as archive:
                if dry_run:
                    self._tell(preview(archive))
                    return
                if connection.vendor == "sqlite":
                    self.stdout.write(
                        _("Am Schluss wird an einem Stück geschrieben; so lange muss jeder andere damit warten.")
                    )
                with shown(_("Datensätze und Listen"), steps(archive), progress) as tell:
                    restored = restore(archive, tell, again=again, keep=lambda new: keep(_said_of(new)))
        except ValidationError as refused:
            keep({"refused": refused.messages})
            raise CommandError("\n".join([_("Nichts ist eingespielt:"), *refused.messages])) from None
        said = _said_of(restored)
        self.stdout.write(_("Eingespielt: %(name)s, %(records)s neue Datensätze.") % said)
        for there, here in restored.renamed:
            self.stdout.write(_("„%(there)s“ gab es schon und heißt hier „%(here)s“.") % {"there": there, "here": here})

    def _tell(self, found: Preview) -> None:
        self.stdout.write(f"{found.name} ({found.made_at})")
        for label, number in found.contents:
            self.stdout.write(f"  {number:>8}  {label}")
        for there, here in found.known_clubs:
            self.stdout.write(_("Der Verein „%(there)s“ ist hier „%(here)s“.") % {"there": there, "here": here})
        for name in found.new_clubs:
            self.stdout.write(_("Der Verein „%(name)s“ würde angelegt.") % {"name": name})
        players = {"known": found.known_players, "new": found.new_players}
        self.stdout.write(_("Spieler: %(known)s stehen hier im Register, %(new)s würden angelegt.") % players)
        for sentence in found.present:
            self.stdout.write(sentence)
        if found.present:
            self.stdout.write(_("Eingespielt wird es nur mit --again und steht dann zweimal da."))
        self.stdout.write(_("Das war ein Probelauf: gespeichert ist nichts."))


def _said_of(restored: RestoredArchive) -> JsonObject:
    return {
        "name": str(restored.made),
        "address": restored.made.get_absolute_url(),
        "records": restored.records,
        "renamed": restored.renamed,
    }


def _forget(said: JsonObject) -> None:
    """Nobody has ordered it: who called the command reads what it says."""


def _keep(work: UUID, said: JsonObject) -> None:
    """Store what became of an order, and forget those of orders that are kept no more."""
    ArchiveReport.objects.filter(at__lt=timezone.now() - timedelta(seconds=KEPT_SECONDS)).delete()
    ArchiveReport.objects.create(work=work, said=said)
