"""The table that an address opens: the first thing every view of the device asks, with one small query.

A secret that is guessed, withdrawn or another table's gets the same answer as a table that does not exist. Of a closed
event the right address is told that it has ended.

**D** An event that is not published is played at its tables all the same: a club need not show its evenings to anybody.
"""

from collections.abc import Callable
from functools import wraps
from typing import Final

from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt

from skatliga.events.models import Event
from skatliga.lists.device.state import Known, known_of
from skatliga.lists.passes import opens
from skatliga.requests import Request

OWN: Final = "Skatliga-Table"
"""A header of all answers to a device: pages of a hall's network, of a proxy or of another site do not carry it, and a
device believes and keeps nothing without it."""

View = Callable[[Request, Known], HttpResponse]


def for_table(view: View) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the address of a table opens, signed in or not; the secret stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        known = known_of(pk)
        if known is None or not opens(pk, known.passes, secret):
            response = render(request, "device/refused.html", status=404)
        elif known.event == Event.State.FINAL:
            response = render(request, "device/over.html", {"slug": known.slug}, status=410)
        else:
            response = view(request, known)
        response[OWN] = "1"
        response["X-Robots-Tag"] = "noindex"
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return opened
