"""Who is qualified and who follows, as a table; its body is written in the template, the values go into files."""

from collections.abc import Iterable

import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from skatliga.access import Role
from skatliga.qualifications.queries import ContestantLine
from skatliga.tables import NUMBER, ROOM, WHO


class ContestantTable(tables.Table):
    """Everybody in question, in the order in which places are offered."""

    title = tables.Column(_("Vorrunde"), attrs=ROOM)
    place = tables.Column(_("Platz dort"), accessor="contestant__place", attrs=NUMBER)
    name = tables.Column(_("Name"), attrs=WHO)
    club = tables.Column(_("Verein"), attrs=ROOM)
    said = tables.Column(_("Stand"))
    deadline = tables.Column(_("Antwort bis"), attrs=ROOM)

    class Meta:
        template_name = "qualifications/contestant_table.html"
        orderable = False
        attrs = {"class": "ranking"}  # noqa: RUF012

    def __init__(self, lines: Iterable[ContestantLine], slug: str = "", role: Role | None = None) -> None:
        super().__init__(list(lines))
        self.slug = slug
        self.directs = bool(role and role.directs)
