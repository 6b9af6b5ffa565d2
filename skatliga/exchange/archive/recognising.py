"""Who of an archive is known here: clubs, players, and people who only have a name (see the package's decisions)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import F, Q

from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.names import fold
from skatliga.shapes import Json

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
    candidates = [(entry.merged_into or entry).pk for entries in here.values() for entry in entries]
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
            if record["merged_into"] is None
            and _fits(record, entry, bool(own & clubs[(entry.merged_into or entry).pk]))
        ]
    return _each_its_own(fitting)


def _fits(record: Record, entry: Player, same_club: bool) -> bool:
    player = entry.merged_into or entry
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
        players = {(entry.merged_into or entry).pk for entry in entries}
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
