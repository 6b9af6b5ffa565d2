"""Cards that players carry along and cards that stand on tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Prefetch
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sheet import OWN_GAME
from skatliga.access import Role
from skatliga.events.models import Event, Round, Seat
from skatliga.events.queries import entries_shown
from skatliga.lists.models import ARRIVED, SeatResult, Sheet
from skatliga.lists.paper_codes import device_code_path
from skatliga.printing.codes import code_address
from skatliga.printing.orders import ON_THE_WALL
from skatliga.printing.queries import address_of, seated_tables, sheets_of
from skatliga.rules.contents import Evaluation
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


@dataclass(frozen=True, slots=True)
class TableCard:
    """What stands on a table."""

    number: int
    seats: tuple[tuple[int, int, str], ...]
    """Seat, start number and name."""
    address: str
    """Where the list is kept or read, empty where it is not opened yet."""


def start_cards(event: Event, role: Role | None) -> list[StartCard]:
    """A card for everybody who takes part and has not withdrawn; `event` comes with its Serien."""
    seats = Seat.objects.filter(round__event=event).values_list("entry_id", "round_id", "table__number", "number")
    where = {(entry, round): (table, seat) for entry, round, table, seat in seats}
    counting = SeatResult.objects.filter(
        sheet__table__round__event=event, sheet__kind=Sheet.Kind.MAIN, sheet__state__in=ARRIVED
    )
    points = {
        (entry, round): leistung
        for entry, round, leistung in counting.values_list("entry_id", "sheet__table__round_id", "leistung")
    }
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
        .select_related("device_pass")
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("entry__player__merged_into")))
    )
    kept = role is not None and role.enters
    addresses = {
        table.pk: code_address(site, device_code_path(table)) if kept else address_of(sheets[table.pk], site)
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
