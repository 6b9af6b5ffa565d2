"""What cannot stand together although nobody contradicts anybody: start numbers given twice, seats drawn twice, and
records that refer to something that is not there.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import connection
from django.db.models import Max
from django.utils.translation import gettext as _

from skatliga.circuits.models import Circuit
from skatliga.events.models import Entry, Event, FormerSeating, Round
from skatliga.events.reseating import seated
from skatliga.leagues.models import Season
from skatliga.lists.models import Sheet
from skatliga.peers.choosing import Stored, contains, players_of
from skatliga.peers.items import ENTRY, LIST, SEATING, Said, is_gone, members
from skatliga.peers.models import ItemMark, MergeNotice, SharedItem
from skatliga.peers.tracking import side_of
from skatliga.publication import VersionedQuerySet
from skatliga.years.models import ClubYear


@dataclass(slots=True)
class Afterwards:
    """What is to be said and written once everything stands: these are changes like any other."""

    again: list[SharedItem] = field(default_factory=list)
    """What was deleted elsewhere but is needed here."""
    former: list[FormerSeating] = field(default_factory=list)
    numbers: list[MergeNotice] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    """Keys of those who got another start number."""

    def settle(self, item: SharedItem, register: list[Stored], counts: Stored) -> Said:
        """What is to be written of an item where this counts."""
        if item.kind == SEATING:
            self._keep_seats(item, register, counts)
        if item.kind == ENTRY and not is_gone(counts.said):
            return self._with_free_number(counts.said)
        return counts.said

    def _keep_seats(self, item: SharedItem, register: list[Stored], counts: Stored) -> None:
        """Seats that stood here and do not count stand publicly with the reason; only this machine says so."""
        mine = [each for each in register if each.version.stands and each is not counts]
        round = Round.objects.filter(pk=item.key).first()
        if round and any(not contains(counts, each) for each in mine) and (tables := seated(round)):
            self.former.append(
                FormerSeating(
                    round=round,
                    tables=[[table, list(players)] for table, players in tables.items()],
                    plan=round.plan,
                    lot=round.lot,
                    reason=_("Auf zwei Rechnern zugleich gesetzt, die keine Verbindung hatten: Es gilt die andere."),
                )
            )

    def _with_free_number(self, said: Said) -> Said:
        [record] = said["events_entry"]
        others = Entry.objects.filter(event=record["event_id"], start_number=record["start_number"])
        other = others.exclude(pk=record["id"]).first()
        if other is None:
            return said
        free = 1 + (Entry.objects.filter(event=record["event_id"]).aggregate(last=Max("start_number"))["last"] or 0)
        if (side_of(other.pk), other.pk) < (side_of(record["id"]), record["id"]):
            self._note(record["event_id"], record["name"], record["start_number"], free, record["id"])
            return {**said, "events_entry": [record | {"start_number": free}]}
        self._note(record["event_id"], other.name, record["start_number"], free, other.pk)
        Entry.objects.filter(pk=other.pk).update(start_number=free)
        return said

    def _note(self, event: int, name: str, before: int, after: int, key: int) -> None:
        self.numbers.append(MergeNotice(event_id=event, name=name, before=before, after=after))
        self.changed.append(str(key))

    def carry_out(self) -> None:
        """Write it, so that it is noted as changed here."""
        for former in self.former:
            former.save()
        MergeNotice.objects.bulk_create(self.numbers)
        SharedItem.objects.filter(kind=ENTRY, key__in=self.changed).update(digest="")
        marks = [ItemMark(kind=ENTRY, key=key) for key in dict.fromkeys(self.changed)]
        ItemMark.objects.bulk_create(marks, ignore_conflicts=True)


def sit_there(said: Said, table: str) -> bool:
    """Whether those whose list this is sit at this table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT number, entry_id FROM events_seat WHERE table_id = %s ORDER BY number", [table])
        sitting = cursor.fetchall()
    return is_gone(said) or [(each["number"], each["entry_id"]) for each in players_of(said)] == sitting


def tables_with_lists(round: str) -> list[int]:
    """The tables of a Serie at which a list stands."""
    return list(Sheet.objects.filter(table__round=int(round)).order_by().values_list("table", flat=True).distinct())


def tables_of(round: str) -> list[str]:
    """All tables of a Serie, as keys of items."""
    return [str(key) for key in Round.objects.filter(pk=round, tables__isnull=False).values_list("tables", flat=True)]


def is_referred() -> bool:
    """Whether something refers to what is not there."""
    return bool(_violations())


def loose_ends() -> list[tuple[str, str, str, int]]:
    """What refers to something that is not there: kind and key of the item, table and row."""
    kinds = {member.model._meta.db_table: (kind, member) for kind, parts in members().items() for member in parts}
    found = []
    for table, row in _violations():
        if table not in kinds:
            with connection.cursor() as cursor:  # what only follows from the rest
                cursor.execute(f"DELETE FROM {table} WHERE rowid = %s", [row])
            continue
        kind, member = kinds[table]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {member.mark.format(table)} FROM {table} WHERE rowid = %s", [row])
            key = cursor.fetchone()
        found.append((kind, str(key[0] if key else ""), table, row))
    return found


def cut(table: str, row: int) -> None:
    """Take one record away."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {table} WHERE rowid = %s", [row])


def _violations() -> list[tuple[str, int]]:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_key_check")
        return list(dict.fromkeys((table, row) for table, row, *_rest in cursor.fetchall()))


def renew_pages(items: Iterable[SharedItem]) -> None:
    """Let the pages of everything that these items belong to be made anew."""
    keys: dict[str, set[str]] = {}
    for item in items:
        keys.setdefault(item.kind, set()).add(item.key)

    def some(kind: str) -> list[int]:
        return [int(key) for key in keys.pop(kind, ())]

    events = set(Event.objects.filter(entries__in=some(ENTRY)).values_list("pk", flat=True))
    events |= set(Event.objects.filter(rounds__in=some(SEATING)).values_list("pk", flat=True))
    events |= set(Event.objects.filter(rounds__tables__in=some(LIST)).values_list("pk", flat=True))
    for kind, named in keys.items():
        model = members()[kind][0].model
        if any(each.attname == "event_id" for each in model._meta.concrete_fields):
            events |= set(model._default_manager.filter(pk__in=named).values_list("event_id", flat=True))
    events |= {int(key) for key in keys.get("events_event", ())}
    VersionedQuerySet(Event).filter(pk__in=events - {None}).bump_version()
    for model in (Season, ClubYear, Circuit):
        VersionedQuerySet(model).bump_version()
