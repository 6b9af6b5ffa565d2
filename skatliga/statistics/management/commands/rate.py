"""Find how strong all players are from all lists (`statistics.rating_run`)."""

from argparse import ArgumentParser
from pathlib import Path

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.consoles import shown
from skatliga.statistics.rating_run import rate_all


class Command(BaseCommand):
    requires_system_checks = ()
    help = _("Rechnet die Spielstärke aller Spieler aus allen Listen.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--progress", type=Path, help=_("Datei, in der steht, wie weit es ist, in Prozent"))

    def handle(self, *args: object, progress: Path | None, **options: object) -> None:
        with shown(_("Spielstärke"), 100, progress) as tell:
            run = rate_all(tell)
        told = ngettext("Spielstärke aus %(number)s Liste.", "Spielstärke aus %(number)s Listen.", run.lists)
        self.stdout.write(told % {"number": run.lists})
