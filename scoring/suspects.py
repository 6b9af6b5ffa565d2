"""Rows of a list whose single change makes everything agree with the totals of the paper, the likeliest first.

What the totals lack or have too much is the difference of one row as it is and as it should be: that names the seat,
won or lost, and the points, and leaves few rows. Every change is tried on the whole list, so that the dealers, the
running totals and all else agree as well.

* **D** Only what the totals say is looked for: no totals, no suspects. Where they are themselves no possible foot, no
  row explains them and none is accused.
* **D** Penalties, struck rows and a Ramsch with several losers are not suspected.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.account import say
from scoring.deal import Deal
from scoring.legal import counted_scores
from scoring.neighbours import VERDICT, deals_beside, usual_deal
from scoring.sheet import (
    OWN_GAME,
    Finding,
    ScoreLine,
    ScoreRow,
    ScoreSheet,
    SheetEvaluation,
    Totals,
    active_seats,
    evaluate,
)
from scoring.slips import explain_number
from scoring.wording import NAMES, TEMPLATES

MOST: Final = 10
MOST_TRIED: Final = 200
"""A list is valued anew for every change that fits the totals; more of them would say nothing any longer."""

SEAT: Final = 2  # one in so many
PASSED: Final = 2  # a game typed as passed in
PLAYED: Final = 4  # a deal passed in typed as a game
LEFT_OUT: Final = 3
TWICE: Final = 2
ALIKE: Final = 8  # typed twice, but not one after the other
TOO_MANY: Final = 30
_AGREEMENT: Final = frozenset({"total_differs", "running_total"})


class Suspect(NamedTuple):
    """A row and what it should be; ``left_out`` if it is to be put in before the row that has this number now."""

    nr: int
    code: str
    odds: int
    row: ScoreRow
    left_out: bool = False

    @property
    def message(self) -> str:
        """The German question, such as 'Spiel 41: verloren statt gewonnen?'."""
        return self.say(TEMPLATES, NAMES)

    def say(self, templates: Mapping[str, str], names: Mapping[str, str], number: int = 0) -> str:
        """The question in the language of the templates and names; ``number`` of the deal if it is not the row's."""
        game = self.row.deal.game if self.row.deal else ""
        params = {"number": number or self.nr, "seat": self.row.declarer, "score": self.row.score, "game": game}
        return say(self.code, params, templates, names)


@dataclass(frozen=True, slots=True)
class _Place:
    """One row with what it did: who can declare it, whom it credits with what."""

    nr: int
    row: ScoreRow
    playing: tuple[int, ...]
    active: tuple[int, ...]
    credited: int
    score: int | None
    """What the row is worth by itself, whoever sits there; `None` where it is no game."""
    points: int
    won: int
    lost: int


def find_suspects(sheet: ScoreSheet, result: SheetEvaluation) -> tuple[Suspect, ...]:
    """At most ten rows, the likeliest first; empty if the totals agree, and if no single row explains them."""
    if not any(found.code == "total_differs" for found in result.findings):
        return ()
    known = {_key(found) for found in result.findings}
    guesses = sorted(_guess(sheet, result), key=lambda one: one.odds)
    found: dict[tuple[int, bool], Suspect] = {}
    for guess in guesses[:MOST_TRIED]:
        if (guess.nr, guess.left_out) not in found and _agrees(change(sheet, guess), known):
            found[guess.nr, guess.left_out] = guess
            if len(found) == MOST:
                break
    return tuple(found.values())


def change(sheet: ScoreSheet, suspect: Suspect) -> ScoreSheet:
    """The list as it then would be."""
    at = suspect.nr - 1
    return sheet._replace(rows=(*sheet.rows[:at], suspect.row, *sheet.rows[at + (not suspect.left_out) :]))


def _key(found: Finding) -> tuple[str, int]:
    return found.code, found.seat


def _agrees(sheet: ScoreSheet, known: set[tuple[str, int]]) -> bool:
    """Whether all totals agree and nothing is wrong that was not before."""
    findings = evaluate(sheet).findings
    return all(found.code not in _AGREEMENT and _key(found) in known for found in findings)


def _guess(sheet: ScoreSheet, result: SheetEvaluation) -> Iterator[Suspect]:
    gap = _Gap(sheet, result)
    for place in _places(sheet, result):
        yield from gap.changes(place)
    # A row too many or too few shows in the rounds; a match has none.
    if sheet.target is not None or any(found.code == "rounds_incomplete" for found in result.findings):
        first_wrong = _first_wrong(sheet, result)
        yield from _left_out(sheet, first_wrong)
        yield from _twice(sheet, first_wrong)


def _places(sheet: ScoreSheet, result: SheetEvaluation) -> Iterator[_Place]:
    book = sheet.book
    playing = tuple(range(1, sheet.seats + 1))
    before = dict.fromkeys(range(sheet.seats + 1), (0, 0, 0))
    for row, line in zip(sheet.rows, result.lines, strict=True):
        if row.playing and line.dealer in row.playing:
            playing = row.playing
        seat = line.credited
        after = (line.total, line.won, line.lost)
        points, won, lost = (new - old for new, old in zip(after, before[seat], strict=True))
        before[seat] = after
        if row.void or row.penalty or row.unread or (row.deal is not None and row.deal.losers is not None):
            continue
        active = active_seats(book, playing, line.dealer) if line.dealer in playing else ()
        yield _Place(line.nr, row, playing, active, seat, _own_score(sheet, row, line), points, won, lost)


def _own_score(sheet: ScoreSheet, row: ScoreRow, line: ScoreLine) -> int | None:
    if row.deal is None:
        return row.score
    if row.deal.game == "eingepasst":
        return None
    return line.score if line.score or sheet.book.check(row.deal) else sheet.book.value(row.deal).score


class _Gap:
    """What the paper has more than the rows: points, won, lost and Leistung by seat, `None` where it does not say."""

    def __init__(self, sheet: ScoreSheet, result: SheetEvaluation) -> None:
        self.sheet, self.book = sheet, sheet.book
        self.seats = tuple(range(1, sheet.seats + 1))
        totals = (*sheet.totals, *[Totals()] * (sheet.seats - len(sheet.totals)))
        pairs = list(zip(totals, result.players, strict=False))
        self.points = _differences([(paper.spielpunkte, player.spielpunkte) for paper, player in pairs])
        self.won = _differences([(paper.won, player.won) for paper, player in pairs])
        self.lost = _differences([(paper.lost, player.lost) for paper, player in pairs])
        self.leistung = _differences([(paper.leistung, player.leistung) for paper, player in pairs])
        self.bare = all(row.deal is None or row.deal.game == "eingepasst" for row in sheet.rows)
        self.adds = sheet.evaluation in ("spielpunkte", "seeger", "seeger-fabian")

    def changes(self, place: _Place) -> Iterator[Suspect]:
        """What the row may have been by the totals."""
        if self._fits(place, 0, 0, 0) and place.score is not None and "eingepasst" in self.book.ways:
            if all(not points for points in self._needed(place, 0, 0, 0).values()):
                yield self._suspect(place, "suspect_passed", PLAYED, ScoreRow(deal=Deal("eingepasst")))
        for seat in place.active:
            for won in (True, False):
                yield from self._played(place, seat, won)

    def _played(self, place: _Place, seat: int, won: bool) -> Iterator[Suspect]:
        """The row as a game of this seat, won or lost."""
        credited = seat
        if self.book.credits_winner and not won:
            credited = next(other for other in place.playing if other != seat)
        counted = (0, 1) if not won and not self.book.credits_winner else (1, 0)
        if not self._fits(place, credited, *counted):
            return
        needed = self._needed(place, credited, *counted)
        points = needed.pop(credited)
        if any(needed.values()):
            return
        if points is not None and credited != seat:
            points = -points
        yield from self._rows(place, seat, won, points)

    def _fits(self, place: _Place, seat: int, won: int, lost: int) -> bool:
        """Whether the counters agree if the row counts like this for the seat."""
        for gaps, new, old in ((self.won, won, place.won), (self.lost, lost, place.lost)):
            for each in self.seats:
                gap = gaps[each]
                if gap is not None and gap != new * (each == seat) - old * (each == place.credited):
                    return False
        return True

    def _needed(self, place: _Place, seat: int, won: int, lost: int) -> dict[int, int | None]:
        """The points that the row must bring to each seat; `None` where nothing says it."""
        needed: dict[int, int | None] = {}
        for each in self.seats:
            gap = self.points[each]
            leistung = self.leistung[each]
            if gap is None and leistung is not None and self.adds:
                own_won = won * (each == seat) - place.won * (each == place.credited)
                own_lost = lost * (each == seat) - place.lost * (each == place.credited)
                gap = leistung - self._bonus(place, each, own_won, own_lost, lost - place.lost)
            needed[each] = None if gap is None else gap + place.points * (each == place.credited)
        needed.setdefault(seat, None)
        return needed

    def _bonus(self, place: _Place, seat: int, won: int, lost: int, all_lost: int) -> int:
        """By how much the evaluation changes apart from the points."""
        if self.sheet.evaluation == "spielpunkte":
            return 0
        size = len(place.playing)
        factor = self.sheet.opponents_bonus.get(size, self.book.opponents_bonus.get(size)) or 0
        shares = self.sheet.evaluation == "seeger-fabian" and seat in place.playing
        return OWN_GAME * (won - lost) + factor * (all_lost - lost) * shares

    def _rows(self, place: _Place, seat: int, won: bool, score: int | None) -> Iterator[Suspect]:
        """The row with this seat and score, as far as one slip makes it the written one."""
        row = place.row
        if place.score is None:
            if row.deal is not None and score is not None and (score > 0) == won:
                yield from self._from_passed(place, seat, score)
            return
        same = (place.score > 0) == won and score in (None, place.score)
        if seat != row.declarer:
            if same:
                yield self._suspect(place, "suspect_seat", SEAT, row._replace(declarer=seat))
            return
        if row.deal is None:
            yield from self._bare(place, won, score)
            return
        for odds, what, deal in deals_beside(self.book, row.deal):
            account = self.book.value(deal)
            if account.won == won and score in (None, account.score):
                code = f"suspect_{what}"
                if what == "verdict":
                    code = "suspect_won" if won else "suspect_lost"
                yield self._suspect(place, code, odds, row._replace(deal=deal, score=None))

    def _from_passed(self, place: _Place, seat: int, score: int) -> Iterator[Suspect]:
        """A game instead of a deal passed in: its value as the list has values, else the plainest deal worth it."""
        if self.bare and len(self.sheet.rows) > 1 and score in counted_scores(self.book):
            yield self._suspect(place, "suspect_played", PASSED, ScoreRow(seat, None, score))
        elif not self.bare and (deal := usual_deal(self.book, score)) is not None:
            yield self._suspect(place, "suspect_played", PASSED, ScoreRow(seat, deal))

    def _bare(self, place: _Place, won: bool, score: int | None) -> Iterator[Suspect]:
        """Another value in a row of a bare value."""
        written = place.score
        assert written is not None
        guesses = [score] if score is not None else [-written, -2 * written, -written // 2]
        for right in guesses:
            if (right > 0) != won or right == written or right not in counted_scores(self.book):
                continue
            if (right > 0) != (written > 0):
                flipped = right in (-written, -2 * written) or written == -2 * right
                odds = VERDICT if flipped else VERDICT + explain_number(abs(written), abs(right))[0]
                code = "suspect_won" if won else "suspect_lost"
            else:
                odds, code = VERDICT + min(explain_number(written, right)[0], 20), "suspect_value"
            yield self._suspect(place, code, odds, place.row._replace(score=right))

    def _suspect(self, place: _Place, code: str, odds: int, row: ScoreRow) -> Suspect:
        old = place.row
        kept = row._replace(playing=old.playing, reason=old.reason)
        is_game = row.deal is None or row.deal.game != "eingepasst"
        return Suspect(place.nr, code, odds, kept._replace(running=old.running if is_game else None))


def _differences(pairs: list[tuple[int | None, int]]) -> dict[int, int | None]:
    return {seat: None if paper is None else paper - counted for seat, (paper, counted) in enumerate(pairs, 1)}


def _first_wrong(sheet: ScoreSheet, result: SheetEvaluation) -> int:
    """Number of the first row that is wrong by itself, one past the end if none is: the slip is not below it."""
    wrong = [found.row for found in result.findings if found.row and found.code not in _AGREEMENT]
    return min(wrong, default=len(sheet.rows) + 1)


def _left_out(sheet: ScoreSheet, first_wrong: int) -> Iterator[Suspect]:
    """A row put in before another or at the end: what is missing in the totals if nobody had played it.

    From below, until one of the rows that move on has a dealer with whom it cannot have been played.
    """
    passed = ScoreRow(deal=Deal("eingepasst"))
    for nr in range(first_wrong, 0, -1):
        wider = change(sheet, Suspect(nr, "", 0, passed, left_out=True))
        result = evaluate(wider)
        if _first_wrong(wider, result) <= len(wider.rows):
            return
        if not any(found.code in _AGREEMENT for found in result.findings):
            yield Suspect(nr, "suspect_left_out", LEFT_OUT, passed, left_out=True)
            continue
        here = next((place for place in _places(wider, result) if place.nr == nr), None)
        for found in _Gap(wider, result).changes(here) if here else ():
            yield found._replace(code="suspect_left_out", odds=LEFT_OUT, left_out=True)


def _twice(sheet: ScoreSheet, first_wrong: int) -> Iterator[Suspect]:
    """Each row struck, the likeliest one that stands there twice."""
    said = [row._replace(running=None) for row in sheet.rows]
    for at, row in enumerate(said[:first_wrong]):
        if row.void or row.penalty:
            continue
        odds = TWICE if at and said[at - 1] == row else ALIKE if said.count(row) > 1 else TOO_MANY
        struck = ScoreRow(row.declarer, playing=row.playing, void=True, reason=say("suspect_struck", {}))
        yield Suspect(at + 1, "suspect_twice", odds, struck)
