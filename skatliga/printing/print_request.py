"""What can be ordered to be printed, of what, and as whom: the same for a page, a job and the command line.

Long prints are made beside the site (`jobs`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.models import Event, Round
from skatliga.events.reseating import note_printed
from skatliga.jobs import Job
from skatliga.printing.formats import NORMAL, Edition
from skatliga.standings.ranking_scope import RankingScope

Tell = Callable[[int], None]
"""Is told how many sheets are done."""


class PrintRequest(NamedTuple):
    """What is to be printed, and as whom."""

    event: Event
    """With its club and Serien."""
    scope: RankingScope
    """Of which Serie; of a ranking all that it is asked for."""
    role: Role | None
    site: str
    """What stands before the path of an address, such as https://skat.example.org."""
    edition: Edition = NORMAL
    """Of lists: how large they are written."""
    tagged: bool = False
    """Whether lists, cards and long tables carry tags for screen readers, which takes seconds; others always do."""

    @property
    def the_round(self) -> Round:
        """The Serie, of what is made of one alone."""
        assert self.scope.round
        return self.scope.round


ON_THE_WALL: Final = None
"""As whom names are read on a paper that hangs or lies in the hall: as everybody, whoever prints it.

**D** So are all that are made for it: the seats, table cards, rankings, Siegerliste, table and seating list of a club
year, roll of honour. With full names a ranking is on its page and in its files, for those who may read them.
"""


@dataclass(frozen=True, slots=True)
class DocumentType:
    """One kind of print; `make` is given what all documents say of themselves as the beginning of a context."""

    title: Promise
    sheets: Callable[[PrintRequest], int]
    """How many sheets of paper it takes, about; none where there is nothing to print."""
    make: Callable[[PrintRequest, dict[str, object], Tell], bytes]
    of_a_round: bool = True
    shows_seats: bool = False
    """Whether people are told by it where they sit before a Serie begins."""
    has_codes: bool = False
    """Whether it carries codes, which need to know the site."""
    needed: Role = Role.READER
    """For whom it is made where nobody says so."""

    def print(self, order: PrintRequest, tell: Tell = lambda done: None) -> bytes:
        """The document; `tell` is called with how many sheets are done."""
        context: dict[str, object] = {
            "event": order.event,
            "round": order.scope.round,
            "scope": order.scope,
            "title": self._title(order),
            "now": timezone.now(),
            "version": order.event.version,
            "tagged": order.tagged,
        }
        made = self.make(order, context, tell)
        if self.shows_seats and order.scope.round:
            note_printed(order.scope.round)
        return made

    def _title(self, order: PrintRequest) -> str:
        scope = order.scope
        after = _("nach der %(number)s. Serie") % {"number": scope.after} if scope.after else ""
        table = order.event.tables[scope.table - 1].name
        parts = (order.event.name, scope.round, self.title, table, scope.day, scope.category, after)
        return ", ".join(str(part) for part in parts if part)


def filename(name: str, order: PrintRequest) -> str:
    """What a print is called where it is kept."""
    return f"{name}-{order.event.slug}{order.scope.name}.pdf"


MOST_OF_ONE: Final = 2
MOST_ORDERED: Final = 4
"""Long prints under way: of one user, and of all."""


@dataclass(frozen=True, kw_only=True)
class PrintJob(Job):
    """A print that was ordered."""

    kind, queue = "print", "prints"

    title: str
    filename: str
    back: str
    """The address of the page on which it was ordered."""
    sheets: int

    @property
    def file(self) -> Path:
        """What it makes; complete as soon as it is there."""
        return self.folder / "print.pdf"

    @property
    def done(self) -> int:
        """How many sheets are laid out; it counts them, not per cents."""
        return self.percent

    @property
    def finished(self) -> bool:
        """Whether its file is there."""
        return self.file.exists()

    @property
    def crashed(self) -> bool:
        """Whether nobody works on it any more."""
        # The file is looked for afterwards: it comes before the work ends.
        return not self.running and not self.finished

    def print(self, arguments: Sequence[str]) -> None:
        """Have it made by `manage.py print` with these arguments."""
        self.start("print", *arguments, "--output", str(self.file), "--progress", str(self.folder / "progress"))
