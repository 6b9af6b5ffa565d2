"""Who of an archive is known here: clubs, players, and people who only have a name (see the package's decisions)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import F, Model, Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from skatliga.database import Json
from skatliga.events.models import Event
from skatliga.exchange.archive.archive_file import Unpacked
from skatliga.exchange.archive.records import read_records
from skatliga.exchange.archive.schema import BY_MODEL, BY_NAME, KINDS, ROOTS, Key, Values
from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.names import fold

_NUMBER: Final = re.compile(r"-[0-9]+$")

Record = Mapping[str, Json]
Known = dict[int, int]
"""Keys in the database by numbers in the archive."""


def known_people(records: Mapping[int, Record]) -> Known:
    """Those who came with an earlier archive: accounts of the same names that nobody can sign in with.

    Where the name to sign in with was taken, such an account has a number behind it.
    """
    names = {record["last_name"] for record in records.values()}
    found = User.objects.filter(last_name__in=names, is_active=False, password__startswith=UNUSABLE_PASSWORD_PREFIX)
    here = {(_NUMBER.sub("", user.username), user.first_name, user.last_name): user.pk for user in found}
    here |= {(user.username, user.first_name, user.last_name): user.pk for user in found}
    keys = {
        number: (record["username"], record["first_name"], record["last_name"]) for number, record in records.items()
    }
    return _each_once({number: here.get(key) for number, key in keys.items()})


def known_clubs(records: Mapping[int, Record]) -> Known:
    """Clubs of the same number, or of the same name where one of the two has no number."""
    numbers = {record["number"] for record in records.values()} - {""}
    names = {record["name"] for record in records.values()}
    here = list(Club.objects.filter(Q(number__in=numbers) | Q(name__in=names)))
    by_number = {club.number: club for club in here if club.number}
    by_name = {club.name: club for club in here}
    return _each_once({number: _club(record, by_number, by_name) for number, record in records.items()})


def _club(record: Record, by_number: Mapping[str, Club], by_name: Mapping[str, Club]) -> int | None:
    same = by_number.get(record["number"]) if record["number"] else None
    if same is None and (named := by_name.get(record["name"])) and not (named.number and record["number"]):
        same = named
    return same.pk if same else None


def known_players(records: Mapping[int, Record], registers: Mapping[int, Iterable[int]]) -> Known:
    """Entries of the registers here; `registers` are the keys of the recognised clubs that each is a member of.

    **D** An entry that was merged into another player is known by its own name, and counts as that player.
    """
    keys = {number: fold(f"{record['last_name']}, {record['first_name']}") for number, record in records.items()}
    here: dict[str, list[Player]] = defaultdict(list)
    wanted = sorted(set(keys.values()))
    for first in range(0, len(wanted), 500):
        named = Player.objects.filter(sort_key__in=wanted[first : first + 500]).select_related("merged_into")
        for entry in named.order_by(F("merged_into").asc(nulls_first=True), "pk"):
            here[entry.sort_key].append(entry)
    candidates = [entry.canonical.pk for entries in here.values() for entry in entries]
    clubs: dict[int, set[int]] = defaultdict(set)
    for first in range(0, len(candidates), 500):
        members = Membership.objects.filter(player__in=candidates[first : first + 500])
        for player, club in members.values_list("player", "club"):
            clubs[player].add(club)
    fitting: dict[int, list[Player]] = {}
    for number, record in records.items():
        own = set(registers.get(number, ()))
        fitting[number] = [
            entry
            for entry in here[keys[number]]
            if record["merged_into"] is None and _fits(record, entry, bool(own & clubs[entry.canonical.pk]))
        ]
    return _each_its_own(fitting)


def _fits(record: Record, entry: Player, same_club: bool) -> bool:
    player = entry.canonical
    numbers = record["federation_number"], entry.federation_number or player.federation_number
    years = record["birth_year"], entry.birth_year or player.birth_year
    if all(numbers):
        return numbers[0] == numbers[1]
    return same_club and not (all(years) and years[0] != years[1])


def _each_its_own(fitting: Mapping[int, Sequence[Player]]) -> Known:
    """An entry for each of the archive that fits entries of one player only, as far as there are enough of these.

    So two entries of the archive that were made one here stay two entries of one player.
    """
    meant: dict[int, list[int]] = defaultdict(list)
    for number, entries in fitting.items():
        players = {entry.canonical.pk for entry in entries}
        if len(players) == 1:
            meant[players.pop()].append(number)
    known: Known = {}
    for numbers in meant.values():
        taken: Known = {}
        for number in sorted(numbers, key=lambda number: len(fitting[number])):
            free = [entry.pk for entry in fitting[number] if entry.pk not in taken.values()]
            taken |= {number: free[0]} if free else {}
        if len(taken) == len(numbers):
            known |= taken
    return known


def _each_once(found: Mapping[int, int | None]) -> Known:
    """Without those that two of the archive could be."""
    times: dict[int | None, int] = defaultdict(int)
    for key in found.values():
        times[key] += 1
    return {number: key for number, key in found.items() if key is not None and times[key] == 1}


# ---- What of an archive is here already, so that nobody takes in the same evening twice without meaning to

Present = list[tuple[str, list[str]]]
"""What is here, by what it is called in the plural (events, seasons, years)."""
AT_ONCE: Final = 500
_NAMED: Final = 3
T = TypeVar("T")


def here_already(archive: Unpacked) -> Present:
    """The names of what is here and would be here twice."""
    found = [(model, _keys_here(archive, model)) for model in ROOTS]
    return [
        (str(model._meta.verbose_name_plural), [_name(each) for each in model._default_manager.filter(pk__in=keys)])
        for model, keys in found
        if keys
    ]


def demand_new(archive: Unpacked) -> None:
    """Refuse an archive of which something is here already."""
    if present := here_already(archive):
        how = _("Soll alles ein zweites Mal daneben stehen, muss das dabei gesagt werden: „noch einmal“ oder --again.")
        raise ValidationError([*sentences(present), how])


def sentences(present: Present) -> list[str]:
    """What is here already, some of it by name."""
    told = []
    for label, names in present:
        named, more = ", ".join(names[:_NAMED]), len(names) - _NAMED
        words = {"label": label, "number": len(names), "names": named, "more": more}
        if more > 0:
            told.append(_("Hier schon vorhanden: %(label)s (%(number)s): %(names)s und %(more)s weitere.") % words)
        else:
            told.append(_("Hier schon vorhanden: %(label)s (%(number)s): %(names)s.") % words)
    return told


def _name(record: Model) -> str:
    return f"{record} ({date_format(record.date)})" if isinstance(record, Event) else str(record)


def _keys_here(archive: Unpacked, model: type[Model]) -> set[Key]:
    """The keys of what is in the archive and here."""
    keys = _created_at_the_same_moment(archive, model)
    return keys | _with_the_same_lists(archive) if model is Event else keys


def _created_at_the_same_moment(archive: Unpacked, model: type[Model]) -> set[Key]:
    history = BY_NAME[f"{BY_MODEL[model].name}_history"]
    first = {
        (values["history_date"], values["name"])
        for _place, values in read_records(archive, history)
        if values["history_type"] == "+"
    }
    versions = history.model._default_manager.filter(history_type="+", id__in=model._default_manager.values("pk"))
    return {
        key
        for some in _some(sorted(moment for moment, _name in first))
        for moment, name, key in versions.filter(history_date__in=some).values_list("history_date", "name", "id")
        if (moment, name) in first
    }


def _with_the_same_lists(archive: Unpacked) -> set[int]:
    keys = [values["id"] for _place, values in read_records(archive, BY_NAME["sheets"])]
    held = Event.objects.order_by()
    return {
        key for some in _some(keys) for key in held.filter(rounds__tables__sheets__in=some).values_list("pk", flat=True)
    }


def _some(values: Sequence[T]) -> Iterator[Sequence[T]]:
    return (values[first : first + AT_ONCE] for first in range(0, len(values), AT_ONCE))


# ---- What would become of an archive here

Records = dict[int, Values]


@dataclass(slots=True)
class Plan:
    """Who of an archive is known here; the records of people, clubs and players by their numbers."""

    people: Records
    clubs: Records
    players: Records
    known: dict[str, Known] = field(default_factory=dict)
    """Keys here by kind and number."""


def plan(archive: Unpacked) -> Plan:
    """Read who is in the archive, and recognise whom it can mean here."""
    made = Plan(_read(archive, "people"), _read(archive, "clubs"), _read(archive, "players"))
    if not made.clubs or (archive.manifest.what == "event" and archive.count(BY_NAME["events"]) != 1):
        raise ValidationError(_("Das Archiv sagt nicht, wessen Archiv es ist: Verein oder Veranstaltung fehlen."))
    made.known["people"] = known_people(made.people)
    made.known["clubs"] = clubs = known_clubs(made.clubs)
    registers: dict[int, list[int]] = defaultdict(list)
    for _place, member in read_records(archive, BY_NAME["memberships"]):
        if club := clubs.get(member["club"]):
            registers[member["player"]].append(club)
    made.known["players"] = known_players(made.players, registers)
    return made


def _read(archive: Unpacked, name: str) -> Records:
    return {number: values for number, (_place, values) in enumerate(read_records(archive, BY_NAME[name]), 1)}


@dataclass(frozen=True, slots=True)
class Preview:
    """What is in an archive and what would become of it here, as a page tells it; kept as JSON."""

    what: str
    """event or club."""
    name: str
    made_at: str
    contents: list[tuple[str, int]]
    """How many there are of what people know by a name."""
    known_clubs: list[tuple[str, str]]
    """What a club is called in the archive, and here."""
    new_clubs: list[str]
    known_players: int
    new_players: int
    missing: int
    """Pictures whose files were missing when the archive was made."""
    present: list[str]
    """Sentences about what is here already and would be here twice."""
    blocks: bool
    """Whether nobody else can store anything while it is written."""


def preview(archive: Unpacked) -> Preview:
    """What would become of an archive here; ValidationError for one that says nothing sensible of its clubs."""
    made, manifest = plan(archive), archive.manifest
    names = dict(Club.objects.filter(pk__in=made.known["clubs"].values()).values_list("pk", "name"))
    known_players = len(made.known["players"])
    return Preview(
        what=manifest.what,
        name=manifest.name,
        made_at=manifest.made_at,
        contents=_contents(archive),
        known_clubs=[(made.clubs[number]["name"], names[key]) for number, key in made.known["clubs"].items()],
        new_clubs=[record["name"] for number, record in made.clubs.items() if number not in made.known["clubs"]],
        known_players=known_players,
        new_players=len(made.players) - known_players,
        missing=len(manifest.missing),
        present=sentences(here_already(archive)),
        blocks=connection.vendor == "sqlite",
    )


def _contents(archive: Unpacked) -> list[tuple[str, int]]:
    metas = {kind: kind.model._meta for kind in KINDS if not kind.tracked}
    named = [
        kind for kind, meta in metas.items() if "verbose_name_plural" in meta.original_attrs and not meta.auto_created
    ]
    return [(str(kind.model._meta.verbose_name_plural), archive.count(kind)) for kind in named if archive.count(kind)]
