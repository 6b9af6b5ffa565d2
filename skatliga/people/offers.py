"""Roles for accounts that another club looks after: they wait until their owner accepts them.

* **D** A club looks after the accounts it has made: it may make one-time links for them and change their address, as
  long as they hold no role elsewhere. From then on only the administrator of the site may, and the owner by mail;
  otherwise the club could act as somebody in other clubs. It still is said in every table of roles whose account it is.
* **D** Accounts nobody's club looks after (`managed_by` is empty) are those of the administrator of the site, who may
  act everywhere anyhow: roles for them count at once.
* **D** With the role the owner confirms the mail address of the account, since a new password goes there, and chooses a
  new password as long as the club could have set the one of now: it may know it, be signed in with it, or have made
  access keys. All of that ends, and links given out before are worth nothing. So long the address is typed, too: one
  that the club has entered would be overlooked where it stands in the field already.
"""

import secrets
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from skatliga.people.models import Club, RoleOffer, User

LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""None of them is taken for another one when it is read from paper or told on the telephone."""
LENGTH: Final = 8


def must_accept(user: User, club: Club) -> bool:
    """Whether a role in the club waits for the user: another club looks after the account, and has no say here."""
    return user.managed_by_id not in (None, club.pk) and not user.club_roles.filter(club=club).exists()


def acting_elsewhere(club: Club) -> QuerySet[User]:
    """Who holds a role in another club, or in an event of another one."""
    others = Club.objects.exclude(pk=club.pk).values("pk")
    # Of an app that comes later, by the name of its relation.
    return User.objects.filter(Q(club_roles__club__in=others) | Q(event_roles__event__club__in=others))


def needs_password(user: User) -> bool:
    """Whether accepting a role takes a new password: the club that looks after the account could act as its user."""
    return user.managed_by is not None and not acting_elsewhere(user.managed_by).filter(pk=user.pk).exists()


def make_code() -> str:
    """What whoever gives a role hands to the person it is for."""
    return "".join(secrets.choice(LETTERS) for _letter in range(LENGTH))


def offers_for(user: User) -> list[RoleOffer]:
    """The roles that wait for a user, in clubs and in events."""
    # Those in events are of an app that comes later, reached by the name of the relation.
    return [*user.cluboffers.select_related("club"), *user.eventoffers.select_related("event__club")]


@transaction.atomic
def take(offer: RoleOffer, code: str, email: str, password: str) -> User:
    """End the waiting of a role, which its user has proved to be meant for; the caller gives it.

    The password is the new one, where one is needed (`needs_password`). Raises ValidationError.
    """
    user = User.objects.select_for_update().get(pk=offer.user_id)
    if not constant_time_compare(code.replace(" ", "").lower(), offer.code):
        raise ValidationError(
            {"code": _("Das ist nicht der Code zu dieser Rolle. Bitte lassen Sie ihn sich noch einmal geben.")}
        )
    changed = ["email", "last_login"]
    if needs_password(user):
        if not password or user.check_password(password):
            raise ValidationError(
                {"password1": _("Bitte ein neues Passwort wählen, nicht das bisherige: Der Verein kann es kennen.")}
            )
        user.set_password(password)  # saved, it ends sessions and access keys
        changed.append("password")
    user.email = email
    user.last_login = timezone.now()  # one-time links made before are worth nothing from now on
    user.full_clean(exclude=["password"])
    user.save(update_fields=changed)
    offer.delete()
    return user
