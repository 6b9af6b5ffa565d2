"""Tables of the people's pages."""

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from skatliga.people.models import Membership, Publication
from skatliga.tables import ROOM


class MemberTable(tables.Table):
    """The register of a club; the body is written in the template, the values go into files."""

    name = tables.Column(_("Name"), "player", order_by=("player__sort_key", "pk"))
    club = tables.Column(_("Verein"), accessor="club__name", order_by=("club__name", "player__sort_key"))
    number = tables.Column(_("Nummer"))
    federation_number = tables.Column(_("Verbandsnummer"), accessor="player__federation_number", attrs=ROOM)
    birth_year = tables.Column(_("Jahrgang"), accessor="player__birth_year", attrs=ROOM)
    category = tables.Column(_("Klasse"), "player", orderable=False, attrs=ROOM)
    public_name = tables.Column(_("Öffentlich als"), "player", orderable=False, attrs=ROOM)
    last_day = tables.DateColumn(_("Mitglied bis"), orderable=False)
    licence = tables.BooleanColumn(_("Lizenz"), accessor="licensed", orderable=False)

    class Meta:
        template_name = "people/member_table.html"
        empty_text = _("Niemand gefunden.")

    def value_name(self, record: Membership) -> str:
        return f"{record.player.last_name}, {record.player.first_name}"

    def value_licence(self, record: Membership) -> bool:
        return getattr(record, "licensed", None) == record.club_id

    def value_category(self, record: Membership) -> str:
        return record.player.get_category_display()

    def value_public_name(self, record: Membership) -> str:
        return "" if record.player.publication == Publication.FULL else record.player.public_name


FILES_ALONE = ("last_day", "licence")
"""Columns of files; on a page they stand beside the name."""

LEVELS_ALONE = ("club",)
"""Columns of the register of a level, in which those of all its clubs stand."""
