"""The seating list of the next evening: in which order who is seated, and the first Serie seated by it.

* **D** After the last evening goes by its points; who was not there follows by the year table.
* **D** After the year table come the members with a place, those below the minimum, then the guests; who has not
  played yet this year comes last, by start number.
* **D** In groups the strongest sit at the first tables; inside a group the lot of the event decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.seating import Mode, draw
from scoring.seating.draw_model import Player
from scoring.wertung import Fold, Rank, WertungRule, tabulate
from scoring.wertung.lots import lot_number
from scoring.wertung.places import WertungRow
from scoring.wertung.presets import BY_LEISTUNG
from scoring.wertung.results import Number, result_maker
from skatliga.desk import draws
from skatliga.events.draw_field import field_of
from skatliga.events.models import Entry, Event, Round
from skatliga.events.services import demand_not_started
from skatliga.lists.event_progress import EventProgress
from skatliga.people.models import User
from skatliga.wertung.wording import heading_of
from skatliga.years.models import ClubYear, Seating
from skatliga.years.queries import YearData, season
from skatliga.years.year_standing import YearStandingLine, year_table


@dataclass(frozen=True, slots=True)
class SeatingLine:
    """One line of the seating list: who, and what he is seated by."""

    number: int
    line: YearStandingLine
    last: Number | None
    """The points of the last evening, None for who was not there."""
    entry: Entry | None
    """As whom he takes part in the next evening."""
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatingList:
    """Everybody who has played this year, in the order of seating."""

    year: ClubYear
    last: EventProgress | None
    next: EventProgress | None
    settings: tuple[SeatingLine, ...]
    others: tuple[Entry, ...]
    """Who takes part in the next evening and has not played yet this year."""

    @property
    def heading(self) -> str:
        """What stands above the column of the year table that decides."""
        return heading_of(self.year.tables[0].rule, [self.last.evaluation] if self.last else [])

    @property
    def seated(self) -> bool:
        """Whether somebody has a seat in the first Serie of the next evening."""
        return any(each.table for each in self.settings)

    @property
    def entered(self) -> int:
        """How many take part in the next evening."""
        return sum(1 for each in self.settings if each.entry) + len(self.others)


def seating_list(found: YearData) -> SeatingList:
    """The seating list by the rule of the year; the season is one read for somebody with a role. Two queries more."""
    lines = seating_order(found)
    last = found.held[-1] if found.held else None
    points = {row.result.label("player"): row.result.leistung for row in _of_evening(found, last)}
    entries = _entries(found)
    seats = _seats(found.next_night)
    settings = []
    for number, line in enumerate(lines, 1):
        entry = entries.get(line.person.key)
        table, seat = seats.get(entry.pk, (None, None)) if entry else (None, None)
        settings.append(SeatingLine(number, line, points.get(line.person.key), entry, table, seat))
    known = {line.person.key for line in lines}
    others = tuple(entry for key, entry in entries.items() if key not in known)
    return SeatingList(found.year, last, found.next_night, tuple(settings), others)


def seating_order(found: YearData) -> list[YearStandingLine]:
    """Everybody who has played this year, best first, as the year seats them; by name where the lot decides."""
    lines = list(year_table(found).lines)
    if found.year.seating == Seating.LOT:
        return sorted(lines, key=lambda line: (line.sort_key, line.person.key))
    if found.year.seating == Seating.LAST and found.held:
        placed = _of_evening(found, found.held[-1])
        place = {row.result.label("player"): number for number, row in enumerate(placed)}
        return sorted(lines, key=lambda line: place.get(line.person.key, len(place)))
    if found.year.seating == Seating.GROUPS:
        marks = dict.fromkeys(line.group for line in lines if line.group)
        order = {group: number for number, group in enumerate(marks)}
        seed = f"{found.year.slug}/{len(found.held)}"
        return sorted(
            lines,
            key=lambda line: (order[line.group], lot_number(seed, line.person.key)) if line.group else (len(order), 0),
        )
    return lines


@transaction.atomic
def seat_first(year: ClubYear, user: User) -> Round:
    """Seat the first Serie of the next evening as the year wants it, and publish it; raises ValidationError."""
    found = season(year, year.role)
    if found.next_night is None:
        raise ValidationError(_("Es gibt noch keinen nächsten Abend; bitte zuerst einen anlegen."))
    event = Event.objects.prefetch_related("rounds").get(pk=found.next_night.event)
    first = event.rounds.get(number=1)
    if year.seating == Seating.LOT:
        draws.draw_and_publish(first, user, mode=Mode.NO_REPEATS)
        return first
    demand_not_started(first)
    field = field_of(first, mode=Mode.STANDING)
    field = replace(field, standing=_standing(found, field.players))
    seed = f"{event.seed}/1/{first.proposals.count() + 1}"
    draws.publish(draws.keep(first, draw(field, seed), {"mode": Mode.STANDING.value, "by": year.seating}, user))
    return first


def _standing(found: YearData, players: Sequence[Player]) -> tuple[Player, ...]:
    """The start numbers of who takes part, in the order of seating."""
    entries = _entries(found)
    ordered = [entries[line.person.key].start_number for line in seating_order(found) if line.person.key in entries]
    present = set(players)
    return tuple(dict.fromkeys([*(number for number in ordered if number in present), *players]))


_make = result_maker(("player", "evening", "serie", "leistung", "won", "lost"))


def _of_evening(found: YearData, night: EventProgress | None) -> Sequence[WertungRow]:
    """What everybody made at one evening, best first."""
    if night is None:
        return ()
    results = [_make(each[:6]) for each in found.results if each.evening == night.number]
    return tabulate(WertungRule((Fold(("player",)),), Rank(BY_LEISTUNG)), results).rows


def _entries(found: YearData) -> dict[str, Entry]:
    """Who takes part in the next evening, by key."""
    if found.next_night is None:
        return {}
    entries = Entry.objects.filter(event=found.next_night.event, withdrawn=False)
    return {found.keys[entry.pk]: entry for entry in entries}


def _seats(night: EventProgress | None) -> dict[int, tuple[int, int]]:
    """Table and seat in the first Serie, by entry."""
    if night is None:
        return {}
    first = Round.objects.filter(event=night.event, number=1)
    rows = first.values_list("seats__entry", "seats__table__number", "seats__number")
    return {entry: (table, seat) for entry, table, seat in rows if entry}
