"""Registered teams as a table: its values go into files."""

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.exports import Euros
from skatliga.registrations.queries import Registrations, is_late


class RegisteredTable(tables.Table):
    """A team a line; a club without an answer, or without teams, has a line of its own."""

    club = tables.Column(gettext_lazy("Verein"))
    state = tables.Column(gettext_lazy("Meldung"))
    name = tables.Column(gettext_lazy("Mannschaft"))
    before = tables.Column(gettext_lazy("bisher"))
    captain = tables.Column(gettext_lazy("Mannschaftsführer"))
    contact = tables.Column(gettext_lazy("Telefon oder E-Mail"))
    place = tables.Column(gettext_lazy("Spielort"))
    wishes = tables.Column(gettext_lazy("Wünsche"))
    owed = Euros(gettext_lazy("offen"))

    def __init__(self, found: Registrations) -> None:
        rows: list[dict[str, object]] = []
        for entry in found.entries:
            begins = {"club": entry.club.name, "owed": entry.owed}
            former = {team.pk: f"{team.division.level}: {team.name}" for team in entry.before}
            for number, team in enumerate(entry.teams):
                rows.append(
                    {
                        **begins,
                        "owed": None if number else entry.owed,
                        "state": _("verspätet") if is_late(team, found.terms) else _("gemeldet"),
                        "name": team.name,
                        "before": former.get(team.team_id or 0, _("neu")),
                        "captain": team.captain.name if team.captain else "",
                        **{name: getattr(team, name) for name in ("contact", "place", "wishes")},
                    }
                )
            if not entry.teams:
                rows.append({**begins, "state": _("keine Mannschaft") if entry.registration else _("fehlt")})
        super().__init__(rows)
