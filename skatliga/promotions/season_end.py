"""A season as it ended: its levels with their tables, what the places of these mean, who played off, what is open.

* **D** A play-off zone is for going up where it stands nearer to the zone that goes up than to the one that goes down,
  otherwise for staying; where both are as near, it is for going up.
* **D** A Staffel in which only teams play that are in a play-off zone of another one is their play-off: its table says
  how it ended, and it belongs to no level.
* **D** Teams on a shared place stand as they drew lots.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from skatliga.leagues.division_standing import DivisionStandingLine, Reckoned, Standing, rank_across, read
from skatliga.leagues.models import Division, Level, Season, Team, ZoneJson
from skatliga.people.names import fold


def key_of(team: Team, division: Division) -> str:
    """By which a team of the season is known: `ost/A`."""
    return f"{division.slug}/{team.letter}"


class ZonePlaces(NamedTuple):
    """What the places of the tables of a level mean."""

    up: int
    """The first so many go up."""
    down_from: int
    """This place and those behind it go down."""
    rise: frozenset[int]
    """Places that play off for going up."""
    hold: frozenset[int]
    """Places that play off for staying."""
    wrong: tuple[str, ...] = ()
    """What is wrong with the zones."""


def read_zones(zones: Sequence[ZoneJson], size: int, level: str = "") -> ZonePlaces:
    """The zones of a level whose largest table has so many teams.

    >>> zones = [("up", 1, 2), ("playoff", 3, 3), ("playoff", 8, 8), ("down", 9, 16)]
    >>> read_zones([{"kind": k, "label": "", "first": f, "last": l} for k, f, l in zones], 10)[:4]
    (2, 9, frozenset({3}), frozenset({8}))
    """
    places = {kind: _places_of(zones, kind, size) for kind in ("up", "down")}
    up = next(place for place in range(size + 1) if place + 1 not in places["up"])
    down_from = min(places["down"], default=size + 1)
    wrong = []
    if places["up"] != set(range(1, up + 1)):
        wrong.append(_("„%(level)s“: Die Plätze, die aufsteigen, beginnen nicht mit dem ersten.") % {"level": level})
    if places["down"] != set(range(down_from, size + 1)):
        wrong.append(_("„%(level)s“: Die Plätze, die absteigen, enden vor dem letzten.") % {"level": level})
    rise: set[int] = set()
    hold: set[int] = set()
    for zone in zones:
        if zone["kind"] == "playoff" and zone["first"] <= size:
            last = min(zone["last"], size)
            is_rise = zone["first"] - 1 - up <= down_from - 1 - last
            (rise if is_rise else hold).update(range(zone["first"], last + 1))
    return ZonePlaces(up, down_from, frozenset(rise), frozenset(hold), tuple(wrong))


def _places_of(zones: Iterable[ZoneJson], kind: str, size: int) -> set[int]:
    found = (range(zone["first"], min(zone["last"], size) + 1) for zone in zones if zone["kind"] == kind)
    return {place for places in found for place in places}


@dataclass(frozen=True, slots=True)
class EndedTable:
    """The table of a Staffel, best first, by the keys of teams."""

    division: Division
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EndedLevel:
    """A level with its tables."""

    level: Level
    tables: tuple[EndedTable, ...]
    ranks: Mapping[str, int]
    """How its teams stand among each other; equal ones alike."""

    @property
    def size(self) -> int:
        """How many teams its largest table has."""
        return max((len(table.keys) for table in self.tables), default=0)

    @property
    def zones(self) -> ZonePlaces:
        """What the places of its tables mean."""
        return read_zones(self.level.zones, self.size, self.level.name)

    def on(self, places: frozenset[int]) -> list[str]:
        """The teams on these places."""
        return [key for table in self.tables for place, key in enumerate(table.keys, 1) if place in places]


@dataclass(frozen=True, slots=True)
class SeasonEnd:
    """A season as it ended."""

    season: Season
    levels: tuple[EndedLevel, ...]
    """From the highest down."""
    teams: Mapping[str, Team]
    annulled: Mapping[str, Team]
    """Teams that left and are in no table."""
    playoffs: tuple[tuple[str, ...], ...]
    """Play-offs that were played as a Staffel, best first; by the keys of the teams in their own tables."""
    not_binding: tuple[Division, ...]
    equal: tuple[tuple[str, ...], ...]
    """Teams that share a place."""


def read_end(season: Season, lots: Mapping[str, int]) -> SeasonEnd:
    """How a season stands; eight queries. Who shares a place stands as `lots` says, by the keys of teams."""
    divisions = list(season.divisions.select_related("level").order_by("level__number", "name", "pk"))
    for division in divisions:
        division.season = season
    reckoned = {each.division.pk: each for each in read(divisions)}
    standings = {pk: each.standing() for pk, each in reckoned.items()}
    names = {pk: _playing_off(standing) for pk, standing in standings.items()}
    playoffs = {pk for pk, standing in standings.items() if _is_playoff(standing, names)}
    tables = {pk: standing for pk, standing in standings.items() if pk not in playoffs}
    prefetch_related_objects([line.team for each in tables.values() for line in each.lines], "club")
    named = {fold(line.team.name): key_of(line.team, each.division) for each in tables.values() for line in each.lines}
    played_off = [_placed(standings[pk], lambda line: named[fold(line.team.name)]) for pk in playoffs]
    placed = {pk: _placed(each, _keyed(each.division)) for pk, each in tables.items()}
    levels = []
    for level in season.levels.all():
        own = [each for each in divisions if each.level_id == level.pk]
        counted = [each for each in own if each.pk in tables]
        if counted or not own:
            ended = tuple(EndedTable(each, _by_lot(placed[each.pk], lots)) for each in counted)
            levels.append(EndedLevel(level, ended, rank_across([tables[each.pk] for each in counted])))
    return SeasonEnd(
        season,
        tuple(levels),
        {key_of(line.team, each.division): line.team for each in tables.values() for line in each.lines},
        dict(_annulled(tables.values())),
        tuple(_by_lot(places, lots) for places in played_off),
        tuple(each.division for each in reckoned.values() if not _is_binding(each)),
        tuple(tuple(keys) for places in (*placed.values(), *played_off) for keys in places.values() if len(keys) > 1),
    )


def _annulled(standings: Iterable[Standing]) -> Iterator[tuple[str, Team]]:
    for standing in standings:
        for team in standing.annulled:
            team.division = standing.division
            yield key_of(team, standing.division), team


def _is_binding(reckoned: Reckoned) -> bool:
    """Whether everything is played and binding; of a Staffel without teams nothing is expected."""
    groups = [state.group for state in reckoned.groups]
    return not reckoned.teams or (bool(groups) and all(group.binding_at for group in groups))


Places = Mapping[int, Sequence[str]]
"""The teams on every place of a table, by their keys."""


def _placed(standing: Standing, key: Callable[[DivisionStandingLine], str]) -> Places:
    found: dict[int, list[str]] = {}
    for line in standing.lines:
        found.setdefault(line.place, []).append(key(line))
    return {place: sorted(keys) for place, keys in sorted(found.items())}


def _keyed(division: Division) -> Callable[[DivisionStandingLine], str]:
    return lambda line: key_of(line.team, division)


def _by_lot(places: Places, lots: Mapping[str, int]) -> tuple[str, ...]:
    last = max(lots.values(), default=0) + 1
    return tuple(key for keys in places.values() for key in sorted(keys, key=lambda key: (lots.get(key, last), key)))


# ---- Play-offs that are played as a Staffel of the season


def _playing_off(standing: Standing) -> set[str]:
    """The names of teams on places for a play-off."""
    places = _places_of(standing.division.level.zones, "playoff", len(standing.lines))
    return {fold(line.team.name) for line in standing.lines if line.place in places}


def _is_playoff(standing: Standing, names: Mapping[int, set[str]]) -> bool:
    own = {fold(line.team.name) for line in standing.lines}
    others = (found for pk, found in names.items() if pk != standing.division.pk)
    return len(own) > 1 and own <= set().union(*others)
