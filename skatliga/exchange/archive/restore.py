"""Putting an archive into the database: all of it in one transaction, or nothing.

Records go in as they are, in the order of their kinds, past the services: these would refuse to check a list in the
name of somebody else, and would write a history of their own. What the database cannot refuse is looked at when all
are written: with SQLite, where a transaction keeps everybody else from writing, in a rehearsal before it.
"""

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from typing import Final
from uuid import UUID, uuid4

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DEFAULT_DB_ALIAS, DatabaseError, IntegrityError, connection, transaction
from django.db.models import F, FileField, Min, Model
from django.utils.translation import gettext as _
from PIL import Image, UnidentifiedImageError

from skatliga.database import field_of
from skatliga.events.models import Entry, Event, TeamMember
from skatliga.exchange.archive.archive_file import ArchivePlace, Unpacked
from skatliga.exchange.archive.matching import demand_new, here_already, plan
from skatliga.exchange.archive.records import Statements, read_records, rehearsal, reserve_keys
from skatliga.exchange.archive.schema import BY_MODEL, BY_NAME, KINDS, ROOTS, TARGETS, Key, RecordType, Values
from skatliga.exchange.recheck import ResultDifference, find_differences, whole_sheets
from skatliga.federations.models import OfficialNotice, StartRules
from skatliga.leagues.models import GroupTeam, LineupPlace
from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.names import fold, sign_in_name
from skatliga.people.search import SearchKey
from skatliga.promotions.models import Promotion

Roots = Mapping[type[Model], Sequence[int]]
"""The keys of the events, seasons and club years that came with an archive."""

_MOST_TOLD: Final = 20
_MOST_AREA: Final = 50_000_000
_FORMATS: Final = {"jpg": "JPEG", "png": "PNG"}
_STUMBLES: Final = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What rows that no page can have entered make the reckoning raise."""

_SAID_TWICE: Final[tuple[tuple[type[Model], str, str], ...]] = (
    (TeamMember, "kind", "team__kind"),
    (GroupTeam, "matchday", "group__matchday"),
    (LineupPlace, "matchday", "group_team__matchday"),
    (LineupPlace, "entry__event", "group_team__group__event"),
    (Promotion, "season__club", "next_season__club"),
)
"""Fields that say once more what another record says, so that the database can refuse."""
_LEADS_ON: Final = frozenset({("promotions", "next_season")})
"""Fields that refer to another season than the one that a record belongs to."""


def check_picture(content: bytes, ending: str, place: ArchivePlace) -> None:
    """Refuse what is not a picture of the kind its name says."""
    try:
        with Image.open(BytesIO(content), formats=[_FORMATS[ending]]) as image:
            if image.width * image.height > _MOST_AREA:
                raise ValueError
            image.verify()
    except (UnidentifiedImageError, OSError, ValueError, TypeError, SyntaxError, Image.DecompressionBombError):
        raise place.refuse(_("Das Bild ist nicht zu lesen.")) from None


def check_together(roots: Roots, using: str) -> None:
    """Refuse records in this database that refer to something of another event, season or year than their own."""
    for kind in KINDS:
        if not kind.within or kind.tracked or kind.root not in roots:
            continue
        found = kind.model._default_manager.using(using).filter(**{f"{kind.path}__in": roots[kind.root]})
        pairs = [(kind.path, path) for path in _other_ways(kind)]
        pairs += [(one, other) for model, one, other in _SAID_TWICE if model is kind.model]
        if kind.name == "seats":
            pairs.append(("round", "table__round"))
        for one, other in pairs:
            if found.exclude(**{f"{other}__isnull": True}).exclude(**{one: F(other)}).exists():
                raise ArchivePlace(kind.part).refuse(_("Ein Datensatz gehört nicht zu dem, worauf er verweist."))


def _other_ways(kind: RecordType) -> list[str]:
    """How else than by what it belongs to a record leads to an event, season or year."""
    return [
        f"{name}__{target.path}" if target.within else name
        for name, target in kind.references.items()
        if name != kind.within and target.root is kind.root and (kind.name, name) not in _LEADS_ON
    ]


def check_sums(events: Sequence[int], tell: Callable[[], None], using: str) -> None:
    """Compute every list of these events in this database, and refuse if one has not the sum that came along."""
    differences: list[ResultDifference] = []
    for sheet in whole_sheets().using(using).filter(table__round__event__in=events).iterator(300):
        try:
            differences += find_differences(iter([sheet]))
        except _STUMBLES:
            raise ValidationError(
                _("%(event)s, %(list)s lässt sich nicht berechnen.") % {"event": sheet.table.round.event, "list": sheet}
            ) from None
        tell()
    if differences:
        told = [_tell(each) for each in differences[:_MOST_TOLD]]
        more = len(differences) - len(told)
        raise ValidationError([*told, _("… und %(more)s weitere.") % {"more": more}] if more else told)


def _tell(difference: ResultDifference) -> str:
    words = {
        "event": difference.sheet.table.round.event,
        "list": difference.sheet,
        "seat": difference.seat,
        "archive": difference.stored[-1] if difference.stored else "–",
        "here": difference.computed[-1] if difference.computed else "–",
    }
    if difference.stored and difference.computed and difference.stored[-1] == difference.computed[-1]:
        return _("%(event)s, %(list)s, Platz %(seat)s: Spielpunkte oder Zähler sind andere als im Archiv.") % words
    return _("%(event)s, %(list)s, Platz %(seat)s: im Archiv %(archive)s, hier berechnet %(here)s.") % words


# ---- Putting it in

Tell = Callable[[int], None]
"""Is told how many steps are done, of as many as there are records and lists."""
AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class RestoredArchive:
    """What became of an archive."""

    made: Club | Event
    """The club or the event that was the archive's; a club may have been here before."""
    records: int
    """How many records are new."""
    renamed: tuple[tuple[str, str], ...]
    """What was called otherwise in the archive: there, and here."""


def steps(archive: Unpacked) -> int:
    """How many steps it takes to take in an archive."""
    return archive.total + archive.count(BY_NAME["sheets"])


def restore(
    archive: Unpacked,
    tell: Tell = lambda done: None,
    *,
    again: bool = False,
    keep: Callable[[RestoredArchive], None] = lambda restored: None,
) -> RestoredArchive:
    """Take in an archive; ValidationError with what is wrong with it, and then nothing of it is stored.

    What is here already is refused, unless it is said that it shall come in `again`; `keep` stores what became of it,
    together with it.
    """
    if not again:
        demand_new(archive)
    present = here_already(archive) if again else []
    restorer = _Restorer(archive, tell)
    try:
        restorer.prepare()
        if connection.vendor == "sqlite":
            with rehearsal() as apart:
                restorer.write(apart)
                restorer.check(apart)
        with transaction.atomic():
            if not again:
                demand_new(archive)  # it may have come meanwhile
            restorer.write(DEFAULT_DB_ALIAS)
            if connection.vendor != "sqlite":
                restorer.check(DEFAULT_DB_ALIAS)
            restored = restorer.restored()
            keep(restored)
            return restored
    except (DatabaseError, OverflowError) as error:
        restorer.drop_files()
        if isinstance(error, IntegrityError) and here_already(archive) != present:
            raise ValidationError(
                _("Dasselbe Archiv ist hier gerade eben schon eingespielt worden; bitte nachsehen.")
            ) from None
        raise restorer.statements.place.refuse(
            _("Die Angaben widersprechen sich (%(why)s).") % {"why": error}
        ) from None
    except BaseException:
        restorer.drop_files()
        raise


class _Restorer:
    """The keys of the records, and what is to be written."""

    def __init__(self, archive: Unpacked, tell: Tell) -> None:
        self.archive, self.tell = archive, tell
        self.plan = plan(archive)
        self.keys: dict[RecordType, Sequence[Key]] = {}
        """By kind the keys here, in the order of the numbers; of what is known here its own."""
        self.gone: dict[RecordType, dict[int, Key]] = {kind: {} for kind in TARGETS}
        """Keys for what is no longer there and has only versions."""
        self.given: set[tuple[object, ...]] = set()
        """Addresses, names and places in registers that are taken by now, beside those that were here."""
        self.merged = dict(Player.objects.exclude(merged_into=None).values_list("pk", "merged_into"))
        """Whom an entry of the registers here was merged into."""
        self.statements = Statements()
        self.place = ArchivePlace("")
        self.files: list[str] = []
        self.renamed: list[tuple[str, str]] = []
        self.new = self.done = 0

    def prepare(self) -> None:
        """Make ready every record; nothing is stored but pictures, and keys are used up."""
        for kind in KINDS:
            self.place = ArchivePlace(kind.part)
            self.keys[kind] = self._give_keys(kind)
            self._prepare(kind)

    def write(self, using: str) -> None:
        """Write every record into this database."""
        self.statements.execute(using)

    def check(self, using: str) -> None:
        """Whether what is written belongs together, and all lists come to their sums."""
        roots = {model: self._counted_keys(model) for model in ROOTS}
        check_together(roots, using)
        check_sums(roots[Event], self._count, using)

    def _counted_keys(self, model: type[Model]) -> list[int]:
        """The keys here of what an archive begins with, which the database counts."""
        return [key for key in self.keys[BY_MODEL[model]] if isinstance(key, int)]

    def restored(self) -> RestoredArchive:
        """What became of it, when it is written."""
        model = Event if self.archive.manifest.what == "event" else Club
        made = model._default_manager.get(pk=self._counted_keys(model)[0])
        return RestoredArchive(made, self.new, tuple(self.renamed))

    def drop_files(self) -> None:
        """Take away the pictures of an archive that was refused."""
        for name in self.files:
            with suppress(OSError):
                default_storage.delete(name)

    def _count(self) -> None:
        self.done += 1
        if self.done % AT_ONCE == 0:
            self.tell(self.done)

    def _give_keys(self, kind: RecordType) -> Sequence[Key]:
        if not kind.numbered:
            return _uuids(self.archive, kind)
        keys = array("q", reserve_keys(kind.model, self.archive.count(kind)))
        if not kind.tracked:
            for number, key in self.plan.known.get(kind.name, {}).items():
                keys[number - 1] = key
        return keys

    def _prepare(self, kind: RecordType) -> None:
        known = self.plan.known.get((kind.tracked or kind).name, {})
        batch: list[Model] = []
        within: dict[int, int | None] = {}
        own_references = [name for name, target in kind.references.items() if target is kind]
        for number, (place, values) in enumerate(read_records(self.archive, kind), 1):
            self.place = place
            self._count()
            if (values["id"] if kind.tracked else number) in known:
                continue
            for name in own_references:
                within[number] = values[name]
            record = self._record(kind, number, values)
            if record is not None:
                batch.append(record)
            if len(batch) >= AT_ONCE:
                self._make_ready(kind, batch)
        self._make_ready(kind, batch)
        _demand_no_circles(kind, within)

    def _make_ready(self, kind: RecordType, batch: list[Model]) -> None:
        if batch:
            self.statements.add(ArchivePlace(kind.part), batch)
        self.new += len(batch)
        batch.clear()

    def _record(self, kind: RecordType, number: int, values: Values) -> Model | None:
        """The record with keys instead of numbers; None for what is here already."""
        by_attribute: Values = {}
        for field in kind.fields:
            value = values[field.name]
            target = kind.references.get(field.name)
            if value is not None and target is not None:
                value = self._key(kind, target, value)
            by_attribute[field.attname] = value
        by_attribute[kind.key.attname] = self.keys[kind][number - 1]
        for name in kind.files:
            by_attribute[name] = self._keep_picture(kind, name, values[name])
        for name, among in kind.free.items():
            by_attribute[name] = self._free(kind, name, by_attribute, among)
        if kind.model is User:
            by_attribute |= {"password": make_password(None), "is_active": False}
            by_attribute["sign_in_name"] = sign_in_name(by_attribute["username"])
        elif kind.model is Player:
            by_attribute["sort_key"] = fold(f"{values['last_name']}, {values['first_name']}")
            by_attribute["merged_into_id"] = self._player(by_attribute["merged_into_id"])
            by_attribute["number_doubled"] = self._is_doubled(by_attribute)
        elif kind.name == "revocations":
            by_attribute["results"] = self._results_by_key(kind, values["results"])
        elif kind.model is Membership:
            by_attribute["player_id"] = self._player(by_attribute["player_id"])
            if not self._fit_in_register(by_attribute):
                return None
        elif kind.model in (OfficialNotice, StartRules) and self._is_known(kind, by_attribute):
            return None
        record = kind.model(**by_attribute)
        for each in kind.model._meta.concrete_fields:
            if isinstance(each, SearchKey):
                each.pre_save(record, add=True)
        return record

    def _key(self, kind: RecordType, target: RecordType, number: int) -> Key:
        """The key here of the record with this number; of one that is no longer there a key that nothing has."""
        keys = self.keys[target]
        if number <= len(keys):
            return keys[number - 1]
        gone = self.gone[target]
        history = BY_NAME.get(f"{target.name}_history")
        if not kind.tracked or history is None or number > len(keys) + self.archive.count(history):
            raise self.place.refuse(
                _("Den Datensatz %(number)s in %(part)s, auf den verwiesen wird, gibt es nicht.")
                % {"number": number, "part": target.part}
            )
        if number not in gone:
            gone[number] = self._unused_key(target, history)
        return gone[number]

    def _unused_key(self, kind: RecordType, history: RecordType) -> Key:
        """**D** What is no longer there gets a key below zero, which the database never gives."""
        if not kind.numbered:
            return uuid4()
        least = min((key for key in self.gone[kind].values() if isinstance(key, int)), default=None)
        if least is None:
            least = min(history.model._default_manager.aggregate(least=Min("id"))["least"] or 0, 0)
        return least - 1

    def _player(self, key: int | None) -> int | None:
        """Who an entry of the register is here."""
        return None if key is None else self.merged.get(key, key)

    def _is_doubled(self, values: Values) -> bool:
        """Whether another entry has the pass number already: then both stay until somebody settles it."""
        number = values["federation_number"].upper()
        if not number or values["merged_into_id"]:
            return False
        known = Player.objects.filter(merged_into=None, federation_number__iexact=number)
        doubled = (Player, number) in self.given or known.exists()
        self.given.add((Player, number))
        return doubled

    def _fit_in_register(self, values: Values) -> bool:
        """Make a membership fit beside those that are here; whether it is one that is not."""
        player, club = values["player_id"], values["club_id"]
        here = Membership.objects.filter(player=player)
        if (Membership, player, club) in self.given or here.filter(club=club).exists():
            return False
        if Membership.objects.filter(club=club, number=values["number"]).exists():
            values["number"] = ""
        self.given.add((Membership, player, club))
        return True

    def _is_known(self, kind: RecordType, values: Values) -> bool:
        """Whether the club has the same notice here already, or rules of its own."""
        names = ("club_id", "title", "text", "first_day") if kind.model is OfficialNotice else ("club_id",)
        return kind.model._default_manager.filter(**{name: values[name] for name in names}).exists()

    def _results_by_key(self, kind: RecordType, results: dict[str, int]) -> dict[str, int]:
        entries = BY_MODEL[Entry]
        return {str(self._key(kind, entries, int(number))): points for number, points in results.items()}

    def _keep_picture(self, kind: RecordType, name: str, path: str) -> str:
        field = field_of(kind.model, name)
        assert isinstance(field, FileField)
        if not path and field.blank:
            return ""
        content = self.archive.picture(path, self.place)
        check_picture(content, path.rpartition(".")[2], self.place)
        kept = default_storage.save(
            field.generate_filename(kind.model(), path.rpartition("/")[2]), ContentFile(content)
        )
        self.files.append(kept)
        return kept

    def _free(self, kind: RecordType, name: str, values: Values, among: tuple[str, ...]) -> str:
        """The value with a number where it is taken, without regard to case."""
        longest = field_of(kind.model, name).max_length
        assert longest
        within = {f"{each}_id": values[f"{each}_id"] for each in among}
        others = kind.model._default_manager.filter(**within)
        free, further = values[name], 1
        while (kind, name, *within.values(), sign_in_name(free)) in self.given or others.filter(
            **({"sign_in_name": sign_in_name(free)} if kind.model is User else {f"{name}__iexact": free})
        ).exists():
            further += 1
            end = f" ({further})" if name == "name" else f"-{further}"
            free = values[name][: longest - len(end)] + end
        if further > 1 and kind.model is not User:
            self.renamed.append((values[name], free))
        self.given.add((kind, name, *within.values(), sign_in_name(free)))
        return free


def _demand_no_circles(kind: RecordType, within: Mapping[int, int | None]) -> None:
    """Refuse references inside a kind that go round in a circle; `within` is the number each refers to."""
    for number in within:
        seen, step = {number}, within.get(number)
        while step is not None:
            if step in seen:
                raise ArchivePlace(kind.part, number).refuse(_("Die Verweise gehen im Kreis."))
            seen.add(step)
            step = within.get(step)


def _uuids(archive: Unpacked, kind: RecordType) -> list[UUID]:
    """The keys of lists: those of the archive, or new ones in the same order where one of these is taken.

    **D** So the codes on printed lists go on leading to their lists when a club moves to another installation.
    """
    own = [values["id"] for _place, values in read_records(archive, kind)]
    taken = any(
        kind.model._default_manager.filter(pk__in=own[first : first + AT_ONCE]).exists()
        for first in range(0, len(own), AT_ONCE)
    )
    if not taken:
        return own
    order = sorted(range(len(own)), key=own.__getitem__)
    new = sorted(uuid4() for _each in own)
    by_place = dict(zip(order, new, strict=True))
    return [by_place[place] for place in range(len(own))]
