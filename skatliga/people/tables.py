"""Tables of the people's pages."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

ROOM = {"th": {"class": "room"}}
"""Columns a telephone has no room for."""


class MemberTable(tables.Table):
    """The register of a club; the body is written in the template."""

    name = tables.Column(_("Name"), order_by=("player__sort_key", "pk"))
    number = tables.Column(_("Nummer"))
    federation_number = tables.Column(_("Verbandsnummer"), accessor="player__federation_number", attrs=ROOM)
    birth_year = tables.Column(_("Jahrgang"), accessor="player__birth_year", attrs=ROOM)
    category = tables.Column(_("Klasse"), orderable=False, attrs=ROOM)
    public_name = tables.Column(_("Öffentlich als"), orderable=False, attrs=ROOM)

    class Meta:
        template_name = "people/member_table.html"
        empty_text = _("Niemand gefunden.")
