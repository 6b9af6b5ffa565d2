"""Programs that hear of a club's events: added, tried, ended by those who run the club."""

import base64

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from skatliga.access import Role
from skatliga.people.access import club_for
from skatliga.requests import Request, refusal_told
from skatliga.subscriptions import services
from skatliga.subscriptions.keys import signing_key
from skatliga.subscriptions.models import Subscription


def hooks(request: Request, slug: str) -> HttpResponse:
    """Which programs hear of the club's events, each with what became of the last messages."""
    club = club_for(request, slug, Role.ADMINISTRATOR)
    if request.method == "POST":
        with refusal_told(request):
            made = services.add_hook(club, request.POST.get("address", "").strip())
            said = _("Das Programm ist eingetragen. Sein Geheimnis steht neben der Adresse.")
            messages.success(request, said)
            return redirect(f"{request.path}#weg-{made.pk}")
    waiting = Q(due_at__isnull=False) | Q(attempts__gt=0)  # what was known before never goes out
    found = [
        (each, secret(each), each.notifications.filter(waiting).order_by("-pk")[:5])
        for each in club.subscriptions.filter(way=Subscription.Way.HOOK).order_by("pk")
    ]
    return render(request, "subscriptions/hooks.html", {"club": club, "hooks": found})


def secret(subscription: Subscription) -> str:
    """What the owner of a program writes into it, as Standard Webhooks writes it."""
    return f"whsec_{base64.b64encode(signing_key(subscription)).decode()}"


@require_POST
def probe(request: Request, slug: str, pk: int) -> HttpResponse:
    """Send a program something at once."""
    services.try_hook(_hook(request, slug, pk))
    messages.success(request, _("Eine Probe ist unterwegs; was daraus wurde, steht gleich hier."))
    return redirect("subscriptions:hooks", slug)


@require_POST
def end(request: Request, slug: str, pk: int) -> HttpResponse:
    """A program hears nothing any more."""
    _hook(request, slug, pk).delete()
    messages.success(request, _("Das Programm hört nichts mehr."))
    return redirect("subscriptions:hooks", slug)


def _hook(request: Request, slug: str, pk: int) -> Subscription:
    club = club_for(request, slug, Role.ADMINISTRATOR)
    return get_object_or_404(Subscription, pk=pk, club=club, way=Subscription.Way.HOOK)
