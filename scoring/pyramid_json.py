"""The JSON form of a pyramid: levels, tables and wishes read, moves with their reasons and Staffeln written."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Final, cast

from scoring.account import Violation, say
from scoring.deal_json import Fields, read_object
from scoring.federation.divisions import DivisionTeam, DivisionWish, propose_divisions
from scoring.federation.promotion import LevelOutcome, MoveReason, PyramidOutcome, TeamMove, promote
from scoring.federation.pyramid import Fill, NewTeam, Pyramid, PyramidLevel, PyramidPlayoff, PyramidTeam, Wish
from scoring.federation.pyramid_check import check
from scoring.form_reader import FormReader, Given, inside
from scoring.wertung.results import FIGURES, Number

MOST: Final = 10_000
"""Of anything that is counted: no pyramid has so many teams in a level."""
_WISHES: Final = ("stay", "down", "leave")
_FILLS: Final = ("up", "stay")
_TEAM: Final = ("team", "club", "region", "wish", "to", "at")
_ZONES: Final = ("up", "best", "reach", "down", "worst")


def answer_text(text: bytes | str) -> tuple[Fields, bool]:
    """The next season of one pyramid, or everything that is wrong with it; and whether it is all good."""
    given = read_object(text)
    if isinstance(given, Violation):
        return {"violations": _violation_list([given])}, False
    reader = PyramidReader()
    pyramid = reader.pyramid(given)
    if pyramid is None:
        return {"violations": _violation_list(reader.found)}, False
    return _outcome_fields(pyramid, promote(pyramid), reader), True


def _violation_list(found: Sequence[Violation]) -> list[Fields]:
    return [{"code": each.code, "where": each.field, "message": each.message} for each in found]


# ---- Reading


class PyramidReader(FormReader):
    """Reads a pyramid; where teams are and how Staffeln are to be made is kept beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.at: dict[str, tuple[int, int]] = {}
        self.divisions: dict[str, DivisionWish] = {}
        self.compare: Sequence[str] = ()
        self.average = False

    def pyramid(self, given: Given) -> Pyramid | None:
        """The pyramid, if nothing is wrong with it."""
        known = ("levels", "playoffs", "new", "lots", "compare", "average")
        given = self.fields(dict(given), "", known, ("levels",))
        self.compare = self.order(given.get("compare", ["points", "-minus", "leistung"]), "compare")
        self.average = self.flag(given.get("average", False), "average")
        levels = self.listed(given["levels"], "levels") if "levels" in given else ()
        pyramid = Pyramid(
            tuple(self._level(each, where) for each, where in levels),
            tuple(self._playoff(each, where) for each, where in self._some(given, "playoffs")),
            tuple(self._new(each, where) for each, where in self._some(given, "new")),
            tuple(self.text(each, where) for each, where in self._some(given, "lots")),
        )
        if not self.found:
            self.found += check(pyramid)
        return None if self.found else pyramid

    def _some(self, given: Given, name: str, where: str = "") -> Iterator[tuple[object, str]]:
        return self.listed(given.get(name, []), inside(where, name), empty=True)

    def number_of(self, given: Given, name: str, where: str, least: int = 0) -> int:
        """A number of teams or places; 0 without it."""
        if name not in given:
            return 0
        found = self.count(given[name], inside(where, name), least)
        if found > MOST:
            self.refuse("form_bounds", inside(where, name), bounds=f"höchstens {MOST}")
            return 1
        return found

    def _maybe(self, given: Given, name: str, where: str) -> int | None:
        return self.number_of(given, name, where, 1) if name in given else None

    def _optional_text(self, given: Given, name: str, where: str) -> str:
        return self.text(given[name], inside(where, name)) if name in given else ""

    def _level(self, value: object, where: str) -> PyramidLevel:
        known = ("level", "above", "region", "tables", "places", "club_limit", "fill", "next", "divisions", *_ZONES)
        given = self.fields(value, where, known, ("level", "tables"))
        key = self._optional_text(given, "level", where)
        fill = self.words(given.get("fill", list(_FILLS)), inside(where, "fill"), _FILLS, empty=True)
        if len(set(fill)) < len(fill):
            self.refuse("form_twice", inside(where, "fill"), found=fill[0])
        next_up = tuple(self.text(each, path) for each, path in self._some(given, "next", where))
        if "divisions" in given:
            self.divisions[key] = self._division_wish(given["divisions"], inside(where, "divisions"))
        level = PyramidLevel(
            key,
            self._optional_text(given, "above", where),
            self._optional_text(given, "region", where),
            self._tables(given.get("tables", {}), inside(where, "tables")),
            self._maybe(given, "places", where),
            up=self.number_of(given, "up", where),
            best=self.number_of(given, "best", where),
            reach=self.number_of(given, "reach", where),
            down=self.number_of(given, "down", where),
            worst=self.number_of(given, "worst", where),
            club_limit=self._maybe(given, "club_limit", where),
            fill=cast(tuple[Fill, ...], fill),
            next_up=next_up if "next" in given else None,
        )
        return self._with_division_limit(level)

    def _with_division_limit(self, level: PyramidLevel) -> PyramidLevel:
        """A club can have as many teams in a level as its Staffeln may have together."""
        wish = self.divisions.get(level.key)
        if not wish or not wish.club_limit or level.places is None:
            return level
        number = -(-level.places // wish.size) if wish.size else wish.number
        return replace(level, club_limit=min(level.club_limit or MOST, number * wish.club_limit))

    def _division_wish(self, value: object, where: str) -> DivisionWish:
        given = self.fields(value, where, ("number", "size", "club_limit"))
        if isinstance(value, dict) and ("number" in given) is ("size" in given):
            self.refuse("pyramid_divisions", where)
        number, size, limit = (self._maybe(given, name, where) for name in ("number", "size", "club_limit"))
        return DivisionWish(number or 1, size, limit)

    def _tables(self, value: object, where: str) -> Mapping[str, tuple[PyramidTeam, ...]]:
        if not isinstance(value, dict):
            self.refuse("form_kind", where, kind="ein Objekt mit einer Liste für jede Staffel")
            return {}
        return {
            division: tuple(
                self._team(each, at) for each, at in self.listed(table, inside(where, division), empty=True)
            )
            for division, table in value.items()
        }

    def _team(self, value: object, where: str, more: Collection[str] = ()) -> PyramidTeam:
        given = self.fields(value, where, (*_TEAM, *FIGURES, *more), ("team", "club"))
        key = self._optional_text(given, "team", where)
        if "at" in given:
            self.at[key] = self._at(given["at"], inside(where, "at"))
        wish = self.word(given["wish"], inside(where, "wish"), _WISHES) if "wish" in given else ""
        if "to" in given and wish != "down":
            self.refuse("pyramid_wish", inside(where, "to"))
        return PyramidTeam(
            key,
            self._optional_text(given, "club", where),
            self._worth(given, where),
            self._optional_text(given, "region", where),
            cast(Wish, wish),
            self._optional_text(given, "to", where),
        )

    def _worth(self, given: Given, where: str) -> tuple[Number, ...]:
        figures = {name: self.number(given[name], inside(where, name)) for name in FIGURES if name in given}
        parts: Number = figures.get("lists", 0) if self.average else 1
        if parts <= 0:
            if any(name.removeprefix("-") in figures for name in self.compare):
                self.refuse("pyramid_compared", where)
            parts = 1
        worth = []
        for name in self.compare:
            value = Fraction(figures.get(name.removeprefix("-"), 0)) / parts
            worth.append(-value if name.startswith("-") else value)
        return tuple(worth)

    def _at(self, value: object, where: str) -> tuple[int, int]:
        entries = [each for each, _path in self.listed(value, where)]
        pair = [each for each in entries if type(each) is int and abs(each) <= MOST]
        if len(pair) != 2 or len(entries) != 2:
            self.refuse("form_kind", where, kind="ein Paar ganzer Kilometer: nach Osten, nach Norden")
            return 0, 0
        return pair[0], pair[1]

    def _playoff(self, value: object, where: str) -> PyramidPlayoff:
        given = self.fields(value, where, ("into", "places", "order"), ("into", "places", "order"))
        order = [self.text(each, path) for each, path in self.listed(given.get("order", []), inside(where, "order"))]
        return PyramidPlayoff(
            self._optional_text(given, "into", where), self.number_of(given, "places", where, 1), tuple(order)
        )

    def _new(self, value: object, where: str) -> NewTeam:
        known = ("team", "club", "region", "at", "level")
        given = self.fields(value, where, known, ("team", "club", "level"))
        team = (
            self._team({name: given[name] for name in given if name != "level"}, where)
            if given
            else PyramidTeam("", "")
        )
        return NewTeam(team, self._optional_text(given, "level", where))


# ---- Writing


def _outcome_fields(pyramid: Pyramid, outcome: PyramidOutcome, reader: PyramidReader) -> Fields:
    new = {each.team.key: each.team for each in pyramid.new}
    return {
        "moves": [_move_fields(pyramid, move) for move in outcome.moves],
        "levels": [_level_fields(pyramid, level, reader, new) for level in outcome.levels],
    }


def _move_fields(pyramid: Pyramid, move: TeamMove) -> Fields:
    source = {"level": move.source, "division": move.division, "place": move.place} if move.source else None
    return {
        "team": move.team,
        "club": move.club,
        "from": source,
        "to": move.target or None,
        "move": _direction(pyramid, move),
        "reasons": [{"code": reason.code, **reason.params, "message": reason_text(reason)} for reason in move.reasons],
    }


def _direction(pyramid: Pyramid, move: TeamMove) -> str:
    if not move.target:
        return "out"
    if not move.source:
        return "new"
    levels = pyramid.depth(move.target) - pyramid.depth(move.source)
    return "stay" if not levels else "down" if levels > 0 else "up"


def reason_text(reason: MoveReason) -> str:
    """The German sentence of a reason."""
    params = {name: ", ".join(value) if isinstance(value, list) else value for name, value in reason.params.items()}
    return say(reason.code, params)


def _level_fields(
    pyramid: Pyramid, outcome: LevelOutcome, reader: PyramidReader, new: Mapping[str, PyramidTeam]
) -> Fields:
    fields: Fields = {"level": outcome.level, "teams": list(outcome.teams), "free": outcome.free}
    if wish := reader.divisions.get(outcome.level):
        teams = []
        for key in outcome.teams:
            team = new.get(key) or pyramid.teams[key].team
            teams.append(DivisionTeam(key, team.club, team.region, reader.at.get(key)))
        proposal = propose_divisions(teams, wish)
        fields["divisions"] = [list(division) for division in proposal.divisions]
        fields["km"], fields["apart"] = proposal.km, proposal.apart
    return fields
