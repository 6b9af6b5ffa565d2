"""Who asks: the user of an access key, or nobody.

The session of a browser does not count here: so no page of another site can do anything in the name of somebody who
is signed in, and no request needs a token against that.

**D** A key that is not accepted is refused even where everybody may read: a program whose key has expired
must not go on with the public names without noticing.
"""

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from skatliga.access import SignInNeededError
from skatliga.api.keys import digest_of, note_use
from skatliga.api.models import AccessKey
from skatliga.requests import Request


class NotAcceptedError(Exception):
    """The key sent is not accepted; the sentence says why."""


class ReadOnly(PermissionDenied):
    """The key may only read."""


class AccessKeyHeader(HttpBearer):
    """``Authorization: Bearer …`` with a key; what is public can be read without one."""

    def __call__(self, request: HttpRequest) -> object:
        request.user = AnonymousUser()
        sent = request.headers.get("Authorization")
        if sent is None:
            return self.without_key(request)
        scheme, _space, secret = sent.partition(" ")
        if scheme.lower() != self.openapi_scheme:
            raise NotAcceptedError(_("Ein Zugangsschlüssel wird so gesendet: „Authorization: Bearer …“."))
        return self.authenticate(request, secret.strip())

    def authenticate(self, request: HttpRequest, token: str) -> AccessKey:
        """The key, its user being the one who asks. Raises NotAcceptedError."""
        key = AccessKey.objects.select_related("user").filter(digest=digest_of(token)).first()
        if key is None or not key.user.is_active:
            raise NotAcceptedError(_("Diesen Zugangsschlüssel gibt es nicht, oder er wurde zurückgezogen."))
        if key.expired(timezone.localdate()):
            raise NotAcceptedError(
                _("Dieser Zugangsschlüssel ist abgelaufen; bitte auf der Seite einen neuen anlegen.")
            )
        note_use(key)
        request.user = key.user
        return key

    def without_key(self, request: HttpRequest) -> object:
        """Nobody asks; what is public is answered."""
        return request.user


class WritingKeyHeader(AccessKeyHeader):
    """The same for what changes something: a key is needed, and one that may write."""

    def authenticate(self, request: HttpRequest, token: str) -> AccessKey:
        key = super().authenticate(request, token)
        if key.read_only:
            raise ReadOnly(_("Dieser Zugangsschlüssel darf nur lesen."))
        return key

    def without_key(self, request: HttpRequest) -> object:
        raise SignInNeededError


def key_for(request: Request, pk: int) -> AccessKey:
    """A key of the user's own."""
    return get_object_or_404(AccessKey, pk=pk, user=request.user.pk)
