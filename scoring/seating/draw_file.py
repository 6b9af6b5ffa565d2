"""A draw that anybody can check: what is fixed before, the seed that follows from it, every Serie drawn again.

At the close of registration the hash of the terms is published, together with a value that nobody knows yet. Once the
value is known, hash and value give the seed of every Serie, so nobody can draw until it pleases.

>>> terms = DrawTerms("Pfingstpreisskat", tuple(range(1, 9)), (Mode.NO_REPEATS, Mode.NO_REPEATS))
>>> file = DrawFile("00" * 32, terms, value="6 aus 49: 3 8 17 22 31 44")
>>> first, second = redraw(file)
>>> len(first.seating), first.report.repeats, second.report.repeats
(2, 0, 4)
>>> redraw(file)[0].seating == first.seating
True

* **D** The numbers of draws of a Serie count from 0; a further one has an entry in `again`, with its number and reason.
  One that is called mended seats late-comers with as few moves as possible (`late_changes`) instead of drawing anew.
* **D** The first draw of a Serie follows what was planned with the Serie before, where that still fits; a further one
  is drawn anew.
* **D** A change counts from its Serie on, or with `lot` from that draw of the Serie on, for whoever came or went after
  the first.
* **D** Where tables of the day before cannot be kept in mode *before*, because somebody came or went, they are mended.
* **D** The standing of a Serie need not name everybody: who is missing stands behind the others, by start number.
* **D** Certain sizes of tables hold as long as they seat everybody; else it is tables of four, and of three last.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from scoring.seating.draw_model import Draw, DrawField, DrawPlace, Mode, Seating, Wishes
from scoring.seating.drawing import draw
from scoring.seating.late_changes import repair

METHOD: Final = "skatliga-1"
"""The way of drawing; as long as it has this name the same file gives the same seatings."""


@dataclass(frozen=True, slots=True)
class OpenedWish:
    """A private wish whose commitment has been opened: exactly one of the three is there."""

    apart: tuple[int, int] | None = None
    """Two who must not meet."""
    place: tuple[int, int | None, int | None] | None = None
    """Who needs which table, which seat."""
    no_list: int | None = None
    """Who keeps no list."""


@dataclass(frozen=True, slots=True)
class DrawTerms:
    """What was fixed when registration closed; players are start numbers, and nothing else about them enters.

    `clubs` gives the number that the club of a player has in this file. `modes` says how each Serie is drawn. `wishes`
    are the commitments of private wishes, in hexadecimal.
    """

    event: str
    players: tuple[int, ...]
    modes: tuple[Mode, ...]
    sizes: tuple[int, ...] = ()
    clubs: Mapping[int, int] = field(default_factory=dict)
    teams: tuple[tuple[int, ...], ...] = ()
    wishes: tuple[str, ...] = ()
    clubs_first: bool = False
    width: int | None = None


@dataclass(frozen=True, slots=True)
class LateChange:
    """Who came or went from a Serie on; `lot` is the draw of that Serie from which on it counts."""

    serie: int
    gone: tuple[int, ...] = ()
    new: tuple[int, ...] = ()
    clubs: Mapping[int, int] = field(default_factory=dict)
    wishes: tuple[str, ...] = ()
    lot: int = 0


@dataclass(frozen=True, slots=True)
class DrawnAgain:
    """A further draw of a Serie, by its number."""

    serie: int
    lot: int
    mended: bool = False


@dataclass(frozen=True, slots=True)
class DrawFile:
    """Everything a draw depends on.

    `opened` are the wishes whose commitments are open, `closed` the commitments that are not. `seated` are the
    seatings that were published, Serie by Serie. Without a `value` nothing can be drawn yet.
    """

    hash: str
    terms: DrawTerms
    value: str | None = None
    opened: tuple[OpenedWish, ...] = ()
    closed: frozenset[str] = frozenset()
    seated: tuple[Seating, ...] = ()
    changes: tuple[LateChange, ...] = ()
    results: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    again: tuple[DrawnAgain, ...] = ()

    def lots(self, serie: int) -> tuple[DrawnAgain, ...]:
        """All draws of a Serie, in their order."""
        further = sorted((each for each in self.again if each.serie == serie), key=lambda each: each.lot)
        return (DrawnAgain(serie, 0), *further)

    def changed(self, serie: int, lot: int) -> tuple[LateChange, ...]:
        """Which changes a draw of a Serie knows."""
        return tuple(each for each in self.changes if each.serie < serie or (each.serie == serie and each.lot <= lot))

    def players(self, serie: int, lot: int) -> tuple[int, ...]:
        """Who takes part in a draw of a Serie."""
        there = dict.fromkeys(self.terms.players)
        for change in self.changed(serie, lot):
            there.update(dict.fromkeys(change.new))
            for player in change.gone:
                there.pop(player, None)
        return tuple(sorted(there))

    def can_be_drawn(self, serie: int) -> bool:
        """Whether all wishes that the last draw of a Serie knew are open."""
        last = self.lots(serie)[-1].lot
        wishes = {*self.terms.wishes, *(wish for each in self.changed(serie, last) for wish in each.wishes)}
        return not wishes & self.closed


def canonical(value: object) -> bytes:
    """What is hashed: JSON in UTF-8 with sorted keys and no white space.

    >>> canonical({"b": [1, None], "a": "Ä"})
    b'{"a":"\\xc3\\x84","b":[1,null]}'

    Raises ValueError for what has no such form, such as half of a surrogate pair.
    """
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def hash_of(value: object) -> str:
    """The SHA-256 of the canonical form, in hexadecimal: the hash of the terms, or the commitment of a wish."""
    return sha256(canonical(value)).hexdigest()


def seed_of(hash: str, value: str, serie: int, lot: int = 0) -> int:
    """The seed of a draw of a Serie: 256 bits, of which nobody chose any.

    >>> hex(seed_of("ab" * 32, "dice: 4 2 6", 1))[:18]
    '0xd38adbaaa81b6348'
    """
    return int.from_bytes(sha256(f"{hash}/{value}/{serie}/{lot}".encode()).digest())


def redraw(file: DrawFile) -> tuple[Draw | None, ...]:
    """Every Serie that can be drawn by now; None for one whose wishes are not all open.

    What was published of an earlier Serie is its history, whether it agrees or not, so that one wrong Serie does not
    make all later ones wrong. Drawing ends where something is not known yet: the value, a result, who sat before.
    Raises ValueError where the players of a Serie cannot be seated.
    """
    drawn: list[Draw | None] = []
    history: list[Seating] = []
    for serie in range(1, len(file.terms.modes) + 1):
        found = _draw_serie(file, serie, history, drawn[-1] if drawn else None) if _known(file, serie) else None
        published = file.seated[serie - 1] if serie <= len(file.seated) else None
        if found is None and published is None:
            break
        drawn.append(found)
        history.append(published if published is not None else found.seating if found else ())
    return tuple(drawn)


def _known(file: DrawFile, serie: int) -> bool:
    by_standing = file.terms.modes[serie - 1] in (Mode.STANDING, Mode.NEARBY)
    return file.value is not None and file.can_be_drawn(serie) and not (by_standing and serie not in file.results)


def _draw_serie(file: DrawFile, serie: int, history: Sequence[Seating], before: Draw | None) -> Draw:
    """The last draw of a Serie, with those that it follows."""
    found: Draw | None = None
    plan = before.plan if before and history and before.seating == history[-1] else ()
    for each in file.lots(serie):
        seed = seed_of(file.hash, file.value or "", serie, each.lot)
        drawn_from = _field(file, each, history, () if each.lot else plan)
        if each.mended and found:
            found = repair(drawn_from, found.seating, seed)
        elif drawn_from.mode == Mode.BEFORE and not _same_players(drawn_from):
            rotated = tuple((*table[-1:], *table[:-1]) for table in history[-1])
            found = repair(drawn_from, rotated, seed)
        else:
            found = draw(drawn_from, seed)
    assert found is not None
    return found


def _same_players(drawn_from: DrawField) -> bool:
    last = drawn_from.history[-1] if drawn_from.history else ()
    return {player for table in last for player in table} == set(drawn_from.players)


def _field(file: DrawFile, each: DrawnAgain, history: Sequence[Seating], plan: Sequence[Seating]) -> DrawField:
    terms, serie = file.terms, each.serie
    players = file.players(serie, each.lot)
    mode = terms.modes[serie - 1]
    placed = [player for player in file.results.get(serie, ()) if player in set(players)]
    found = DrawField(
        players=players,
        rounds=len(terms.modes) - serie + 1,
        history=tuple(history),
        plan=tuple(plan),
        wishes=_wishes(file, each, players),
        sizes=terms.sizes if sum(terms.sizes) == len(players) else (),
        mode=mode,
        width=terms.width,
    )
    if mode in (Mode.STANDING, Mode.NEARBY):
        found = replace(found, standing=tuple(dict.fromkeys([*placed, *players])))
    return found


def _wishes(file: DrawFile, each: DrawnAgain, players: Collection[int]) -> Wishes:
    """The wishes of those who are there, sorted, so that their order in the file says nothing."""
    present = set(players)
    clubs = dict(file.terms.clubs)
    for change in file.changed(each.serie, each.lot):
        clubs.update(change.clubs)
    teams = (tuple(player for player in team if player in present) for team in file.terms.teams)
    pairs = sorted(wish.apart for wish in file.opened if wish.apart and present.issuperset(wish.apart))
    places = sorted((wish.place for wish in file.opened if wish.place and wish.place[0] in present), key=str)
    return Wishes(
        teams=tuple(team for team in teams if len(team) > 1),
        apart=tuple(pairs),
        clubs={player: str(club) for player, club in sorted(clubs.items()) if player in present},
        places={player: DrawPlace(table, seat) for player, table, seat in places},
        no_list=frozenset(wish.no_list for wish in file.opened if wish.no_list in present),
        clubs_first=file.terms.clubs_first,
    )
