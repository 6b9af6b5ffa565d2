"""Tables of rankings; their bodies are written in the templates, their values go into files."""

from collections.abc import Iterable

import django_tables2 as tables
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from scoring.wertung.presets import TableRule
from scoring.wertung.results import Number
from skatliga.events.models import Event
from skatliga.exports import NumberColumn, as_number
from skatliga.standings.player_pages import ListRanking, PlayerOverEvents
from skatliga.standings.ranking_source import ListResult, Progress
from skatliga.standings.rankings import Ranking
from skatliga.standings.team_rankings import MemberLine, TeamRanking
from skatliga.tables import NUMBER, ROOM, SUM, WHO, WIDE, SortedRows

MARKS = ("shared", "in_question", "out", "shortfall", "start", "why")
"""Columns of files alone: on a page these marks stand beside what they are about."""


class PersonTable(tables.Table):
    """What a player's lists came to in every event."""

    date = tables.Column(gettext_lazy("Datum"))
    name = tables.Column(gettext_lazy("Veranstaltung"))
    place = tables.Column(gettext_lazy("Ort"))
    start_number = tables.Column(gettext_lazy("Startnummer"))
    lists = tables.Column(gettext_lazy("Listen"), "total__lists")
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), "total__spielpunkte")
    won = tables.Column(gettext_lazy("Gewonnen"), "total__won")
    lost = tables.Column(gettext_lazy("Verloren"), "total__lost")
    evaluation = tables.Column(gettext_lazy("Wertung"), "evaluation__label")
    leistung = tables.Column(gettext_lazy("Ergebnis"), "total__leistung")

    def __init__(self, over: PlayerOverEvents, **kwargs: object) -> None:
        super().__init__(over.events, **kwargs)


class Scores(tables.Table):
    """What every ranking has: a place first, the sums of lists last.

    What the rules of the event do not have is left out: lost deals where only the winner is written down, and the
    Spielpunkte where places go by them anyway.
    """

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER)
    points = NumberColumn(gettext_lazy("Wertungspunkte"), attrs=SUM)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    leistung = NumberColumn(gettext_lazy("Leistung"), attrs=SUM)
    shared = tables.Column(gettext_lazy("Platz geteilt"))
    in_question = tables.Column(gettext_lazy("In Klärung"), "results")

    class Meta:
        empty_text = gettext_lazy("Sobald eine Liste erfasst ist, steht hier die Rangliste.")
        attrs = {"class": "ranking"}  # noqa: RUF012

    def __init__(
        self,
        ranking: Ranking | TeamRanking | ListRanking,
        event: Event,
        exclude: Iterable[str] = (),
        **kwargs: object,
    ) -> None:
        rule = None if isinstance(ranking, ListRanking) else ranking.rule
        left_out = {
            "points": not any(getattr(line, "points", None) is not None for line in ranking.lines),
            "spielpunkte": not event.adds,
            "lost": not event.book.counts_lost,
            "shared": not any(line.shared for line in ranking.lines),
            "in_question": not ranking.doubtful,
        }
        exclude = [*exclude, *(name for name, left in left_out.items() if left)]
        super().__init__(SortedRows(ranking.lines), exclude=exclude, **kwargs)
        averaged = isinstance(rule, TableRule) and rule.measure == "average"
        self.columns["leistung"].column.verbose_name = _("Schnitt") if averaged else event.result_heading
        self.shown = frozenset(column.name for column in self.columns)

    def value_spielpunkte(self, value: Number | None) -> int | float | None:
        return None if value is None else as_number(value)


class RankingTable(Scores):
    """The lines of a ranking, with a column for each Serie where there are several."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER, order_by=("place", "start_number"))
    start_number = tables.Column(gettext_lazy("Nr."), attrs=WIDE)
    name = tables.Column(gettext_lazy("Name"), attrs=WHO, order_by=("sort_key", "start_number"))
    club = tables.Column(gettext_lazy("Verein"), attrs=ROOM)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    out = tables.Column(gettext_lazy("Ausgeschieden"), attrs=WIDE)
    shortfall = tables.Column(gettext_lazy("Fehlt"))
    start = tables.Column(gettext_lazy("Vorab"))
    why = tables.Column(gettext_lazy("Grund"))

    class Meta(Scores.Meta):
        template_name = "standings/ranking_table.html"
        sequence = (
            *("place", "start_number", "name", "club", "..."),
            *("lists", "spielpunkte", "won", "lost", "leistung", "points", "shared", "in_question", "out"),
            *("shortfall", "start", "why"),
        )

    def __init__(self, ranking: Ranking, event: Event, exclude: Iterable[str] = (), **kwargs: object) -> None:
        self.several = len(ranking.rounds) > 1
        self.uncounted = ranking.uncounted
        made = bool(ranking.cut and ranking.cut.made)
        left_out = dict.fromkeys(("start", "why"), not ranking.ahead)
        left_out |= {"lists": not self.several, "out": not made, "shortfall": not ranking.below}
        super().__init__(
            ranking,
            event,
            extra_columns=_serien(ranking) if self.several else (),
            exclude=[*exclude, *(name for name, left in left_out.items() if left)],
            **kwargs,
        )

    def value_place(self, value: int) -> int | None:
        return value or None

    def value_in_question(self, value: Iterable[ListResult | None]) -> str:
        return _series_in_question(value)


class TeamTable(Scores):
    """The lines of a ranking of teams; the members stand below each."""

    name = tables.Column(gettext_lazy("Mannschaft"), attrs=WHO, order_by="sort_key")
    members = tables.Column(gettext_lazy("Spieler"), attrs=ROOM, orderable=False)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    missing = tables.Column(gettext_lazy("Fehlende Listen"), attrs=WIDE)
    in_question = tables.Column(gettext_lazy("In Klärung"), "members")

    class Meta(Scores.Meta):
        template_name = "standings/team_table.html"
        sequence = (
            *("place", "name", "members", "...", "lists", "missing"),
            *("spielpunkte", "won", "lost", "leistung", "points", "shared", "in_question"),
        )

    def __init__(self, ranking: TeamRanking, event: Event, exclude: Iterable[str] = (), **kwargs: object) -> None:
        self.several = len(ranking.rounds) > 1
        super().__init__(ranking, event, exclude, extra_columns=_serien(ranking) if self.several else (), **kwargs)

    def value_members(self, value: Iterable[MemberLine]) -> str:
        return ", ".join(f"{member.start_number} {member.name}" for member in value)

    def value_in_question(self, value: Iterable[MemberLine]) -> str:
        return _series_in_question(result for member in value for result in member.results)


class EventListTable(Scores):
    """All lists of an event."""

    round = tables.Column(gettext_lazy("Serie"), "result__round", attrs=WIDE)
    table = tables.Column(gettext_lazy("Tisch"), "result__table", attrs=WIDE)
    start_number = tables.Column(gettext_lazy("Nr."), attrs=WIDE)
    name = tables.Column(gettext_lazy("Name"), attrs=WHO, order_by=("sort_key", "start_number"))
    club = tables.Column(gettext_lazy("Verein"), attrs=ROOM)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), "result__spielpunkte", attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), "result__won", attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), "result__lost", attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), "result__leistung", attrs=SUM)
    in_question = tables.Column(gettext_lazy("In Klärung"), "result")

    class Meta(Scores.Meta):
        template_name = "standings/list_table.html"
        attrs = {"class": "ranking lists"}  # noqa: RUF012
        sequence = (
            *("place", "start_number", "name", "club", "round", "table"),
            *("spielpunkte", "won", "lost", "leistung", "points", "shared", "in_question"),
        )

    several = True
    """Every list says of which Serie it is."""

    def __init__(self, ranking: ListRanking, event: Event, exclude: Iterable[str] = (), **kwargs: object) -> None:
        super().__init__(ranking, event, exclude, **kwargs)

    def value_in_question(self, value: ListResult) -> str:
        return _series_in_question([value])


def _series_in_question(results: Iterable[ListResult | None]) -> str:
    """The Serien of which a list counts only provisionally."""
    numbers = sorted({result.round for result in results if result and result.in_question})
    return ", ".join(_("Serie %(number)s") % {"number": number} for number in numbers)


def _serien(ranking: Progress) -> list[tuple[str, tables.Column]]:
    """A column for each Serie."""
    return [
        (
            f"serie_{round.number}",
            tables.Column(_("Serie %(number)s") % {"number": round.number}, f"results__{index}__leistung", attrs=WIDE),
        )
        for index, round in enumerate(ranking.rounds)
    ]
