"""Who may do what: the roles of the site, their order, and the answer to a request that may not.

A role is held in a club and counts in all its events; it can also be held in one event alone. The stronger one counts.
Every view asks on its first line, and gets either the object or one of three answers: somebody who is not signed in is
sent to sign in, a stranger learns nothing (404), and whoever is known but may not is told so (403).
"""

from django.core.exceptions import PermissionDenied
from django.db.models import TextChoices
from django.http import Http404, HttpRequest
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """The roles, weakest first; a stronger one may all that a weaker one may."""

    READER = "reader", _("Leser")
    LISTENFUEHRER = "listenfuehrer", _("Listenführer")
    SPIELLEITUNG = "spielleitung", _("Spielleitung")
    ADMINISTRATOR = "administrator", _("Administrator")

    def covers(self, needed: "Role") -> bool:
        """Whether this role may what the other one may."""
        order = list(Role)
        return order.index(self) >= order.index(needed)

    # The same question for templates, which cannot pass an argument.

    @property
    def enters(self) -> bool:
        """Whether this role may enter lists and players."""
        return self.covers(Role.LISTENFUEHRER)

    @property
    def directs(self) -> bool:
        """Whether this role may direct: correct, decide, publish."""
        return self.covers(Role.SPIELLEITUNG)

    @property
    def administers(self) -> bool:
        """Whether this role may give and take roles."""
        return self.covers(Role.ADMINISTRATOR)


def strongest(*held: str | None) -> Role | None:
    """The strongest of the roles held, None where none is.

    >>> strongest("reader", None, "spielleitung")
    Role.SPIELLEITUNG
    >>> strongest(None) is None
    True
    """
    roles = {Role(role) for role in held if role}
    return max(roles, key=list(Role).index, default=None)


class Held:
    """Something in which the visitor may hold a role: that of its club."""

    held: str | None = None
    """What the visitor holds in the club, where the query asked (`skatliga.people.queries.role_held`)."""

    @property
    def role(self) -> Role | None:
        """The visitor's role here."""
        return strongest(self.held)


class SignInNeeded(Exception):
    """Raised where only somebody signed in can be told more; `skatliga.middleware` sends the visitor to sign in."""


def require(request: HttpRequest, held: Role | None, needed: Role) -> None:
    """Let the request pass, or raise SignInNeeded, Http404 (stranger) or PermissionDenied (too weak a role)."""
    if held and held.covers(needed):
        return
    if not request.user.is_authenticated:
        raise SignInNeeded
    if not held:
        raise Http404
    raise PermissionDenied
