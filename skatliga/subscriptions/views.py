"""Asking to be told, on *Mein Abend*; the page on which that is confirmed and ended."""

from django import template
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.events.models import Entry, Event
from skatliga.leagues.models import Team
from skatliga.phones.access import EntryVersion, entry_of, for_phone, is_too_often, phone_path
from skatliga.phones.views import evening_page
from skatliga.requests import Request
from skatliga.subscriptions import services
from skatliga.subscriptions.access import for_subscriber
from skatliga.subscriptions.keys import public_sender_key
from skatliga.subscriptions.models import Subscription
from skatliga.subscriptions.telling import begin
from skatliga.subscriptions.wording import name_of, of_entries, what_is_told, where_of

register = template.Library()

MOST_ASKED = 20
"""Requests to be told from one address in the usual window."""


def demand_seldom(request: Request) -> None:
    """Refuse who asks too often, for whatever he wants to be told of."""
    if is_too_often(request, "subscribed", MOST_ASKED):
        raise ValidationError(_("Das waren zu viele Versuche; bitte in fünf Minuten noch einmal."))


def mail_of(request: Request) -> str:
    """The address that was typed."""
    return request.POST.get("email", "").strip()[:200]


def subscribe_as_asked(request: Request, about: Entry | Team) -> None:
    """Begin by mail, or in this browser, which says how it is reached. Raises ValidationError."""
    demand_seldom(request)
    if endpoint := request.POST.get("endpoint", ""):
        keys = {name: request.POST.get(name, "")[:200] for name in ("p256dh", "auth")}
        services.subscribe_device(about, endpoint, keys)
    else:
        services.subscribe_by_mail(about, mail_of(request))


def end_asked(request: Request, **about: object) -> None:
    """End the way that was pressed, if it tells of this; Http404 for another."""
    number = request.POST.get("weg", "")
    if number.isascii() and number.isdigit() and len(number) < 18:
        get_object_or_404(Subscription, pk=int(number), **about).delete()


@require_POST
@for_phone
def subscribe(request: Request, known: EntryVersion) -> HttpResponse:
    """A player wants to be told: by mail, or in this browser, which says how it is reached."""
    entry = entry_of(known)
    try:
        subscribe_as_asked(request, entry)
    except ValidationError as refusal:
        return evening_page(request, known, refusal)
    return redirect(phone_path(entry))


@require_POST
@for_phone
def unsubscribe(request: Request, known: EntryVersion) -> HttpResponse:
    """A player does not want to be told in one of the ways any more."""
    end_asked(request, entry=known.entry)
    return redirect(phone_path(entry_of(known)))


@for_subscriber
def own(request: Request, subscription: Subscription) -> HttpResponse:
    """Confirm or end it by a button; programs that fetch what a mail names change nothing.

    A mail program that offers to end it sends `List-Unsubscribe` (RFC 8058).
    """
    context: dict[str, object] = {
        "subscription": subscription,
        "name": name_of(subscription),
        "where": where_of(subscription),
        "what": what_is_told(subscription),
    }
    if request.method == "POST":
        if request.POST.get("tun") == "bestaetigen" and subscription.confirmed_at is None:
            begin(subscription)
        elif request.POST.get("tun") == "beenden" or "List-Unsubscribe" in request.POST:
            subscription.delete()
            context["ended"] = True
    return render(request, "subscriptions/own.html", context)


# ---- In templates


@register.inclusion_tag("subscriptions/card.html")
def being_told(entry: Entry, base: str) -> dict[str, object]:
    """On the page of a player: in which ways he is told, and how to begin; nothing where the event is over."""
    return {
        "base": base,
        "over": entry.event.state == Event.State.FINAL,
        "mails": bool(settings.EMAIL_HOST),
        "ways": list(entry.subscriptions.order_by("pk")),
        "key": public_sender_key(settings.SECRET_KEY),
        "most": services.MOST_OF_ONE,
        "what": of_entries(),
    }
