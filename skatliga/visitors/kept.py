"""Answers that are the same for everybody: made once for each state of what they are made of, given to all who ask.

Each carries a mark (ETag). Who holds the same mark is told so (304); for others the answer is kept. Nobody is asked for
a cookie, and nothing in an answer is of one visitor.
"""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Final

from csp.decorators import csp_replace
from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt

from skatliga.requests import Request

KEPT: Final = 300
"""Seconds for which an answer is kept; its mark names what it was made of, so it is never out of date."""
BELIEVED: Final = 60
"""Seconds for which a cache of others may give it out unasked."""


def kept(request: Request, known: object, make: Callable[[], HttpResponse]) -> HttpResponse:
    """The answer `make` gives, made only where none is kept of what is `known`; today's day is part of it."""
    parts = (known, get_language(), timezone.localdate(), request.scheme, request.get_host(), request.get_full_path())
    mark = sha256(repr(parts).encode()).hexdigest()[:32]
    found = get_conditional_response(request, etag=f'"{mark}"')
    if found is None:
        held: tuple[bytes, str] | None = cache.get(f"visitors-{mark}")
        if held is None:
            made = make()
            held = made.content, made["Content-Type"]
            cache.set(f"visitors-{mark}", held, KEPT)
        found = HttpResponse(held[0], content_type=held[1])
    found["ETag"] = f'"{mark}"'
    patch_cache_control(found, public=True, max_age=BELIEVED)
    return found


def in_frames(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let the pages of a view stand in frames of other sites: of those the settings name."""

    @wraps(view)
    def answer(request: Request, *args: object, **named: object) -> HttpResponse:
        response = csp_replace({"frame-ancestors": settings.FRAMES})(xframe_options_exempt(view))(
            request, *args, **named
        )
        assert isinstance(response, HttpResponse)
        return response

    return answer
