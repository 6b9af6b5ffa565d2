"""The next season as it would be made: what is still open, every move with its reasons, the Staffeln.

* **D** Tables have to be binding, and lots to be drawn, only where something follows from places: a season in which
  everybody stays, or leaves as he wishes, goes on at any time.
* **D** Staffeln that are proposed are called as those in which most of their teams played.
* **D** The region of a club is all it belongs to in the tree (Gliederung), the widest first; of one that belongs to
  nothing it is its number.
* **D** A team that was annulled is told of as one that takes no part any more.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from string import ascii_uppercase
from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.account import Violation
from scoring.federation.divisions import DivisionTeam, DivisionWish, propose_divisions
from scoring.federation.promotion import MoveReason, PyramidOutcome, TeamMove, promote
from scoring.federation.pyramid import Pyramid
from scoring.federation.pyramid_check import check
from skatliga.leagues.models import Level, Season, Team
from skatliga.leagues.squads import MOST_TEAMS
from skatliga.people.models import Club
from skatliga.people.names import fold
from skatliga.people.tree import lines_above
from skatliga.promotions.models import MoveJson, Promotion, ReasonJson, Way
from skatliga.promotions.season_end import EndedLevel, read_end
from skatliga.promotions.season_pyramid import PlayoffField, SeasonPyramid, team_of
from skatliga.promotions.wording import count_ways
from skatliga.registrations.queries import registrations_of, terms_of
from skatliga.rules.wording import sentence

FROM_NO_TABLE: Final = frozenset({"stay_place", "leaves", "down_wish", "new_team", "declined"})
"""Reasons that hold whatever the places are."""


@dataclass(frozen=True, slots=True)
class NextDivision:
    """A Staffel of the next season: its name and its teams, strongest first."""

    name: str
    keys: tuple[str, ...]
    slug: str = ""
    """That of the Staffel it goes on from."""


class NextLevel(NamedTuple):
    """A level of the next season."""

    level: Level
    divisions: tuple[NextDivision, ...]
    free: int
    places: int | None


class LevelCount(NamedTuple):
    """How many teams a level had, will have, and how many places stay free."""

    name: str
    before: int
    after: int
    free: int


@dataclass(frozen=True)
class NextSeason:
    """What follows from a season and what was said."""

    given: SeasonPyramid
    new: Mapping[str, Team]
    """New teams by their keys."""
    problems: tuple[str, ...]
    """What is wrong or still open, in sentences; while there is any, nothing follows."""
    playoffs: tuple[PlayoffField, ...] = ()
    """Play-offs of which the end is asked for."""
    lots: tuple[tuple[str, ...], ...] = ()
    """Teams that are to draw lots."""
    moves: tuple[MoveJson, ...] = ()
    levels: tuple[NextLevel, ...] = ()
    hints: tuple[str, ...] = field(default=())

    @property
    def season(self) -> Season:
        """The season that has ended."""
        return self.given.end.season

    @cached_property
    def usual(self) -> SeasonPyramid:
        """The same without what was said for it."""
        return replace(self.given, choices={})

    def team(self, key: str) -> Team:
        """A team of the season, or a new one."""
        return self.new.get(key) or self.given.end.teams[key]

    def sent(self, key: str) -> Team:
        """A team as it goes into the next season: as its club registered it, otherwise as it was."""
        registered = self.given.registrations.get(key)
        return team_of(registered) if registered else self.team(key)

    @property
    def sums(self) -> dict[Way, int]:
        """How many teams go each way."""
        return count_ways(self.moves)

    @property
    def counts(self) -> list[LevelCount]:
        """How many teams every level had and will have."""
        return [
            LevelCount(
                level.level.name,
                sum(len(table.keys) for table in ended.tables),
                sum(len(division.keys) for division in level.divisions),
                level.free,
            )
            for ended, level in zip(self.given.levels, self.levels, strict=True)
        ]

    @cached_property
    def token(self) -> str:
        """By which it is known again: another one where anything differs."""
        said = [self.moves, [[(each.name, each.keys) for each in level.divisions] for level in self.levels]]
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()[:24]


def next_season(season: Season, promotion: Promotion | None) -> NextSeason:
    """What follows from a season as it stands, and from what was said for it."""
    said = promotion.said if promotion else {}
    earlier = Promotion.objects.filter(next_season=season).first()
    terms = terms_of(season)
    registered = registrations_of(terms) if terms else None
    given = SeasonPyramid(read_end(season, said.get("lots", {})), said, earlier.said if earlier else {}, registered)
    if not given.levels:
        return NextSeason(given, {}, ())
    try:
        new = {key: team for ended in given.levels for key, team in given.new_teams(ended)}
    except ValidationError as refusal:
        return NextSeason(given, {}, tuple(refusal.messages))
    return _Follower(given, new).next_season()


class _Follower:
    """Works out what follows."""

    def __init__(self, given: SeasonPyramid, new: Mapping[str, Team]) -> None:
        self.given, self.end, self.new = given, given.end, new
        drawn = given.choices.get("lots", {})
        self.pyramid = given.pyramid(
            sorted((key for key in drawn if key in self.end.teams), key=lambda key: (drawn[key], key))
        )
        self.level_of = {str(ended.level.number): ended for ended in given.levels}

    def next_season(self) -> NextSeason:
        wrong = [sentence for ended in self.given.levels for sentence in ended.zones.wrong]
        found = check(self.pyramid)
        equal = [tuple(str(each.params["teams"]).split(", ")) for each in found if each.code == "pyramid_lots"]
        wrong += [self._said(each) for each in found if each.code != "pyramid_lots"]
        if wrong:
            return NextSeason(self.given, self.new, tuple(wrong))
        outcome = promote(self._with_all_lots())
        open_playoffs = tuple(each for each in self.given.playoffs if not self.given.order_of(each))
        from_tables = bool(open_playoffs) or any(
            reason.code not in FROM_NO_TABLE for move in outcome.moves for reason in move.reasons
        )
        asked = from_tables and not self.end.not_binding  # before that they may still part
        lots = tuple(keys for keys in (*self.end.equal, *equal) if asked and self._undrawn(keys))
        levels = tuple(self._level(each, outcome) for each in self.given.levels)
        problems = (*self._unregistered(), *self._open(open_playoffs, lots, from_tables), *self._refused(levels))
        begun = NextSeason(self.given, self.new, problems, open_playoffs, lots, hints=tuple(self._hints()))
        return begun if problems else replace(begun, moves=tuple(self._moves(outcome, levels)), levels=levels)

    def _with_all_lots(self) -> Pyramid:
        """With lots for all who drew none, so that it can be seen whether anything follows from them."""
        others = sorted(set(self.pyramid.teams) - set(self.pyramid.lots))
        return Pyramid(self.pyramid.levels, self.pyramid.playoffs, self.pyramid.new, (*self.pyramid.lots, *others))

    def _undrawn(self, keys: Sequence[str]) -> bool:
        """Whether the lots of these teams do not part them."""
        drawn = [self.given.choices.get("lots", {}).get(key) for key in keys]
        return None in drawn or len(set(drawn)) < len(drawn)

    # ---- What is open or wrong

    def _open(
        self, playoffs: Sequence[PlayoffField], lots: Sequence[Sequence[str]], from_tables: bool
    ) -> Iterator[str]:
        if from_tables:
            for division in self.end.not_binding:
                yield _("„%(division)s“: Noch nicht alle Spieltage sind verbindlich.") % {"division": division.name}
        for each in playoffs:
            yield _("Die Aufstiegsrunde zu „%(level)s“ ist noch offen: Bitte die Plätze eintragen, jeden einmal.") % {
                "level": each.into.level.name
            }
        for keys in lots:
            yield _("In allem gleich sind %(teams)s: Bitte das Los eintragen.") % {"teams": self._names(keys)}

    def _unregistered(self) -> Iterator[str]:
        """Before the deadline a club that has not answered may still do so."""
        found = self.given.registered
        if found and found.missing and not found.terms.is_over:
            yield _("Bis zum %(day)s können noch melden: %(clubs)s.") % {
                "day": date_format(found.terms.closes_on, "SHORT_DATE_FORMAT"),
                "clubs": get_text_list([entry.club.name for entry in found.missing], _("und")),
            }

    def _refused(self, levels: Sequence[NextLevel]) -> Iterator[str]:
        """What no season could be made of."""
        for level in levels:
            for division in level.divisions:
                names = Counter(fold(self._sent_name(key)) for key in division.keys)
                words = {"division": division.name, "most": MOST_TEAMS}
                if len(division.keys) > MOST_TEAMS:
                    yield _("„%(division)s“ hätte mehr als %(most)s Mannschaften. Bitte mehr Staffeln bilden.") % words
                for key in division.keys:
                    if names.pop(fold(self._sent_name(key)), 1) > 1:
                        yield _(
                            "In „%(division)s“ hießen zwei Mannschaften „%(name)s“. Bitte eine umbenennen oder in eine"
                            " andere Staffel setzen."
                        ) % {**words, "name": self._sent_name(key)}

    def _hints(self) -> Iterator[str]:
        """Clubs that have not answered, and zones that lead out of the league."""
        found = self.given.registered
        if found and found.missing and found.terms.is_over:
            names = [entry.club.name for entry in found.missing]
            yield ngettext(
                "%(clubs)s hat nicht gemeldet. Seine Mannschaften nehmen nicht mehr teil.",
                "%(clubs)s haben nicht gemeldet. Ihre Mannschaften nehmen nicht mehr teil.",
                len(names),
            ) % {"clubs": get_text_list(names, _("und"))}
        highest, lowest = self.given.levels[0], self.given.levels[-1]
        if highest.zones.up or highest.zones.rise:
            yield _(
                "„%(level)s“ ist hier die oberste Ebene. Wer von dort aufsteigt, spielt nicht mehr in dieser Liga:"
                " Bitte das bei der Mannschaft wählen."
            ) % {"level": highest.level.name}
        if lowest.zones.down_from <= lowest.size or lowest.zones.hold:
            yield _(
                "„%(level)s“ ist hier die unterste Ebene. Wer von dort absteigt, spielt nicht mehr in dieser Liga:"
                " Bitte das bei der Mannschaft wählen."
            ) % {"level": lowest.level.name}

    def _said(self, violation: Violation) -> str:
        """What the engine refuses, with names for keys."""
        params = self._named(violation.params)
        if violation.code == "form_bounds" and violation.field.startswith("playoffs"):
            into = self.given.playoffs[int(violation.field[9 : violation.field.index("]")])].into
            return _("In der Aufstiegsrunde zu „%(level)s“ spielen weniger Mannschaften, als es dort Plätze gibt.") % {
                "level": into.level.name
            }
        return sentence(violation._replace(params=params))

    # ---- Names for keys

    def _team(self, key: str) -> Team:
        return self.new.get(key) or self.end.teams[key]

    def _sent_name(self, key: str) -> str:
        """What a team is called in the next season."""
        registered = self.given.registrations.get(key)
        return registered.name if registered else self._team(key).name

    def _names(self, keys: Sequence[str]) -> str:
        return get_text_list([self._team(key).name for key in keys], _("und"))

    def _named(self, params: Mapping[str, object]) -> dict[str, str | int]:
        return {name: self._name(name, value) for name, value in params.items()}

    def _name(self, kind: str, value: object) -> str | int:
        if kind == "level":
            return self.level_of[str(value)].level.name
        if kind == "division":
            return self._division_name(str(value))
        if kind == "teams" and isinstance(value, list | tuple):
            return ", ".join(self._team(key).name for key in value)
        return value if isinstance(value, int) else str(value)

    def _division_name(self, slug: str) -> str:
        tables = (table for ended in self.given.levels for table in ended.tables)
        return next((table.division.name for table in tables if table.division.slug == slug), slug)

    # ---- Staffeln

    @cached_property
    def lines(self) -> Mapping[int, str]:
        """Where clubs stand in the tree, as the engine takes regions."""
        return lines_above({team.club_id for team in (*self.end.teams.values(), *self.new.values()) if team.club_id})

    def _level(self, ended: EndedLevel, outcome: PyramidOutcome) -> NextLevel:
        [found] = [each for each in outcome.levels if each.level == str(ended.level.number)]
        settings = self.given.settings(ended)
        divisions = [NextDivision(each.division.name, (), each.division.slug) for each in ended.tables]
        taken = {each.name for each in divisions}
        usual = (_("Staffel %(letter)s") % {"letter": letter} for letter in ascii_uppercase)
        further = (name for name in usual if name not in taken)
        divisions = [*divisions[: settings.divisions]]
        divisions += [NextDivision(next(further), ()) for _more in range(settings.divisions - len(divisions))]
        groups = self._groups(found.teams, len(divisions))
        named = _by_most_before(groups, ended, divisions)
        put = {key: named[number] for number, group in enumerate(groups) for key in group}
        for key, number in self.given.choices.get("divisions", {}).items():
            if key in put and 1 <= number <= len(divisions):
                put[key] = number - 1
        filled = (
            replace(division, keys=tuple(key for key in found.teams if put[key] == number))
            for number, division in enumerate(divisions)
        )
        return NextLevel(ended.level, tuple(filled), found.free, settings.places)

    def _groups(self, keys: Sequence[str], number: int) -> Sequence[Sequence[str]]:
        if number == 1 or len(keys) < 2:
            return [keys]
        clubs = {key: self._team(key).club for key in keys}
        lines = self.lines
        teams = [DivisionTeam(key, *_club_and_region(key, clubs[key], lines)) for key in keys]
        return propose_divisions(teams, DivisionWish(number)).divisions

    # ---- Moves

    def _moves(self, outcome: PyramidOutcome, levels: Sequence[NextLevel]) -> Iterator[MoveJson]:
        into = {key: division.name for level in levels for division in level.divisions for key in division.keys}
        number = {level: place for place, level in enumerate(self.level_of)}
        order = {key: place for place, key in enumerate((*self.given.level_numbers, *self.new))}
        for move in sorted(outcome.moves, key=lambda move: (number[move.source or move.target], order[move.team])):
            yield self._move(move, into.get(move.team, ""))
        for key, team in self.end.annulled.items():
            yield self._annulled(key, team)

    def _annulled(self, key: str, team: Team) -> MoveJson:
        return {
            "team": key,
            "name": team.name,
            "way": "out",
            "level": team.division.level.number,
            "source": team.division.level.name,
            "division": team.division.name,
            "place": 0,
            "target": "",
            "into": "",
            "reasons": [{"code": "leaves", "params": {}}],
        }

    def _move(self, move: TeamMove, into: str) -> MoveJson:
        def name(level: str) -> str:
            return self.level_of[level].level.name if level else ""

        return {
            "team": move.team,
            "name": self._team(move.team).name,
            "way": self._way(move),
            "level": int(move.source or str(move.reasons[0].params["level"])),
            "source": name(move.source),
            "division": self._division_name(move.division),
            "place": move.place,
            "target": name(move.target),
            "into": into,
            "reasons": [self._reason(reason) for reason in move.reasons],
        }

    def _way(self, move: TeamMove) -> Way:
        if not move.target:
            return "out"
        if not move.source:
            return "new"
        down = int(move.target) - int(move.source)
        return "down" if down > 0 else "up" if down else "stay"

    def _reason(self, reason: MoveReason) -> ReasonJson:
        return {"code": reason.code, "params": self._named(reason.params)}


def _club_and_region(key: str, club: Club | None, lines: Mapping[int, str]) -> tuple[str, str]:
    return (str(club.pk), lines.get(club.pk) or club.number) if club else (key, "")


def _by_most_before(
    groups: Sequence[Sequence[str]], ended: EndedLevel, divisions: Sequence[NextDivision]
) -> dict[int, int]:
    """Which Staffel each group becomes: the one in which most of its teams played, as far as it is free."""
    before = {key: table.division.slug for table in ended.tables for key in table.keys}
    common = sorted(
        (-sum(before.get(key) == division.slug for key in group), number, place)
        for number, group in enumerate(groups)
        for place, division in enumerate(divisions)
    )
    named: dict[int, int] = {}
    for _common, number, place in common:
        if number not in named and place not in named.values():
            named[number] = place
    return named
