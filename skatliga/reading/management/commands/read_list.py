"""Read photographs of lists, without a database: a line of JSON for each."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.rulebook import RuleBook
from scoring.rulebooks import BOOKS
from skatliga.database import JsonObject


class ReadOptions(TypedDict):
    """Which photographs, of which list they should be, and by which rules it was played."""

    photos: list[Path]
    json: bool
    list: str
    rulebook: str


class Command(BaseCommand):
    requires_system_checks = ()  # nothing of the site is needed
    help = _("Liest fotografierte Listen und schreibt, was darauf steht.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("photos", nargs="+", type=Path, metavar="PHOTO", help=_("Fotos als JPEG, PNG oder WebP"))
        parser.add_argument("--json", action="store_true", help=_("Eine Zeile JSON je Foto"))
        parser.add_argument("--rulebook", default=next(iter(BOOKS)), choices=BOOKS, help=_("Regelwerk"))
        parser.add_argument("--list", default="", help=_("Adresse oder Code der Liste, die es sein soll"))

    def handle(self, *args: object, **options: Unpack[ReadOptions]) -> None:
        missing = [str(path) for path in options["photos"] if not path.is_file()]
        if missing:
            raise CommandError(_("Diese Datei gibt es nicht: %(name)s") % {"name": ", ".join(missing)}, returncode=2)
        wrong = False
        for path in options["photos"]:
            said = _said(path, BOOKS[options["rulebook"]], options["list"])
            wrong = wrong or bool(said["problems"])
            self.stdout.write(json.dumps(said, ensure_ascii=False) if options["json"] else _in_words(said))
            self.stdout.flush()
        if wrong:
            sys.exit(1)


def _said(path: Path, book: RuleBook, wanted: str) -> JsonObject:
    """What is read on one photograph; the grids that were made for it are gone before the next."""
    from skatliga.reading.answers import answer, complain_of_list
    from skatliga.reading.recognition import read_photo

    found = read_photo(path.read_bytes(), book)
    complain_of_list(found, wanted)
    return answer(found, str(path))


def _in_words(said: JsonObject) -> str:
    """The rows for people: number, seat, score, total, and what is to be looked at."""
    lines = [f"{said['photo']}", *(problem["message"] for problem in said["problems"])]
    for row in said["rows"]:
        what = f"{row['declarer']} {row['score']:+d} {row['total']}" if row["declarer"] else row["state"]
        lines.append(f"{row['row']:3} {what}{' ? ' + ', '.join(row['why']) if row['look'] else ''}")
    for foot in said["foot"]:
        figures = " ".join(str(foot[name]) for name in ("points", "won", "lost", "own", "others", "result"))
        lines.append(f"  {foot['seat']}: {figures}{' ?' if foot['look'] else ''}")
    return "\n".join(lines)
