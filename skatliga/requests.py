"""What a view gets, a request after the middleware has seen it; and how it tells what is refused."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import CharField
from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

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


def back(request: HttpRequest, otherwise: str) -> HttpResponseRedirect:
    """To the page of this site that the form names."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure()):
        return HttpResponseRedirect(wanted)
    return HttpResponseRedirect(otherwise)


def is_longer(request: HttpRequest, most: int) -> bool:
    """Whether a body has more than so many bytes, as its head says, or a head that says nothing of use."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    return not length.isdecimal() or len(length) > 9 or int(length) > most


# ---- Telling the user what a service refuses, and what cannot be read


@contextmanager
def refusal_told(request: HttpRequest) -> Iterator[None]:
    """Say every sentence of a refusal on the next page, and go on."""
    try:
        yield
    except ValidationError as refusal:
        for sentence in refusal.messages:
            messages.error(request, sentence)


def text_of(request: HttpRequest, name: str, most: int = 500) -> str:
    """What was written in a field without a form, refused where it is too long or holds what no database keeps."""
    written = request.POST.get(name, "").replace("\r\n", "\n")
    return CharField(max_length=most, required=False).clean(written)
