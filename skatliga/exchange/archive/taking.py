"""Taking an event or a club out of the database, record by record.

A record's number is its place in the part of its kind. What other records refer to (people, clubs, players) gets its
number when it is first met, so these parts are written last. Something that is no longer there but has a history gets
a number after all that are.

**D** A picture whose file is missing is left out, and the manifest says so; the archive is made all the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.core.files.storage import default_storage
from django.db import connection, transaction
from django.db.models import Field, ForeignKey, Model, Q, QuerySet
from django.utils import timezone

from skatliga.events.models import Event
from skatliga.exchange.archive.describing import description
from skatliga.exchange.archive.kinds import KINDS, REFERRED, ROOTS, TARGETS, Key, Kind
from skatliga.exchange.archive.packing import README, Pack
from skatliga.exchange.archive.values import Writer, writer_of
from skatliga.fields import field_of
from skatliga.people.models import Club, Membership, Player
from skatliga.shapes import Json, JsonObject

Tell = Callable[[int], None]
"""Is told how many records are done."""
AT_ONCE: Final = 500
"""Records whose keys are named in one query."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What an archive begins with."""

    what: str
    """event or club."""
    name: str
    club: Club
    roots: Mapping[type[Model], Sequence[int]]
    """The keys of the events, seasons and club years."""


def scope_of_event(event: Event) -> Scope:
    """An event, with those who took part."""
    return Scope("event", event.name, event.club, dict.fromkeys(ROOTS, ()) | {Event: [event.pk]})


def scope_of_club(club: Club) -> Scope:
    """A club with its register, its events, its years, and the seasons it organises."""
    roots = {model: list(model._default_manager.filter(club=club).values_list("pk", flat=True)) for model in ROOTS}
    return Scope("club", club.name, club, roots)


def count_records(scope: Scope) -> int:
    """How many records there will be, about: for a bar that shows how far it is."""
    return sum(_records_of(kind, scope).count() for kind in KINDS if kind.within and kind.model is not Membership)


def take_out(scope: Scope, path: Path, tell: Tell = lambda done: None) -> None:
    """Write the archive to this file."""
    with one_moment(), Pack(path) as pack:
        pack.add_text(README, description())
        taker = _Taker(scope, pack, tell)
        taker.number(Club, scope.club.pk)
        for kind in _in_order_of_writing():
            taker.take(kind)
        pack.close(what=scope.what, name=scope.name, made_at=timezone.now().isoformat(), missing=taker.missing)


def _in_order_of_writing() -> Iterator[Kind]:
    """What refers to people, clubs and players before these; of one kind its versions last."""
    last = [kind for kind in KINDS if (kind.tracked or kind).model in {*REFERRED, Membership}]
    yield from (kind for kind in KINDS if kind not in last)
    by_name = {kind.name: kind for kind in last}
    yield from (by_name.pop(name) for name in ("memberships", "players", "players_history", "clubs", "people"))


@contextmanager
def one_moment() -> Iterator[None]:
    """Everything is read as it was at one moment, while others go on writing."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django's own transactions take the writer's place; a reader needs none.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


class _Taker:
    """The numbers given so far, and the records of one kind after the other."""

    def __init__(self, scope: Scope, pack: Pack, tell: Tell) -> None:
        self.scope, self.pack, self.tell = scope, pack, tell
        self.numbers: dict[type[Model], dict[Key, int]] = {kind.model: {} for kind in KINDS}
        self.gone: dict[type[Model], list[Key]] = {kind.model: [] for kind in KINDS}
        """The keys of what is no longer there."""
        self.missing: list[str] = []
        self.done = 0

    def number(self, model: type[Model], key: Key) -> int:
        """The number of a record, the next one where it has none yet."""
        numbers = self.numbers[model]
        return numbers.setdefault(key, len(numbers) + 1)

    def take(self, kind: Kind) -> None:
        """Write the part of this kind."""
        records = self._records(kind)
        self.pack.add_records(kind.part, list(records) if kind.files else records)

    def _records(self, kind: Kind) -> Iterator[JsonObject]:
        names = [field.attname for field in kind.fields]
        writers = [self._writer(kind, field) for field in kind.fields]
        columns = [kind.column(field) for field in kind.fields]
        written = 0
        for key, *values in self._values(kind, names):
            record: JsonObject = {"id": written + 1}
            for name, write, value in zip(columns, writers, values, strict=True):
                record[name] = value if write is None or value is None else write(value)
            if kind.files and not self._add_files(kind, record):
                continue
            written += 1
            if kind in TARGETS and kind.model not in REFERRED:
                self.numbers[kind.model][key] = written
            yield record
            self._count()

    def _count(self) -> None:
        self.done += 1
        if self.done % AT_ONCE == 0:
            self.tell(self.done)

    def _values(self, kind: Kind, names: Sequence[str]) -> Iterator[tuple[Json, ...]]:
        """Key and fields of every record of a kind in their order."""
        if kind.model in REFERRED:
            yield from self._referred(kind, names)
        elif kind.tracked and kind.tracked.model in REFERRED:
            for keys in _in_bunches(list(self.numbers[kind.tracked.model])):
                yield from kind.model._default_manager.filter(id__in=keys).order_by("pk").values_list("pk", *names)
        else:
            found = _records_of(kind, self.scope, self.gone).order_by(*kind.order).values_list("pk", *names)
            known = self.numbers[Player] if kind.model is Membership and self.scope.what == "event" else None
            player = 1 + names.index("player_id") if known is not None else 0
            yield from (values for values in found.iterator(2000) if known is None or values[player] in known)

    def _referred(self, kind: Kind, names: Sequence[str]) -> Iterator[tuple[Json, ...]]:
        """What was referred to, in the order in which it was met; while it is read, more may be met."""
        numbers = self.numbers[kind.model]
        read = 0
        while read < len(numbers):
            keys = list(numbers)[read : read + AT_ONCE]
            read += len(keys)
            found = {row[0]: row for row in kind.model._default_manager.filter(pk__in=keys).values_list("pk", *names)}
            yield from (found[key] for key in keys)

    def _writer(self, kind: Kind, field: Field) -> Writer | None:
        tracked = kind.tracked
        if tracked and field.name == "id":
            return lambda key: self._number_of_version(tracked, key)
        if not isinstance(field, ForeignKey):
            if kind.name == "revocations" and field.name == "results":
                return self._results_by_number
            return writer_of(field)
        model = field.related_model
        if model in REFERRED:
            return lambda key: self.number(model, key)
        return self.numbers[model].get if field.null or kind.tracked else self.numbers[model].__getitem__

    def _number_of_version(self, tracked: Kind, key: Key) -> int:
        numbers = self.numbers[tracked.model]
        if key not in numbers:
            self.gone[tracked.model].append(key)
        return numbers.setdefault(key, len(numbers) + 1)

    def _results_by_number(self, results: dict[str, int]) -> dict[str, int]:
        """What had been published, by the numbers of the participants instead of their keys."""
        numbers = self.numbers[Event._meta.get_field("entries").related_model]
        return {str(numbers[int(key)]): points for key, points in results.items() if int(key) in numbers}

    def _add_files(self, kind: Kind, record: JsonObject) -> bool:
        """Put the pictures of a record into the archive; whether it can be taken."""
        for name in kind.files:
            stored = record[name]
            if not stored:
                continue
            try:
                with default_storage.open(stored) as file:
                    record[name] = self.pack.add_file(file.read(), stored.rpartition(".")[2])
            except FileNotFoundError:
                self.missing.append(stored)
                record[name] = ""
                if not field_of(kind.model, name).blank:
                    return False
        return True


def _records_of(kind: Kind, scope: Scope, gone: dict[type[Model], list[Key]] | None = None) -> QuerySet:
    """The records of a kind that belong to what the archive begins with, or of which only versions are left."""
    manager = kind.model._default_manager
    if not kind.within:
        roots = scope.roots[(kind.tracked or kind).model]
        return manager.filter(**{"id__in" if kind.tracked else "pk__in": roots})
    if kind.model is Membership:
        return manager.filter(club=scope.club)
    wanted = Q(**{f"{kind.path}__in": scope.roots[kind.root]})
    parents = gone[kind.references[kind.within].model] if gone else []
    return manager.filter(wanted | Q(**{f"{kind.within}__in": parents}) if parents else wanted)


def _in_bunches(keys: Sequence[Key]) -> Iterable[Sequence[Key]]:
    return (keys[first : first + AT_ONCE] for first in range(0, len(keys), AT_ONCE))
