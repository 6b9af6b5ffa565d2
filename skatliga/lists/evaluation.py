"""What a stored list says: its rows and feet handed to the engine, and the answer as screen and paper show it.

Nothing here values a deal; the engine does. A list with rows is valued row by row and its feet are the paper's
control numbers; a list with feet alone is the feet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring import Account, Deal, Finding, RuleBook, ScoreRow, ScoreSheet, Totals, Violation, evaluate
from scoring.deal_json import read_deal
from scoring.foot_check import Footer, Mismatch, PaperFoot, check, compute_gesamt, find_winner, tell_unknown
from scoring.footer import footer_of
from scoring.notation import write
from scoring.sheet import ScoreLine, ScorePlayer, active_seats
from skatliga.database import JsonObject
from skatliga.rules.books import Agreed


@dataclass(frozen=True, slots=True)
class Frame(Agreed):
    """All that the evaluation of a list depends on besides what was entered."""

    rulebook: str
    agreements: JsonObject
    evaluation: str
    seats: int
    deals: int
    deals_fixed: bool = False
    target: int | None = None
    """Points that end a match; ``deals`` is then the most it can have."""

    @property
    def factor(self) -> int:
        """Points for a lost deal of another player at the full table."""
        return self.book.opponents_bonus.get(self.seats, 0)

    @property
    def writes_gesamt(self) -> bool:
        """Whether the foot of the paper is added up to a Gesamt besides the Spielpunkte."""
        return self.adds and self.target is None

    @property
    def counts_lost(self) -> bool:
        """Whether deals can be lost under the book."""
        return self.book.counts_lost


@dataclass(frozen=True, slots=True)
class Entered:
    """One row as it was entered; ``deal`` holds the engine's JSON fields."""

    nr: int = 0
    declarer: int = 0
    deal: JsonObject | None = None
    score: int | None = None
    running: int | None = None
    playing: tuple[int, ...] | None = None
    penalty: int = 0
    void: bool = False
    reason: str = ""


class OnlyGesamt(NamedTuple):
    """The foot of a list of which nothing else is known: the Gesamt of one seat."""

    gesamt: int


AnyFoot = PaperFoot | OnlyGesamt | None
"""What is known of the foot of a seat; None for nothing."""


class UnknownPlayer(NamedTuple):
    """What stands in the place of a `ScorePlayer` where only the Gesamt of a seat is known."""

    seat: int
    spielpunkte: None
    won: None
    lost: None
    others_lost: None
    leistung: int


AnyPlayer = ScorePlayer | UnknownPlayer


@dataclass(frozen=True, slots=True)
class RowView:
    """One row as it is shown: what was played in words, what it brought, where its column then stood."""

    nr: int
    number: int
    """Spiel-Nr. on paper, 0 for a row that is no deal."""
    dealer: int
    declarer: int
    credited: int
    score: int
    total: int
    won: int
    lost: int
    passed: int
    void: bool
    penalty: int
    reason: str
    notation: str
    bare: int | None
    """The value as it was entered, where only that was."""
    account: Account | None
    """Of a struck row what it would have brought."""
    findings: tuple[Finding, ...]
    closes_round: bool
    playing: tuple[int, ...]
    """The seats at the table."""
    winner_credited: bool
    """Whether the score went to the winner, whoever declared."""


@dataclass(frozen=True, slots=True)
class View:
    """A whole list as it is shown on screen and paper."""

    frame: Frame
    rows: tuple[RowView, ...]
    players: tuple[AnyPlayer, ...]
    findings: tuple[Finding, ...]
    """What concerns no single row."""
    foot_findings: tuple[Mismatch, ...]
    footer: Footer | None
    """The foot, where only that is known."""
    deals: int
    expected: int
    """How many deals the list has when it is complete."""
    passed: int
    dealer: int
    """Who deals the next deal."""
    active: tuple[int, ...]
    """Who can declare it."""
    order: tuple[int, ...] = ()
    """For each seat the seat whose foot stands in its column, where the columns of the paper seem exchanged."""
    winner: int = 0
    """Seat that has won the match, 0 for none."""
    playing: tuple[int, ...] = ()
    """Who sits at the table for the next deal; empty where only the foot is known."""

    @property
    def only_gesamt(self) -> bool:
        """Whether nothing but the Gesamt of every seat is known."""
        return any(isinstance(player, UnknownPlayer) for player in self.players)

    @property
    def known_players(self) -> tuple[ScorePlayer, ...]:
        """The players of whom more is known than the Gesamt: all, or nobody."""
        return tuple(player for player in self.players if isinstance(player, ScorePlayer))

    @property
    def complete(self) -> bool:
        """Whether every deal is there."""
        return self.deals >= self.expected

    @property
    def open(self) -> list[str]:
        """What is left to be answered, in a form in which it can be kept and compared: where (row and seat, 0 for none)
        and what. What was let pass in one row is asked about in another.
        """
        return sorted(map(_key, self._found))

    @property
    def _found(self) -> tuple[Finding | Mismatch, ...]:
        return (*self.findings, *self.foot_findings, *(each for row in self.rows for each in row.findings))

    @property
    def flawless(self) -> bool:
        """Whether nothing is left to be answered."""
        return not self.open

    @property
    def miscounted(self) -> dict[int, int]:
        """What is computed for each seat whose Gesamt on paper is another."""
        of_list: tuple[Finding | Mismatch, ...] = (*self.findings, *self.foot_findings)
        return {
            found.seat: number
            for found in of_list
            if found.seat and isinstance(number := dict(found.params).get(_COMPUTED.get(found.code, "")), int)
        }

    @property
    def only_gesamt_differs(self) -> bool:
        """Whether all that does not add up is a Gesamt on the paper: then the paper may have been added up wrongly."""
        of_foot = all(found.code in {"c2", "c3"} for found in self.foot_findings)
        total = ("total_differs", "leistung")
        of_list = all((found.code, dict(found.params).get("name")) == total for found in self.findings)
        return of_foot and of_list and not any(row.findings for row in self.rows)


_COMPUTED = {"c2": "computed", "total_differs": "counted"}
"""Where a finding on a Gesamt says what it should be."""


def _key(found: Finding | Mismatch) -> str:
    row = found.row if isinstance(found, Finding) else 0
    return f"{row} {found.seat or 0} {found.code} {dict(found.params)}"


def reckon(frame: Frame, rows: Sequence[Entered], feet: Sequence[AnyFoot], eingepasst: int | None) -> View:
    """Value a list from what was entered; ``feet`` in seat order."""
    if not rows and feet:
        whole = [foot for foot in feet if isinstance(foot, PaperFoot)]
        if len(whole) == len(feet):
            return _reckon_feet(frame, whole, eingepasst)
        known = [foot for foot in feet if isinstance(foot, OnlyGesamt)]
        if len(known) == len(feet):
            return _take_gesamt(frame, known, eingepasst)
    return _reckon_rows(frame, rows, feet)


def _take_gesamt(frame: Frame, feet: Sequence[OnlyGesamt], eingepasst: int | None) -> View:
    """A list of which nothing but the Gesamt of every seat is known: nothing can be checked, which is said.

    **D** It has all its deals; nobody could tell otherwise.
    """
    return View(
        frame=frame,
        rows=(),
        players=tuple(UnknownPlayer(seat, None, None, None, None, foot.gesamt) for seat, foot in enumerate(feet, 1)),
        findings=(),
        foot_findings=tell_unknown(foot.gesamt for foot in feet),
        footer=None,
        deals=frame.deals,
        expected=frame.deals,
        passed=eingepasst or 0,
        dealer=1,
        active=(),
    )


def engine_sheet(frame: Frame, rows: Sequence[Entered], feet: Sequence[AnyFoot]) -> ScoreSheet:
    """The list as the engine takes it, with the foot of the paper as its totals."""
    return ScoreSheet(
        book=frame.book,
        seats=frame.seats,
        rows=tuple(engine_row(row, frame.book) for row in rows),
        evaluation=frame.evaluation,
        target=frame.target,
        totals=tuple(_control_numbers(foot) for foot in feet),
    )


def _reckon_rows(frame: Frame, rows: Sequence[Entered], feet: Sequence[AnyFoot]) -> View:
    sheet = engine_sheet(frame, rows, feet)
    result = evaluate(sheet)
    by_row: dict[int, list[Finding]] = {}
    for found in result.findings:
        by_row.setdefault(found.row, []).append(found)
    expected = result.deals if result.winner else _expected_deals(frame, sheet.rows)
    complete = result.deals >= expected
    return View(
        frame=frame,
        rows=tuple(_row_views(sheet, rows, result.lines, by_row)),
        players=result.players,
        findings=tuple(found for found in by_row.get(0, []) if complete or found.code not in _UNFINISHED),
        foot_findings=(),
        footer=None,
        deals=result.deals,
        expected=expected,
        passed=result.passed,
        dealer=result.dealer,
        active=active_seats(frame.book, result.playing, result.dealer),
        order=_find_order(result.players, feet) if complete else (),
        winner=result.winner,
        playing=result.playing,
    )


def _control_numbers(foot: AnyFoot) -> Totals:
    if isinstance(foot, PaperFoot):
        return Totals(foot.spielpunkte, foot.won, foot.lost, foot.gesamt)
    return Totals(leistung=foot and foot.gesamt)


def _expected_deals(frame: Frame, rows: Sequence[ScoreRow]) -> int:
    """How many deals the list will have: where the table grows or shrinks the rounds that are left are played on.

    **D** A round that is not complete when somebody goes counts as played.
    """
    if frame.deals_fixed or frame.deals % frame.seats or not any(row.playing for row in rows):
        return frame.deals
    size, in_round, rounds, deals = frame.seats, 0, frame.deals // frame.seats, 0
    for row in rows:
        if row.playing and len(row.playing) != size:
            rounds -= in_round > 0
            size, in_round = len(row.playing), 0
        if row.void or row.penalty:
            continue
        deals += 1
        in_round += 1
        if in_round == size:
            rounds, in_round = rounds - 1, 0
    return deals + max(rounds, 0) * size - in_round


def _find_order(players: Sequence[ScorePlayer], feet: Sequence[AnyFoot]) -> tuple[int, ...]:
    """How the columns of the paper would have to be exchanged for its feet to be those of the rows."""
    written = [(foot.spielpunkte, foot.won, foot.lost) for foot in feet if isinstance(foot, PaperFoot)]
    counted = [(player.spielpunkte, player.won, player.lost) for player in players]
    if len(written) < len(feet) or written == counted or sorted(written) != sorted(counted):
        return ()
    order: list[int] = []
    for foot in written:
        order.append(next(seat for seat, line in enumerate(counted, 1) if line == foot and seat not in order))
    return tuple(order)


_UNFINISHED = frozenset({"rounds_incomplete", "total_differs"})
"""Findings about the end of a list, which say nothing while it is still being entered."""


def engine_row(row: Entered, book: RuleBook) -> ScoreRow:
    """The row as the engine takes it; a deal that no longer reads is kept with what is wrong."""
    deal: Deal | None = None
    unread: tuple[Violation, ...] = ()
    if row.deal is not None:
        read = read_deal(row.deal, book)
        deal, unread = read.deal, () if read.deal is not None else read.violations
    return ScoreRow(row.declarer, deal, row.score, row.running, row.playing, row.penalty, row.void, row.reason, unread)


def _row_views(
    sheet: ScoreSheet, rows: Sequence[Entered], lines: Sequence[ScoreLine], findings: dict[int, list[Finding]]
) -> Iterator[RowView]:
    book = sheet.book
    number = passed = 0
    playing = tuple(range(1, sheet.seats + 1))
    in_round = 0
    for row, entered, line in zip(sheet.rows, rows, lines, strict=True):
        if row.playing and row.playing != playing:
            playing, in_round = row.playing, 0
        is_deal = not (row.void or row.penalty)
        number += is_deal
        in_round += is_deal
        passed += is_deal and row.deal is not None and row.deal.game == "eingepasst"
        valued = row.deal if row.deal is not None and not row.penalty and not book.check(row.deal) else None
        yield RowView(
            nr=entered.nr,
            number=number if is_deal else 0,
            dealer=line.dealer,
            declarer=line.declarer,
            credited=line.credited,
            score=line.score,
            total=line.total,
            won=line.won,
            lost=line.lost,
            passed=passed,
            void=row.void,
            penalty=row.penalty,
            reason=row.reason,
            notation=(write(row.declarer, valued, book) or "") if valued and book.notation else "",
            bare=row.score,
            account=book.value(valued) if valued else None,
            findings=tuple(findings.get(line.nr, ())),
            closes_round=is_deal and in_round % len(playing) == 0,
            playing=playing,
            winner_credited=book.credits_winner,
        )


def _reckon_feet(frame: Frame, feet: Sequence[PaperFoot], eingepasst: int | None) -> View:
    footer = footer_of(frame.book, frame.evaluation, frame.deals, feet, eingepasst, frame.target)
    all_lost = sum(foot.lost for foot in feet)
    players = tuple(
        ScorePlayer(seat, foot.spielpunkte, foot.won, foot.lost, all_lost - foot.lost, leistung)
        for seat, (foot, leistung) in enumerate(zip(feet, compute_gesamt(footer), strict=True), 1)
    )
    return View(
        frame=frame,
        rows=(),
        players=players,
        findings=(),
        foot_findings=check(footer),
        footer=footer,
        deals=footer.deals,
        expected=footer.deals,
        passed=footer.eingepasst or 0,
        dealer=1,
        active=(),
        winner=find_winner(footer),
    )
