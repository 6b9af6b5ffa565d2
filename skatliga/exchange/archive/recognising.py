"""Who of an archive is known here: clubs, players, and people who only have a name (see the package's decisions)."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q

from skatliga.people.models import Club, Membership, Player, User
from skatliga.people.names import fold

_NUMBER: Final = re.compile(r"-[0-9]+$")

Record = Mapping[str, Any]
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
    return same and same.pk


def known_players(records: Mapping[int, Record], registers: Mapping[int, Iterable[int]]) -> Known:
    """Players of the registers here; `registers` are the keys of the recognised clubs that each is a member of."""
    keys = {number: fold(f"{record['last_name']}, {record['first_name']}") for number, record in records.items()}
    here: dict[str, list[Player]] = defaultdict(list)
    wanted = sorted(set(keys.values()))
    for first in range(0, len(wanted), 500):
        for player in Player.objects.filter(merged_into=None, sort_key__in=wanted[first : first + 500]):
            here[player.sort_key].append(player)
    candidates = [player.pk for players in here.values() for player in players]
    clubs: dict[int, set[int]] = defaultdict(set)
    for first in range(0, len(candidates), 500):
        members = Membership.objects.filter(player__in=candidates[first : first + 500])
        for player, club in members.values_list("player", "club"):
            clubs[player].add(club)
    fitting: dict[int, int | None] = {}
    for number, record in records.items():
        own = set(registers.get(number, ()))
        found = [player.pk for player in here[keys[number]] if _fits(record, player, bool(own & clubs[player.pk]))]
        fitting[number] = found[0] if len(found) == 1 and record["merged_into"] is None else None
    return _each_once(fitting)


def _fits(record: Record, player: Player, same_club: bool) -> bool:
    numbers = record["federation_number"], player.federation_number
    years = record["birth_year"], player.birth_year
    if all(numbers):
        return numbers[0] == numbers[1]
    return same_club and not (all(years) and years[0] != years[1])


def _each_once(found: Mapping[int, int | None]) -> Known:
    """Without those that two of the archive could be."""
    times: dict[int | None, int] = defaultdict(int)
    for key in found.values():
        times[key] += 1
    return {number: key for number, key in found.items() if key is not None and times[key] == 1}
