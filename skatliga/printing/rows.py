"""The rows of a Spielliste on paper: what stands in every cell of them.

Every cell has a key that is its own on the page, so that a layout made once can be filled again.

* **D** A row that changes the points of several seats (a penalty, a Ramsch with two losers) shows the new totals of
  all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.account import Account
from skatliga.lists.reckoning import Entered, Frame, RowView, View, reckon
from skatliga.printing.columns import Column

DEALING = "points edge dealer"
"""The kind of cell in which the dealer's dot stands."""
MARKED = {"nr edge", "value"}
"""The kinds of cells in which a letter may stand beside the figure."""
PROBE = "\N{NO-BREAK SPACE}"
"""What stands on a form where something is to be set."""


class Cell(NamedTuple):
    """One cell of a row; `kind` is a class of `paper.css`. A list has a thousand, and tuples are made fastest."""

    key: str
    kind: str
    text: str = ""
    mark: str = ""
    """A letter beside the figure: ü, k."""
    span: int = 1


class Row(NamedTuple):
    """One row on paper."""

    cells: tuple[Cell, ...]
    closes_round: bool
    struck: bool = False
    joined: tuple["Row", ...] = ()
    """On a form: the rows that are laid out as this one."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Writes the rows of one list into its columns."""

    frame: Frame
    columns: tuple[Column, ...]
    values: tuple[str, ...]
    seats: tuple[int, ...]
    passes: bool

    def filled(self, row: RowView, entered: Sequence[Entered], corrected: bool) -> Row:
        """A row that was entered, the last of `entered`."""
        account = row.account
        mark = pgettext("Spielliste", "k") if corrected else ""
        cells = [Cell(f"{row.nr}-nr", "nr edge", str(row.number or "–"), mark)]
        if row.penalty:
            label = _("Strafe: Platz %(seat)s zahlt jedem %(points)s") % {"seat": row.declarer, "points": row.penalty}
            cells.append(Cell(f"{row.nr}-label", "label", label, span=len(self.columns) + len(self.values)))
        else:
            cells += self.left(row.nr, account)
            cells += self.value(row.nr, account, (row.bare or 0) if row.void else row.score)
        passed = account is not None and account.deal.game == "eingepasst" and not row.void
        dealer = 0 if row.penalty else row.dealer
        cells += self.right(row.nr, dealer, self.standings(row, entered), str(row.passed) if passed else "")
        return Row(tuple(cells), row.closes_round, row.void)

    def unfilled(self, view: View, entered: Sequence[Entered]) -> Iterator[Row]:
        """The rows that are still to be played."""
        changed = max((at for at, row in enumerate(entered) if row.playing), default=0)
        seats = (entered[changed].playing if entered else None) or tuple(range(1, self.frame.seats + 1))
        dealt = sum(bool(row.number) for row in view.rows[changed:])
        dealers = seats[seats.index(view.dealer) :] + seats[: seats.index(view.dealer)]
        # A list of totals alone has all its deals and no rows; its grid stays empty.
        first = view.deals + 1 if view.rows else 1
        for at, number in enumerate(range(first, view.expected + 1)):
            nr = len(view.rows) + at + 1
            cells = [Cell(f"{nr}-nr", "nr edge", str(number)), *self.left(nr, None)]
            cells += [Cell(f"{nr}-{key}", "value") for key in self.values]
            cells += self.right(nr, dealers[at % len(seats)], {}, "")
            yield Row(tuple(cells), (dealt + at + 1) % len(seats) == 0)

    def left(self, nr: int, account: Account | None) -> Iterator[Cell]:
        """What was played."""
        for column in self.columns:
            yield Cell(f"{nr}-{column.key}", column.kind, column.write(account) if account else "")

    def value(self, nr: int, account: Account | None, score: int) -> Iterator[Cell]:
        """Spielwert won or lost, the lost one as it is charged; `score` where only that is known."""
        if account:
            score = account.score
        lost = not account.won if account else score < 0
        text = str(abs(score)) if (account and account.deal.game != "eingepasst") or score else ""
        mark = pgettext("Spielliste", "ü") if account and account.ueberreizt else ""
        written = "minus" if lost and "minus" in self.values else "plus"
        for key in self.values:
            yield Cell(f"{nr}-{key}", "value", *((text, mark) if key == written else ()))

    def right(self, nr: int, dealer: int, standings: Mapping[int, tuple[str, str, str]], passed: str) -> Iterator[Cell]:
        """Points and counters of every seat, and how many deals were passed in."""
        for seat in self.seats:
            points, won, lost = standings.get(seat, ("", "", ""))
            yield Cell(f"{nr}-points-{seat}", DEALING if seat == dealer else "points edge", points)
            yield Cell(f"{nr}-won-{seat}", "counter", won)
            if self.frame.counts_lost:
                yield Cell(f"{nr}-lost-{seat}", "counter", lost)
        if self.passes:
            yield Cell(f"{nr}-passed", "passed edge", passed)

    def standings(self, row: RowView, entered: Sequence[Entered]) -> dict[int, tuple[str, str, str]]:
        """Where the columns that this row fills now stand."""
        if row.void:
            return {}
        if row.penalty or (row.score and not row.credited):
            before = reckon(self.frame, entered[:-1], (), None).known_players
            after = reckon(self.frame, entered, (), None).known_players
            return {
                now.seat: (figures(now.spielpunkte), str(now.won), str(now.lost))
                for then, now in zip(before, after, strict=True)
                if then.spielpunkte != now.spielpunkte
            }
        return {row.credited: (figures(row.total), str(row.won), str(row.lost))}


def figures(number: int) -> str:
    """Points as they are written, with a minus sign of the right length."""
    return str(number).replace("-", "−")
