"""What the pages of accounts read."""

from django.db.models import Q, QuerySet

from skatliga.accounts.models import BrowserSession
from skatliga.people.models import User


def sessions_of(user: User) -> QuerySet[BrowserSession]:
    """Where the user is signed in, the latest first."""
    return user.browser_sessions.order_by("-last_used_on", "-begun_on", "session_key")


def accounts_found(search: str) -> QuerySet[User]:
    """All accounts whose names contain the search, by name; those of which only a number is left come last."""
    found = User.objects.select_related("managed_by").order_by("-is_active", "last_name", "first_name", "username")
    for word in search.replace("\0", " ").split():
        found = found.filter(Q(username__icontains=word) | Q(first_name__icontains=word) | Q(last_name__icontains=word))
    return found
