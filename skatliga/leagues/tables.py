"""Tables of leagues; their bodies are written in the templates, their values go into files."""

from collections.abc import Iterable, Sequence

import django_tables2 as tables
from django.utils.translation import gettext_lazy, pgettext_lazy

from skatliga.exports import NumberColumn, as_number
from skatliga.formatting import format_points
from skatliga.leagues.binding import lines_of
from skatliga.leagues.division_standing import ComparedTeam, CrossRow, DivisionStandingLine, EqualPlaces, TeamMeeting
from skatliga.leagues.group_results import GroupState, MatchReport, MatchSide
from skatliga.leagues.models import FormerTable, Group, Season, SquadMember, Team
from skatliga.leagues.player_rankings import PlayerLine
from skatliga.tables import NUMBER, ROOM, SUM, WHO, WIDE


class Places(tables.Table):
    """What every table of a league has: a place first, and the season's word for what lists come to."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"), attrs=NUMBER)

    class Meta:
        attrs = {"class": "ranking"}  # noqa: RUF012

    def __init__(self, lines: Iterable[object], season: Season) -> None:
        without = ("minus",) if season.counts_by.plus_only else ()
        super().__init__(lines, exclude=(*self._meta.exclude, *without))
        self.result = season.result_heading
        self.columns["leistung"].column.verbose_name = self.result

    def value_team(self, value: Team) -> str:
        return value.name


class LeagueTable(Places):
    """The table of a Staffel."""

    letter = tables.Column(gettext_lazy("Buchstabe"), "team__letter", attrs=ROOM)
    team = tables.Column(gettext_lazy("Mannschaft"), attrs=WHO, order_by="team__name")
    zone = tables.Column(gettext_lazy("Zone"), empty_values=(), attrs=ROOM, orderable=False)
    serien = tables.Column(gettext_lazy("Serien"), "wertungen", attrs=WIDE, orderable=False)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    spielpunkte = NumberColumn(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    leistung = NumberColumn(gettext_lazy("Leistung"), attrs=WIDE)
    plus = NumberColumn(gettext_lazy("Pluspunkte"), attrs=SUM)
    minus = NumberColumn(gettext_lazy("Minuspunkte"), attrs=SUM)

    class Meta(Places.Meta):
        template_name = "leagues/league_table.html"
        empty_text = gettext_lazy("Sobald die Staffel Mannschaften hat, steht hier die Tabelle.")

    def value_zone(self, record: DivisionStandingLine) -> str:
        return record.zone.label if record.zone else ""

    def value_serien(self, record: DivisionStandingLine) -> int:
        return len(record.wertungen)


class LeaguePage(LeagueTable):
    """The same as a page: letter and zone stand with the team, plus and minus together; and how they played lately."""

    form = tables.Column(gettext_lazy("Zuletzt"), attrs=ROOM, orderable=False)
    plus = NumberColumn(gettext_lazy("Wertung"), attrs=SUM)

    class Meta(LeagueTable.Meta):
        exclude = ("letter", "zone", "minus")
        sequence = ("place", "team", "form", "...")


class PlayerTable(Places):
    """The players of a Staffel."""

    name = tables.Column(gettext_lazy("Name"), attrs=WHO, order_by="sort_key")
    team = tables.Column(gettext_lazy("Mannschaft"), attrs=ROOM, order_by="team__name")
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    leistung = NumberColumn(gettext_lazy("Leistung"), attrs=WIDE)
    average = tables.Column(gettext_lazy("Schnitt"), attrs=SUM)

    class Meta(Places.Meta):
        template_name = "leagues/player_table.html"
        empty_text = gettext_lazy("Niemand hat so viele Listen.")

    def value_average(self, record: PlayerLine) -> int | float:
        return as_number(record.average)


class BestSerieTable(Places):
    """The best Serien of teams."""

    team = tables.Column(gettext_lazy("Mannschaft"), attrs=WHO)
    day = tables.Column(gettext_lazy("Spieltag"), "at__day", attrs=WIDE)
    serie = tables.Column(gettext_lazy("Serie"), "at__serie", attrs=WIDE)
    leistung = NumberColumn(gettext_lazy("Leistung"), "result__leistung", attrs=SUM)

    class Meta(Places.Meta):
        template_name = "leagues/best_table.html"
        empty_text = gettext_lazy("Noch keine Serie ist vollständig.")
        orderable = False


class BestListTable(Places):
    """The best lists."""

    name = tables.Column(gettext_lazy("Name"), attrs=WHO)
    team = tables.Column(gettext_lazy("Mannschaft"), attrs=ROOM)
    day = tables.Column(gettext_lazy("Spieltag"), "at__day", attrs=WIDE)
    serie = tables.Column(gettext_lazy("Serie"), "at__serie", attrs=WIDE)
    leistung = NumberColumn(gettext_lazy("Leistung"), "row__leistung", attrs=SUM)

    class Meta(Places.Meta):
        template_name = "leagues/best_table.html"
        empty_text = gettext_lazy("Noch keine Liste.")
        orderable = False


class MeetingsColumn(tables.Column):
    """How two teams have met: each match day with the Pluspunkte of the one and of the other."""

    def render(self, value: Sequence[TeamMeeting]) -> str:
        """The meetings in one cell, such as `1. 6:3, 4. 2½:4`; only the match day of one still to come."""
        return ", ".join(
            f"{each.group.matchday.number}. {format_points(each.own)}:{format_points(each.others)}"
            if each.scored
            else f"{each.group.matchday.number}."
            for each in value
        )


class CrossTable(tables.Table):
    """Who met whom, as a file: a column for every team, in a cell each meeting with its match day."""

    team = tables.Column(gettext_lazy("Mannschaft"), "team__name")

    def __init__(self, rows: Sequence[CrossRow]) -> None:
        columns = [
            (f"against_{row.team.letter}", MeetingsColumn(row.team.letter, f"cells__{index}", default=""))
            for index, row in enumerate(rows)
        ]
        super().__init__(rows, extra_columns=columns)


class ComparisonTable(Places):
    """Equal places of several Staffeln, one below the other."""

    of = tables.Column(gettext_lazy("Platz der Staffel"), "line__place")
    team = tables.Column(gettext_lazy("Mannschaft"), "line__team")
    division = tables.Column(gettext_lazy("Staffel"), "division__name")
    serien = tables.Column(gettext_lazy("Serien"))
    plus = NumberColumn(gettext_lazy("Pluspunkte"))
    leistung = NumberColumn(gettext_lazy("Leistung"))

    class Meta(Places.Meta):
        sequence = ("of", "place", "...")

    def __init__(self, compared: Iterable[EqualPlaces], season: Season) -> None:
        lines: list[ComparedTeam] = [each for equal in compared for each in equal.teams]
        super().__init__(lines, season)


class SquadTable(tables.Table):
    """Who may play for the teams of a Staffel, for a file."""

    letter = tables.Column(gettext_lazy("Buchstabe"), "team__letter")
    team = tables.Column(gettext_lazy("Mannschaft"), "team__name")
    last_name = tables.Column(gettext_lazy("Nachname"), "player__last_name")
    first_name = tables.Column(gettext_lazy("Vorname"), "player__first_name")
    captain = tables.Column(gettext_lazy("Mannschaftsführer"), "pk")

    def value_captain(self, record: SquadMember) -> bool:
        return record.team.captain_id == record.player_id


class PlanTable(tables.Table):
    """Which teams meet where, for a file, the host with a star: `fixture_plans.read_file` reads it again."""

    matchday = tables.Column(gettext_lazy("Spieltag"), "matchday__number")
    date = tables.Column(gettext_lazy("Datum"), "matchday__date")
    group = tables.Column(gettext_lazy("Gruppe"), "number")
    teams = tables.Column(gettext_lazy("Mannschaften"), "pk")

    def value_teams(self, record: Group) -> str:
        letters = {member.team_id: member.team.letter for member in record.teams.all()}
        return " ".join(f"{letter}{'*' if team == record.host_id else ''}" for team, letter in letters.items())


class _Sides(Places):
    """What teams made Serie by Serie, for a file: the season's word for it, and the Wertung where there is one."""

    place = None
    serie = tables.Column(gettext_lazy("Serie"))
    leistung = NumberColumn(gettext_lazy("Leistung"))
    plus = NumberColumn(gettext_lazy("Pluspunkte"), "wertung__plus")
    minus = NumberColumn(gettext_lazy("Minuspunkte"), "wertung__minus")


class ReportTable(_Sides):
    """The Spielbericht of a group: a line for each team in each Serie, and one for every list behind it."""

    letter = tables.Column(gettext_lazy("Buchstabe"), "team__letter")
    team = tables.Column(gettext_lazy("Mannschaft"))
    start_number = tables.Column(gettext_lazy("Nr."), "player__start_number")
    name = tables.Column(gettext_lazy("Name"), "player__name")
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), "list__spielpunkte")
    won = tables.Column(gettext_lazy("Gewonnen"), "list__won")
    lost = tables.Column(gettext_lazy("Verloren"), "list__lost")
    in_question = tables.Column(gettext_lazy("In Klärung"), "list__in_question")

    class Meta(_Sides.Meta):
        sequence = ("serie", "letter", "team", "start_number", "name", "spielpunkte", "won", "lost", "leistung", "...")

    def __init__(self, report: MatchReport, season: Season) -> None:
        serien = range(1, len(report.state.serien) + 1)
        super().__init__([line for side in report.sides for serie in serien for line in _report(side, serie)], season)


def _report(side: MatchSide, serie: int) -> Iterable[dict[str, object]]:
    """What a team and its players made in one Serie."""
    of = {"serie": serie, "team": side.member.team}
    if wertung := side.wertungen[serie - 1]:
        yield of | {"leistung": wertung.result.leistung, "wertung": wertung}
    for player in side.players:
        if found := player.lists[serie - 1]:
            yield of | {"leistung": found.leistung, "player": player, "list": found}


class TeamResultTable(_Sides):
    """What one team made against whom, a line for each Serie."""

    day = tables.Column(gettext_lazy("Spieltag"), "matchday__number")
    date = tables.Column(gettext_lazy("Datum"), "matchday__date")
    opponents = tables.Column(gettext_lazy("Gegner"))

    class Meta(_Sides.Meta):
        sequence = ("day", "date", "opponents", "...")

    def __init__(self, sides: Iterable[tuple[GroupState, MatchSide]], season: Season) -> None:
        super().__init__([line for state, side in sides for line in _results(state, side)], season)


def _results(state: GroupState, side: MatchSide) -> Iterable[dict[str, object]]:
    """The Serien of one team on one match day."""
    opponents = ", ".join(each.team.name for each in state.teams if each.pk != side.member.pk)
    of = {"matchday": state.group.matchday, "opponents": opponents}
    for serie, (result, wertung) in enumerate(side.by_serie, 1):
        if result:
            yield of | {"serie": serie, "leistung": result.leistung, "wertung": wertung}


class ExchangeTable(tables.Table):
    """The Wechselliste of a group."""

    team = tables.Column(gettext_lazy("Mannschaft"), "group_team__team__name")
    goes = tables.Column(gettext_lazy("Es geht"))
    comes = tables.Column(gettext_lazy("Es kommt"))
    serie = tables.Column(gettext_lazy("Serie"))
    deal = tables.Column(gettext_lazy("ab Spiel"))
    reason = tables.Column(gettext_lazy("Grund"))


class FormerFile(tables.Table):
    """A table as it was, for a file."""

    place = tables.Column(pgettext_lazy("Rangliste", "Platz"))
    letter = tables.Column(gettext_lazy("Buchstabe"))
    name = tables.Column(gettext_lazy("Mannschaft"))
    zone = tables.Column(gettext_lazy("Zone"))
    lists = tables.Column(gettext_lazy("Listen"))
    spielpunkte = NumberColumn(gettext_lazy("Spielpunkte"))
    won = tables.Column(gettext_lazy("Gewonnen"))
    lost = tables.Column(gettext_lazy("Verloren"))
    leistung = NumberColumn(gettext_lazy("Punkte"))
    plus = NumberColumn(gettext_lazy("Pluspunkte"))
    minus = NumberColumn(gettext_lazy("Minuspunkte"))

    def __init__(self, former: FormerTable) -> None:
        super().__init__(list(lines_of(former)))
