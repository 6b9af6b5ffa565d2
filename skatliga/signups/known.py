"""Which player of a register is meant by somebody who signs up.

* **D** Who is called as one player of the federation's registers, and names the pass number or the club under which
  that one stands there, is this player. Of other clubs than the event's own the club alone is enough where the name may
  be published; the number, which only the person has, always.
* **D** For a championship nobody signs up who may not start (`events.championships`): whoever stands at the desk can be
  admitted there, with a reason.
"""

from django.utils.translation import gettext as _

from skatliga.events.championships import demand_eligible
from skatliga.events.models import Entry, Event
from skatliga.history import demand
from skatliga.people.models import Membership, Publication
from skatliga.people.names import fold
from skatliga.people.queries import matching
from skatliga.people.tree import federation_of
from skatliga.signups.models import SignUp


def member_meant(event: Event, signup: SignUp) -> Membership | None:
    """The member who is meant, of the event's club before others; None for a guest. One query."""
    number, club = fold(signup.federation_number), fold(signup.club_name)
    if not (number or club):
        return None
    found = Membership.objects.filter(club__in=federation_of(event.club)).select_related("player", "club")
    called = [
        member
        for member in matching(found, signup.name.replace(",", " "))
        if fold(member.player.name) == fold(signup.name)
        and ((number and fold(member.player.federation_number) == number) or _is_of(member, club, event))
    ]
    if len({member.player_id for member in called}) != 1:
        return None
    return min(called, key=lambda each: (fold(each.club.name) != club, each.club_id != event.club_id, each.pk))


def _is_of(member: Membership, club: str, event: Event) -> bool:
    named = bool(club) and fold(member.club.name) == club
    return named and (member.club_id == event.club_id or member.player.publication == Publication.FULL)


def demand_may_start(event: Event, signup: SignUp) -> None:
    """Refuse who may not start in a championship, with the paragraphs."""
    if not event.championship:
        return
    member = member_meant(event, signup)
    demand(
        member is not None,
        _(
            "%(name)s steht so in keinem Register, das zu %(level)s gehört (SpO 1.6). Bitte die Nummer vom Spielerpass"
            " angeben und den Namen schreiben wie dort."
        )
        % {"name": signup.name, "level": event.club.name},
    )
    assert member
    demand_eligible(event, [Entry(player=member.player, name=signup.name, club_name=member.club.name)])
