"""The field of a championship as the rankings below make it: to be looked at, and then to be written down."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.federation.qualification import BESIDES, ChampionshipField, FieldLine, TooManyHoldersError, qualify
from skatliga.events.models import Event
from skatliga.people.models import Player
from skatliga.people.names import fold
from skatliga.qualifications.models import Qualification, QuotaSource, TitleHeld
from skatliga.qualifications.queries import sources_of
from skatliga.qualifications.quota_table import CountedSource, QuotaTable, quota_table
from skatliga.qualifications.rankings import Ranked, SourceRanking, count_sources, ranking_of


@dataclass(frozen=True)
class FoundLine:
    """Somebody who would have a place, or follow."""

    line: FieldLine
    source: QuotaSource | None
    ranked: Ranked | None
    """None for a title holder who stands in no ranking."""
    holder: TitleHeld | None

    @property
    def name(self) -> str:
        """For those who direct."""
        if self.ranked:
            return self.ranked.name
        return str(self.holder.player.canonical.name if self.holder and self.holder.player else self.holder or "")

    @property
    def player(self) -> Player | None:
        """Of a title holder who stands in no ranking."""
        return self.holder.player.canonical if not self.ranked and self.holder and self.holder.player else None


@dataclass(frozen=True)
class FoundField:
    """What would be written down, or why it cannot."""

    table: QuotaTable
    sources: tuple[QuotaSource, ...]
    lines: tuple[FoundLine, ...]
    problems: tuple[str, ...]

    @property
    def placed(self) -> tuple[FoundLine, ...]:
        """Who would have a place."""
        return tuple(each for each in self.lines if each.line.stands != "next")


def find_field(rule: Qualification, event: Event) -> FoundField:
    """What the rankings make of a championship, which comes as `rule.event`."""
    sources = sources_of(rule)
    table = table_of(rule, event, sources)
    rankings = [ranking_of(source, event) for source in sources]
    problems = [*table.problems.values(), *(each.pending for each in rankings if each.pending)]
    if table.problems:
        return FoundField(table, tuple(sources), (), tuple(problems))
    holders = _holders(rule, rankings)
    quotas = {str(source.pk): line.places for source, line in zip(sources, table.lines, strict=True)}
    keys = {str(each.source.pk): [ranked.key for ranked in each.ranked] for each in rankings}
    try:
        found = qualify(quotas, keys, holders, inside=rule.inside)
    except TooManyHoldersError as error:
        [title] = [source.title for source in sources if str(source.pk) == error.unit]
        said = _("%(title)s hat mehr Titelverteidiger als Plätze. Bitte die Quote oder die Titelverteidiger ändern.")
        return FoundField(table, tuple(sources), (), (*problems, said % {"title": title}))
    return FoundField(table, tuple(sources), tuple(_lines(found, rankings, holders)), tuple(problems))


def table_of(rule: Qualification, event: Event, sources: list[QuotaSource]) -> QuotaTable:
    """The quota as it would be now."""
    counted = count_sources(rule, event, sources)
    return quota_table(
        rule,
        [
            CountedSource(source.title, number, source.fixed_places, source.lot)
            for source, number in zip(sources, counted, strict=True)
        ],
    )


def _holders(rule: Qualification, rankings: list[SourceRanking]) -> dict[str, TitleHeld]:
    """The title holders by the keys under which they stand in the rankings, if they do.

    **D** A team is the one of the same name, where exactly one source has one.
    """
    found = {}
    for holder in rule.holders.select_related("player__merged_into"):
        if holder.player:
            found[f"p{holder.player.canonical.pk}"] = holder
            continue
        named = [
            ranked.key
            for each in rankings
            for ranked in each.ranked
            if fold(ranked.team_name) == fold(holder.team_name)
        ]
        found[named[0] if len(named) == 1 else f"h{holder.pk}"] = holder
    return found


def _lines(
    found: ChampionshipField, rankings: list[SourceRanking], holders: Mapping[str, TitleHeld]
) -> list[FoundLine]:
    by_unit = {str(each.source.pk): each for each in rankings}
    anywhere = {ranked.key: ranked for each in rankings for ranked in each.ranked}
    here = {(unit, ranked.key): ranked for unit, each in by_unit.items() for ranked in each.ranked}
    return [
        FoundLine(
            line,
            None if line.unit == BESIDES else by_unit[line.unit].source,
            anywhere.get(line.player) if line.unit == BESIDES else here[line.unit, line.player],
            holders.get(line.player),
        )
        for line in found.lines
    ]
