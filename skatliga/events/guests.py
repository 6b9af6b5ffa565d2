"""Guests who were known by name alone and are members by now: what they played as guests becomes theirs.

* **D** Whoever directs the club says it for each event; a name alone is no proof. Offered are the club's own events in
  which a guest had a name that the player has or had, and in which the player does not take part himself: there they
  are two persons.
* **D** It holds for closed events as well: no figure changes, only whose it is. The name and the club on the lists stay
  as they were written.
* **D** A guest who wanted only the first name to be public still has it so: the stricter wish holds for the member.
* **D** It is taken back by the same people: the entries are a guest's again, as they were written, and the history
  keeps both. Not while places of a championship are offered that rest on them. The member's name is public again where
  it was, unless the register was changed since or another entry of a guest, still the member's, asks otherwise.
"""

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from skatliga.events.models import Entry, Event
from skatliga.events.signals import entry_returning
from skatliga.history import sign
from skatliga.people.models import Membership, Player, Publication, User, versions_of
from skatliga.publication import bump_version

WAS_GUEST = "war Gast, steht jetzt im Register"
"""Why an entry is a player's; stands in the history as it is."""
GUEST_AGAIN = "war jemand anderes, steht wieder als Gast"
"""Why it is a guest's again."""


class ReturnedEntries(NamedTuple):
    """What was taken back."""

    number: int
    name_stays: bool
    """Whether the member's name stays shortened though a guest had asked for it."""


def entries_as_guest(member: Membership) -> QuerySet[Entry]:
    """What the member may have played in the club as a guest, the latest first."""
    player = member.player
    versions = [player, *player.merged.all(), *Player.history.filter(id=player.pk)]
    names = {f"{each.first_name} {each.last_name}" for each in versions}
    own = Entry.objects.filter(player__in=versions_of(player.pk)).values("event")
    found = Entry.objects.filter(player=None, name__in=names, event__club=member.club, event__practice_of=None)
    return found.exclude(event__in=own).select_related("event").order_by("-event__date", "-pk")


@transaction.atomic
def adopt_entries(member: Membership, entries: Iterable[Entry], user: User | None) -> int:
    """Let these be the member's from now on, as far as they still may; how many are."""
    player = Player.objects.select_for_update().get(pk=member.player_id)
    wanted = {entry.pk for entry in entries}
    adopted: set[int] = set()
    for entry in entries_as_guest(member).filter(pk__in=wanted):
        if entry.event_id in adopted:
            continue  # of two guests of one name in one event the other is somebody else
        event = Event.objects.select_for_update(of=("self",)).get(pk=entry.event_id)
        if entry.publication == Publication.FIRST_NAME and player.publication == Publication.FULL:
            player.publication = Publication.FIRST_NAME
            sign(player, user, WAS_GUEST)
            player.save()
        entry.player = player
        sign(entry, user, WAS_GUEST)
        entry.full_clean(exclude=["event"])
        entry.save()
        bump_version(event)
        adopted.add(event.pk)
    return len(adopted)


def adopted_entries(member: Membership) -> QuerySet[Entry]:
    """What the member was given in the club as played by a guest, the latest first."""
    found = _once_guests(member.player).filter(event__club=member.club)
    return found.select_related("event").order_by("-event__date", "-pk")


@transaction.atomic
def return_entries(member: Membership, entries: Iterable[Entry], user: User | None) -> ReturnedEntries:
    """Let these be a guest's again; refused, all of them, while an offered place rests on one."""
    player = Player.objects.select_for_update().get(pk=member.player_id)
    found = list(adopted_entries(member).filter(pk__in={entry.pk for entry in entries}))
    for entry in found:
        event = Event.objects.select_for_update(of=("self",)).get(pk=entry.event_id)
        entry_returning.send(Entry, entry=entry, player=player)
        entry.player = None
        sign(entry, user, GUEST_AGAIN)
        entry.full_clean(exclude=["event"])
        entry.save()
        bump_version(event)
    shortened = any(entry.publication == Publication.FIRST_NAME for entry in found)
    if shortened:
        _show_again(player, user)
    return ReturnedEntries(len(found), shortened and player.publication == Publication.FIRST_NAME)


def _once_guests(player: Player) -> QuerySet[Entry]:
    """Entries of a player that were a guest's."""
    given = Entry.history.filter(history_change_reason=WAS_GUEST)
    return Entry.objects.filter(player__in=versions_of(player.pk), pk__in=given.values("id"))


def _show_again(player: Player, user: User | None) -> None:
    """Make the name public as it was before a guest's wish shortened it, where nothing speaks against it."""
    others = _once_guests(player).filter(publication=Publication.FIRST_NAME).exists()
    latest = player.history.latest()
    if others or player.publication != Publication.FIRST_NAME or latest.history_change_reason != WAS_GUEST:
        return
    player.publication = Publication.FULL  # of others a guest's wish is no stricter one
    sign(player, user, GUEST_AGAIN)
    player.save()
