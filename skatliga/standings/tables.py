"""Tables of rankings; their bodies are written in the templates, their values go into files."""

from collections.abc import Iterable
from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from skatliga.standings.players import ListRanking
from skatliga.standings.progress import Progress
from skatliga.standings.queries import Ranking
from skatliga.standings.teams import MemberLine, TeamRanking

NUMBER = {"th": {"class": "number"}}
WIDE = {"th": {"class": "number room"}}
ROOM = {"th": {"class": "room"}}
WHO = {"th": {"class": "who"}}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a cell for a formula and carries it out."""


class Scores(tables.Table):
    """What every ranking has: a place first, the sums of lists last."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), attrs={"th": {"class": "number sum"}})

    class Meta:
        empty_text = gettext_lazy("Sobald eine Liste erfasst ist, steht hier die Rangliste.")
        attrs = {"class": "ranking"}  # noqa: RUF012


class RankingTable(Scores):
    """The lines of a ranking, with a column for each Serie where there are several."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "start_number"))
    start_number = tables.Column(gettext_lazy("Nr."), attrs=WIDE)
    name = tables.Column(gettext_lazy("Name"), attrs=WHO, order_by=("sort_key", "start_number"))
    club = tables.Column(gettext_lazy("Verein"), attrs=ROOM)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    out = tables.Column(gettext_lazy("Ausgeschieden"), attrs=WIDE)

    class Meta(Scores.Meta):
        template_name = "standings/ranking_table.html"
        sequence = (
            *("place", "start_number", "name", "club", "..."),
            *("lists", "spielpunkte", "won", "lost", "leistung", "out"),
        )

    def __init__(self, ranking: Ranking, exclude: Iterable[str] = (), **kwargs: Any) -> None:
        self.several = len(ranking.rounds) > 1
        self.uncounted = ranking.uncounted
        made = bool(ranking.cut and ranking.cut.made)
        left_out = {"lists": not self.several, "out": not made}
        super().__init__(
            ranking.lines,
            extra_columns=_serien(ranking) if self.several else (),
            exclude=[*exclude, *(name for name, left in left_out.items() if left)],
            **kwargs,
        )

    def value_name(self, value: str) -> str:
        return harmless(value)

    def value_club(self, value: str) -> str:
        return harmless(value)

    def value_out(self, value: bool) -> str:
        return _("ja") if value else ""


class TeamTable(Scores):
    """The lines of a ranking of teams; the members stand below each."""

    name = tables.Column(gettext_lazy("Mannschaft"), attrs=WHO, order_by="sort_key")
    members = tables.Column(gettext_lazy("Spieler"), attrs=ROOM, orderable=False)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    missing = tables.Column(gettext_lazy("Fehlende Listen"), attrs=WIDE)

    class Meta(Scores.Meta):
        template_name = "standings/team_table.html"
        sequence = ("place", "name", "members", "...", "lists", "missing", "spielpunkte", "won", "lost", "leistung")

    def __init__(self, ranking: TeamRanking, **kwargs: Any) -> None:
        self.several = len(ranking.rounds) > 1
        super().__init__(ranking.lines, extra_columns=_serien(ranking) if self.several else (), **kwargs)

    def value_name(self, value: str) -> str:
        return harmless(value)

    def value_members(self, value: Iterable[MemberLine]) -> str:
        return ", ".join(f"{member.start_number} {member.name}" for member in value)


class ListTable(Scores):
    """All lists of an event."""

    round = tables.Column(gettext_lazy("Serie"), "result__round", attrs=WIDE)
    table = tables.Column(gettext_lazy("Tisch"), "result__table", attrs=WIDE)
    start_number = tables.Column(gettext_lazy("Nr."), attrs=WIDE)
    name = tables.Column(gettext_lazy("Name"), attrs=WHO, order_by=("sort_key", "start_number"))
    club = tables.Column(gettext_lazy("Verein"), attrs=ROOM)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), "result__spielpunkte", attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), "result__won", attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), "result__lost", attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), "result__leistung", attrs={"th": {"class": "number sum"}})

    class Meta(Scores.Meta):
        template_name = "standings/list_table.html"
        attrs = {"class": "ranking lists"}  # noqa: RUF012
        sequence = ("place", "start_number", "name", "club", "round", "table", "spielpunkte", "won", "lost", "leistung")

    several = True
    """Every list says of which Serie it is."""

    def __init__(self, ranking: ListRanking, **kwargs: Any) -> None:
        super().__init__(ranking.lines, **kwargs)

    def value_name(self, value: str) -> str:
        return harmless(value)

    def value_club(self, value: str) -> str:
        return harmless(value)


def _serien(ranking: Progress) -> list[tuple[str, tables.Column]]:
    """A column for each Serie."""
    return [
        (
            f"serie_{round.number}",
            tables.Column(_("Serie %(number)s") % {"number": round.number}, f"results__{index}__leistung", attrs=WIDE),
        )
        for index, round in enumerate(ranking.rounds)
    ]


def harmless(text: str) -> str:
    """The text as a spreadsheet may read it: what it would take for a formula begins with an apostrophe.

    >>> harmless("=1+1"), harmless("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(FORMULA) else text
