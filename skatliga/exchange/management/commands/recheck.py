"""Value every stored list again and say where the stored result is another one."""

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rich.progress import track
from rich.table import Table

from skatliga.consoles import console_of
from skatliga.exchange.archive.export import one_moment
from skatliga.exchange.recheck import Result, ResultDifference, all_sheets, find_differences
from skatliga.lists.models import Sheet


class Command(BaseCommand):
    help = _("Rechnet alle gespeicherten Listen nach und nennt, wo das gespeicherte Ergebnis ein anderes ist.")

    def handle(self, *args: object, **options: object) -> None:
        console = console_of(self)
        with one_moment():  # or a list that is being written would not fit to its own result
            number = Sheet.objects.count()
            sheets = track(
                all_sheets(), _("Listen"), number, console=console, transient=True, disable=not console.is_terminal
            )
            differences = list(find_differences(iter(sheets)))
        counted = ngettext("%(number)s Liste nachgerechnet.", "%(number)s Listen nachgerechnet.", number)
        console.print(counted % {"number": number})
        if differences:
            console.print(_table(differences))
            raise CommandError(_("Gespeicherte Ergebnisse weichen ab."))
        console.print(_("Alle gespeicherten Ergebnisse stimmen."))


def _table(differences: list[ResultDifference]) -> Table:
    columns = (_("Veranstaltung"), _("Liste"), _("Platz"), _("gespeichert"), _("gerechnet"))
    table = Table(*columns, caption=_("Spielpunkte, gewonnen, verloren, Gesamt"), caption_justify="left")
    for found in differences:
        event = str(found.sheet.table.round.event)
        table.add_row(event, str(found.sheet), str(found.seat), _shown(found.stored), _shown(found.computed))
    return table


def _shown(result: Result | None) -> str:
    return "–" if result is None else " / ".join(str(number) for number in result)
