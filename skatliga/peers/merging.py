"""Making versions of what was changed here, taking in those of the other machine, and choosing between them.

Everything happens in one transaction each: a machine that dies in it has done nothing, and is asked once more.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypedDict

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from skatliga.database import Json
from skatliga.peers import settling, tracking
from skatliga.peers.choosing import Stored, as_version, choice_of, contains
from skatliga.peers.erasing import erase_said, erased_there
from skatliga.peers.items import LIST, SEATING, digest, is_gone, order, read, write
from skatliga.peers.models import ItemMark, ItemVersion, KnownMachine, MergeNotice, OtherKey, SharedItem
from skatliga.peers.other_keys import OtherKeys
from skatliga.peers.pairing import Pairing
from skatliga.peers.registers import Dot, join, lacking, say
from skatliga.people.models import Player


class TurnedBackError(Exception):
    """The other machine knows more of this one than this one does itself: an old copy was put in its place."""


class SentVersion(TypedDict):
    """A version as it goes from machine to machine."""

    kind: str
    name: str
    machine: str
    number: int
    seen: list[list[Json]]
    at: str
    decides: bool
    said: dict[str, list[dict[str, Json]]]


class Exchanged(TypedDict):
    """What one machine tells the other."""

    has: dict[str, int]
    """Up to which number it has the versions of each machine."""
    versions: list[SentVersion]


@transaction.atomic
def capture(pairing: Pairing) -> None:
    """Make a version of everything that was changed here since the last time."""
    if not tracking.is_on():
        tracking.begin()
    marks = sorted(ItemMark.objects.all(), key=lambda mark: order()[mark.kind])
    for mark in marks:
        _say(pairing, mark.kind, mark.key, at=mark.at)
    if marks:
        ItemMark.objects.all().delete()
        tracking.take_block(pairing.side)


def _say(
    pairing: Pairing,
    kind: str,
    key: str,
    before: Sequence[ItemVersion] | None = None,
    *,
    at: datetime | None = None,
    decides: bool = False,
) -> None:
    """A version of what stands here since `at`, if that is new; it follows what stood here, or all that are named."""
    said = read(kind, key)
    mark = digest(said)
    item = SharedItem.objects.get_or_create(kind=kind, key=key)[0]
    if item.digest == mark and before is None:
        return
    if before is None:
        before = list(item.versions.filter(aside=False, stands=True))
    made = say(_next_dot(pairing), [as_version(Stored(each, kind, each.said)) for each in before], None)
    item.versions.create(
        machine=made.dot.machine,
        number=made.dot.number,
        name=key,
        seen=sorted(made.seen),
        at=at or timezone.now(),
        said=said,
        stands=True,
        decides=decides,
    )
    item.digest, item.held = mark, ""
    item.save()
    _drop_followed(item, OtherKeys())


def _next_dot(pairing: Pairing) -> Dot:
    machine = KnownMachine.objects.get_or_create(name=pairing.machine)[0]
    machine.number += 1
    machine.save()
    return Dot(machine.name, machine.number)


def _stored(item: SharedItem, keys: OtherKeys) -> list[Stored]:
    """The register of an item."""
    return [Stored(each, item.kind, keys.ours_in(item.kind, each.said)) for each in item.versions.filter(aside=False)]


def _drop_followed(item: SharedItem, keys: OtherKeys) -> None:
    """Leave the register; what somebody chose against is kept aside."""
    versions = {as_version(each): each for each in _stored(item, keys)}
    register = join(versions)
    for version in versions.keys() - register:
        stored = versions[version]
        deciding = [versions[each] for each in register if each.follows(version) and versions[each].version.decides]
        if any(not contains(each, stored) for each in deciding):
            ItemVersion.objects.filter(pk=stored.version.pk).update(aside=True, stands=False)
        else:
            stored.version.delete()


# ---- What the other machine lacks, and what it has said


def has() -> dict[str, int]:
    """Up to which number the versions of each machine are here."""
    return dict(KnownMachine.objects.values_list("name", "number"))


def told() -> dict[str, int]:
    """Up to which number the other machine has said that it has the versions of each."""
    return dict(KnownMachine.objects.values_list("name", "told"))


def versions_for(others: dict[str, int]) -> list[SentVersion]:
    """What a machine lacks that has all versions up to these numbers."""
    stored = ItemVersion.objects.select_related("item").order_by("pk")
    numbers = {machine: others.get(machine, 0) for machine in has()}
    found = [each for machine, number in numbers.items() for each in stored.filter(machine=machine, number__gt=number)]
    wanted = lacking([as_version(Stored(each, each.item.kind, each.said)) for each in found], others)
    return [_sent(version.said.version) for version in wanted]


def _sent(version: ItemVersion) -> SentVersion:
    return SentVersion(
        kind=version.item.kind,
        name=version.name,
        machine=version.machine,
        number=version.number,
        seen=version.seen,
        at=version.at.isoformat(),
        decides=version.decides,
        said=version.said,
    )


@transaction.atomic
def take_in(pairing: Pairing, sent: Exchanged) -> None:
    """Join what the other machine has with what is here; again and in any order it makes no difference."""
    capture(pairing)
    known, keys, touched = has(), OtherKeys(), []
    if sent["has"].get(pairing.machine, 0) > known.get(pairing.machine, 0):
        raise TurnedBackError
    for each in sorted(sent["versions"], key=lambda version: order()[version["kind"]]):
        if each["number"] > known.get(each["machine"], 0):
            touched.append(_keep(each, keys))
    for name, number in sent["has"].items():
        KnownMachine.objects.update_or_create(name=name, defaults={"told": number})
        KnownMachine.objects.filter(name=name, number__lt=number).exclude(name=pairing.machine).update(number=number)
    erased = erased_there(player for each in sent["versions"] for player in each["said"].get(Player._meta.db_table, ()))
    if touched:
        _let_stand(pairing, touched, keys)
    for person in erased:
        erase_said(None, **person)


def _keep(sent: SentVersion, keys: OtherKeys) -> SharedItem:
    keys.learn(sent["kind"], sent["said"])
    key = keys.ours(sent["kind"], sent["name"])
    item = SharedItem.objects.get_or_create(kind=sent["kind"], key=key)[0]
    item.versions.create(
        machine=sent["machine"],
        number=sent["number"],
        name=sent["name"],
        seen=sent["seen"],
        at=datetime.fromisoformat(sent["at"]),
        said=sent["said"],
        decides=sent["decides"],
    )
    return item


# ---- What stands here of all that was said


def _let_stand(
    pairing: Pairing, items: Iterable[SharedItem], keys: OtherKeys, chosen: ItemVersion | None = None
) -> None:
    """Put in its place what counts of these items, and settle what cannot stand together."""
    waiting = {item.pk: item for item in (*SharedItem.objects.exclude(held=""), *items)}
    waiting |= {item.pk: item for item in _lists_of_seatings(pairing, waiting.values())}
    for item in waiting.values():
        _drop_followed(item, keys)
    counting = [(item, *_counting(item, keys, chosen)) for item in waiting.values()]
    after = settling.Afterwards()
    for item, register, counts in sorted(counting, key=_in_order):
        _put(item, register, counts, after)
    _cut_loose_ends(pairing)
    settling.renew_pages(waiting.values())
    ItemMark.objects.all().delete()
    after.carry_out()
    for item in after.again:
        _say(pairing, item.kind, item.key, list(item.versions.filter(aside=False)))
    capture(pairing)
    tracking.take_block(pairing.side)


def _counting(item: SharedItem, keys: OtherKeys, chosen: ItemVersion | None) -> tuple[list[Stored], Stored]:
    register = _stored(item, keys)
    named = [each for each in register if chosen and each.version.pk == chosen.pk]
    return register, named[0] if named else choice_of(register).counts.said


def _in_order(put: tuple[SharedItem, list[Stored], Stored]) -> tuple[bool, int, int]:
    """What others refer to comes first, and what is gone at the end, the other way round."""
    item, _register, counts = put
    gone, place = is_gone(counts.said), order()[item.kind]
    return gone, -place if gone else place, item.pk


def _cut_loose_ends(pairing: Pairing) -> None:
    """Take away what refers to something that is not there, until it is there; its item keeps what it says."""
    while found := settling.loose_ends():
        for kind, key, table, row in found:
            item = SharedItem.objects.get_or_create(kind=kind, key=key)[0]
            if not item.versions.exists():
                _say(pairing, kind, key)
                item.refresh_from_db()
            settling.cut(table, row)
            item.digest, item.held = digest(read(kind, key)), _("Es gehört zu etwas, das hier nicht steht.")
            item.save()


def _lists_of_seatings(pairing: Pairing, items: Iterable[SharedItem]) -> list[SharedItem]:
    """The lists of Serien whose seats are looked at, each with a version, so that none is lost with its table."""
    found = []
    for key in [item.key for item in items if item.kind == SEATING]:
        for table in settling.tables_with_lists(key):
            item, is_new = SharedItem.objects.get_or_create(kind=LIST, key=str(table))
            if is_new:
                _say(pairing, LIST, item.key)
                item.refresh_from_db()
            found.append(item)
        found += SharedItem.objects.filter(kind=LIST, key__in=settling.tables_of(key))
    return found


def _put(item: SharedItem, register: list[Stored], counts: Stored, after: settling.Afterwards) -> None:
    """Write what counts, where it fits; what is contained in it stands with it."""
    if item.kind == LIST and not settling.sit_there(counts.said, item.key):
        fitting = [each for each in register if settling.sit_there(each.said, item.key)]
        if not fitting:
            write(LIST, item.key, {})
            _note(item, register, None, _("An dem Tisch sitzen hier andere: Es gilt eine andere Auslosung."))
            return
        counts = choice_of(fitting).counts.said
    if not (counts.version.stands and digest(read(item.kind, item.key)) == item.digest):
        try:
            with transaction.atomic():
                write(item.kind, item.key, after.settle(item, register, counts))
                if is_gone(counts.said) and settling.is_referred():
                    raise IntegrityError
        except IntegrityError:
            if is_gone(counts.said):
                after.again.append(item)  # something refers to it: what was deleted there comes back
            else:
                item.held = _("Es verträgt sich nicht mit dem, was hier steht.")
                item.save()
            return
    _note(item, register, counts, "")


def _note(item: SharedItem, register: list[Stored], counts: Stored | None, held: str) -> None:
    """Which versions stand here now."""
    stand = [each.version.pk for each in register if counts and (each is counts or contains(counts, each))]
    item.versions.update(stands=False)
    item.versions.filter(pk__in=stand).update(stands=True)
    item.digest, item.held = digest(read(item.kind, item.key)), held
    item.save()


@transaction.atomic
def decide(pairing: Pairing, chosen: ItemVersion) -> None:
    """Let this version count, whatever contradicts it; all machines follow."""
    capture(pairing)
    item = SharedItem.objects.get(pk=chosen.item_id)
    _let_stand(pairing, [item], OtherKeys(), chosen)
    item.refresh_from_db()
    _say(pairing, item.kind, item.key, list(item.versions.filter(aside=False)), decides=True)


def contradictions() -> list[tuple[SharedItem, list[Stored]]]:
    """The items of which more was said than can count, each with what counts first."""
    keys = OtherKeys()
    found = []
    for item in SharedItem.objects.filter(versions__stands=False, versions__aside=False).distinct():
        register = _stored(item, keys)
        if len(register) > 1:
            choice = choice_of(register)
            if choice.against:
                found.append((item, [choice.counts.said, *(each.said for each in choice.against)]))
    return found


def only_here(pairing: Pairing, kind: str = "") -> int:
    """How many items were changed here of which the other machine does not know yet; of all kinds or of one."""
    known = told().get(pairing.machine, 0)
    versions = ItemVersion.objects.filter(machine=pairing.machine, number__gt=known, aside=False)
    marks = ItemMark.objects.all()
    if kind:
        versions, marks = versions.filter(item__kind=kind), marks.filter(kind=kind)
    named = {*versions.values_list("item__kind", "item__key"), *marks.values_list("kind", "key")}
    return len(named)


def forget() -> None:
    """Keep nothing of the exchange any more; what stands here stays."""
    for model in (ItemVersion, SharedItem, ItemMark, KnownMachine, OtherKey, MergeNotice):
        model._default_manager.all().delete()
