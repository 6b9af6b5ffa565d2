"""The pyramid of a season: its tables, and what was said, as the engine takes them.

What was said for a level is taken over from the season before, where nothing else is said.

* **D** The place behind those that go up may go up as well where one of them does not; no further one.
* **D** A team whose club is not on this site is of one club with those whose names differ from its own by the number at
  the end alone.
* **D** Where clubs register their teams, who is not registered takes no part, and who is registered anew begins in the
  lowest level. A team whose club is not on this site is nobody's to register: for it holds what is said here.
* **D** An up zone of the highest level, and a down zone of the lowest one, lead out of the league: nothing follows.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, NamedTuple, cast

from django.core.exceptions import ValidationError

from scoring.federation.pyramid import Fill, NewTeam, Pyramid, PyramidLevel, PyramidPlayoff, PyramidTeam, Wish
from skatliga.leagues.models import Team
from skatliga.leagues.squads import clubs_by_length, read_team
from skatliga.people.names import address_of, fold, free_address
from skatliga.promotions.models import ChoicesJson, LevelChoiceJson
from skatliga.promotions.season_end import EndedLevel, SeasonEnd
from skatliga.registrations.models import RegisteredTeam
from skatliga.registrations.queries import Registrations

_NUMBER_AT_THE_END: Final = re.compile(r"[\s.]+(\d+|[ivx]+)\.?$")
KEPT: Final = ("places", "best", "worst", "reach", "club_limit", "playoff_places", "fill")
"""What is taken over from the season before."""


class LevelSettings(NamedTuple):
    """What holds for a level; none of it where there is nothing to choose."""

    places: int | None
    best: int
    worst: int
    reach: int
    club_limit: int | None
    playoff_places: int
    divisions: int
    fill: str
    new: str


class PlayoffField(NamedTuple):
    """Who plays off for places in a level."""

    into: EndedLevel
    keys: tuple[str, ...]
    """From the level itself first, then from below."""
    played: tuple[str, ...] | None
    """How it ended, where it was played as a Staffel."""


@dataclass(frozen=True)
class SeasonPyramid:
    """A season with everything that was said for it."""

    end: SeasonEnd
    choices: ChoicesJson
    before: ChoicesJson
    """What was said for the season before."""
    registered: Registrations | None = None
    """What the clubs have registered, where they were asked."""

    @property
    def levels(self) -> tuple[EndedLevel, ...]:
        """From the highest down."""
        return self.end.levels

    def settings(self, ended: EndedLevel) -> LevelSettings:
        """What holds for a level."""
        number = str(ended.level.number)
        kept = self.before.get("levels", {}).get(number, {})
        said: LevelChoiceJson = {
            **cast(LevelChoiceJson, {name: value for name, value in kept.items() if name in KEPT}),
            **self.choices.get("levels", {}).get(number, {}),
        }
        is_highest, is_lowest = ended is self.levels[0], ended is self.levels[-1]
        up, own = ended.zones.up, sum(len(table.keys) for table in ended.tables)
        return LevelSettings(
            None if is_lowest else said.get("places", max(1, own)),
            0 if is_highest else said.get("best", 0),
            0 if is_lowest else said.get("worst", 0),
            0 if is_highest else said.get("reach", up + 1 if up else 0),
            None if is_lowest else said.get("club_limit") or None,
            said.get("playoff_places", max(1, len(ended.on(ended.zones.hold)))),
            said.get("divisions", max(1, len(ended.tables))),
            said.get("fill", "up,stay"),
            said.get("new", ""),
        )

    # ---- Play-offs

    @property
    def playoffs(self) -> list[PlayoffField]:
        """Who plays off, from the highest level down."""
        found = []
        for upper, lower in zip(self.levels, self.levels[1:], strict=False):
            keys = (*upper.on(upper.zones.hold), *lower.on(lower.zones.rise))
            if keys:
                played = next((order for order in self.end.playoffs if set(keys) <= set(order)), None)
                found.append(PlayoffField(upper, keys, played and tuple(key for key in played if key in keys)))
        return found

    def order_of(self, field: PlayoffField) -> tuple[str, ...] | None:
        """How a play-off ended, None while that is not known."""
        if field.played:
            return field.played
        places = [self.choices.get("places", {}).get(key) for key in field.keys]
        if None in places or len(set(places)) < len(places):
            return None
        return tuple(key for _place, key in sorted(zip(places, field.keys, strict=True)))

    # ---- Teams

    def leaves(self, key: str) -> bool:
        """Whether a team takes no part whatever was said: it withdrew, or its club has not registered it."""
        team = self.end.teams[key]
        asked = self.registered is not None and team.club_id is not None
        return bool(team.withdrawal) or (asked and key not in self.registrations)

    @cached_property
    def registrations(self) -> dict[str, RegisteredTeam]:
        """What the clubs have registered, by the keys of the teams; new ones as `gemeldet/herz-buben-2`."""
        if self.registered is None:
            return {}
        by_team = self.registered.by_team
        found = {key: by_team[team.pk] for key, team in self.end.teams.items() if team.pk in by_team}
        for each in (*self.registered.new, *(each for each in by_team.values() if each not in found.values())):
            found[free_address(f"gemeldet/{address_of(each.name, 60, 'mannschaft')}", found)] = each
        return found

    def wish(self, key: str) -> tuple[Wish, str]:
        """What a team wishes, and the level it goes down to; who withdrew or is not registered leaves."""
        if self.leaves(key):
            return "leave", ""
        wish, _colon, target = self.choices.get("wishes", {}).get(key, "").partition(":")
        below = [each.level.number for each in self.levels if each.level.number > self.level_numbers[key]]
        if wish not in ("stay", "down", "leave") or (wish == "down" and not below):
            return "", ""
        is_there = target.isdecimal() and int(target) in below
        return cast(Wish, wish), target if is_there and wish == "down" else ""

    @cached_property
    def level_numbers(self) -> dict[str, int]:
        """The number of the level every team was in, by its key."""
        return {key: each.level.number for each in self.levels for table in each.tables for key in table.keys}

    def new_teams(self, ended: EndedLevel) -> Iterator[tuple[str, Team]]:
        """The new teams of a level by their keys; raises ValidationError for a line that names none.

        Those that clubs have registered begin in the lowest one.
        """
        if ended is self.levels[-1]:
            for key, each in self.registrations.items():
                if key not in self.end.teams:
                    yield key, team_of(each)
        lines = list(filter(str.strip, self.settings(ended).new.splitlines()))
        clubs = clubs_by_length() if lines else []
        for number, line in enumerate(lines, 1):
            try:
                yield f"neu/{ended.level.number}/{number}", read_team(line, clubs)
            except ValidationError as refusal:
                raise ValidationError(f"„{line.strip()[:60]}“: {' '.join(refusal.messages)}") from None

    # ---- As the engine takes it

    def pyramid(self, lots: Sequence[str]) -> Pyramid:
        """The whole pyramid; a play-off that is not decided is left out."""
        new = [
            NewTeam(PyramidTeam(key, club_of(team)), str(ended.level.number))
            for ended in self.levels
            for key, team in self.new_teams(ended)
        ]
        return Pyramid(
            tuple(self._level(number, ended) for number, ended in enumerate(self.levels)),
            tuple(
                PyramidPlayoff(str(field.into.level.number), self.settings(field.into).playoff_places, order)
                for field in self.playoffs
                if (order := self.order_of(field))
            ),
            tuple(new),
            tuple(lots),
        )

    def _level(self, number: int, ended: EndedLevel) -> PyramidLevel:
        said, zones = self.settings(ended), ended.zones
        is_highest, is_lowest = number == 0, number == len(self.levels) - 1
        falling = [max(0, len(table.keys) - zones.down_from + 1) for table in ended.tables]
        of_all = 0 if is_lowest else min(falling, default=0)
        level = PyramidLevel(
            str(ended.level.number),
            tables={
                table.division.slug: tuple(self._team(key, ended.ranks) for key in table.keys) for table in ended.tables
            },
            places=said.places,
            best=said.best,
            reach=said.reach,
            down=of_all,
            # In a larger table more places lie in the zone; they come behind all others that are compared.
            worst=0 if is_lowest else said.worst + sum(falling) - of_all * len(falling),
            club_limit=said.club_limit,
            fill=tuple(cast(Fill, each) for each in said.fill.split(",") if each in ("up", "stay")),
        )
        if is_highest:
            return level
        return replace(level, above=str(self.levels[number - 1].level.number), up=zones.up)

    def _team(self, key: str, ranks: Mapping[str, int]) -> PyramidTeam:
        wish, goes_to = self.wish(key)
        return PyramidTeam(key, club_of(self.end.teams[key]), (-ranks[key],), "", wish, goes_to)


def team_of(each: RegisteredTeam) -> Team:
    """A registered team as one of the next season, in no Staffel yet."""
    return Team(name=each.name, place=each.place, captain=each.captain, club=each.registration.club)


def club_of(team: Team) -> str:
    """By which teams of one club are known."""
    return str(team.club_id) if team.club_id else _NUMBER_AT_THE_END.sub("", fold(team.name))
