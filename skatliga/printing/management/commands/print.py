"""Print a document of an event into a file; long prints of the site are made by this command as well."""

import gc
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.access import Role
from skatliga.events.models import Event
from skatliga.printing.works import WORKS, Order, filename


class Command(BaseCommand):
    requires_system_checks = ()  # they take as long as fifty lists
    help = gettext_lazy("Druckt eine Unterlage einer Veranstaltung in eine PDF-Datei.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("document", choices=WORKS, help=_("Was gedruckt wird"))
        parser.add_argument("slug", help=_("Veranstaltung, wie sie in der Adresse steht"))
        parser.add_argument("--serie", type=int, help=_("Nummer der Serie"))
        parser.add_argument("-o", "--output", type=Path, help=_("Datei; ohne Angabe im Verzeichnis, in dem man steht"))
        parser.add_argument("--site", default="", help=_("Anfang der Adressen in den Codes, etwa https://example.org"))
        parser.add_argument("--role", choices=("", *Role.values), default=Role.READER.value, help=_("Für wen"))
        parser.add_argument("--language", default="de", help=_("Sprache"))
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie viele Blätter fertig sind"))

    def handle(self, *args: Any, **options: Any) -> None:
        order = _order(options)
        work = WORKS[options["document"]]
        if work.of_a_round and order.round is None:
            raise CommandError(_("Bitte die Serie nennen: --serie 1"))
        if not work.sheets(order):
            raise CommandError(_("Hier gibt es nichts zu drucken."))
        gc.freeze()
        gc.set_threshold(100_000, 50, 50)  # layout makes a great many objects that live to its end
        with translation.override(options["language"]):
            pdf = work.make(order, _teller(options["progress"]))
            name = filename(options["document"], order)
        _write(options["output"] or Path(name), pdf)


def _order(options: dict[str, Any]) -> Order:
    event = Event.objects.select_related("club").prefetch_related("rounds").filter(slug=options["slug"]).first()
    if event is None:
        raise CommandError(_("Diese Veranstaltung gibt es nicht: %(slug)s") % {"slug": options["slug"]})
    number = options["serie"]
    round = next((round for round in event.rounds.all() if round.number == number), None)
    if number is not None and round is None:
        raise CommandError(_("Diese Serie gibt es nicht: %(number)s") % {"number": number})
    if round:
        round.event = event
    return Order(event, round, Role(options["role"]) if options["role"] else None, options["site"])


def _teller(progress: Path | None) -> Callable[[int], None]:
    """Writes down how many sheets are done, where somebody wants to know."""

    def tell(done: int) -> None:
        if progress:
            _write(progress, str(done).encode())

    return tell


def _write(output: Path, content: bytes) -> None:
    """The file is complete as soon as it has its name."""
    part = output.with_name(output.name + ".part")
    part.write_bytes(content)
    part.replace(output)
