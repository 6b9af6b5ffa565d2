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
from django.db.models import Field, FileField, ForeignKey, Model, Q, QuerySet
from django.utils import timezone

from skatliga.database import Json, JsonObject, field_of
from skatliga.events.models import Event
from skatliga.exchange.archive.archive_file import FORMAT, README, VERSION, Pack
from skatliga.exchange.archive.records import Writer, writer_of
from skatliga.exchange.archive.schema import KINDS, LEFT_OUT_MODELS, REFERRED, ROOTS, TARGETS, Key, RecordType
from skatliga.people.models import Club, Membership, Player

_INTRODUCTION: Final = """# Archiv von Skatliga

Diese Datei enthält eine Veranstaltung oder einen Verein mit allem, was dazu eingetragen wurde. Auf einer anderen
Installation liest *Archiv einspielen* sie wieder ein, oder auf der Kommandozeile `manage.py import_archive DATEI`.
Wer sie mit einem anderen Programm lesen will, findet hier, wie sie aufgebaut ist.

## Format

A ZIP file, format `{format}`, version {version}. A reader takes in earlier versions, and refuses a newer one.

* `manifest.json`: `format`, `version`, `what` (`event` or `club`), `name`, `made_at`, `missing` (pictures whose file
  was not there any more), and `parts`: for every other file its `path`, the number of `records`, its `bytes` and its
  `sha256`.
* `data/….jsonl`: one part for each kind of record, UTF-8, one JSON object a line. Every part is there, even if empty,
  except those that the version of the archive did not know yet. A field that a record does not have is as usual.
* `files/….jpg`, `files/….png`: pictures, named after their SHA-256.

Every record has an `id`: its number in its part, from 1 on. A reference is such a number, and refers to the part named
below. Days are `2026-11-20`, times are UTC as `2026-11-20T18:30:00.000000Z`, money is cents, whole numbers are
numbers, what is not there is `null`. German terms of the game are those of the program (`spielpunkte`, `leistung`,
`eingepasst`); a deal in `rows` is written with the fields of the engine (`python -m scoring rate`).

A part whose name ends in `_history` holds versions: `of` is the number of the record that looked like this from
`history_date` on, `history_user` who did it, `history_change_reason` why, `history_type` what: `+` new, `~` changed,
`-` removed. Numbers above those of the part are of records that are no longer there.

`results` says what every list came to. A reader computes every list anew and refuses the archive if anything differs.
"""


def description() -> str:
    """The whole text, as Markdown."""
    parts = [_INTRODUCTION.format(format=FORMAT, version=VERSION), "## Parts\n", *map(_describe, KINDS)]
    left_out = [f"* `{model}`: {why}" for model, why in LEFT_OUT_MODELS.items()]
    return "\n".join([*parts, "## What no archive holds\n", *left_out, ""])


def _describe(kind: RecordType) -> str:
    since = f" (since version {kind.since})" if kind.since > 1 else ""
    lines = [f"### `{kind.part}`{since}\n"]
    lines += [f"* `{kind.column(field)}`: {_type(kind, field)}" for field in kind.fields]
    if kind.left_out and not kind.tracked:
        lines.append("\nLeft out: " + "; ".join(f"`{name}` ({why})" for name, why in kind.left_out.items()) + ".")
    return "\n".join(lines) + "\n"


def _type(kind: RecordType, field: Field) -> str:
    if kind.tracked and field.name == "id":
        return f"number in `{kind.tracked.name}`"
    optional = ", or null" if field.null else ""
    if isinstance(field, ForeignKey):
        return f"number in `{kind.references[field.name].name}`{optional}"
    if isinstance(field, FileField):
        return "path of a picture in the archive, or empty"
    named = {
        "BooleanField": "true or false",
        "DateField": "day",
        "DateTimeField": "time",
        "JSONField": "JSON",
        "UUIDField": "UUID",
        "CharField": "text",
        "SlugField": "text, part of an address",
        "TextField": "text",
    }
    said = named.get(field.get_internal_type(), "whole number")
    values = ", ".join(f'`"{value}"`' if value else "empty" for value, _label in field.flatchoices)
    return said + (f": {values}" if values and isinstance(field.flatchoices[0][0], str) else "") + optional


# ---- Taking it out

Tell = Callable[[int], None]
"""Is told how many records are done."""
AT_ONCE: Final = 500
"""Records whose keys are named in one query."""


@dataclass(frozen=True, slots=True)
class ArchiveScope:
    """What an archive begins with."""

    what: str
    """event or club."""
    name: str
    club: Club
    roots: Mapping[type[Model], Sequence[int]]
    """The keys of the events, seasons and club years."""


def scope_of_event(event: Event) -> ArchiveScope:
    """An event, with those who took part."""
    return ArchiveScope("event", event.name, event.club, dict.fromkeys(ROOTS, ()) | {Event: [event.pk]})


def scope_of_club(club: Club) -> ArchiveScope:
    """A club with its register, its events, its years, and the seasons it organises."""
    roots = {model: list(model._default_manager.filter(club=club).values_list("pk", flat=True)) for model in ROOTS}
    practice = set(Event.objects.filter(club=club).exclude(practice_of=None).values_list("pk", flat=True))
    roots[Event] = [key for key in roots[Event] if key not in practice]
    return ArchiveScope("club", club.name, club, roots)


def count_records(scope: ArchiveScope) -> int:
    """How many records there will be, about: for a bar that shows how far it is."""
    return sum(_records_of(kind, scope).count() for kind in KINDS if kind.within and kind.root is not Club)


def take_out(scope: ArchiveScope, path: Path, tell: Tell = lambda done: None) -> None:
    """Write the archive to this file."""
    with one_moment(), Pack(path) as pack:
        pack.add_text(README, description())
        taker = _Taker(scope, pack, tell)
        taker.number(Club, scope.club.pk)
        for kind in _in_order_of_writing():
            taker.take(kind)
        pack.close(what=scope.what, name=scope.name, made_at=timezone.now().isoformat(), missing=taker.missing)


def _in_order_of_writing() -> Iterator[RecordType]:
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

    def __init__(self, scope: ArchiveScope, pack: Pack, tell: Tell) -> None:
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

    def take(self, kind: RecordType) -> None:
        """Write the part of this kind."""
        records = self._records(kind)
        self.pack.add_records(kind.part, list(records) if kind.files else records)

    def _records(self, kind: RecordType) -> Iterator[JsonObject]:
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

    def _values(self, kind: RecordType, names: Sequence[str]) -> Iterator[tuple[Json, ...]]:
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

    def _referred(self, kind: RecordType, names: Sequence[str]) -> Iterator[tuple[Json, ...]]:
        """What was referred to, in the order in which it was met; while it is read, more may be met."""
        numbers = self.numbers[kind.model]
        read = 0
        while read < len(numbers):
            keys = list(numbers)[read : read + AT_ONCE]
            read += len(keys)
            found = {row[0]: row for row in kind.model._default_manager.filter(pk__in=keys).values_list("pk", *names)}
            yield from (found[key] for key in keys)

    def _writer(self, kind: RecordType, field: Field) -> Writer | None:
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

    def _number_of_version(self, tracked: RecordType, key: Key) -> int:
        numbers = self.numbers[tracked.model]
        if key not in numbers:
            self.gone[tracked.model].append(key)
        return numbers.setdefault(key, len(numbers) + 1)

    def _results_by_number(self, results: dict[str, int]) -> dict[str, int]:
        """What had been published, by the numbers of the participants instead of their keys."""
        numbers = self.numbers[Event._meta.get_field("entries").related_model]
        return {str(numbers[int(key)]): points for key, points in results.items() if int(key) in numbers}

    def _add_files(self, kind: RecordType, record: JsonObject) -> bool:
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


def _records_of(kind: RecordType, scope: ArchiveScope, gone: dict[type[Model], list[Key]] | None = None) -> QuerySet:
    """The records of a kind that belong to what the archive begins with, or of which only versions are left."""
    manager = kind.model._default_manager
    if not kind.within:
        roots = scope.roots[(kind.tracked or kind).model]
        return manager.filter(**{"id__in" if kind.tracked else "pk__in": roots})
    if kind.root is Club:
        return manager.filter(club=scope.club) if kind.model is Membership or scope.what == "club" else manager.none()
    wanted = Q(**{f"{kind.path}__in": scope.roots[kind.root]})
    if kind.own:
        wanted &= kind.own
    parents = gone[kind.references[kind.within].model] if gone else []
    return manager.filter(wanted | Q(**{f"{kind.within}__in": parents}) if parents else wanted)


def _in_bunches(keys: Sequence[Key]) -> Iterable[Sequence[Key]]:
    return (keys[first : first + AT_ONCE] for first in range(0, len(keys), AT_ONCE))
