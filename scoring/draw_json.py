"""The JSON form of a draw that anybody can check: reading the file, drawing again, comparing with what was published.

* **D** White space and the order of keys in the file say nothing: what is hashed is the canonical form. Decimals, keys
  given twice and lists that should ascend and do not have none, and are refused.
* **D** A file may carry the `hash` that was published; then it must be the one of its terms.
* **D** Each Serie has a seed of its own, so the answer lists them, in hexadecimal.
* **D** What agrees need not all be drawn again: `closed` names the Serien with wishes that are not open, `waiting`
  those of which something is not known yet.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import zip_longest
from typing import Final

from scoring.account import Violation
from scoring.deal_json import Fields, read_object
from scoring.form_reader import FormReader, Given, inside
from scoring.seating import Draw, Mode, Seating, report, split
from scoring.seating.draw_file import (
    METHOD,
    DrawFile,
    DrawnAgain,
    DrawTerms,
    LateChange,
    OpenedWish,
    canonical,
    hash_of,
    redraw,
    seed_of,
)
from scoring.seating.draw_model import DrawField, Wishes

MOST_PLAYERS: Final = 10_000
MOST_SERIEN: Final = 50
KINDS: Final = ("dice", "lottery", "drand", "text")
"""What a public value may be."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)?)?")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,4}")


def answer_text(text: bytes | str, check: bool = False) -> tuple[Fields, bool]:
    """The seatings of one draw file, or with `check` whether it agrees with itself; and whether it is all good."""
    given = read_object(text)
    if isinstance(given, Violation):
        return {"violations": _listed([given])}, False
    reader = DrawReader()
    file = reader.file(given)
    if file is None:
        return {"violations": _listed(reader.found)}, False
    drawn = redraw(file)
    if not check:
        return _drawn_fields(file, drawn), True
    answer = compare(file, drawn)
    return answer, bool(answer["agrees"])


def _drawn_fields(file: DrawFile, drawn: tuple[Draw | None, ...]) -> Fields:
    found = [(serie, each) for serie, each in enumerate(drawn, 1)]
    return {
        "hash": file.hash,
        "seed": [f"{_seed(file, serie):064x}" if each else None for serie, each in found],
        "series": [each and each.seating for _serie, each in found],
        "report": [each and asdict(each.report) for _serie, each in found],
    }


def _seed(file: DrawFile, serie: int) -> int:
    return seed_of(file.hash, file.value or "", serie, file.lots(serie)[-1].lot)


# ---- Comparing


def compare(file: DrawFile, drawn: tuple[Draw | None, ...]) -> Fields:
    """Whether what was published is what the file draws; `differs` names what is not, and where."""
    differs: list[Fields] = []
    for serie, (seating, each) in enumerate(zip(file.seated, drawn, strict=False), 1):
        at = f"after.seated[{serie - 1}]"
        if each is None:
            differs += [_difference(code, at, serie=serie) for code in _broken_rules(file, serie, seating)]
        elif seating != each.seating:
            table = _first_other(seating, each.seating)
            differs.append(_difference("draw_seats", at, serie=serie, table=table))
    if file.value is None and file.seated:
        differs.append(_difference("draw_without_value", "after.value"))
    serien = range(1, len(file.terms.modes) + 1)
    found = [serie for serie, each in enumerate(drawn, 1) if each]
    return {
        "agrees": not differs,
        "differs": differs,
        "hash": file.hash,
        "drawn": found,
        "closed": [serie for serie in serien if not file.can_be_drawn(serie)],
        "waiting": [serie for serie in serien if file.can_be_drawn(serie) and serie not in found],
    }


def _first_other(one: Seating, other: Seating) -> int:
    """The number of the first table that is another one."""
    return next(number for number, (here, there) in enumerate(zip_longest(one, other), 1) if here != there)


def _difference(code: str, where: str, **params: object) -> Fields:
    return _listed([Violation(code, where, params, "JSON")])[0]


def _broken_rules(file: DrawFile, serie: int, seating: Seating) -> Iterator[str]:
    """What is wrong with a seating that cannot be drawn again, as far as everybody can see."""
    players = file.players(serie, file.lots(serie)[-1].lot)
    seated = [player for table in seating for player in table]
    if sorted(seated) != list(players):
        yield "draw_not_everybody"
        return
    sizes = file.terms.sizes if sum(file.terms.sizes) == len(players) else split(len(players))
    if sorted(map(len, seating)) != sorted(sizes):
        yield "draw_tables"
        return
    if file.terms.modes[serie - 1] not in (Mode.NO_REPEATS, Mode.LOT):
        return  # the standing seats mates together where it must
    present = set(players)
    teams = tuple(tuple(present.intersection(team)) for team in file.terms.teams)
    wishes = Wishes(teams=tuple(tuple(sorted(team)) for team in teams if len(team) > 1))
    reported = report(DrawField(players, wishes=wishes, sizes=tuple(map(len, seating))), [seating])
    if reported.team_pairs > reported.bounds.team_pairs:
        yield "draw_team_together"


def _listed(found: Iterable[Violation]) -> list[Fields]:
    return [{"code": each.code, "where": each.field, "message": each.message} for each in found]


# ---- Reading


class DrawReader(FormReader):
    """Reads a draw file and notes everything that is wrong with it."""

    def file(self, given: Given) -> DrawFile | None:
        """The file; None where something is wrong with it."""
        known = self.fields(dict(given), "", ("before", "opened", "after", "hash"), ("before",))
        self._no_decimals(known, "")
        if self.found:
            return None
        terms = self._terms(known["before"])
        hash = hash_of(known["before"])
        if "hash" in known and known["hash"] != hash:
            self.refuse("draw_hash", "hash", hash=hash)
        after = self.fields(known.get("after", {}), "after", _AFTER)
        changes = [self._change(each, at, terms) for each, at in self._entries(after, "after", "changes")]
        again = [self._again(each, at, terms) for each, at in self._entries(after, "after", "again")]
        everybody = set(terms.players).union(*(change.new for change in changes))
        committed = {*terms.wishes, *(wish for change in changes for wish in change.wishes)}
        opened = self._opened(known.get("opened", []), committed, everybody)
        file = DrawFile(
            hash=hash,
            terms=terms,
            value=self.text(after["value"], "after.value") if "value" in after else None,
            opened=tuple(opened.values()),
            closed=frozenset(committed - opened.keys()),
            seated=self._seated(after, terms),
            changes=tuple(changes),
            results=self._results(after, terms, everybody),
            again=tuple(again),
        )
        if not self.found:
            self._together(file)
        return None if self.found else file

    def _no_decimals(self, value: object, where: str) -> None:
        if isinstance(value, float):
            self.refuse("draw_not_canonical", where, found=value)
        elif isinstance(value, dict):
            for name, each in value.items():
                self._no_decimals(each, inside(where, name))
        elif isinstance(value, list):
            for number, each in enumerate(value):
                self._no_decimals(each, f"{where}[{number}]")
        elif isinstance(value, str):
            try:
                canonical(value)
            except ValueError:
                self.refuse("draw_not_canonical", where, found="?")

    # ---- before

    def _terms(self, value: object) -> DrawTerms:
        given = self.fields(value, "before", _BEFORE, _NEEDED)
        if given.get("format", 1) != 1 or type(given.get("format", 1)) is not int:
            self.refuse("form_word", "before.format", found=given["format"], known="1")
        self.word(given.get("method", METHOD), "before.method", (METHOD,))
        rounds = self._within(given.get("rounds", 1), "before.rounds", MOST_SERIEN)
        modes = [Mode(self.word(each, at, list(Mode))) for each, at in self._entries(given, "before", "modes")]
        if self._terms_hold and len(modes) != rounds:
            self.refuse("draw_modes", "before.modes", rounds=rounds)
        if modes[:1] == [Mode.BEFORE]:
            self.refuse("draw_mode_before", "before.modes[0]")
        players = self._ascending(given.get("players", [1]), "before.players")
        settings = self.fields(given.get("settings", {}), "before.settings", ("clubs_first", "width"))
        width = settings.get("width")
        self._public(given.get("public", {}))
        return DrawTerms(
            event=self.text(given.get("event", "?"), "before.event"),
            players=players,
            modes=tuple(modes),
            sizes=tuple(self.count(each, at, 2) for each, at in self._entries(given, "before", "sizes")),
            clubs=self._clubs(given.get("clubs", {}), "before.clubs", players),
            teams=self._teams(given, players),
            wishes=self._commitments(given.get("wishes", []), "before.wishes"),
            clubs_first=self.flag(settings.get("clubs_first", False), "before.settings.clubs_first"),
            width=None if width is None else self._within(width, "before.settings.width", MOST_PLAYERS),
        )

    def _public(self, value: object) -> None:
        given = self.fields(value, "before.public", ("kind", "about", "due"), ("kind", "about", "due"))
        self.word(given.get("kind", KINDS[0]), "before.public.kind", KINDS)
        self.text(given.get("about", "?"), "before.public.about")
        due = given.get("due", "2026-01-01")
        if not isinstance(due, str) or not _TIME.fullmatch(due):
            self.refuse("form_kind", "before.public.due", kind="eine Zeit wie „2026-11-20T19:30“")

    def _clubs(self, value: object, where: str, players: Iterable[int]) -> dict[int, int]:
        known = {str(player) for player in players}
        given = self.fields(value, where, known)
        return {int(player): self.count(club, inside(where, player)) for player, club in given.items()}

    def _teams(self, given: Given, players: Iterable[int]) -> tuple[tuple[int, ...], ...]:
        present, taken = set(players), set[int]()
        teams = []
        for each, at in self._entries(given, "before", "teams"):
            team = self._ascending(each, at)
            for player in team:
                if player not in present or player in taken:
                    self.refuse("draw_player", at, player=player)
            taken.update(team)
            teams.append(team)
        return tuple(teams)

    def _commitments(self, value: object, where: str) -> tuple[str, ...]:
        found = []
        for each, at in self.listed(value, where, empty=True):
            if not isinstance(each, str) or not _HASH.fullmatch(each):
                self.refuse("form_kind", at, kind="ein SHA-256 mit 64 Ziffern aus 0 bis 9 und a bis f")
            elif each in found:
                self.refuse("draw_twice", at, found=each)
            else:
                found.append(each)
        return tuple(found)

    # ---- opened

    def _opened(self, value: object, committed: set[str], players: set[int]) -> dict[str, OpenedWish]:
        """The wishes by their commitments."""
        opened: dict[str, OpenedWish] = {}
        for each, at in self.listed(value, "opened", empty=True):
            given = self.fields(each, at, ("salt", "wish"), ("salt", "wish"))
            salt = given.get("salt")
            if not isinstance(salt, str) or not _SALT.fullmatch(salt):
                self.refuse("form_kind", inside(at, "salt"), kind="ein Text mit 32 Ziffern aus 0 bis 9 und a bis f")
                continue
            commitment = hash_of(given)
            if commitment in opened:
                self.refuse("draw_twice", at, found=commitment)
            elif commitment not in committed:
                self.refuse("draw_not_committed", at, commitment=commitment)
            else:
                opened[commitment] = self._wish(given.get("wish"), inside(at, "wish"), players)
        return opened

    def _wish(self, value: object, where: str, players: set[int]) -> OpenedWish:
        given = self.fields(value, where, ("apart", "place", "no_list"))
        if len(given) != 1:
            self.refuse("form_kind", where, kind="genau eines von „apart“, „place“ und „no_list“")
            return OpenedWish()
        [(name, wish)] = given.items()
        at = inside(where, name)
        if name == "no_list":
            return OpenedWish(no_list=self._player(wish, at, players))
        entries = list(self.listed(wish, at))
        if len(entries) != (2 if name == "apart" else 3):
            like = "[3, 7]" if name == "apart" else "[9, 1, null]"
            self.refuse("form_kind", at, kind=f"eine Liste wie {like}")
            return OpenedWish()
        if name == "apart":
            one, other = (self._player(each, place, players) for each, place in entries)
            if one == other:
                self.refuse("draw_twice", at, found=one)
            return OpenedWish(apart=(min(one, other), max(one, other)))
        player = self._player(*entries[0], players)
        table, seat = (None if each is None else self.count(each, place) for each, place in entries[1:])
        return OpenedWish(place=(player, table, seat))

    # ---- after

    def _seated(self, after: Given, terms: DrawTerms) -> tuple[Seating, ...]:
        serien = list(self._entries(after, "after", "seated"))
        if len(serien) > len(terms.modes):
            self.refuse("draw_serie", "after.seated", found=len(serien), most=len(terms.modes))
        return tuple(self._seating(serie, at) for serie, at in serien)

    def _seating(self, value: object, where: str) -> Seating:
        tables = tuple(
            tuple(self._within(player, place, MOST_PLAYERS) for player, place in self.listed(table, at))
            for table, at in self.listed(value, where)
        )
        players = Counter(player for table in tables for player in table)
        if self._terms_hold and (twice := [player for player, times in players.items() if times > 1]):
            self.refuse("draw_twice", where, found=twice[0])
        return tables

    def _change(self, value: object, where: str, terms: DrawTerms) -> LateChange:
        known = ("serie", "gone", "new", "reason", "clubs", "wishes", "lot")
        given = self.fields(value, where, known, ("serie", "reason"))
        self.text(given.get("reason", "?"), inside(where, "reason"))
        gone, new = (self._ascending(given.get(name, []), inside(where, name), empty=True) for name in ("gone", "new"))
        return LateChange(
            serie=self._serie(given, where, terms),
            gone=gone,
            new=new,
            clubs=self._clubs(given.get("clubs", {}), inside(where, "clubs"), new),
            wishes=self._commitments(given.get("wishes", []), inside(where, "wishes")),
            lot=self.count(given.get("lot", 0), inside(where, "lot"), 0),
        )

    def _again(self, value: object, where: str, terms: DrawTerms) -> DrawnAgain:
        given = self.fields(value, where, ("serie", "reason", "lot", "mended"), ("serie", "reason", "lot"))
        self.text(given.get("reason", "?"), inside(where, "reason"))
        return DrawnAgain(
            serie=self._serie(given, where, terms),
            lot=self.count(given.get("lot", 1), inside(where, "lot")),
            mended=self.flag(given.get("mended", False), inside(where, "mended")),
        )

    def _results(self, after: Given, terms: DrawTerms, players: set[int]) -> dict[int, tuple[int, ...]]:
        """Start numbers by Serie, the best first."""
        serien = [str(serie) for serie in range(1, len(terms.modes) + 1)]
        given = self.fields(after.get("results", {}), "after.results", serien)
        found = {}
        for serie, order in given.items():
            at = inside("after.results", serie)
            placed = [self._player(each, place, players) for each, place in self.listed(order, at, empty=True)]
            if len(set(placed)) < len(placed):
                self.refuse("draw_twice", at, found=next(each for each in placed if placed.count(each) > 1))
            found[int(serie)] = tuple(placed)
        return found

    # ---- What belongs together

    def _together(self, file: DrawFile) -> None:
        """Numbers of draws without a gap, changes of somebody who is there, players who can be seated."""
        there = set(file.terms.players)
        for number, change in sorted(enumerate(file.changes), key=lambda each: (each[1].serie, each[1].lot, each[0])):
            at = f"after.changes[{number}]"
            for player in {*(set(change.gone) - there), *(set(change.new) & there)}:
                self.refuse("draw_player", at, player=player)
            there = (there - set(change.gone)) | set(change.new)
        for serie in range(1, len(file.terms.modes) + 1):
            lots = [each.lot for each in file.lots(serie)]
            if lots != list(range(len(lots))):
                self.refuse("draw_lots", "after.again", serie=serie)
            if any(change.serie == serie and change.lot not in lots for change in file.changes):
                self.refuse("draw_lots", "after.changes", serie=serie)
            for lot in lots:
                self._seatable(file, len(file.players(serie, lot)), serie)

    def _seatable(self, file: DrawFile, players: int, serie: int) -> None:
        if sum(file.terms.sizes) != players and (players in (1, 2, 5) or players < 1):
            self.refuse("draw_unsplit", "before.players", players=players, serie=serie)

    # ---- Small things

    @property
    def _terms_hold(self) -> bool:
        """Whether the terms could be read: else what follows from them would be refused for no reason of its own."""
        return not any(each.field.startswith("before") for each in self.found)

    def _entries(self, given: Given, where: str, name: str) -> Iterator[tuple[object, str]]:
        """The entries of a list that may be missing or empty."""
        return self.listed(given.get(name, []), inside(where, name), empty=True)

    def _within(self, value: object, where: str, most: int) -> int:
        found = self.count(value, where)
        if found > most:
            self.refuse("form_bounds", where, bounds=f"1 bis {most}")
        return found

    def _player(self, value: object, where: str, players: set[int]) -> int:
        found = self._within(value, where, MOST_PLAYERS)
        if found not in players and self._terms_hold:
            self.refuse("draw_player", where, player=found)
        return found

    def _serie(self, given: Given, where: str, terms: DrawTerms) -> int:
        serie = self.count(given.get("serie", 1), inside(where, "serie"))
        if serie > len(terms.modes) and self._terms_hold:
            self.refuse("draw_serie", inside(where, "serie"), found=serie, most=len(terms.modes))
        return serie

    def _ascending(self, value: object, where: str, empty: bool = False) -> tuple[int, ...]:
        """Start numbers, each once, in ascending order: so there is one way to write them."""
        before = len(self.found)
        found = [self._within(each, at, MOST_PLAYERS) for each, at in self.listed(value, where, empty)]
        if found != sorted(set(found)) and len(self.found) == before:
            self.refuse("draw_not_ascending", where)
        return tuple(found)


_NEEDED: Final = ("format", "method", "event", "players", "rounds", "modes", "public")
_BEFORE: Final = (*_NEEDED, "sizes", "clubs", "teams", "wishes", "settings")
_AFTER: Final = ("value", "seated", "changes", "results", "again")
