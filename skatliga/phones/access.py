"""Whose page an address opens: the code on a Startkarte, renewed codes, and those who guess."""

from collections.abc import Callable
from functools import wraps
from typing import Final, NamedTuple

from django.contrib.auth.decorators import login_not_required
from django.core.cache import cache
from django.db import transaction
from django.db.models import Count, Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare
from django.views.decorators.csrf import csrf_exempt

from skatliga.access import Role
from skatliga.events.access import event_for
from skatliga.events.models import Entry
from skatliga.history import save
from skatliga.lists.access import SECRET_LENGTH, derive
from skatliga.lists.device.state import OWN
from skatliga.middleware import visitor_address
from skatliga.people.models import User
from skatliga.phones.models import EntryPass, TableCall
from skatliga.requests import Request

MOST_WRONG: Final = 20
"""Wrong codes from one address in `WINDOW` seconds; right ones from it are let through all the same."""
WINDOW: Final = 300


class EntryVersion(NamedTuple):
    """How far everything is that one player's page is made of, as far as the entry and the event know."""

    entry: int
    passes: int
    """How often the code was renewed."""
    slug: str
    state: str
    """Of the event."""
    version: int
    booked: int | None
    """The latest payment."""
    signed: int
    """How many lists were signed by this code."""
    asked: int
    confirmed: int
    """In how many ways the player wants to be told; how many of them are confirmed."""
    offered: int
    """How many championships may offer the player a place."""
    agreed: int | None
    """By which consent the player's strength is shown."""
    rated: int | None
    """From how many lists it is known."""


def secret_of(entry: Entry) -> str:
    """The code of somebody's Startkarte as it is now; the entry comes with its `phone_pass` where there is one."""
    held: EntryPass | None = getattr(entry, "phone_pass", None)
    return _secret(entry.pk, held.generation if held else 0)


def _secret(entry: int, generation: int) -> str:
    return derive("entry", entry, generation, length=SECRET_LENGTH)


def phone_path(entry: Entry) -> str:
    """Where the player's page is."""
    return reverse("phones:evening", args=[entry.pk, secret_of(entry)])


def card_path(entry: Entry) -> str:
    """The same as it is printed: in capitals, as the small alphabet of a QR code has them."""
    return reverse("card_code", args=[entry.pk, secret_of(entry).upper()])


@transaction.atomic
def renew(entry: Entry, user: User | None, reason: str = "") -> None:
    """End the code of a Startkarte; the next card that is printed shows the new one."""
    held, _new = EntryPass.objects.select_for_update().get_or_create(entry=entry)
    held.generation += 1
    save(held, user, reason)


def known_of(entry: int, secret: str) -> EntryVersion | None:
    """How far the page of this code is; None for a wrong one."""
    found = (
        Entry.objects.filter(pk=entry)
        .annotate(booked=Max("bookings"), signed=Count("signatures", distinct=True))
        .annotate(  # of apps that come later, by the names of their relations
            asked=Count("subscriptions", distinct=True),
            confirmed=Count("subscriptions__confirmed_at", distinct=True),
            offered=Count("contending", distinct=True),
            agreed=Max("player__strength_consent"),
            rated=Max("player__rating__lists"),
        )
        .values_list(
            *("pk", "phone_pass__generation", "event__slug", "event__state", "event__version", "booked", "signed"),
            *("asked", "confirmed", "offered", "agreed", "rated"),
        )
        .first()
    )
    if found is None:
        return None
    known = EntryVersion(found[0], found[1] or 0, *found[2:])
    return known if constant_time_compare(secret, _secret(known.entry, known.passes)) else None


def entry_of(known: EntryVersion) -> Entry:
    """The participant with the event and its Serien."""
    entries = Entry.objects.select_related("event__club", "player__merged_into", "phone_pass")
    return entries.prefetch_related("event__rounds").get(pk=known.entry)


def is_guessing(request: Request) -> bool:
    """Note a wrong code; whether there were too many from there."""
    return is_too_often(request, "wrong-code", MOST_WRONG)


def is_too_often(request: Request, what: str, most: int) -> bool:
    """Note that something comes from there; whether it did too often. Counted by every process for itself."""
    key = f"{what}-{visitor_address(request)}"
    cache.add(key, 0, WINDOW)
    try:
        return cache.incr(key) > most
    except ValueError:  # forgotten in between
        return False


PhoneView = Callable[[Request, EntryVersion], HttpResponse]


def for_phone(view: PhoneView) -> Callable[[Request, int, str], HttpResponse]:
    """A view that the code of a Startkarte opens, signed in or not; the secret stands in the place of a token."""

    @login_not_required
    @csrf_exempt
    @wraps(view)
    def opened(request: Request, pk: int, secret: str) -> HttpResponse:
        known = known_of(pk, secret)
        response = answer_to_code(request, view(request, known) if known else None)
        response[OWN] = "1"
        return response

    return opened


def answer_to_code(request: Request, found: HttpResponse | None) -> HttpResponse:
    """The page that a code has opened, for its bearer alone; None for a wrong code, which is refused."""
    if found is not None:
        response = found
    elif is_guessing(request):
        response = render(request, "phones/refused.html", {"guessing": True}, status=429)
        response["Retry-After"] = str(WINDOW)
    else:
        response = render(request, "phones/refused.html", status=404)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    patch_cache_control(response, private=True, no_cache=True)
    return response


def call_for(request: Request, slug: str, pk: int) -> TableCall:
    """A call from a table, for the Spielleitung."""
    event = event_for(request, slug, Role.SPIELLEITUNG)
    return get_object_or_404(TableCall.objects.select_related("round__event"), pk=pk, round__event=event)
