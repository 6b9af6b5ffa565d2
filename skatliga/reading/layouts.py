"""Where everything stands on the sheets that can be photographed: the layouts of our paper, which never move again.

Millimetres. A box is counted from the centre of the upper left mark, a paper from its upper left corner. Each layout
has four marks of its own, by which it is known; a changed geometry is a new layout, and the old ones stay here.

* **D** Only rows that the book counts by Grundwert, Spitzen and levels are read. The sheets of other books, and those
  that lie on their side for five and six, carry the same marks and can be read once their columns stand here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scoring.rulebook import RuleBook

LAYOUT: Final = 1
"""The one that is printed unless somebody wishes another."""
TICK_LAYOUT: Final = 2
"""The one on which a deal is ticked."""
LAYOUTS: Final = (LAYOUT, TICK_LAYOUT)
MARK_SIZE: Final = 7.0
MARK_EDGE: Final = 5.0
"""From the edges of the paper to a mark."""
MARK_CENTRE: Final = MARK_EDGE + MARK_SIZE / 2
CORNERS: Final = ("tl", "tr", "br", "bl")
"""In the order of the marks' numbers."""

_PATTERNS: Final = (
    *("1011 0101 0011 0010", "0000 1111 1001 1010", "0011 0011 0010 1101", "1001 1001 0100 0110"),
    *("0101 0100 1001 1110", "0111 1001 1100 1101", "1001 1110 0010 1110", "1100 0100 1111 0010"),
)
"""The inner squares of the first marks of the public dictionary ArUco DICT_4X4_50, 1 for white."""


def mark_pattern(layout: int, corner: str) -> tuple[str, ...]:
    """The rows of a mark with its black border, `#` for black."""
    inner = _PATTERNS[4 * (layout - 1) + CORNERS.index(corner)].split()
    middle = [f"#{row.replace('0', '#').replace('1', ' ')}#" for row in inner]
    return ("######", *middle, "######")


def mark_centres(width: float, height: float) -> dict[str, tuple[float, float]]:
    """The centres of the marks on a paper of this size."""
    far, low = width - MARK_CENTRE, height - MARK_CENTRE
    return dict(
        zip(CORNERS, ((MARK_CENTRE, MARK_CENTRE), (far, MARK_CENTRE), (far, low), (MARK_CENTRE, low)), strict=True)
    )


@dataclass(frozen=True, slots=True)
class CellPlace:
    """A cell one can write in: its inside, from the upper left corner of the paper (or of the form's grid)."""

    key: str
    row: int | str
    column: str
    seat: int | None
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The cells of one kind of sheet, and the ruled lines by which a bent photograph is put straight."""

    form: str
    number: int
    seats: int
    deals: int
    size: tuple[float, float]
    cells: tuple[CellPlace, ...]
    across: tuple[float, ...]
    """Heights of the lines between rows, from the uppermost."""
    down: tuple[float, ...]
    """Places of the lines between columns, from the left."""
    pitch: float
    """From row to row."""

    @property
    def ticked(self) -> bool:
        """Whether what was played is ticked."""
        return (self.form, self.number) == ("skatliga", TICK_LAYOUT)

    @property
    def columns(self) -> tuple[tuple[str, int | None], ...]:
        """What is written in a row, from the left."""
        return tuple((cell.column, cell.seat) for cell in self.cells if cell.row == 1)


LEFT: Final = (
    "base",
    "mit",
    "ohne",
    "hand",
    "schneider",
    "schneider_angesagt",
    "schwarz",
    "schwarz_angesagt",
    "ouvert",
)
TICKED_GAMES: Final = ("karo", "herz", "pik", "kreuz", "grand", "null")
TICK_GROUPS: Final = (
    ("declarer", 1),
    ("karo", None),
    ("mit", None),
    ("spitzen", 1),
    ("hand", None),
    ("deal_won", None),
)
"""The first column of each group, with a thick line at its left."""

_OWN_COLUMNS: Final = {
    *("mode", "offen", "schenken", "strecken", "ramsch", "schieben", "jungfern", "bock", "kontra"),
}
"""Fields and games of a book that have columns beyond those of LEFT."""


def has_usual_columns(book: RuleBook) -> bool:
    """Whether the lists of a book have the columns of LEFT."""
    known = {*book.fields, *book.ways}
    return {"won", "hand", "spitzen"} <= known and not known & _OWN_COLUMNS


def tick_columns(seats: int) -> tuple[tuple[str, int | None], ...]:
    """What is ticked, from the left: who played, the game, Spitzen (more than four are written), levels, the end."""
    games = [(name, None) for name in (*TICKED_GAMES, "mit", "ohne")]
    spitzen = [("spitzen", number) for number in (1, 2, 3, 4, None)]
    players = [("declarer", seat) for seat in range(1, seats + 1)]
    return (*players, *games, *spitzen, *((name, None) for name in (*LEFT[3:], "deal_won", "deal_lost")))


_WIDTHS: Final = {"nr": 6.0, "base": 7.0, "mit": 4.4, "ohne": 4.4, "plus": 8.8, "minus": 8.8, "points": 12.7} | (
    dict.fromkeys(("won", "lost", "passed"), 4.6)
)
_TICK_WIDTHS: Final = {"nr": 5.0, "points": 12.0, "won": 4.4, "lost": 4.4, "passed": 4.2}
_TICK_WIDTH, _TABLE_LEFT, _TABLE_WIDTH = 4.2, 20.0, 180.0
_NARROW, _AT_EDGE, _WRITTEN = 3.4, 3.6, 4.6
_ROWS_TOP, _ROWS_ROOM, _LEAST_PITCH, _MOST_PITCH, _FOOT_PITCH = 48.5, 203.5, 4.0, 6.5, 4.2
_EDGE, _LINE = 0.4, 0.15
PAPER: Final = (210.0, 297.0)


def _columns_and_widths(seats: int, number: int) -> tuple[list[tuple[str, int | None]], list[float]]:
    """The columns of a layout from the left, without that of the row's number; their widths with it, before scaling."""
    right: list[tuple[str, int | None]] = [
        (name, seat) for seat in range(1, seats + 1) for name in ("points", "won", "lost")
    ]
    right.append(("passed", None))
    if number == LAYOUT:
        left: list[tuple[str, int | None]] = [(name, None) for name in (*LEFT, "plus", "minus")]
        widths = [_WIDTHS.get(name, _TICK_WIDTH) for name, _seat in left + right]
        return left + right, [_WIDTHS["nr"], *widths]
    ticks = tick_columns(seats)
    widths = [_WRITTEN if each == ("spitzen", None) else _AT_EDGE if each in TICK_GROUPS else _NARROW for each in ticks]
    return [*ticks, *right], [_TICK_WIDTHS["nr"], *widths, *(_TICK_WIDTHS[name] for name, _seat in right)]


def printed_layout(seats: int, deals: int, number: int = LAYOUT) -> SheetLayout:
    """A layout of our own paper, upright, with all rows on one page."""
    pitch = int(min(max(_ROWS_ROOM / deals, _LEAST_PITCH), _MOST_PITCH) * 100 + 1e-6) / 100
    columns, widths = _columns_and_widths(seats, number)
    scale = _TABLE_WIDTH / sum(widths)
    lefts = [_TABLE_LEFT + scale * before for before in accumulate(widths)]
    cells = tuple(_printed_cells(columns, lefts, seats, deals, pitch))
    bottom = _ROWS_TOP + deals * pitch
    across = [_ROWS_TOP + at * pitch - _LINE / 2 for at in range(deals + 1)]
    across += [bottom + at * _FOOT_PITCH - _LINE / 2 for at in range(1, 5)]
    down = [_TABLE_LEFT, *(at + _LINE / 2 for at in lefts[:-1]), lefts[-1] - _LINE]
    return SheetLayout("skatliga", number, seats, deals, PAPER, cells, tuple(across), tuple(down), pitch)


def _printed_cells(
    columns: Sequence[tuple[str, int | None]], lefts: Sequence[float], seats: int, deals: int, pitch: float
) -> Iterator[CellPlace]:
    bottom = _ROWS_TOP + deals * pitch
    for nr in range(1, deals + 1):
        for (name, seat), left, right in zip(columns, lefts, lefts[1:], strict=False):
            edge = _EDGE if name in {"points", "passed"} or (name, seat) in TICK_GROUPS else _LINE
            end = _EDGE if name == "passed" else 0
            below = _EDGE if nr % seats == 0 else _LINE
            key = f"{nr}-{name}" + (f"-{seat}" if seat else "")
            top = _ROWS_TOP + (nr - 1) * pitch
            yield CellPlace(key, nr, name, seat, left + edge, top, right - left - edge - end, pitch - below)
    for line, names in enumerate((("points", "won", "lost"), ("own",), ("others",), ("result",))):
        for (name, seat), left, right in zip(columns, lefts, lefts[1:], strict=False):
            if seat and (name in names or (name == "points" and line)):
                edge = _EDGE if name == "points" else _LINE
                key = f"foot-{name if not line else names[0]}-{seat}"
                below = _EDGE if line == 3 else _LINE
                top = bottom + line * _FOOT_PITCH
                column = name if not line else names[0]
                yield CellPlace(key, "foot", column, seat, left + edge, top, right - left - edge, _FOOT_PITCH - below)


PRINTED: Final = tuple((seats, seats * rounds) for seats in (4, 3) for rounds in range(6, 17) if seats * rounds <= 50)
"""Seats and deals of the sheets that stand on one page."""
