"""What changes accounts; each function is one transaction and raises ValidationError to refuse.

* **D** A closed account (`is_active`) keeps its roles and its name: the administrator of the site opens it again. It
  cannot be signed in to, its sessions end, and its access keys are refused while it is closed.
* **D** Of a deleted account nothing is left but a number: what was entered with it stays, since lists without the one
  who wrote them prove nothing, and the history names „Gelöschtes Konto 17“. Roles, keys, sessions and second factors
  are gone. It cannot be opened again.
* **D** The last administrator of a club, or of the site, can do neither: somebody else must get the role before.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from skatliga.access import Role
from skatliga.accounts.factors import drop_all
from skatliga.api.keys import KeysEndWithThePassword
from skatliga.exchange.models import Upload
from skatliga.people.lockout import forget
from skatliga.people.models import Club, User
from skatliga.people.tree import holders


@transaction.atomic
def change_own(user: User, *, first_name: str, last_name: str, email: str) -> None:
    """Write another name and address over the own account."""
    user.first_name, user.last_name, user.email = first_name, last_name, email
    user.full_clean(exclude=["password"])
    user.save(update_fields=["first_name", "last_name", "email"])


@transaction.atomic
def end_sessions(user: User, but: str | None = None) -> None:
    """Sign the user out everywhere, except in one session."""
    user.browser_sessions.exclude(session_key=but).delete()


@transaction.atomic
def end_all_other(user: User, session_key: str | None) -> None:
    """Sign the user out everywhere else, and withdraw all access keys."""
    end_sessions(user, session_key)
    user.access_keys.all().delete()


class AllEndsWithThePassword(KeysEndWithThePassword):
    """Told by Django of every new password: access keys and sessions end; the one at hand is made anew afterwards.

    The count of wrong ones begins anew, also where the password is set at the machine (`manage.py changepassword`).
    """

    def password_changed(self, password: str, user: User) -> None:
        super().password_changed(password, user)
        end_sessions(user)
        forget(user)


@transaction.atomic
def close(user: User) -> None:
    """Nobody signs in to the account any more, until it is opened again."""
    _refuse_last_one(user)
    user.is_active = False
    user.save(update_fields=["is_active"])
    end_sessions(user)


@transaction.atomic
def reopen(user: User) -> None:
    """Let the user of a closed account sign in again."""
    if is_deleted(user):
        raise ValidationError(_("Ein gelöschtes Konto lässt sich nicht wieder öffnen."))
    user.is_active = True
    user.save(update_fields=["is_active"])


@transaction.atomic
def delete(user: User) -> None:
    """Take out of an account whose it was; what was entered with it stays, without a name."""
    _refuse_last_one(user)
    for held in (*user.club_roles.all(), *user.event_roles.all()):
        held.delete()  # one by one, so that the history says it
    for gone in (user.cluboffers, user.eventoffers, user.access_keys, user.browser_sessions, user.subscriptions):
        gone.all().delete()
    drop_all(user)
    Upload.objects.filter(user=user).delete()
    user.username, user.first_name, user.last_name, user.email = _deleted_name(user), "", "", ""
    user.last_name = f"Gelöschtes Konto {user.pk}"
    user.is_active = user.is_superuser = user.is_staff = False
    user.managed_by = user.last_login = None
    user.set_unusable_password()
    user.save()


def is_deleted(user: User) -> bool:
    """Whether nothing but a number is left of the account."""
    return not user.is_active and user.username == _deleted_name(user)


def _deleted_name(user: User) -> str:
    return f"geloescht:{user.pk}"  # a colon stands in no name that can be chosen, so nobody has this one already


def _refuse_last_one(user: User) -> None:
    """Refuse what would leave a club, or the site, without anybody who can give roles."""
    clubs = Club.objects.select_for_update().filter(roles__user=user, roles__role=Role.ADMINISTRATOR).order_by("name")
    alone = [club.name for club in clubs if not holders(club, [Role.ADMINISTRATOR]).exclude(pk=user.pk).exists()]
    if alone:
        raise ValidationError(
            _(
                "%(user)s ist der letzte Administrator von %(clubs)s. Bitte dort zuerst unter „Rollen“ jemand anderem"
                " diese Rolle geben."
            )
            % {"user": user.name, "clubs": get_text_list(alone, _("und"))}
        )
    if not user.is_superuser:
        return
    # All of them locked in one order: two who leave at once wait for each other, and the second one is refused.
    operators = User.objects.select_for_update().filter(is_superuser=True, is_active=True).order_by("pk")
    if not [other for other in operators if other.pk != user.pk]:
        raise ValidationError(
            _("%(user)s ist der letzte Betreiber der Seite. Bitte zuerst mit manage.py createsuperuser einen anlegen.")
            % {"user": user.name}
        )
