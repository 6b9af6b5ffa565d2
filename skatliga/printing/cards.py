"""Cards that players carry along, cards that stand on tables, and the notice on the wall.

The notice says who sits where, from A to Z and by table, shared out on pages and columns.

It is shared out here because a library that balances columns lays every page out many times.

* **D** It is read from two metres away: no letter is smaller than 20 points, whose capitals are 4.6 mm high, unless a
  name is too long for three lines of them. Letters grow as long as that takes no further sheet; few guests stand in
  one column, where letters have the whole width to grow.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple, TypeVar

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheet import OWN_GAME
from skatliga.access import Role
from skatliga.events.models import Entry, Event, Round, Seat
from skatliga.events.queries import SeatLine, entries_shown, seating
from skatliga.lists.models import SeatResult
from skatliga.lists.paper_codes import device_code_path
from skatliga.people.names import parted
from skatliga.phones.access import card_path
from skatliga.printing.fitting import POINT, FittedText, Room, fit
from skatliga.printing.pdf import code_address
from skatliga.printing.print_request import ON_THE_WALL
from skatliga.printing.queries import address_of, seated_tables, sheets_of
from skatliga.rules.books import Evaluation
from skatliga.rules.wording import title

CARDS_ON_A_SHEET = 8


@dataclass(frozen=True, slots=True)
class Appointment:
    """Where somebody sits in one Serie, as far as that is drawn, and what the list came to."""

    round: int
    table: int | None = None
    seat: int | None = None
    leistung: int | None = None


@dataclass(frozen=True, slots=True)
class StartCard:
    """What a player carries along."""

    start_number: int
    name: str
    club: str
    appointments: tuple[Appointment, ...]
    address: str = ""
    """Where the player's own page is; empty where the card is not printed by those who enter players."""


@dataclass(frozen=True, slots=True)
class TableCard:
    """What stands on a table."""

    number: int
    seats: tuple[tuple[int, int, str], ...]
    """Seat, start number and name."""
    address: str
    """Where the list is kept or read, empty where it is not opened yet."""


def start_cards(event: Event, role: Role | None, site: str) -> list[StartCard]:
    """A card for everybody who takes part and has not withdrawn; `event` comes with its Serien.

    For those who enter players its code opens the player's own page.
    """
    seats = Seat.objects.filter(round__event=event).values_list("entry_id", "round_id", "table__number", "number")
    where = {(entry, round): (table, seat) for entry, round, table, seat in seats}
    counting = SeatResult.objects.counting().filter(sheet__table__round__event=event)
    points = {
        (entry, round): leistung
        for entry, round, leistung in counting.values_list("entry_id", "sheet__table__round_id", "leistung")
    }
    coded = event.entries.select_related("phone_pass") if role is not None and role.enters else Entry.objects.none()
    addresses = {entry.pk: code_address(site, card_path(entry)) for entry in coded}
    return [
        StartCard(
            entry.start_number,
            entry.shown,
            entry.club_name,
            tuple(
                Appointment(round.number, table, seat, points.get((entry.pk, round.pk)))
                for round in event.rounds.all()
                for table, seat in [where.get((entry.pk, round.pk), (None, None))]
            ),
            addresses.get(entry.pk, ""),
        )
        for entry in entries_shown(event, role)
        if not entry.withdrawn
    ]


T = TypeVar("T")


def on_sheets(cards: Sequence[T]) -> list[Sequence[T]]:
    """The cards as they share sheets: cut and piled up sheet by sheet, they are in order of their numbers."""
    sheets = -(-len(cards) // CARDS_ON_A_SHEET)
    return [cards[first::sheets] for first in range(sheets)]


def table_cards(round: Round, role: Role | None, site: str) -> list[TableCard]:
    """A card for every table at which somebody sits.

    For those who enter lists its code is the address under which the table keeps its list on a device, opened or not;
    for others the list as everybody sees it.
    """
    sheets = {sheet.table_id: sheet for sheet in sheets_of(round)}
    tables = (
        seated_tables(round)
        .select_related("round__event", "device_pass")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry__player__merged_into")))
    )
    kept = role is not None and role.enters
    addresses = {
        table.pk: site + device_code_path(table) if kept else address_of(sheets[table.pk], site)
        for table in tables
        if kept or table.pk in sheets
    }
    return [
        TableCard(
            table.number,
            tuple(
                (seat.number, seat.entry.start_number, seat.entry.name_for(ON_THE_WALL)) for seat in table.seats.all()
            ),
            addresses.get(table.pk, ""),
        )
        for table in tables
    ]


def rules_in_short(event: Event) -> list[str]:
    """How the event is played and evaluated, in the sentences that matter at the table."""
    book = event.book
    sentences = [
        _("Gespielt wird nach: %(book)s.") % {"book": title(book)},
        _length(event),
        _("Platz 1 spielt zum ersten Spiel aus und führt die Liste, wenn es niemand anders übernimmt.")
        if book.declarer_leads
        else _("Platz 1 gibt das erste Spiel und führt die Liste, wenn es niemand anders übernimmt."),
        _("Wertung: %(evaluation)s.") % {"evaluation": Evaluation(event.evaluation).label},
    ]
    if event.evaluation in {"seeger", "seeger-fabian"}:
        sentence = _("Jedes gewonnene eigene Spiel bringt %(bonus)s Punkte, jedes verlorene kostet %(bonus)s.")
        sentences.append(sentence % {"bonus": OWN_GAME})
    if event.evaluation == "seeger-fabian" and 4 not in event.table_sizes:
        sentence = _("Jedes verlorene Spiel des anderen bringt %(bonus)s Punkte.")
        sentences.append(sentence % {"bonus": book.opponents_bonus[event.table_sizes[0]]})
    elif event.evaluation == "seeger-fabian":
        bonus = {"four": book.opponents_bonus.get(4, 0), "three": book.opponents_bonus.get(3, 0)}
        sentence = _("Jedes verlorene Spiel eines anderen bringt %(four)s Punkte, am Dreiertisch %(three)s.")
        sentences.append(sentence % bonus)
    sentences.append(_("Alle am Tisch prüfen und unterschreiben die Liste; danach wird sie sofort abgegeben."))
    hours = ngettext(
        "Einspruch gegen eine Liste ist bis %(number)s Stunde nach ihrer Prüfung möglich.",
        "Einspruch gegen eine Liste ist bis %(number)s Stunden nach ihrer Prüfung möglich.",
        event.protest_hours,
    )
    sentences.append(hours % {"number": event.protest_hours})
    return sentences


def _length(event: Event) -> str:
    """When a Serie is over."""
    if event.target:
        return _("Jede Serie ist eine Partie: Wer zuerst %(target)s Punkte hat, gewinnt.") % {"target": event.target}
    if 4 not in event.table_sizes:
        return _("Eine Serie hat %(deals)s Spiele.") % {"deals": event.deals_at(event.table_sizes[0])}
    deals = {"four": event.deals_at_four, "three": event.deals_at_three}
    return _("Eine Serie hat am Vierertisch %(four)s, am Dreiertisch %(three)s Spiele.") % deals


SIZES = (20, 22, 24, 27, 30, 34, 38, 43, 48)
"""Of letters, in points."""
PITCH = 1.25
"""From line to line, in sizes."""
COLUMN_WIDTHS = {1: 190.0, 2: 91.0}
"""Millimetres, by how many columns a page has."""
MOST_LINES = 3
"""Of a name, before it becomes smaller."""
ON_FIRST, BELOW_HEADING, ON_OTHERS = 222.0, 264.0, 276.0
"""Millimetres of a column: below the head of the first page, below a heading alone, on other pages."""
BESIDE_NAME, AROUND_NAME = 3.6, 3.2
"""What stands beside a name from A to Z (table and seat) and by table (seat and number), in sizes."""


class NoticeLine(NamedTuple):
    """Somebody on the notice."""

    place: SeatLine
    name: FittedText
    lines: int
    """One, or more for a long name."""


class AtTable(NamedTuple):
    """One table and who sits there."""

    number: int
    places: tuple[NoticeLine, ...]

    @property
    def lines(self) -> float:
        """How much room it takes, with its heading and the gap below."""
        return sum(line.lines for line in self.places) + 1.6


Group = NoticeLine | AtTable
Pages = tuple[tuple[tuple[Group, ...], ...], ...]
"""Columns by page."""


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the notice, in letters of one size."""

    size: int
    columns: int
    """How many stand beside each other."""
    pages: Pages

    @property
    def line_height(self) -> str:
        """A length of CSS."""
        return f"{self.size * PITCH:.2f}pt"

    @property
    def shrunk(self) -> int:
        """How many names are too long for their lines at this size."""
        return sum(line.name.size < self.size for line in _lines_of(self.pages))

    @property
    def smallest(self) -> float:
        """In points, of all names."""
        return min((line.name.size for line in _lines_of(self.pages)), default=self.size)


@dataclass(frozen=True, slots=True)
class Notice:
    """The seats of a Serie by pages and columns."""

    by_name: Part
    """Names with the last one first, as they are looked for."""
    by_table: Part


def notice(round: Round) -> Notice:
    """The seats of a Serie, once by name and once by table."""
    places = seating(round, ON_THE_WALL)
    names = [place._replace(name=_last_first(place.name)) for place in sorted(places, key=attrgetter("sort_key"))]
    return Notice(by_name(names), by_table(places))


def by_name(places: Sequence[SeatLine]) -> Part:
    """All who sit, in their order."""

    def lay_out(size: int, columns: int) -> Pages:
        lines = [_line(place, size, BESIDE_NAME, columns) for place in places]
        return _share_out(lines, size, columns, ON_FIRST)

    return _grown(lay_out)


def by_table(places: Sequence[SeatLine]) -> Part:
    """All tables with those who sit there."""
    tables: dict[int, list[SeatLine]] = {}
    for place in places:
        tables.setdefault(place.table, []).append(place)

    def lay_out(size: int, columns: int) -> Pages:
        groups = [
            AtTable(number, tuple(_line(place, size, AROUND_NAME, columns) for place in seats))
            for number, seats in tables.items()
        ]
        return _share_out(groups, size, columns, BELOW_HEADING)

    return _grown(lay_out)


def _grown(lay_out: Callable[[int, int], Pages]) -> Part:
    """With the largest letters that need no more sheets than the smallest, and make no more names smaller."""
    least = Part(SIZES[0], 2, lay_out(SIZES[0], 2))
    best = least
    for columns in COLUMN_WIDTHS:
        for size in SIZES:
            part = Part(size, columns, lay_out(size, columns))
            if len(part.pages) > len(least.pages):
                break
            if part.size > best.size and part.shrunk <= least.shrunk:
                best = part
    return best


def _line(place: SeatLine, size: int, beside: float, columns: int) -> NoticeLine:
    """A name on one line; on more where it would become smaller."""
    width, height = COLUMN_WIDTHS[columns] - beside * size * POINT, size * PITCH * POINT
    for lines in range(1, MOST_LINES + 1):
        name = fit(place.name, Room(width, lines * height, size, weight=400, pitch=PITCH))
        if not name.shrunk:
            break
    return NoticeLine(place, name, lines)


def _share_out(groups: Sequence[Group], size: int, columns: int, on_first: float) -> Pages:
    """Columns filled one after the other, those of the last page about as long as one another."""
    return tuple(_pages(groups, size * PITCH * POINT, columns, on_first))


def _pages(
    groups: Sequence[Group], line: float, columns: int, on_first: float
) -> Iterator[tuple[tuple[Group, ...], ...]]:
    room, rest = on_first, list(groups)
    while rest:
        lines = int(room / line)
        share = sum(group.lines for group in rest) / columns
        page = []
        for _column in range(columns):
            taken = _fill(rest, min(lines, share + rest[0].lines) if share < lines else lines) if rest else 0
            page.append(tuple(rest[:taken]))
            rest = rest[taken:]
        yield tuple(page)
        room = ON_OTHERS


def _fill(groups: Sequence[Group], lines: float) -> int:
    """How many groups have room in a column, one at least."""
    left = lines
    for taken, group in enumerate(groups):
        left -= group.lines
        if left < -0.001:
            return max(taken, 1)
    return len(groups)


def _lines_of(pages: Pages) -> Iterator[NoticeLine]:
    for page in pages:
        for column in page:
            for group in column:
                yield from group.places if isinstance(group, AtTable) else (group,)


def _last_first(name: str) -> str:
    """The name as lists from A to Z have it.

    >>> _last_first("Hans von Ärmel"), _last_first("Jörg Müller II"), _last_first("Kreuzbube")
    ('Ärmel, Hans von', 'Müller, Jörg II', 'Kreuzbube')
    """
    first, last = parted(name)
    return f"{last}, {first}" if first else last
