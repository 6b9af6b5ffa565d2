"""The rows of a Spielliste on paper: which columns a rule book needs, and what stands in every cell.

The book is asked what its deals have; a field that no game of the book uses has no column.

* **D** Hand and ouvert are ticked beside a Null too, although its Grundwert says the same.
* **D** A Null overtaken by its bid shows base value and Spitzen of the game it is charged as.
* **D** Where a verdict is enough nobody writes down Augen and Stiche; a book without verdicts has columns for them.

Every cell has a key that is its own on the page, so that a layout made once can be filled again.

* **D** A row that changes the points of several seats (a penalty, a Ramsch with two losers) shows the new totals of
  all of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from scoring.account import Account
from scoring.rulebook import RuleBook
from scoring.wertung.results import Number
from skatliga.lists.evaluation import Entered, Frame, RowView, View, reckon
from skatliga.rules.books import contents_of
from skatliga.rules.wording import name, term
from skatliga.wertung.wording import write_value

TICK = "×"


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """One column of the left block."""

    key: str
    kind: str
    """How wide it is and where its figures stand: a class of `paper.css`."""
    write: Callable[[Account], str]
    """What stands in the column, empty for nothing."""
    heading: Promise | None = None
    """What stands above it, where that is not the name of the field."""
    field: str | None = None
    """The field of a deal that the book must have, where that is not the key; empty for what every book has."""

    @property
    def title(self) -> str:
        """What stands above it."""
        return str(self.heading or name(self.key))


def left_block(book: RuleBook) -> tuple[SheetColumn, ...]:
    """The columns between the number of the deal and its value; where nothing is multiplied the base is the game."""
    known = {"", *book.fields, *book.ways}
    if "won" in known:
        known -= {"augen", "stiche"}
    columns = [column for column in _COLUMNS if (column.key if column.field is None else column.field) in known]
    if not contents_of(book).bases:
        columns = [_GAME if column.key == "base" else column for column in columns if column.field != "spitzen"]
    return tuple(columns)


_MODES = {"frage": "F", "tourne": "T", "solo": "S"}
_GIFTS = {"spiel": "Sp", "schneider": "Sn"}


def _base(account: Account) -> str:
    """The base value; the name of the game where the book counts without one."""
    if account.base is None:
        return "" if account.deal.game in {"ramsch", "eingepasst"} else name(account.deal.game)
    return str(account.base)


def _spitzen(account: Account) -> int:
    replacement = account.deal.replacement
    return (replacement.spitzen if replacement else account.deal.spitzen) or 0


def _with(account: Account) -> str:
    return str(max(_spitzen(account), 0) or "")


def _without(account: Account) -> str:
    return str(-min(_spitzen(account), 0) or "")


def _said(field: str) -> Callable[[Account], str]:
    """Ticked where it was said before the first card, or is charged because something higher was said."""

    def write(account: Account) -> str:
        return TICK if getattr(account.deal, field) or field in _charged(account) else ""

    return write


def _reached(field: str) -> Callable[[Account], str]:
    """Ticked where it is charged, reached or not."""

    def write(account: Account) -> str:
        return TICK if field in _charged(account) else ""

    return write


@lru_cache(maxsize=1024)
def _charged(account: Account) -> frozenset[str]:
    return frozenset(item.code.removeprefix("stufe_") for item in account.items)


def _open(account: Account) -> str:
    return TICK * (account.deal.offen or account.deal.offen_offen) + TICK * account.deal.offen_offen


def _gifts(account: Account) -> str:
    """The gifts in turn, each with whether it was accepted (+) or declined (−); only the last can be accepted."""
    deal = account.deal
    answers = ["−"] * len(deal.schenken)
    if deal.schenken and deal.schenken_angenommen:
        answers[-1] = "+"
    return " ".join(_GIFTS[gift] + answer for gift, answer in zip(deal.schenken, answers, strict=True))


def _doubled(account: Account) -> str:
    return "R" if account.deal.re else "K" if account.deal.kontra else ""


def _ramsch(account: Account) -> str:
    """The loser's Augen where they count, D for a Durchmarsch."""
    deal = account.deal
    if deal.game != "ramsch":
        return ""
    if deal.durchmarsch:
        return "D"
    return TICK if deal.augen is None else str(deal.augen)


def _number(field: str) -> Callable[[Account], str]:
    def write(account: Account) -> str:
        return str(getattr(account.deal, field) or "")

    return write


def _count(field: str) -> Callable[[Account], str]:
    def write(account: Account) -> str:
        return str(getattr(account.deal, field))

    return write


_COLUMNS = (
    SheetColumn("mode", "tick", lambda account: _MODES.get(account.deal.mode or "", "")),
    SheetColumn("base", "base", _base, gettext_lazy("Grundwert"), field=""),
    SheetColumn("mit", "spitzen", _with, gettext_lazy("mit"), field="spitzen"),
    SheetColumn("ohne", "spitzen", _without, gettext_lazy("ohne"), field="spitzen"),
    SheetColumn("hand", "tick", _said("hand")),
    SheetColumn("schneider", "tick", _reached("schneider")),
    SheetColumn("schneider_angesagt", "tick", _said("schneider_angesagt")),
    SheetColumn("schwarz", "tick", _reached("schwarz")),
    SheetColumn("schwarz_angesagt", "tick", _said("schwarz_angesagt")),
    SheetColumn("ouvert", "tick", _said("ouvert")),
    SheetColumn("offen", "tick", _open),
    SheetColumn("schenken", "gifts", _gifts),
    SheetColumn("strecken", "tick", _said("strecken")),
    SheetColumn("augen", "number", _count("augen")),
    SheetColumn("stiche", "number", _count("stiche")),
    SheetColumn("ramsch", "number", _ramsch),
    SheetColumn("schieben", "tick", _number("schieben")),
    SheetColumn("jungfern", "tick", _number("jungfern")),
    SheetColumn("bock", "tick", _said("bock")),
    SheetColumn("kontra", "tick", _doubled, gettext_lazy("Kontra, Re")),
)

_GAME = SheetColumn("base", "base", _base, gettext_lazy("Spiel"), field="")

_KEYS = {
    "mode": gettext_lazy("F Frage, T Tourné, S Solo"),
    "kontra": gettext_lazy("K Kontra, R Re"),
    "durchmarsch": gettext_lazy("Ramsch: Augen, D Durchmarsch"),
    "schenken": gettext_lazy("Sp Spiel, Sn Schneider geschenkt, + angenommen, − abgelehnt"),
}
"""What the letters in the columns mean, by the field of a deal that they write down."""


def key_of(book: RuleBook) -> list[str]:
    """What the letters in the columns of this book mean."""
    return [str(text) for field, text in _KEYS.items() if field in book.fields]


_SUITS = {"karo": "♦", "herz": "♥", "pik": "♠", "kreuz": "♣"}


def values_of(book: RuleBook) -> str:
    """The base values and those of Null, for those who write a list."""
    contents = contents_of(book)
    texts = [f"{_SUITS.get(base.code, base.label)} {base.value}" for base in contents.bases]
    nulls = [item for item in contents.fixed if item.code.startswith("null")]
    return " · ".join([*texts, *(f"{term(item.code, count='').strip()} {item.count}" for item in nulls)])


DEALING = "points edge dealer"
"""The kind of cell in which the dealer's dot stands."""
MARKED = {"nr edge", "value"}
"""The kinds of cells in which a letter may stand beside the figure."""
PROBE = "\N{NO-BREAK SPACE}"
"""What stands on a form where something is to be set."""


class RowCell(NamedTuple):
    """One cell of a row; `kind` is a class of `paper.css`. A list has a thousand, and tuples are made fastest."""

    key: str
    kind: str
    text: str = ""
    mark: str = ""
    """A letter beside the figure: ü, k."""
    span: int = 1


def has_edge(cell: RowCell) -> bool:
    """Whether a thick line stands at its left."""
    return "edge" in cell.kind


class PaperRow(NamedTuple):
    """One row on paper."""

    cells: tuple[RowCell, ...]
    closes_round: bool
    struck: bool = False
    joined: tuple["PaperRow", ...] = ()
    """On a form: the rows that are laid out as this one."""


@dataclass(frozen=True, slots=True)
class RowWriter:
    """Writes the rows of one list into its columns."""

    frame: Frame
    columns: tuple[SheetColumn, ...]
    values: tuple[str, ...]
    seats: tuple[int, ...]
    passes: bool

    def filled(self, row: RowView, entered: Sequence[Entered], corrected: bool) -> PaperRow:
        """A row that was entered, the last of `entered`."""
        account = row.account
        mark = pgettext("Spielliste", "k") if corrected else ""
        cells = [RowCell(f"{row.nr}-nr", "nr edge", str(row.number or "–"), mark)]
        if row.penalty:
            label = _("Strafe: Platz %(seat)s zahlt jedem %(points)s") % {"seat": row.declarer, "points": row.penalty}
            cells.append(RowCell(f"{row.nr}-label", "label", label, span=len(self.columns) + len(self.values)))
        else:
            cells += self.left(row.nr, account)
            cells += self.value(row.nr, account, (row.bare or 0) if row.void else row.score)
        passed = account is not None and account.deal.game == "eingepasst" and not row.void
        dealer = 0 if row.penalty else row.dealer
        cells += self.right(row.nr, dealer, self.standings(row, entered), str(row.passed) if passed else "")
        return PaperRow(tuple(cells), row.closes_round, row.void)

    def unfilled(self, view: View, entered: Sequence[Entered]) -> Iterator[PaperRow]:
        """The rows that are still to be played."""
        changed = max((at for at, row in enumerate(entered) if row.playing), default=0)
        seats = (entered[changed].playing if entered else None) or tuple(range(1, self.frame.seats + 1))
        dealt = sum(bool(row.number) for row in view.rows[changed:])
        dealers = seats[seats.index(view.dealer) :] + seats[: seats.index(view.dealer)]
        # A list of totals alone has all its deals and no rows; its grid stays empty.
        first = view.deals + 1 if view.rows else 1
        for at, number in enumerate(range(first, view.expected + 1)):
            nr = len(view.rows) + at + 1
            cells = [RowCell(f"{nr}-nr", "nr edge", str(number)), *self.left(nr, None)]
            cells += [RowCell(f"{nr}-{key}", "value") for key in self.values]
            cells += self.right(nr, dealers[at % len(seats)], {}, "")
            yield PaperRow(tuple(cells), (dealt + at + 1) % len(seats) == 0)

    def left(self, nr: int, account: Account | None) -> Iterator[RowCell]:
        """What was played."""
        for column in self.columns:
            yield RowCell(f"{nr}-{column.key}", column.kind, column.write(account) if account else "")

    def value(self, nr: int, account: Account | None, score: int) -> Iterator[RowCell]:
        """Spielwert won or lost, the lost one as it is charged; `score` where only that is known."""
        if account:
            score = account.score
        lost = not account.won if account else score < 0
        text = str(abs(score)) if (account and account.deal.game != "eingepasst") or score else ""
        mark = pgettext("Spielliste", "ü") if account and account.ueberreizt else ""
        written = "minus" if lost and "minus" in self.values else "plus"
        for key in self.values:
            yield RowCell(f"{nr}-{key}", "value", *((text, mark) if key == written else ()))

    def right(
        self, nr: int, dealer: int, standings: Mapping[int, tuple[str, str, str]], passed: str
    ) -> Iterator[RowCell]:
        """Points and counters of every seat, and how many deals were passed in."""
        for seat in self.seats:
            points, won, lost = standings.get(seat, ("", "", ""))
            yield RowCell(f"{nr}-points-{seat}", DEALING if seat == dealer else "points edge", points)
            yield RowCell(f"{nr}-won-{seat}", "counter", won)
            if self.frame.counts_lost:
                yield RowCell(f"{nr}-lost-{seat}", "counter", lost)
        if self.passes:
            yield RowCell(f"{nr}-passed", "passed edge", passed)

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


def figures(number: Number) -> str:
    """Points as they are written, averages and projected sums with two decimals; the minus sign of the right length."""
    return write_value(number).replace("-", "−")
