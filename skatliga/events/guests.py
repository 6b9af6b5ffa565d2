"""Guests who were known by name alone and are members by now: what they played as guests becomes theirs.

* **D** Whoever directs the club says it for each event; a name alone is no proof. Offered are the club's own events in
  which a guest had a name that the player has or had, and in which the player does not take part himself: there they
  are two persons.
* **D** It holds for closed events as well: no figure changes, only whose it is. The name and the club on the lists stay
  as they were written.
* **D** A guest who wanted only the first name to be public still has it so: the stricter wish holds for the member.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import QuerySet

from skatliga.events.models import Entry, Event
from skatliga.history import sign
from skatliga.people.models import Membership, Player, Publication, User, versions_of
from skatliga.publication import bump_version

WAS_GUEST = "war Gast, steht jetzt im Register"
"""Why an entry is a player's; stands in the history as it is."""


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
