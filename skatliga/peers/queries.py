"""What those who direct an event see of the second machine: how far both are, and what contradicts itself."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from skatliga.database import label_of
from skatliga.events.models import Entry, Event, FormerSeating, Round, Table
from skatliga.peers import merging, pairing
from skatliga.peers.choosing import Stored, players_of, results_of, rows_of, seats_of
from skatliga.peers.items import ENTRY, LIST, SEATING, main_record, members
from skatliga.peers.models import MergeNotice, SharedItem
from skatliga.peers.pairing import Pairing

register = template.Library()
APART_SECONDS = 60
"""So long without an exchange is told."""


@dataclass(frozen=True, slots=True)
class PairState:
    """How far both machines are."""

    pairing: Pairing
    met: datetime | None
    """When they last exchanged everything."""
    said: str
    """Why the latest attempt failed."""
    lists: int
    """Lists of which the other one does not know all yet."""
    others: int
    """Other things of which it does not."""

    @property
    def apart(self) -> bool:
        """Whether they have not met for a while."""
        return self.met is None or (datetime.now(UTC) - self.met).total_seconds() > APART_SECONDS

    @property
    def minutes(self) -> int:
        """Whole minutes since they met."""
        return int((datetime.now(UTC) - self.met).total_seconds() // 60) if self.met else 0


def state_of_pair() -> PairState | None:
    """How far they are; None where this machine is alone."""
    mine = pairing.current()
    if mine is None or not pairing.is_possible():
        return None
    last, lists = pairing.last_meeting(), merging.only_here(mine, LIST)
    met = datetime.fromtimestamp(last.at, UTC) if last.at <= time.time() and last.at else None
    said = _(last.said) if last.said else ""  # noted by a command, which speaks German
    return PairState(mine, met, said, lists, merging.only_here(mine) - lists)


@dataclass(frozen=True, slots=True)
class Statement:
    """One of the things that are said of something."""

    pk: int
    """Of the version."""
    here: bool
    """Whether this machine said it."""
    at: datetime
    said: str
    counts: bool


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Something of which the two machines say different things."""

    what: str
    statements: list[Statement]


def contradictions_of(event: Event) -> list[Contradiction]:
    """What waits for a decision in an event."""
    mine = pairing.current()
    if mine is None or not pairing.is_possible():
        return []
    found = [
        (item, versions) for item, versions in merging.contradictions() if _event_of(item, versions[0]) == event.pk
    ]
    return [
        Contradiction(
            _name(item, versions[0]),
            [
                Statement(
                    each.version.pk,
                    each.version.machine == mine.machine,
                    each.version.at,
                    _figures(each, versions),
                    each.version.stands,
                )
                for each in versions
            ],
        )
        for item, versions in found
    ]


def notices_of(event: Event) -> list[MergeNotice]:
    """What was settled by itself and nobody has seen yet."""
    if pairing.current() is None or not pairing.is_possible():
        return []
    return list(MergeNotice.objects.filter(event=event).order_by("pk"))


def held_items() -> int:
    """How many things of the other machine find no place here, but for what waits for a decision."""
    return SharedItem.objects.exclude(held="").count()


def _event_of(item: SharedItem, stored: Stored) -> int | None:
    said = stored.said
    if item.kind == LIST:
        entry = Entry.objects.filter(pk__in=[each["entry_id"] for each in players_of(said)]).first()
        return entry.event_id if entry else None
    if item.kind == "events_event":
        return int(item.key)
    event: int | None = main_record(item.kind, said).get("event_id")
    return event


def _name(item: SharedItem, stored: Stored) -> str:
    if item.kind == LIST:
        table = Table.objects.filter(pk=item.key).select_related("round").first()
        return f"{table.round}, {table}" if table else _("Liste")
    if item.kind == SEATING:
        round = Round.objects.filter(pk=item.key).first()
        return _("Plätze von %(round)s") % {"round": round} if round else _("Plätze")
    if item.kind == ENTRY:
        main = main_record(ENTRY, stored.said)
        return _("Startnummer %(number)s") % {"number": main.get("start_number", "")}
    return str(members()[item.kind][0].model._meta.verbose_name)


def _figures(stored: Stored, versions: list[Stored]) -> str:
    if stored.kind == LIST:
        return _figures_of_list(stored)
    if stored.kind == SEATING:
        return _figures_of_seats(stored, versions)
    return ", ".join(_differing(stored, versions))


def _figures_of_list(stored: Stored) -> str:
    players = {each["number"]: each["entry_id"] for each in players_of(stored.said)}
    names = dict(Entry.objects.filter(pk__in=players.values()).values_list("pk", "name"))
    deals = len(rows_of(stored.said))
    said = [ngettext("%(deals)s Spiel", "%(deals)s Spiele", deals) % {"deals": deals}] if deals else []
    said += [f"{names.get(players.get(seat, 0), seat)} {points}" for seat, points in results_of(stored.said)]
    return ", ".join(said) or _("noch leer")


def _figures_of_seats(stored: Stored, versions: list[Stored]) -> str:
    numbers = dict(Entry.objects.values_list("pk", "start_number"))
    tables, others = seats_of(stored.said), [seats_of(each.said) for each in versions]
    first = next((table for table in tables if any(each.get(table) != tables[table] for each in others)), None)
    if first is None:
        return ngettext("%(number)s Tisch", "%(number)s Tische", len(tables)) % {"number": len(tables)}
    players = ", ".join(str(numbers.get(entry, "?")) for _seat, entry in tables[first])
    said = _("%(number)s Tische, an Tisch %(table)s die Startnummern %(players)s")
    return said % {"number": len(tables), "table": first, "players": players}


def _differing(stored: Stored, versions: list[Stored]) -> Iterator[str]:
    model = members()[stored.kind][0].model
    mains = [main_record(stored.kind, each.said) for each in versions]
    own = main_record(stored.kind, stored.said)
    for field in model._meta.concrete_fields:
        column = str(field.column)
        if not field.primary_key and any(main.get(column) != own.get(column) for main in mains):
            yield f"{label_of(model, field.name)}: {own.get(column)}"


@register.inclusion_tag("peers/other_draws.html")
def other_draws(round: Round) -> dict[str, object]:
    """Seats of a Serie that were set on the other machine at the same time and do not count; most sites ask nothing."""
    was_pair = pairing.was_ever()
    found = list(round.former_seatings.filter(replaced_by=None).exclude(reason="")) if was_pair else []
    return {"draws": [(each, _tables(each)) for each in found]}


def _tables(former: FormerSeating) -> list[tuple[int, str]]:
    return [(table, ", ".join(map(str, players))) for table, players in former.tables]
