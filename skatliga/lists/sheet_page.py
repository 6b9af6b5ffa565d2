"""A list as pages and paper show it: its rows in words, who they belong to, where everybody stands after each round.

Made from the reckoned `View` and the names this visitor may see; nothing is counted here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import Finding
from skatliga.lists.evaluation import AnyPlayer, RowView, View
from skatliga.rules.wording import account_text, items, name, sentence


def tell(finding: Finding, number: int = 0) -> str:
    """The sentence of a finding with the number of the deal on paper (0 for what is no deal) and its paragraph."""
    said = sentence(finding)
    if number:
        said = _("Spiel %(number)s: %(sentence)s") % {"number": number, "sentence": said}
    return f"{said} ({finding.rule})" if finding.rule else said


# ---- The list


@dataclass(frozen=True, slots=True)
class Sitting:
    """A player of the table by seat, under the name the visitor may see."""

    seat: int
    start_number: int
    name: str
    club_name: str
    entry_id: int
    substitute: str = ""
    """Who took over, and from which deal on."""
    substitute_name: str = ""
    substitute_from: int = 0

    def name_at(self, number: int) -> str:
        """Who plays this deal here."""
        return self.substitute_name if self.substitute_from and number >= self.substitute_from else self.name


@dataclass(frozen=True, slots=True)
class SheetCell:
    """One player's cell of a row: the running total and counters where the row is his, nothing otherwise."""

    seat: int
    deals: bool
    filled: bool
    total: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One row of the list on a page."""

    row: RowView
    who: str
    """Name of whoever is credited, empty for nobody."""
    text: str
    findings: tuple[str, ...]
    cells: tuple[SheetCell, ...]
    stand: tuple[int, ...]
    """Running totals of all seats after this row."""
    round: int
    """Number of the round that this row completes, 0 otherwise."""


@dataclass(frozen=True, slots=True)
class Display:
    """The whole list on a page."""

    view: View
    sittings: tuple[Sitting, ...]
    lines: tuple[SheetLine, ...]
    findings: tuple[str, ...]
    """What concerns no single row, in sentences."""

    @property
    def names(self) -> dict[int, str]:
        """Names by seat."""
        return {sitting.seat: sitting.name for sitting in self.sittings}

    @property
    def newest_first(self) -> tuple[SheetLine, ...]:
        """The rows as they stand beside the entry, the last one on top."""
        return self.lines[::-1]

    @property
    def feet(self) -> list[tuple[Sitting, AnyPlayer]]:
        """Every player with the foot of his column."""
        return list(zip(self.sittings, self.view.players, strict=True))

    @property
    def next_number(self) -> int:
        """Number of the next deal."""
        return self.view.deals + 1

    @property
    def next_dealer(self) -> str:
        """Who deals it."""
        return self.names.get(self.view.dealer, "")

    @property
    def next_leader(self) -> str:
        """Who leads it and names trump, where that is settled by turns; empty where anybody can become declarer."""
        turns = self.view.frame.book.declarer_leads and self.view.active
        return self.names.get(self.view.active[0], "") if turns else ""

    @property
    def winner(self) -> str:
        """Who has won the match, empty where there is none or nobody has."""
        return self.names.get(self.view.winner, "")

    @property
    def missing(self) -> int:
        """How many deals are still to come."""
        return max(0, self.view.expected - self.view.deals)

    def rows_of_round(self, nr: int) -> list[int]:
        """Positions of the rows of the round in which this row stands."""
        round: list[int] = []
        for line in self.lines:
            round.append(line.row.nr)
            if line.round:
                if nr in round:
                    return round
                round = []
        return round


def show(view: View, sittings: Sequence[Sitting]) -> Display:
    """Dress a reckoned list for a page."""
    names = {sitting.seat: sitting.name for sitting in sittings}
    return Display(
        view=view,
        sittings=tuple(sittings),
        lines=tuple(_lines(view, names)),
        findings=(*(tell(found) for found in view.findings), *(sentence(found) for found in view.foot_findings)),
    )


def _lines(view: View, names: Mapping[int, str]) -> Iterator[SheetLine]:
    stand = [0] * view.frame.seats
    rounds = 0
    for row in view.rows:
        if row.credited and not row.void:
            stand[row.credited - 1] = row.total
        for seat, points in _brought_to_others(row):
            stand[seat - 1] += points
        rounds += row.closes_round
        yield SheetLine(
            row=row,
            who=names.get(row.credited or row.declarer, ""),
            text=_text(row, names),
            findings=tuple(tell(found, row.number) for found in row.findings),
            cells=tuple(_cells(row, view.frame.seats)),
            stand=tuple(stand),
            round=rounds if row.closes_round else 0,
        )


def _brought_to_others(row: RowView) -> Iterator[tuple[int, int]]:
    """What a row brings besides its own column: a penalty goes to all others at the table, a Ramsch may have two
    losers."""
    if row.penalty and row.credited:
        yield from ((seat, row.penalty) for seat in row.playing if seat != row.credited)
    elif row.account and not row.credited and not row.void:
        yield from ((seat, row.score) for seat in row.account.deal.losers or ())


def _text(row: RowView, names: Mapping[int, str]) -> str:
    """The deal as players would say it; of one passed in there is nothing to count.

    Where the winner is credited, whoever declared, it says whose game it was and how it ended.
    """
    if row.account is None:
        return f"{row.bare:+d}" if row.void and row.bare is not None else ""
    if row.winner_credited:
        deal = row.account.deal
        said = {
            "game": name(deal.game),
            "player": names.get(row.declarer, ""),
            "augen": deal.augen,
            "stiche": deal.stiche,
            "counted": ", ".join(item.label for item in items(row.account) if item.kind != "outcome"),
        }
        return _("%(game)s von %(player)s, %(augen)s Augen, %(stiche)s Stiche: %(counted)s") % said
    return name("eingepasst").lower() if row.account.deal.game == "eingepasst" else account_text(row.account)


def _cells(row: RowView, seats: int) -> Iterator[SheetCell]:
    for seat in range(1, seats + 1):
        filled = seat == row.credited and not row.void
        yield SheetCell(seat, seat == row.dealer, filled, row.total, row.won, row.lost)
