"""The moves of a season in words, level by level, for pages, papers and programs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from skatliga.promotions.models import MoveJson, ReasonJson, Way
from skatliga.rules.wording import term

PLAIN_STAY: Final = "kept"
HEADINGS: Final[dict[str, Promise]] = {
    "up": gettext_lazy("Steigen auf"),
    "down": gettext_lazy("Steigen ab"),
    "stay": gettext_lazy("Bleiben aus besonderem Grund"),
    "out": gettext_lazy("Nehmen nicht mehr teil"),
    "new": gettext_lazy("Neu gemeldet"),
    PLAIN_STAY: gettext_lazy("Bleiben"),
}
"""In the order in which they are told."""


class MoveLine(NamedTuple):
    """A move in words."""

    move: MoveJson
    was: str
    """Its Staffel and place."""
    goes: str
    """Its level and Staffel of the next season."""
    why: str


class MoveGroup(NamedTuple):
    """All of a level that go one way."""

    way: str
    heading: Promise
    lines: tuple[MoveLine, ...]


class LevelMoves(NamedTuple):
    """What became of a level."""

    name: str
    groups: tuple[MoveGroup, ...]


def count_ways(moves: Iterable[MoveJson]) -> dict[Way, int]:
    """How many teams go each way."""
    ways = Counter(move["way"] for move in moves)
    return {way: ways[way] for way in ("up", "down", "stay", "out", "new")}


def moves_by_level(moves: Sequence[MoveJson]) -> list[LevelMoves]:
    """The moves of a season from the highest level down; new teams stand where they begin."""
    return [
        LevelMoves(_level_name(own), tuple(_groups(own)))
        for number in sorted({move["level"] for move in moves})
        if (own := [move for move in moves if move["level"] == number])
    ]


def _level_name(moves: Iterable[MoveJson]) -> str:
    return next((name for move in moves if (name := move["source"] or move["target"])), "")


def _groups(moves: Sequence[MoveJson]) -> Iterator[MoveGroup]:
    for way, heading in HEADINGS.items():
        if lines := tuple(_line(move) for move in moves if _way(move) == way):
            yield MoveGroup(way, heading, lines)


def _way(move: MoveJson) -> str:
    plain = move["way"] == "stay" and [reason["code"] for reason in move["reasons"]] == ["stay_place"]
    return PLAIN_STAY if plain else move["way"]


def _line(move: MoveJson) -> MoveLine:
    was = move["division"]
    if move["place"]:
        was = _("%(division)s, Platz %(place)s") % {"division": move["division"], "place": move["place"]}
    goes = ", ".join(dict.fromkeys(filter(None, (move["target"], move["into"]))))
    return MoveLine(move, was, goes, " ".join(reason_text(reason) for reason in move["reasons"]))


def reason_text(reason: ReasonJson) -> str:
    """A reason as a sentence."""
    return term(reason["code"], **reason["params"])
