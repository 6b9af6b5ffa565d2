"""Who may do more in one event than in its club.

Each function is one transaction and raises ValidationError to refuse.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.events.models import Event, EventOffer, EventRole
from skatliga.people.models import User
from skatliga.people.offers import make_code, must_accept, take
from skatliga.people.queries import clubs_seen_by


@transaction.atomic
def grant_role(event: Event, username: str, role: Role) -> EventRole | EventOffer:
    """Give the user of this name a role in this event, instead of the one held in it so far.

    Where another club looks after the account, the role waits until its owner accepts it (`people.offers`).
    """
    Event.objects.select_for_update().get(pk=event.pk)
    user = User.objects.named(username)
    if user is None:
        raise ValidationError(
            _("Ein Konto „%(name)s“ gibt es nicht. Neue Konten legt ein Administrator des Vereins an.")
            % {"name": username}
        )
    in_club = clubs_seen_by(user).get(pk=event.club_id).role
    if in_club and in_club.covers(role):
        raise ValidationError(
            _("%(user)s hat im Verein schon die Rolle %(role)s; sie gilt auch hier.")
            % {"user": user.name, "role": in_club.label}
        )
    if must_accept(user, event.club) and not event.roles.filter(user=user).exists():
        offer = event.offers.filter(user=user).first() or EventOffer(event=event, user=user, code=make_code())
        offer.role = role
        offer.full_clean()
        offer.save()
        return offer
    return _give_role(event, user, role)


@transaction.atomic
def accept(offer: EventOffer, code: str, email: str, password: str = "") -> EventRole:
    """Give the role that waited, to whoever has the code (`people.offers.take`). Raises ValidationError."""
    return _give_role(offer.event, take(offer, code, email, password), Role(offer.role))


def _give_role(event: Event, user: User, role: Role) -> EventRole:
    held = EventRole.objects.filter(event=event, user=user).first() or EventRole(event=event, user=user)
    held.role = role
    held.full_clean()
    held.save()
    return held


@transaction.atomic
def withdraw_role(held: EventRole) -> None:
    """Take the role in this event away; what the user may do in the club stays."""
    held.delete()
