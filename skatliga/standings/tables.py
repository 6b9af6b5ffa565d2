"""Tables of rankings; their bodies are written in the template, their values go into files."""

from typing import Any

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from skatliga.standings.queries import Ranking

NUMBER = {"th": {"class": "number"}}
WIDE = {"th": {"class": "number room"}}
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""With these a spreadsheet takes a cell for a formula and carries it out."""


class RankingTable(tables.Table):
    """The lines of a ranking, with a column for each Serie where there are several."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "start_number"))
    start_number = tables.Column(gettext_lazy("Nr."), attrs=WIDE)
    name = tables.Column(gettext_lazy("Name"), attrs={"th": {"class": "who"}}, order_by=("sort_key", "start_number"))
    club = tables.Column(gettext_lazy("Verein"), attrs={"th": {"class": "room"}})
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), attrs={"th": {"class": "number sum"}})

    class Meta:
        template_name = "standings/ranking_table.html"
        empty_text = gettext_lazy("Sobald eine Liste erfasst ist, steht hier die Rangliste.")
        sequence = ("place", "start_number", "name", "club", "...", "lists", "spielpunkte", "won", "lost", "leistung")
        attrs = {"class": "ranking"}  # noqa: RUF012

    def __init__(self, ranking: Ranking, **kwargs: Any) -> None:
        self.several = len(ranking.rounds) > 1
        rounds = {
            f"serie_{round.number}": tables.Column(
                _("Serie %(number)s") % {"number": round.number}, f"results__{index}__leistung", attrs=WIDE
            )
            for index, round in enumerate(ranking.rounds)
        }
        super().__init__(
            ranking.lines,
            extra_columns=rounds.items() if self.several else (),
            exclude=() if self.several else ("lists",),
            **kwargs,
        )

    def value_name(self, value: str) -> str:
        return harmless(value)

    def value_club(self, value: str) -> str:
        return harmless(value)


def harmless(text: str) -> str:
    """The text as a spreadsheet may read it: what it would take for a formula begins with an apostrophe.

    >>> harmless("=1+1"), harmless("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{text}" if text.startswith(FORMULA) else text
