"""One Spielliste: rows as they were written in, running totals, evaluation and everything that does not add up out.

Seats are 1-based. Seat 1 deals first and the deal passes clockwise, also after a deal passed in (SkWO; ISkO 3.2.13); at
a table of four the dealer sits out, at five and more his two left neighbours and his right neighbour play.

Decided where the rules are silent:

* **D** A row that only has a declarer and a score is an ordinary game: won when positive. A Ramsch needs its own row.
* **D** A penalty changes hands at once: the amount goes from the seat to every other player at the table, under every
  evaluation alike.
* **D** A match to a number of points ends with the deal that reaches it, so its rounds need not be whole. Under the
  evaluation ``matches`` it is worth 1 to the winner, by whatever lead, and nothing to the other.
* **D** Payment among all is counted deal by deal with the players then at the table, which is n x own - sum of all as
  long as nobody comes or goes.
* **D** Under a book that credits the winner (Offiziersskat) the winner's counter of won deals rises and no lost one.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from scoring.account import Params, Violation, say
from scoring.deal import Deal
from scoring.legal import counted_scores
from scoring.rulebook import EVALUATIONS, RuleBook

_RULES: Final = {
    **dict.fromkeys("seat_deals seat_without_cards seat_unknown declarer_missing newcomer_seat".split(), "ISkO 3.2"),
    **dict.fromkeys("rounds_incomplete table_size playing_impossible row_missing reason_missing".split(), "SkWO 6"),
    **dict.fromkeys("running_total total_differs bonus_unknown".split(), "SkWO 6.3.1"),
    "penalty_seat": "Skatordnung 1886 §9",
}
"""Where the order of a list and its sums come from; everything else is a matter of the rule book's own codes."""

_new: Final = tuple.__new__  # building a line this way costs half, and lists are valued by the thousand

OWN_GAME: Final = 50
"""Seeger: points for a won game, against a lost one (SkWO 6.3.1)."""


class ScoreRow(NamedTuple):
    """One row of the list: a deal, a bare score, a penalty, a struck row, or nothing (a row that is missing)."""

    declarer: int = 0
    """Seat of the declarer, 0 for nobody."""
    deal: Deal | None = None
    score: int | None = None
    """Signed points as they are written: instead of a deal, or beside one, which must then be worth them."""
    running: int | None = None
    """The running total that the paper shows in this row."""
    playing: tuple[int, ...] | None = None
    """The seats at the table from this row on, rising; `None` when nothing changes."""
    penalty: int = 0
    """Points that ``declarer`` pays to every other player; the row is then no deal."""
    void: bool = False
    """A struck row: it is no deal and the same dealer deals again."""
    reason: str = ""
    unread: tuple[Violation, ...] = ()
    """What is wrong with a row that could not be read; unless struck, it is a deal that brings nobody anything."""


class Totals(NamedTuple):
    """What the foot of the paper says for one player; `None` where it says nothing."""

    spielpunkte: int | None = None
    won: int | None = None
    lost: int | None = None
    leistung: int | None = None


class ScoreSheet(NamedTuple):
    """A list with everything its evaluation depends on."""

    book: RuleBook
    seats: int
    """How many players the list has columns for."""
    rows: tuple[ScoreRow, ...]
    evaluation: str = "seeger-fabian"
    first_dealer: int = 0
    """Seat that deals first; 0 is what the book says."""
    opponents_bonus: Mapping[int, int] = {}
    """Points for a lost deal of another player by table size, where the event departs from the book."""
    target: int | None = None
    """Points at which a match ends."""
    totals: tuple[Totals, ...] = ()
    """The foot of the paper in seat order, if there is one."""


class ScoreLine(NamedTuple):
    """One row, valued.

    ``total``, ``won`` and ``lost`` are the running total and counters of ``credited``, the seat whose column the row
    fills (0 for none), as they stand on paper beside it.
    """

    nr: int
    dealer: int
    declarer: int
    score: int
    credited: int
    total: int
    won: int
    lost: int


class ScorePlayer(NamedTuple):
    """The foot of one column, in points and numbers of deals."""

    seat: int
    spielpunkte: int
    won: int
    lost: int
    others_lost: int
    leistung: int


class Finding(NamedTuple):
    """Something that does not add up; ``row`` counts from 1 and is 0 for the whole list, ``seat`` 0 for no player."""

    row: int
    seat: int
    code: str
    params: Params
    rule: str = ""
    """Paragraph that says so; empty where it is only arithmetic."""

    @property
    def message(self) -> str:
        """German sentence: where, what is wrong and what to do."""
        sentence = say(self.code, {"seat": self.seat, **self.params})
        return f"Zeile {self.row}: {sentence}" if self.row else sentence


class SheetEvaluation(NamedTuple):
    """Everything a list says: its rows valued, its feet, its defects."""

    lines: tuple[ScoreLine, ...]
    players: tuple[ScorePlayer, ...]
    findings: tuple[Finding, ...]
    deals: int
    """Deals that count, passed in or played."""
    passed: int
    winner: int
    """Seat that reached the target first, 0 for none."""
    dealer: int
    """Who deals the next deal, among ``playing``."""
    playing: tuple[int, ...]


def evaluate(sheet: ScoreSheet) -> SheetEvaluation:
    """Value every row in order and add up; never raises for data, whatever is in the rows."""
    table = _Table(sheet)
    for nr, row in enumerate(sheet.rows, 1):
        table.enter(nr, row)
    return table.result()


def active_seats(book: RuleBook, playing: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """The seats that can be declarer when this one deals."""
    n = len(playing)
    at = playing.index(dealer)
    if book.declarer_leads:
        return (playing[(at + 1) % n],)
    if n <= 3:
        return playing
    if n == 4:
        return playing[at + 1 :] + playing[:at]
    return playing[(at + 1) % n], playing[(at + 2) % n], playing[(at - 1) % n]


class _Table:
    """The state of the table while the list is read from top to bottom.

    What a lost deal brings the others and what changes hands is counted when a stretch of constant table size ends,
    from the difference of the counters, so that a row costs as little as it can.
    """

    def __init__(self, sheet: ScoreSheet) -> None:
        if sheet.evaluation not in EVALUATIONS or not 0 <= sheet.first_dealer <= sheet.seats:
            raise ValueError("unknown evaluation, or a first dealer who does not sit at the table")
        self.sheet = sheet
        self.book = sheet.book
        self.check, self.count = sheet.book.check, sheet.book.value
        self.uncounted, self.credits_winner = sheet.book.uncounted, sheet.book.credits_winner
        self.target = sheet.target
        self.lines: list[ScoreLine] = []
        self.findings: list[Finding] = []
        everybody = tuple(range(1, sheet.seats + 1))
        columns = sheet.seats + 1  # column 0 stays empty, so that seats are indices
        self.points = [0] * columns
        self.penalties = [0] * columns
        self.won = [0] * columns
        self.lost = [0] * columns
        self.others_lost = [0] * columns
        self.bonus = [0] * columns
        self.payments = [0] * columns
        self.deals = self.passed = self.winner = 0
        self.sit_down(everybody)
        self.dealer = sheet.first_dealer or (everybody[-1] if self.book.declarer_leads else 1)

    def sit_down(self, playing: tuple[int, ...]) -> None:
        """Begin a stretch with these players and look up all that depends on how many they are."""
        self.playing = playing
        self.active = {dealer: active_seats(self.book, playing, dealer) for dealer in playing}
        self.after = dict(zip(playing, (*playing[1:], playing[0]), strict=True))
        size = len(playing)
        self.factor = self.sheet.opponents_bonus.get(size, self.book.opponents_bonus.get(size))
        self.deals_before = self.deals
        self.points_before = self.points[:]
        self.penalties_before = self.penalties[:]
        self.lost_before = self.lost[:]

    def find(self, row: int, seat: int, code: str, **params: object) -> None:
        self.findings.append(Finding(row, seat, code, params, _RULES.get(code, "")))

    def enter(self, nr: int, row: ScoreRow) -> None:
        """Read one row; after a deal the next player deals."""
        seat, deal, _, _, playing, penalty, void, _, unread = row
        if playing is not None and playing != self.playing:
            self.change(nr, playing)
        if void:
            self.strike(nr, row)
            return
        if penalty:
            self.punish(nr, row)
            return
        if deal is None or unread:
            self.settle(nr, row, self.bare(nr, row))
        elif violations := self.check(deal):
            self.refuse(nr, seat, violations)
            self.settle(nr, row, None)
        else:
            self.play(nr, row, deal)
        self.deals += 1
        self.dealer = self.after[self.dealer]

    def play(self, nr: int, row: ScoreRow, deal: Deal) -> None:
        """A legal deal: somebody's, or nobody's."""
        account = self.count(deal)
        if row.score is not None and row.score != account.score:
            self.find(nr, row.declarer, "score_differs", written=row.score, counted=account.score)
        if deal.game == "eingepasst" or deal.losers is not None:
            self.share(nr, row, deal, account.score)
        else:
            self.settle(nr, row, (account.score, account.won, deal.game not in self.uncounted))

    def settle(self, nr: int, row: ScoreRow, outcome: tuple[int, bool, bool] | None) -> None:
        """Credit whoever may be credited: score, won and counted, or nothing where the row is wrong."""
        seat = row.declarer
        can_declare = seat in self.active[self.dealer]
        if can_declare and outcome is not None:
            self.credit(nr, seat, row.running, outcome)
            return
        if not can_declare and (seat or outcome is not None):
            self.misplaced(nr, seat)
        self.write(nr, seat, 0, seat if can_declare and not self.credits_winner else 0)

    def bare(self, nr: int, row: ScoreRow) -> tuple[int, bool, bool] | None:
        """Score, won and counted of a row without a deal that could be read; `None` where it brings nothing."""
        if row.unread:
            self.refuse(nr, row.declarer, row.unread)
        elif row.score is None:
            self.find(nr, row.declarer, "row_missing")
        elif row.score not in counted_scores(self.book):
            self.find(nr, row.declarer, "score_impossible", score=row.score, book=self.book.title)
        else:
            return row.score, row.score > 0, True
        return None

    def refuse(self, nr: int, seat: int, violations: tuple[Violation, ...]) -> None:
        """Say all that is wrong with a row, which then brings nobody anything."""
        for violation in violations:
            self.findings.append(Finding(nr, seat, violation.code, violation.params, violation.rule))

    def credit(self, nr: int, declarer: int, running: int | None, outcome: tuple[int, bool, bool]) -> None:
        """Write a score into the column of the declarer, or of the winner where the book says so."""
        score, won, counted = outcome
        seat = declarer
        if self.credits_winner and not won:
            seat, score, won = self.after[seat], -score, True
        self.points[seat] = total = self.points[seat] + score
        if counted:
            (self.won if won else self.lost)[seat] += 1
        counters = self.won[seat], self.lost[seat]
        self.lines.append(_new(ScoreLine, (nr, self.dealer, declarer, score, seat, total, *counters)))
        if running is not None or self.target is not None:
            self.compare(nr, running, self.lines[-1])

    def share(self, nr: int, row: ScoreRow, deal: Deal, score: int) -> None:
        """Nobody's deal: passed in, or a Ramsch of 1886, which each loser pays to those who have not lost."""
        self.passed += deal.game == "eingepasst"
        if row.declarer:
            self.find(nr, row.declarer, "declarer_needless", game=deal.game)
        if row.running is not None:
            self.find(nr, 0, "running_needless", game=deal.game)
        losers = deal.losers or ()
        sitting_out = [seat for seat in losers if seat not in self.active[self.dealer]]
        for seat in sitting_out:
            self.misplaced(nr, seat)
        if sitting_out:
            losers, score = (), 0
        for seat in losers:
            self.points[seat] += score
        self.write(nr, 0, score, losers[0] if len(losers) == 1 else 0)

    def strike(self, nr: int, row: ScoreRow) -> None:
        """A struck row: no deal, but said why."""
        self.refuse(nr, row.declarer, row.unread)
        if not row.reason and not row.unread:
            self.find(nr, row.declarer, "reason_missing")
        self.write(nr, row.declarer, 0, 0)

    def write(self, nr: int, declarer: int, score: int, credited: int) -> None:
        """The line of a row that is no ordinary game."""
        counters = self.points[credited], self.won[credited], self.lost[credited]
        self.lines.append(ScoreLine(nr, self.dealer, declarer, score, credited, *counters))

    def compare(self, nr: int, running: int | None, line: ScoreLine) -> None:
        """Hold the running total against the paper's, and against the points that end a match."""
        if running is not None and running != line.total:
            params = {"running": running, "total": line.total, "score": line.score}
            self.find(nr, line.credited, "running_total", **params)
        target = self.target
        if target is not None and self.winner:
            self.find(nr, self.winner, "after_target", target=target)
        elif target is not None and line.total >= target:
            self.winner = line.credited

    def punish(self, nr: int, row: ScoreRow) -> None:
        """A penalty, from one seat to all others (1886 §§9, 32, 33)."""
        seat = row.declarer
        self.refuse(nr, seat, row.unread)
        if not row.reason:
            self.find(nr, seat, "reason_missing")
        if seat in self.playing:
            for other in self.playing:
                change = -row.penalty * (len(self.playing) - 1) if other == seat else row.penalty
                self.points[other] += change
                self.penalties[other] += change
        else:
            self.find(nr, seat, "penalty_seat")
            seat = 0
        self.write(nr, row.declarer, -row.penalty, seat)

    def misplaced(self, nr: int, declarer: int) -> None:
        """Say why this seat cannot be declarer."""
        if not declarer:
            self.find(nr, 0, "declarer_missing")
        elif declarer not in self.playing:
            self.find(nr, declarer, "seat_unknown")
        elif self.book.declarer_leads:
            self.find(nr, declarer, "seat_does_not_lead", leads=self.active[self.dealer][0])
        elif declarer == self.dealer:
            self.find(nr, declarer, "seat_deals")
        else:
            self.find(nr, declarer, "seat_without_cards")

    def change(self, nr: int, playing: tuple[int, ...]) -> None:
        """Players leave or come: only between rounds, a newcomer only on the last seat (SkWO)."""
        seats = tuple(sorted({seat for seat in playing if 1 <= seat <= self.sheet.seats}))
        if seats != tuple(playing) or len(seats) not in self.book.table_sizes:
            self.find(nr, 0, "playing_impossible", size=len(seats), book=self.book.title)
            return
        newcomers = set(seats) - set(self.playing)
        self.stand_up(nr)
        self.sit_down(seats)
        self.dealer = next((seat for seat in seats if seat >= self.dealer), seats[0])
        at = seats.index(self.dealer)
        in_order = seats[at:] + seats[:at]
        misplaced = newcomers - set(in_order[len(seats) - len(newcomers) :])
        if misplaced:
            self.find(nr, min(misplaced), "newcomer_seat")

    def stand_up(self, nr: int) -> None:
        """End a stretch: whole rounds only (SkWO); what the others get for lost deals; what changes hands."""
        size, deals = len(self.playing), self.deals - self.deals_before
        if deals and size not in self.book.table_sizes:
            self.find(nr, 0, "table_size", size=size, book=self.book.title)
        if deals and self.factor is None and self.sheet.evaluation == "seeger-fabian":
            self.find(nr, 0, "bonus_unknown", size=size)
        over = deals % size
        if over and self.target is None:  # a match to a number of points ends when it is reached
            self.find(nr, 0, "rounds_incomplete", deals=deals, size=size, over=over, missing=size - over)
        lost = {seat: self.lost[seat] - self.lost_before[seat] for seat in self.playing}
        all_lost = sum(lost.values())
        penalties = {seat: self.penalties[seat] - self.penalties_before[seat] for seat in self.playing}
        own = {seat: self.points[seat] - self.points_before[seat] - penalties[seat] for seat in self.playing}
        all_points = sum(own.values())
        for seat in self.playing:
            self.others_lost[seat] += all_lost - lost[seat]
            self.bonus[seat] += (self.factor or 0) * (all_lost - lost[seat])
            self.payments[seat] += size * own[seat] - all_points + penalties[seat]

    def result(self) -> SheetEvaluation:
        """The feet and what the paper's foot says otherwise."""
        self.stand_up(0)
        players = tuple(self.player(seat) for seat in range(1, self.sheet.seats + 1))
        for player, totals in zip(players, self.sheet.totals, strict=False):
            self.findings += _compare(player, totals)
        counts = self.deals, self.passed, self.winner, self.dealer, self.playing
        return SheetEvaluation(tuple(self.lines), players, tuple(self.findings), *counts)

    def player(self, seat: int) -> ScorePlayer:
        points, won, lost = self.points[seat], self.won[seat], self.lost[seat]
        leistung = points
        if self.sheet.evaluation == "payment":
            leistung = self.payments[seat]
        elif self.sheet.evaluation == "matches":
            leistung = int(seat == self.winner)
        elif self.sheet.evaluation != "spielpunkte":
            leistung += OWN_GAME * (won - lost)
            if self.sheet.evaluation == "seeger-fabian":
                leistung += self.bonus[seat]
        return ScorePlayer(seat, points, won, lost, self.others_lost[seat], leistung)


def _compare(player: ScorePlayer, totals: Totals) -> Iterator[Finding]:
    for name in Totals._fields:
        written, counted = getattr(totals, name), getattr(player, name)
        if written is not None and written != counted:
            params = {"name": name, "written": written, "counted": counted}
            yield Finding(0, player.seat, "total_differs", params)
