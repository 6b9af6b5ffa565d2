"""Tables of the events' pages; their bodies are written in the templates."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from skatliga.events.models import Event
from skatliga.events.queries import EntryShown
from skatliga.tables import NUMBER, ROOM, SortedRows


class EventTable(tables.Table):
    """Events with day, place and club."""

    date = tables.Column(_("Datum"))
    name = tables.Column(_("Veranstaltung"))
    place = tables.Column(_("Ort"), attrs=ROOM)
    club = tables.Column(_("Verein"), accessor="club__name", attrs=ROOM)

    class Meta:
        template_name = "events/event_table.html"
        empty_text = _("Hier ist noch keine Veranstaltung zu sehen.")


class EntryTable(tables.Table):
    """Who takes part."""

    start_number = tables.Column(_("Nr."), attrs=NUMBER)
    name = tables.Column(_("Name"), accessor="shown", order_by=("sort_key", "start_number"))
    club = tables.Column(_("Verein"), accessor="club_name", attrs=ROOM)
    withdrawn = tables.Column(_("zurückgetreten"))

    def __init__(self, entries: list[EntryShown], event: Event, **kwargs: object) -> None:
        super().__init__(SortedRows(entries), **kwargs)
        self.event = event

    class Meta:
        template_name = "events/entry_table.html"
        empty_text = _("Noch niemand.")


FILES_ALONE = ("withdrawn",)
"""Columns of files; on a page they stand beside the name."""


class PlaceTable(tables.Table):
    """Who sits where in a Serie, for a file."""

    table = tables.Column(_("Tisch"))
    seat = tables.Column(_("Platz"))
    start_number = tables.Column(_("Nr."))
    name = tables.Column(_("Name"))
    withdrawn = tables.Column(_("zurückgetreten"))
