"""Counting a Spielliste: what every seat has played on it, as `figures` to be added up.

>>> from scoring import BOOKS, ScoreRow, ScoreSheet, evaluate, parse
>>> isko = BOOKS["isko-2022"]
>>> rows = [ScoreRow(seat, parse(text, isko)[1]) for seat, text in [(2, "221+"), (1, "143.+"), (3, "302/-"), (0, "0")]]
>>> sheet = ScoreSheet(isko, seats=3, rows=tuple(rows))
>>> one, two, three = count(sheet, evaluate(sheet))
>>> one.declared, one.own["hand"]
(Tried(played=1, won=1), Tried(played=1, won=1))
>>> one.defended, three.declared.share, three.points["seeger-fabian"].average
(Tried(played=2, won=1), Fraction(0, 1), Fraction(-1560, 1))
>>> (one + two + three).games()
{'herz': Tried(played=1, won=0), 'kreuz': Tried(played=1, won=1), 'grand': Tried(played=1, won=1)}

Decisions (**D**), where no source says how clubs count:

* **D** A game counts as the list writes it: a row that the rule book refuses is a deal, but nobody's game. A row that
  is a bare value is a game of unknown kind, without Spitzen, Hand or stages.
* **D** Schneider and Schwarz count for the side that won the count, whether the game was won in the end or not: an
  overbid game with 95 Augen has made Schneider. Only what the list says is known.
* **D** A Ramsch is nobody's own game. It stands apart, for those who lost it or made the Durchmarsch; the others have
  defended nothing.
* **D** Places at the table are named from the dealer: forehand, middlehand and rearhand hold the cards. Under a book in
  which the leader always declares, and at tables of two, there are none.
* **D** A list of which only the foot is known goes on with a series of wins if nothing was lost, and otherwise ends it
  and is none itself. Under a book that credits the winner and not the declarer, a foot tells nothing of own games, so
  it ends a series too.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.deal import Deal
from scoring.deal_result import read_result
from scoring.figures import (
    ALL,
    ANNOUNCED,
    HAND,
    OUVERT,
    OVERBID,
    RAMSCH,
    SCHNEIDER,
    SCHWARZ,
    UNKNOWN,
    FigurePlace,
    Figures,
    Points,
    Tried,
    WinningRun,
    run_of,
)
from scoring.rulebook import RuleBook
from scoring.sheet import ScoreLine, ScorePlayer, ScoreSheet, SheetEvaluation, active_seats

HANDS: Final = 3
"""Forehand, middlehand and rearhand: those who hold cards, whatever the size of the table."""


class CountedDeal(NamedTuple):
    """One deal as statistics see it."""

    nr: int
    """Its row on the list, from 1."""
    playing: tuple[int, ...]
    """The seats at the table."""
    holding: tuple[int, ...]
    """Those who held cards; from forehand on, where their places have names."""
    named: bool
    """Whether they have."""
    deal: Deal | None
    """None where only the value is known, or nothing could be read."""
    declarer: int
    """Whose own game it was, 0 for nobody's."""
    won: bool
    """Whether it was won; of a Ramsch whether it was the Durchmarsch."""
    passed: bool
    ramsch: tuple[int, ...]
    """Those in whose columns a Ramsch stands."""


def count(sheet: ScoreSheet, evaluation: SheetEvaluation) -> tuple[Figures, ...]:
    """The figures of every seat, in seat order."""
    counted = count_deals(sheet, follow(sheet, evaluation))
    return tuple(
        with_points(figures, sheet.evaluation, player)
        for figures, player in zip(counted, evaluation.players, strict=True)
    )


def with_points(figures: Figures, evaluation: str, player: ScorePlayer) -> Figures:
    """The figures of one list with what it came to."""
    leistung = player.leistung
    came_to = Points(1, figures.deals, player.spielpunkte, leistung, leistung, leistung)
    return replace(figures, points={evaluation: came_to})


def count_foot(book: RuleBook, evaluation: str, deals: int, player: ScorePlayer) -> Figures:
    """The figures of a seat on a list of which only the foot is known; `deals` is how many the list has."""
    if book.credits_winner:  # what was won may have been the other's game
        return with_points(Figures(deals=deals, run=WinningRun(deals)), evaluation, player)
    games = Tried(player.won + player.lost, player.won)
    own = {ALL: games, UNKNOWN: games} if games.played else {}
    unbroken = 0 if player.lost else player.won
    run = WinningRun(games.played, unbroken, unbroken, unbroken)
    return with_points(Figures(deals=deals, own=own, run=run), evaluation, player)


def count_deals(sheet: ScoreSheet, deals: Iterable[CountedDeal]) -> tuple[Figures, ...]:
    """The figures of every seat in these deals of a list, without what the list came to.

    Where a seat was taken over, the deals before and after are counted each for themselves.
    """
    seats = {seat: _CountedSeat() for seat in range(1, sheet.seats + 1)}
    for played in deals:
        _enter(played, sheet.book, seats)
    return tuple(seat.figures() for seat in seats.values())


def count_against(deals: Iterable[CountedDeal]) -> dict[tuple[int, int], Tried]:
    """Own games by the seats of the declarer and of each who played against it."""
    sums: dict[tuple[int, int], Tried] = {}
    for played in deals:
        for seat in played.holding if played.declarer else ():
            if seat != played.declarer:
                before = sums.get((played.declarer, seat), Tried())
                sums[played.declarer, seat] = Tried(before.played + 1, before.won + played.won)
    return sums


def follow(sheet: ScoreSheet, evaluation: SheetEvaluation) -> Iterator[CountedDeal]:
    """The deals of a list in their order.

    What a row was is told from the counters that stand beside it: an own game is one that raises them.
    """
    refused = {found.row for found in evaluation.findings if found.code == "playing_impossible"}
    playing = tuple(range(1, sheet.seats + 1))
    counters = [(0, 0)] * (sheet.seats + 1)  # column 0 stays empty, so that seats are indices
    for row, line in zip(sheet.rows, evaluation.lines, strict=True):
        if row.playing is not None and line.nr not in refused:
            playing = row.playing
        if row.void or row.penalty:
            continue
        before, after = counters[line.credited], (line.won, line.lost)
        counters[line.credited] = after
        deal = None if row.unread else row.deal
        ramsch = _ramsch(deal, line)
        holding, named = _in_hand(sheet.book, playing, line.dealer)
        yield CountedDeal(
            nr=line.nr,
            playing=playing,
            holding=holding,
            named=named,
            deal=deal,
            declarer=line.declarer if after != before else 0,
            won=line.score > 0 if ramsch else line.credited == line.declarer and after[0] > before[0],
            passed=deal is not None and deal.game == "eingepasst" and not sheet.book.check(deal),
            ramsch=ramsch,
        )


def _ramsch(deal: Deal | None, line: ScoreLine) -> tuple[int, ...]:
    if deal is None or deal.game != RAMSCH or not line.score:
        return ()
    return (line.declarer,) if deal.losers is None else deal.losers


def _in_hand(book: RuleBook, playing: tuple[int, ...], dealer: int) -> tuple[tuple[int, ...], bool]:
    """The seats that hold cards, from forehand on, and whether their places have these names."""
    size, at = len(playing), playing.index(dealer)
    if size < HANDS or book.declarer_leads:
        return playing, False
    if size == HANDS:
        return playing[at + 1 :] + playing[: at + 1], True
    return active_seats(book, playing, dealer), True


class _CountedSeat:
    """The figures of one seat while the list is read from top to bottom."""

    def __init__(self) -> None:
        self.deals = self.held = self.passed = 0
        self.own: dict[str, list[int]] = {}
        self.defence: dict[str, list[int]] = {}
        self.places: dict[str, list[int]] = {}
        self.results: list[bool] = []

    def figures(self) -> Figures:
        return Figures(
            self.deals,
            self.held,
            self.passed,
            {trait: Tried(*tried) for trait, tried in self.own.items()},
            {trait: Tried(*tried) for trait, tried in self.defence.items()},
            {place: FigurePlace(*at) for place, at in self.places.items()},
            {},
            run_of(self.results),
        )


def _enter(played: CountedDeal, book: RuleBook, seats: Mapping[int, _CountedSeat]) -> None:
    """Count one deal for everybody at the table."""
    for seat in played.playing:
        seats[seat].deals += 1
    for hand, seat in enumerate(played.holding, 1):
        figures = seats[seat]
        figures.held += 1
        figures.passed += played.passed
        if played.named:
            place = figures.places.setdefault(f"{len(played.playing)}.{hand}", [0, 0, 0])
            place[0] += 1
            place[1] += seat == played.declarer
            place[2] += seat == played.declarer and played.won
    if played.declarer:
        _enter_game(played, book, seats)
    for seat in played.ramsch:
        _note(seats[seat].own, RAMSCH, played.won)


def _enter_game(played: CountedDeal, book: RuleBook, seats: Mapping[int, _CountedSeat]) -> None:
    """Count an ordinary game: for the declarer, and for those who played against it."""
    stages = tuple(_stages(played.deal, book)) if played.deal else ()
    own = seats[played.declarer]
    own.results.append(played.won)
    for trait in (ALL, *(_traits(played.deal, book) if played.deal else (UNKNOWN,))):
        _note(own.own, trait, played.won)
    for stage, made in stages:
        _note(own.own, stage, made)
    for seat in played.holding:
        if seat != played.declarer:
            _note(seats[seat].defence, ALL, not played.won)
            for stage, made in stages:
                _note(seats[seat].defence, stage, not made)


def _traits(deal: Deal, book: RuleBook) -> Iterator[str]:
    """What can be said of a game besides how it ended."""
    announced = deal.schneider_angesagt or deal.schwarz_angesagt or (deal.ouvert and deal.game != "null")
    yield deal.game
    if deal.hand or announced or deal.mode == "solo":  # who announces plays from the hand (ISkO 2.5)
        yield HAND
    if deal.ouvert:
        yield OUVERT
    if announced:
        yield ANNOUNCED
    if deal.spitzen:
        yield f"{deal.spitzen:+}"
    if book.value(deal).ueberreizt:
        yield OVERBID


def _stages(deal: Deal, book: RuleBook) -> Iterator[tuple[str, bool]]:
    """Schneider and Schwarz, where one was made, and whether the declarer made it."""
    if deal.game != "null" and "schneider" in book.ways[deal.game].fields:
        reached, schneider, schwarz = read_result(deal)
        if schneider:
            yield SCHNEIDER, reached
        if schwarz:
            yield SCHWARZ, reached


def _note(sums: dict[str, list[int]], trait: str, won: bool) -> None:
    tried = sums.setdefault(trait, [0, 0])
    tried[0] += 1
    tried[1] += won
