"""Take in an archive, or say what would become of it."""

import json
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from skatliga.background import write_whole
from skatliga.exchange.archive.planning import Preview, preview
from skatliga.exchange.archive.restoring import Restored, restore, steps
from skatliga.exchange.archive.unpacking import Unpacked
from skatliga.exchange.progress import shown


class Command(BaseCommand):
    help = _(
        "Spielt das Archiv einer Veranstaltung oder eines Vereins ein: ganz oder, wenn etwas nicht stimmt, gar nicht."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("das Archiv"))
        parser.add_argument("--dry-run", action="store_true", help=_("nur sagen, was darin ist und was neu wäre"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist"))
        parser.add_argument("--report", type=Path, help=_("Datei für das Ergebnis, als JSON"))

    def handle(
        self, *args: Any, file: Path, dry_run: bool, progress: Path | None, report: Path | None, **options: Any
    ) -> None:
        try:
            with Unpacked(file) as archive:
                if dry_run:
                    self._tell(preview(archive))
                    return
                with shown(_("Datensätze und Listen"), steps(archive), progress) as tell:
                    restored = restore(archive, tell)
        except ValidationError as refused:
            _report(report, {"refused": refused.messages})
            raise CommandError("\n".join([_("Nichts ist eingespielt:"), *refused.messages])) from None
        said = _said_of(restored)
        _report(report, said)
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
        self.stdout.write(_("Das war ein Probelauf: gespeichert ist nichts."))


def _said_of(restored: Restored) -> dict[str, Any]:
    return {
        "name": str(restored.made),
        "address": restored.made.get_absolute_url(),
        "records": restored.records,
        "renamed": restored.renamed,
    }


def _report(path: Path | None, said: dict[str, Any]) -> None:
    if path:
        write_whole(path, json.dumps(said).encode())
