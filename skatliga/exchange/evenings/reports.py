"""What became of the lists of a file: stored, known already, or refused, with everything there is to say."""

from dataclasses import dataclass

from skatliga.exchange.evenings.lines import Problem


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to be said about a list: in which line of the file, which row, at which seat, by which rule."""

    message: str
    line: int = 0
    row: int = 0
    seat: int = 0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one list; the remarks say why it was refused, or what is left to be answered."""

    label: str
    place: str
    rows: int
    state: str
    """The state in which it is stored, empty for a list that was refused."""
    remarks: tuple[Remark, ...]
    present: bool = False
    """Whether it was stored already, just so."""

    @property
    def refused(self) -> bool:
        """Whether nothing of it is stored."""
        return not self.state


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the lists of one event; with problems of the file its own, none of them was looked at."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    dry_run: bool
    remarks: tuple[str, ...] = ()
    """What was guessed about the file."""
    notes: tuple[Problem, ...] = ()
    """What was left out of the file, while the rest was looked at."""
    event: str = ""
    """The name of an evening that the file itself brings, and below its day."""
    date: str = ""
    address: str = ""
    """Where the evening is found, empty where nothing of it is stored."""
    new: bool = False
    """Whether the import has made the event."""
    members: int = 0
    """How many new participants stand in the register, and how many do not."""
    guests: int = 0
    asked: frozenset[str] = frozenset()
    """Names of which nobody has said so far whom they mean."""

    @property
    def imported(self) -> tuple[Outcome, ...]:
        """The lists that have been stored now, or would be."""
        return tuple(outcome for outcome in self.outcomes if not (outcome.refused or outcome.present))

    @property
    def present(self) -> tuple[Outcome, ...]:
        """The lists that were there already, just so."""
        return tuple(outcome for outcome in self.outcomes if outcome.present)

    @property
    def partly_known(self) -> bool:
        """Whether some of the lists were there already and others not."""
        return bool(self.present) and len(self.present) < len(self.outcomes)

    @property
    def refused(self) -> tuple[Outcome, ...]:
        """The lists of which nothing is stored."""
        return tuple(outcome for outcome in self.outcomes if outcome.refused)

    @property
    def with_findings(self) -> tuple[Outcome, ...]:
        """The stored lists that leave something to be answered."""
        return tuple(outcome for outcome in self.imported if outcome.remarks)

    @property
    def rows(self) -> int:
        """How many rows are stored."""
        return sum(outcome.rows for outcome in self.imported)

    @property
    def good(self) -> bool:
        """Whether nothing was refused."""
        return not (self.problems or self.refused)
