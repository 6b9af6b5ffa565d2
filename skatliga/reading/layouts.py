"""Where everything stands on the sheets that can be photographed: the layouts of our paper, which never move again.

Millimetres. A box is counted from the centre of the upper left mark, a paper from its upper left corner. Each layout
has four marks of its own, by which it is known; a changed geometry is a new layout, and the old ones stay here.

* **D** Only rows that the book counts by Grundwert, Spitzen and levels are read. The sheets of other books carry the
  same marks and can be read once their columns stand here.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

LAYOUT: Final = 1
"""The one that is printed."""
MARK_SIZE: Final = 7.0
MARK_EDGE: Final = 5.0
"""From the edges of the paper to a mark."""
MARK_WHITE: Final = 1.5
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


def mark_ids(layout: int) -> tuple[int, ...]:
    """The numbers of the marks of a layout, clockwise from the upper left."""
    return tuple(range(4 * (layout - 1), 4 * layout))


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
    def columns(self) -> tuple[tuple[str, int | None], ...]:
        """What is written in a row, from the left."""
        return tuple((cell.column, cell.seat) for cell in self.cells if cell.row == 1)


_LEFT: Final = (
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
_WIDTHS: Final = {"base": 7.0, "mit": 4.4, "ohne": 4.4, "plus": 8.8, "minus": 8.8, "points": 12.7} | dict.fromkeys(
    ("won", "lost", "passed"), 4.6
)
_NUMBER_WIDTH, _TICK_WIDTH, _TABLE_LEFT, _TABLE_WIDTH = 6.0, 4.2, 20.0, 180.0
_ROWS_TOP, _ROWS_ROOM, _LEAST_PITCH, _MOST_PITCH, _FOOT_PITCH = 48.5, 203.5, 4.0, 6.5, 4.2
_EDGE, _LINE = 0.4, 0.15
PAPER: Final = (210.0, 297.0)


def printed_layout(seats: int, deals: int) -> SheetLayout:
    """SheetLayout 1 of our own paper, upright, with all rows on one page."""
    pitch = int(min(max(_ROWS_ROOM / deals, _LEAST_PITCH), _MOST_PITCH) * 100 + 1e-6) / 100
    columns: list[tuple[str, int | None]] = [(name, None) for name in (*_LEFT, "plus", "minus")]
    columns += [(name, seat) for seat in range(1, seats + 1) for name in ("points", "won", "lost")]
    columns.append(("passed", None))
    least = _NUMBER_WIDTH + sum(_WIDTHS.get(name, _TICK_WIDTH) for name, _seat in columns)
    scale = _TABLE_WIDTH / least
    lefts, left = [], _TABLE_LEFT + scale * _NUMBER_WIDTH
    for name, _seat in columns:
        lefts.append(left)
        left += scale * _WIDTHS.get(name, _TICK_WIDTH)
    cells = tuple(_printed_cells(columns, [*lefts, left], seats, deals, pitch))
    bottom = _ROWS_TOP + deals * pitch
    across = [_ROWS_TOP + at * pitch - _LINE / 2 for at in range(deals + 1)]
    across += [bottom + at * _FOOT_PITCH - _LINE / 2 for at in range(1, 5)]
    down = [_TABLE_LEFT, *(at + _LINE / 2 for at in lefts), left - _LINE]
    return SheetLayout("skatliga", 1, seats, deals, PAPER, cells, tuple(across), tuple(down), pitch)


def _printed_cells(
    columns: Sequence[tuple[str, int | None]], lefts: Sequence[float], seats: int, deals: int, pitch: float
) -> Iterator[CellPlace]:
    bottom = _ROWS_TOP + deals * pitch
    for nr in range(1, deals + 1):
        for (name, seat), left, right in zip(columns, lefts, lefts[1:], strict=False):
            edge = _EDGE if name in {"points", "passed"} else _LINE
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
