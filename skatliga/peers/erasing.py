"""Who was erased leaves what was said, too: versions that contradict what stands here, and those that were put aside.

**D** What was said of a membership, a licence or a name in files goes; everything else stays with another name in it.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import Final, TypedDict

from skatliga.database import Json
from skatliga.events.models import Entry
from skatliga.exchange.models import FileName
from skatliga.exchange.personal.mentions import Names, replaced_everywhere
from skatliga.exchange.personal.person import FIRST_NAME, PersonRecords, anonymous_name
from skatliga.exchange.personal.stored_data import PLAYER_FIELDS
from skatliga.federations.models import Licence
from skatliga.lists.models import Signature, Substitution
from skatliga.peers.choosing import players_of
from skatliga.peers.items import Record, Said
from skatliga.peers.models import ItemVersion
from skatliga.people.models import Membership, Player

_REGISTER: Final = (Player._meta.db_table, Player.history.model._meta.db_table)
_GO: Final = frozenset(model._meta.db_table for model in (Membership, Licence, FileName))
_SIGNED: Final = Signature._meta.db_table
_CAME: Final = Substitution._meta.db_table
_WITH_NAME: Final = ("search_key", "email", "federation_number", "same_person")
"""Columns that say who somebody is, beside the name of one who takes part or has signed up."""


class ErasedPerson(TypedDict):
    """Whom a signal names (`exchange.signals`)."""

    keys: Collection[int]
    names: Names
    name: str


def erase_said(sender: object, *, keys: Collection[int], names: Names, name: str, **_more: object) -> None:
    """Erase in all versions here, in the transaction that erases the person."""
    fields = (*PLAYER_FIELDS, "sort_key")
    left = {player["id"]: player for player in Player.objects.filter(pk__in=keys).values("id", *fields)}
    entries = set(Entry.objects.filter(player__in=keys).values_list("pk", flat=True))
    for version in ItemVersion.objects.all():
        said = {
            table: [_erased(table, each, left, names, name) for each in records if not _goes(table, each, left)]
            for table, records in version.said.items()
        }
        signs = _seats_of(entries, said)
        for signature in said.get(_SIGNED, []):
            signature |= {"name": name} if signature["seat"] in signs else {}
        if said != version.said:
            ItemVersion.objects.filter(pk=version.pk).update(said=said)


def _seats_of(entries: Collection[int], said: Said) -> set[int]:
    """Where the person sat at the end of a list: a signature is the person's, whatever it says."""
    came = {each["seat"]: each["entry_id"] for each in said.get(_CAME, [])}
    last = {each["number"]: each["entry_id"] for each in players_of(said)} | came
    return {seat for seat, entry in last.items() if entry in entries}


def _goes(table: str, record: Record, left: Mapping[int, Record]) -> bool:
    return table in _GO and record["player_id"] in left


def _erased(table: str, record: Record, left: Mapping[int, Record], names: Names, name: str) -> dict[str, Json]:
    if table in _REGISTER and record["id"] in left:
        anonymous = left[record["id"]] | {"history_change_reason": None}
        return {column: anonymous.get(column, value) for column, value in record.items()}
    new: dict[str, Json] = replaced_everywhere(record, names, name)
    if new.get("name") != record.get("name"):
        new |= {column: "" for column in _WITH_NAME if column in new}
    return new


def erased_there(players: Iterable[Record]) -> list[ErasedPerson]:
    """Who is still known here and was erased on the other machine, as its records of the register say."""
    found: list[ErasedPerson] = []
    for record in players:
        left = (FIRST_NAME, str(record["merged_into_id"] or record["id"]))
        player = Player.objects.filter(pk=record["id"]).first()
        if player and (record["first_name"], record["last_name"]) == left:
            person = PersonRecords(player)
            if not person.is_erased:
                found.append({"keys": person.keys, "names": person.names, "name": anonymous_name(person)})
    return found
