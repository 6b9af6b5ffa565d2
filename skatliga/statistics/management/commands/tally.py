"""Count the lists of all events for the statistics, so that no page has to."""

from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rich.progress import track

from skatliga.consoles import console_of
from skatliga.events.models import Event
from skatliga.statistics.services import forget, stale, tally_event


class Command(BaseCommand):
    help = _("Zählt für die Statistik alle Listen, die neu sind oder sich geändert haben.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--neu", action="store_true", help=_("alles von vorn zählen"))

    def handle(self, *args: object, neu: bool = False, **options: object) -> None:
        if neu:
            forget()
        console = console_of(self)
        events = stale(Event.objects.all())
        for event in track(
            events, _("Veranstaltungen"), console=console, transient=True, disable=not console.is_terminal
        ):
            tally_event(event)
        counted = ngettext("%(number)s Veranstaltung gezählt.", "%(number)s Veranstaltungen gezählt.", len(events))
        console.print(counted % {"number": len(events)})
