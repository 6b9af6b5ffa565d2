"""What a view gets: a request after the middleware has seen it."""

from typing import TYPE_CHECKING

from django.http import HttpRequest

if TYPE_CHECKING:
    from django.contrib.auth.models import _User as User  # whom AUTH_USER_MODEL names: this module stands below people
    from django_htmx.middleware import HtmxDetails


class Request(HttpRequest):
    """A request that has come to a view; for annotations only, Django makes none of this class.

    Where a page is open to everybody, `user` may still be nobody (AnonymousUser), of whom `is_authenticated` and `pk`
    can be asked as of an account.
    """

    user: "User"
    htmx: "HtmxDetails"
