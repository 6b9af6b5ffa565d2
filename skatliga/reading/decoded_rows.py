"""What a list is known to be before it is read, and what its rows and feet say once it is."""

from dataclasses import dataclass, field

from scoring.deal import Deal
from scoring.rulebook import RuleBook
from skatliga.reading.left_block import Cells, LeftBlock
from skatliga.reading.tick_block import TickBlock


@dataclass(frozen=True, slots=True)
class ListForm:
    """What is known of a list before it is read."""

    book: RuleBook
    seats: int
    deals: int
    ticked: bool = False
    """Whether what was played is ticked."""

    def left_block(self, cell: Cells) -> LeftBlock:
        """What stands at the left of a row."""
        return TickBlock(cell, self.book, self.seats) if self.ticked else LeftBlock(cell)

    @property
    def bonus(self) -> int:
        """Points for a lost deal of another."""
        return self.book.opponents_bonus.get(self.seats, 0)

    def dealer(self, nr: int) -> int:
        """Who deals: Platz 1 first."""
        return (nr - 1) % self.seats + 1

    def players(self, nr: int) -> list[int]:
        """Who can have played: at four the dealer sits out."""
        dealer = self.dealer(nr)
        return [seat for seat in range(1, self.seats + 1) if self.seats < 4 or seat != dealer]


@dataclass(slots=True)
class DecodedRow:
    """What a row says when all cells are taken together; numbers as they stand on paper."""

    nr: int
    state: str
    declarer: int = 0
    score: int = 0
    total: int | None = None
    right: int | None = None
    """The total that would follow, where another is written."""
    won: int | None = None
    lost: int | None = None
    deal: Deal | None = None
    confidence: float = 1.0
    why: list[str] = field(default_factory=list)
    corrected: list[tuple[str, str, str]] = field(default_factory=list)
    """Cell, what the picture alone says, what it is."""
    candidates: list[tuple[str, int, int, float]] = field(default_factory=list)
    """State, declarer, score and how likely."""

    @property
    def look(self) -> bool:
        """Whether a person has to look at it."""
        return bool(self.why)


@dataclass(slots=True)
class DecodedFoot:
    """The foot of one seat as it stands on paper; None where nothing does."""

    seat: int
    figures: dict[str, int | None]
    look: bool = False
    corrected: list[tuple[str, str, str]] = field(default_factory=list)
