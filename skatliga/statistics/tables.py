"""Tables of the statistics; their bodies are written in the templates, their values go into files."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import ClassVar

import django_tables2 as tables
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.live_pages import state_of, state_of_many
from skatliga.exports import Export
from skatliga.handouts import ExportSteps
from skatliga.people.models import Player
from skatliga.requests import Request
from skatliga.rules.books import Evaluation
from skatliga.standings.ranking_scope import read_number, scope_of
from skatliga.statistics import page_plots, queries
from skatliga.statistics.access import (
    Find,
    Together,
    level_asked,
    pair_of,
    player_for,
    rated_club,
    refuse_without_lists,
)
from skatliga.statistics.head_to_head import head_to_head, met
from skatliga.statistics.pages import (
    BestListLine,
    GroupFigures,
    ListPoint,
    MemberFigures,
    PlayedFigures,
    PlayerFigures,
    SharedSheet,
    Strength,
)
from skatliga.statistics.periods import choice_of
from skatliga.statistics.plots import Cell, Plot, PlotColumn
from skatliga.statistics.rates import ComparedRate, compare
from skatliga.statistics.strengths import ranked, register_state, shown_in, state, strengths
from skatliga.tables import NUMBER, ROOM, SUM, WHO, WIDE, SortedRows

DAY = {"th": {"class": "day"}}
DAY_ASIDE = {"th": {"class": "day room"}}


class FiguresTable(tables.Table):
    """What lists came to, in a column that is called as rankings call it; matches have no average."""

    ONLY_MATCHES: ClassVar[tuple[str, ...]] = ()
    NO_MATCHES: ClassVar[tuple[str, ...]] = ("average",)

    def __init__(self, results: Iterable[object], evaluation: Evaluation | None, **kwargs: object) -> None:
        self.of_matches = evaluation == Evaluation.MATCHES
        super().__init__(
            SortedRows(results), exclude=self.NO_MATCHES if self.of_matches else self.ONLY_MATCHES, **kwargs
        )
        if evaluation:
            self.columns["leistung"].column.verbose_name = evaluation.result

    def value_average(self, record: MemberFigures | ListPoint) -> float:
        return round(float(record.average), 1)


class MemberFiguresTable(FiguresTable):
    """The players of registers by what their lists came to."""

    ONLY_MATCHES = ("matches",)
    NO_MATCHES = ("average", "declared", "success")

    name = tables.Column(gettext_lazy("Name"), attrs=WHO)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    deals = tables.Column(gettext_lazy("Spiele"), attrs=WIDE)
    declared = tables.Column(gettext_lazy("Alleinspiele"), attrs=WIDE)
    success = tables.Column(gettext_lazy("Gewinnquote"), attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), attrs=WIDE)
    average = tables.Column(gettext_lazy("auf 48 Spiele"), attrs=SUM)
    matches = tables.Column(gettext_lazy("gewonnen"), attrs=SUM)

    class Meta:
        template_name = "statistics/member_table.html"
        attrs = {"class": "ranking members"}  # noqa: RUF012
        empty_text = gettext_lazy("Niemand von denen, die gespielt haben, steht in einem Register.")

    def value_success(self, record: MemberFigures) -> float | str:
        return "" if record.success is None else _in_percent(record.success)

    def value_matches(self, record: MemberFigures) -> float:
        return _in_percent(record.matches)


class PlayerListTable(FiguresTable):
    """All lists of a player."""

    date = tables.Column(gettext_lazy("Tag"), attrs=DAY)
    event = tables.Column(gettext_lazy("Veranstaltung"), attrs=WHO)
    round = tables.Column(gettext_lazy("Serie"), attrs=WIDE)
    table = tables.Column(gettext_lazy("Tisch"), attrs=WIDE)
    deals = tables.Column(gettext_lazy("Spiele"), attrs=WIDE)
    spielpunkte = tables.Column(gettext_lazy("Spielpunkte"), attrs=WIDE)
    won = tables.Column(gettext_lazy("Gewonnen"), attrs=WIDE)
    lost = tables.Column(gettext_lazy("Verloren"), attrs=WIDE)
    average = tables.Column(gettext_lazy("auf 48 Spiele"), attrs=WIDE)
    leistung = tables.Column(gettext_lazy("Leistung"), attrs=SUM)

    class Meta:
        template_name = "statistics/list_table.html"
        attrs = {"class": "ranking played"}  # noqa: RUF012
        empty_text = gettext_lazy("In diesem Zeitraum keine Liste.")


class MeetingTable(tables.Table):
    """The lists on which two players met."""

    date = tables.Column(gettext_lazy("Tag"), attrs=DAY_ASIDE)
    event = tables.Column(gettext_lazy("Veranstaltung"), attrs=WHO)
    round = tables.Column(gettext_lazy("Serie"), attrs=WIDE)
    table = tables.Column(gettext_lazy("Tisch"), attrs=WIDE)
    one = tables.Column(attrs=NUMBER)
    other = tables.Column(attrs=NUMBER)

    class Meta:
        template_name = "statistics/meeting_table.html"
        attrs = {"class": "meetings"}  # noqa: RUF012
        empty_text = gettext_lazy("Die beiden saßen noch an keinem Tisch zusammen.")

    def __init__(self, meetings: Iterable[SharedSheet], one: str, other: str, **kwargs: object) -> None:
        super().__init__(SortedRows(meetings), **kwargs)
        for column, name in (("one", one), ("other", other)):
            self.columns[column].column.verbose_name = name


class StrengthTable(tables.Table):
    """Players by how strong they are."""

    name = tables.Column(gettext_lazy("Name"), attrs=WHO)
    lists = tables.Column(gettext_lazy("Listen"), attrs=WIDE)
    margin = tables.Column(gettext_lazy("ungenau um"), attrs=NUMBER)
    value = tables.Column(gettext_lazy("Stärke"), attrs=SUM)

    class Meta:
        template_name = "statistics/strength_table.html"
        attrs = {"class": "strengths"}  # noqa: RUF012
        empty_text = gettext_lazy("Noch hat niemand genug Listen.")

    def __init__(self, strengths: Iterable[Strength], **kwargs: object) -> None:
        super().__init__(SortedRows(strengths), **kwargs)


class RankedTable(StrengthTable):
    """Players of all clubs by how strong they are, with their places."""

    ranked = True
    place = tables.Column(gettext_lazy("Platz"), attrs=NUMBER)
    clubs = tables.Column(gettext_lazy("Verein"), attrs=ROOM)

    class Meta(StrengthTable.Meta):
        sequence = ("place", "name", "clubs", "lists", "margin", "value")
        empty_text = gettext_lazy("Noch niemand hat zugestimmt und genug Listen.")


class MetTable(tables.Table):
    """With whom a player has sat at one table."""

    name = tables.Column(gettext_lazy("Name"))
    lists = tables.Column(gettext_lazy("Listen"))


class BestTable(tables.Table):
    """The best lists of all."""

    name = tables.Column(gettext_lazy("Name"))
    date = tables.Column(gettext_lazy("Tag"))
    event = tables.Column(gettext_lazy("Veranstaltung"))
    round = tables.Column(gettext_lazy("Serie"))
    table = tables.Column(gettext_lazy("Tisch"))
    won = tables.Column(gettext_lazy("Gewonnen"))
    lost = tables.Column(gettext_lazy("Verloren"))
    leistung = tables.Column(gettext_lazy("Leistung"))

    def __init__(self, best: Iterable[BestListLine], evaluation: Evaluation | None, **kwargs: object) -> None:
        super().__init__(list(best), **kwargs)
        if evaluation:
            self.columns["leistung"].column.verbose_name = evaluation.result


class RateTable(tables.Table):
    """What part of what, in percent to one decimal, of somebody and of those beside whom he stands.

    As on the page, a column is left out where there is nobody beside him, or where nothing is published of the game.
    """

    what = tables.Column(gettext_lazy("Anteil"), "measure__label")
    meaning = tables.Column(gettext_lazy("Bedeutung"), "measure__sentence")
    part = tables.Column(gettext_lazy("Anzahl"), "own__part")
    whole = tables.Column(gettext_lazy("insgesamt"), "own__whole")
    share = tables.Column(accessor="own__share")
    group = tables.Column(accessor="group__share")
    published = tables.Column(gettext_lazy("18 Mio. Spiele (%)"))

    def __init__(
        self, found: PlayedFigures, compared: Iterable[ComparedRate], who: str, beside: str = "", **kwargs: object
    ) -> None:
        left_out = {"group": not beside, "published": not found.is_skat}
        super().__init__(list(compared), exclude=[name for name, left in left_out.items() if left], **kwargs)
        self.columns["share"].column.verbose_name = f"{who} (%)"
        if beside:
            self.columns["group"].column.verbose_name = f"{beside} (%)"

    def value_share(self, value: Fraction) -> float:
        return _in_percent(value)

    def value_group(self, value: Fraction) -> float:
        return _in_percent(value)

    def value_published(self, value: Fraction) -> float:
        return _in_percent(value)


class FigureTable(tables.Table):
    """The figures of a picture, in its own columns; what is no whole number has one decimal."""

    def __init__(self, plot: Plot, **kwargs: object) -> None:
        keys = [column.key for column in plot.columns]
        lines = [dict(zip(keys, map(_to_one_decimal, line), strict=True)) for line in plot.figures]
        columns = [(column.key, tables.Column(_with_unit(column))) for column in plot.columns]
        super().__init__(lines, extra_columns=columns, **kwargs)


def _with_unit(column: PlotColumn) -> str:
    return f"{column.heading} ({column.unit.strip()})" if column.unit else column.heading


def _to_one_decimal(cell: Cell) -> Cell:
    return round(float(cell), 1) if isinstance(cell, float | Fraction) else cell


def _in_percent(share: Fraction) -> float:
    return float(round(100 * share, 1))  # exactly, as on the page


# ---- The tables of the statistics as files, and the figures of every picture


def _of_group(make: Callable[..., Export]) -> Callable[[Find], Callable[..., ExportSteps]]:
    """Of what `find` finds (a club, an event, a season, a year) the table made of it and of what was played in it."""

    def of(find: Find) -> Callable[..., ExportSteps]:
        def export(request: Request, slug: str, **named: str) -> ExportSteps:
            about, choice = find(request, slug), choice_of(request)
            yield _state(about)
            made = make(about, queries.group(choice.period.of(about.events), about.role, choice.kind), **named)
            return replace(made, name=choice.named(made.name))

        return export

    return of


@_of_group
def together(about: Together, found: GroupFigures) -> Export:
    """The players."""
    return Export(MemberFiguresTable(found.members, found.evaluation), f"statistik-{about.slug}", _("Spieler"))


@_of_group
def together_rates(about: Together, found: GroupFigures) -> Export:
    """How they have played."""
    club = about.beside(found)
    rates = compare(found.kind, found.figures, club=club)
    table = RateTable(found, rates, _("hier"), _("im Verein") if club else "")
    return Export(table, f"anteile-{about.slug}", _("Wie gespielt wurde"))


@_of_group
def together_best(about: Together, found: GroupFigures) -> Export:
    """Their best lists."""
    return Export(BestTable(found.best, found.evaluation), f"beste-listen-{about.slug}", _("Beste Listen"))


@_of_group
def together_figures(about: Together, found: GroupFigures, key: str) -> Export:
    """One of their pictures."""
    return _figures(page_plots.of_group(found), key, about.slug)


def strength(request: Request, slug: str) -> ExportSteps:
    """How strong the players of a club are."""
    club, rated = rated_club(request, slug)
    yield state(), rated
    return Export(StrengthTable(strengths(club, club.role)), f"spielstaerke-{slug}", _("Spielstärke"))


def ranking(request: Request, slug: str | None = None) -> ExportSteps:
    """How strong players of all clubs are, of a level or of everybody, in a class."""
    level, start_class = level_asked(request, slug)
    yield state(), register_state(), level and level.name, start_class
    table = RankedTable(ranked(list(shown_in(level, start_class)), 1))
    return Export(table, f"staerke-{slug or 'alle'}-{start_class}", _("Spielstärke"))


def _of_player(make: Callable[..., Export]) -> Callable[..., ExportSteps]:
    """The table made of a player and of what he has played."""

    def export(request: Request, pk: int, **named: str) -> ExportSteps:
        player, choice = _player(request, pk), choice_of(request)
        events = queries.player_events(player)
        yield state_of_many(events)
        made = make(player, queries.player(player, choice.period.of(events), choice.kind), **named)
        return replace(made, name=choice.named(made.name))

    return export


@_of_player
def player(player: Player, found: PlayerFigures) -> Export:
    """All lists of a player."""
    return Export(PlayerListTable(found.lists, found.evaluation), f"listen-spieler-{player.pk}", _("Listen"))


@_of_player
def player_rates(player: Player, found: PlayerFigures) -> Export:
    """How a player has played."""
    rates = compare(found.kind, found.figures, found.group)
    table = RateTable(found, rates, pgettext("einer", "Spieler"), _("alle dort"))
    return Export(table, f"anteile-spieler-{player.pk}", _("Wie gespielt wurde"))


@_of_player
def player_figures(player: Player, found: PlayerFigures, key: str) -> Export:
    """One of a player's pictures."""
    return _figures(page_plots.of_player(found), key, f"spieler-{player.pk}")


def player_met(request: Request, pk: int) -> ExportSteps:
    """All with whom a player has sat at one table."""
    player, choice = _player(request, pk), choice_of(request)
    yield state_of_many(queries.player_events(player))
    with_him = met(player, choice.period.of(queries.player_events(player)), None)
    return Export(MetTable(list(with_him)), choice.named(f"mitspieler-{pk}"), _("Am selben Tisch"))


def meetings(request: Request, pk: int, other: int) -> ExportSteps:
    """The lists on which two players met."""
    pair = pair_of(request, pk, other)
    choice = choice_of(request)
    yield state_of_many(queries.player_events(pair[0]))
    found = head_to_head(*pair, choice.period.of(queries.player_events(pair[0])), choice.kind)
    table = MeetingTable(found.meetings, *(each.name for each in pair))
    return Export(table, choice.named(f"begegnungen-{pk}-{other}"), _("Begegnungen"))


def spread(request: Request, slug: str) -> ExportSteps:
    """How the results of a ranking are distributed."""
    event = event_for(request, slug, Role.READER)
    scope = scope_of(request, event, read_number(request, "serie"))
    yield state_of(event)
    plot = page_plots.of_ranking(scope.ranking(event, event.role))
    return _figures([plot] if plot else [], "verteilung", f"{slug}{scope.name}")


def _state(about: Together) -> tuple[object, ...]:
    """Of its own events, and of those of the club it is held beside."""
    beside = about.club and state_of_many(queries.club_events(about.club))
    return (about.name, state_of_many(about.events), beside)


def _player(request: Request, pk: int) -> Player:
    player, _role = player_for(request, pk)
    refuse_without_lists(player)
    return player


def _figures(plots: list[Plot], key: str, name: str) -> Export:
    """The figures of the picture with this key; raises Http404 where there is none."""
    for plot in plots:
        if plot.key == key:
            return Export(FigureTable(plot), f"{key}-{name}", plot.title)
    raise Http404
