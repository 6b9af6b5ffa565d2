"""How a Spielliste is laid on its sheet: which way the sheet lies, how wide its columns are, how much room there is.

All is in millimetres. Heights stand in `paper.css` as well, which says the same to the library.

* **D** Every column is as many times its least width as the sheet allows. With five and six at a table, and where an
  upright sheet does not allow that width once, the sheet lies on its side.
* **D** 48 rows of four players, ten millimetres of margin, a code that bad photographs still show, a line to check the
  foot and a line of remarks leave 4.2 mm for a row. Rows are that high whatever the evaluation needs below them and
  whatever is remarked: a photograph of the sheet is read by where its cells are (`reading.layouts`).
* **D** Sheets are filed by their left edge, whichever way they lie: a list of five then has its 60 rows on two sheets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from skatliga.printing.fitting import POINT, FittedText, Room

MARGIN, FILED_MARGIN = 10.0, 20.0
LONG, SHORT = 297.0, 210.0
MOST_UPRIGHT = 4
"""Players whose columns stand on an upright sheet."""


@dataclass(frozen=True, slots=True)
class Edition:
    """How large a list is written."""

    name: str
    """A class of `paper.css`."""
    widths: dict[str, float]
    """The least width of every kind of column: that of its widest figure, and a little air."""
    least_height: float
    """Of a row."""
    most_height: float
    header: float
    names: float
    club: float
    """What a name leaves below it."""
    seat: float
    """What it leaves above it, where the number of its seat does not stand beside it."""
    under: float
    """The line below the names."""
    foot_line: float
    signatures: float
    keeper: float
    control: float
    remark: float
    """A line of remarks."""
    remark_length: float
    """Characters that stand on a millimetre of a line of remarks."""
    least_size: float = 0
    """Points below which no letter goes: a text that is too long then takes more lines, and after them ends in dots."""
    title: float = 6.0
    """The name of the event."""
    occasion: float = 3.6
    """Each of the two texts below it."""

    @property
    def heads(self) -> float:
        """What stands above the rows."""
        return self.header + self.names + self.under


NORMAL = Edition(
    name="",
    widths={
        "nr": 6.0,
        "base": 7.0,
        "spitzen": 4.4,
        "tick": 4.2,
        "number": 6.0,
        "gifts": 14.0,
        "value": 8.8,
        "points": 12.7,
        "counter": 4.6,
        "passed": 4.6,
    },
    least_height=4.0,
    most_height=6.5,
    header=23.2,
    names=11.8,
    club=4.8,
    seat=0,
    under=3.5,
    foot_line=4.2,
    signatures=6.8,
    keeper=3.9,
    control=3.9,
    remark=3.2,
    remark_length=0.64,
)
LARGE = Edition(
    name="large",
    widths=NORMAL.widths | {"nr": 6.6, "tick": 6.4, "spitzen": 5.0, "number": 6.6, "counter": 5.0, "passed": 5.6},
    least_height=6.5,
    most_height=9.0,
    header=34.2,
    names=20.5,
    club=5.6,
    seat=4.3,
    under=4.4,
    foot_line=6.5,
    signatures=10.0,
    keeper=7.7,
    control=5.4,
    remark=3.5,
    remark_length=0.58,
    least_size=9.0,
    title=7.2,
    occasion=7.7,
)
"""For whoever reads badly: rows of at least 6.5 mm, nothing smaller than nine points."""

TICKED = replace(
    NORMAL,
    name="ticked",
    widths=NORMAL.widths
    | {"nr": 5.0, "tick": 3.4, "spitzen": 4.6, "points": 12.0, "counter": 4.4, "passed": 4.2}
    | {"tick edge": 3.6},
)
"""Blank lists on which a deal is ticked (`tick_block`)."""

BESIDE_NAME, SEAT_ROOM, NAME_SIZE, AROUND_SIGNATURE, STATE_ROOM = 2.2, 6.8, 9.0, 1.2, 80.0
"""Millimetres beside a name alone, and with the number of its seat; points of its letters; millimetres beside a
signature, and of how far the list is."""
GAP = 0.4
"""Above the first line of remarks."""
FOOT_LINES, REMARK_LINES = 4, 1
"""What is kept free below the rows: lines of the foot, the fullest there is, and of remarks."""
BESIDE_MARK = 4.0
"""What lines below the table leave free on the right."""
ABOVE_MARKS = 3.5
"""What a page of which the table reaches to its end leaves free, so that it does not touch the lower marks."""


@dataclass(frozen=True, slots=True)
class Format:
    """The sheet of one kind of list."""

    edition: Edition
    kinds: tuple[str, ...]
    """The kinds of all its columns, from the left."""

    @property
    def lies(self) -> bool:
        """Whether the sheet lies on its side."""
        return self.kinds.count("points") > MOST_UPRIGHT or self._least_width > SHORT - MARGIN - FILED_MARGIN

    @property
    def width(self) -> float:
        """Of what is printed."""
        return (LONG if self.lies else SHORT) - MARGIN - FILED_MARGIN

    @property
    def columns(self) -> tuple[str, ...]:
        """How wide every column is: lengths of CSS."""
        scale = self.width / self._least_width
        return tuple(f"{scale * self.edition.widths[kind]:.3f}mm" for kind in self.kinds)

    @property
    def _least_width(self) -> float:
        return sum(self.edition.widths[kind] for kind in self.kinds)

    def width_of(self, kinds: Sequence[str]) -> float:
        """How wide such columns are together."""
        return self.width / self._least_width * sum(self.edition.widths[kind] for kind in kinds)

    @property
    def name_room(self) -> Room:
        """For a name above its columns."""
        edition = self.edition
        width = self._seat_width - (BESIDE_NAME if edition.seat else SEAT_ROOM)
        return Room(width, edition.names - edition.club - edition.seat, NAME_SIZE, least=edition.least_size)

    def club_room(self, name: FittedText) -> Room:
        """For start number and club below a name: one line, and those that the name leaves free."""
        size = 9.0 if self.edition is LARGE else 7.5
        line = size * 1.15 * POINT
        free = self.name_room.height - len(name.lines) * name.size * self.name_room.pitch * POINT
        lines = 1 + int(max(free, 0) / line + 0.1)  # letters are lower than their line
        return self.plain_room(self._seat_width - BESIDE_NAME, lines * line, size, pitch=1.15)

    @property
    def signature_room(self) -> Room:
        """For who signed, and when."""
        return self.plain_room(self._seat_width - AROUND_SIGNATURE, self.edition.signatures - 0.5, 8.0, pitch=1.05)

    @property
    def state_room(self) -> Room:
        """For how far the list is, and who confirmed it."""
        return self.plain_room(STATE_ROOM, self.edition.keeper - 0.4, 8.5, pitch=1.15)

    def plain_room(self, width: float, height: float, size: float, pitch: float) -> Room:
        """For letters of this size, of nine points in the large edition."""
        size = 9.0 if self.edition is LARGE else size
        return Room(width, height, size, weight=400, pitch=pitch, least=self.edition.least_size)

    @property
    def _seat_width(self) -> float:
        counters = self.kinds.count("counter") // self.kinds.count("points")
        return self.width_of(("points", *("counter",) * counters))

    def room(self, last: bool, first: bool) -> float:
        """For the rows and remarks of a page; those after the first carry the figures of the one before."""
        edition = self.edition
        room = (SHORT if self.lies else LONG) - 2 * MARGIN - edition.heads
        if not first:
            room -= edition.foot_line
        if not last:
            return room - ABOVE_MARKS
        return room - FOOT_LINES * edition.foot_line - edition.signatures - edition.keeper - edition.control

    def remark_room(self, lines: int) -> float:
        """What so many lines of remarks take."""
        return GAP + self.edition.remark * lines if lines else 0

    @property
    def remark_length(self) -> int:
        """Characters of a remark that fit on a line."""
        return int((self.width - BESIDE_MARK) * self.edition.remark_length)

    def share_out(self, closes_round: Sequence[bool]) -> list[int]:
        """How many rows stand on each page: about as many on each, broken between rounds where that leaves room."""
        whole = [at for at, closes in enumerate(closes_round, 1) if closes]
        rows = len(closes_round)
        pages = 1
        while (ends := self._ends(rows, pages, whole)) is None:
            pages += 1
        return [end - start for start, end in zip([0, *ends], ends, strict=False)]

    def _ends(self, rows: int, pages: int, whole: Sequence[int]) -> list[int] | None:
        """After which rows the pages end, None where they have no room."""
        ends: list[int] = []
        start = 0
        for page in range(1, pages):
            most = start + self._most(first=page == 1, last=False)
            # The last page has less room: what it cannot take stands on those before it.
            share = max(
                start + -(-(rows - start) // (pages - page + 1)), rows - self._most(False, True) * (pages - page)
            )
            rounds = [end for end in whole if start < end <= most]
            enough = [end for end in rounds if end >= share]
            end = enough[0] if enough else rounds[-1] if rounds else min(most, rows)
            ends.append(end)
            start = end
        ends.append(rows)
        return ends if 0 < rows - start <= self._most(pages == 1, True) or not rows else None

    def _most(self, first: bool, last: bool) -> int:
        """The most rows of a page."""
        room = self.room(last, first) - (self.remark_room(REMARK_LINES) if last else 0)
        return int(room / self.edition.least_height + 1e-6)

    def row_height(self, pages: Sequence[int]) -> float:
        """As high as every page allows."""
        rooms = [
            self.room(at == len(pages), at == 1) - (self.remark_room(REMARK_LINES) if at == len(pages) else 0)
            for at in range(1, len(pages) + 1)
        ]
        height = min(room / rows for room, rows in zip(rooms, pages, strict=True))
        return min(max(height, self.edition.least_height), self.edition.most_height)
