"""What requests that change a list send: the revision they were made against, a key of their own, the way of typing."""

import uuid
from functools import partial

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from skatliga.lists.evaluation import View
from skatliga.lists.forms import WAYS, FullForm
from skatliga.lists.models import Sheet
from skatliga.lists.services import Change, ConflictError
from skatliga.requests import Request, text_of
from skatliga.rules.forms import for_other_game

TOTALS = "summen"
"""The way of typing a list that has no rows: its foot alone."""
_TOKEN = "csrfmiddlewaretoken"
_WAY_COOKIE = "art"
_YEAR = 366 * 24 * 3600  # seconds


def _revision_of(request: Request) -> int:
    """The revision the page showed; what cannot be read is one that no list has, and so a conflict."""
    sent = request.POST.get("revision", "")
    return int(sent) if sent.isdecimal() and len(sent) < 10 else -1


def _key_of(request: Request) -> uuid.UUID | None:
    """The key by which the request is known when it is sent again.

    It is made of the page's key and of all that is sent, so that another change from the same page is another request.
    """
    sent = sorted((name, value) for name, values in request.POST.lists() for value in values if name != _TOKEN)
    try:
        return uuid.uuid5(uuid.UUID(request.POST.get("key", "")), repr((request.path, sent)))
    except ValueError:
        return None


def change_of(request: Request) -> Change:
    """Who asks for a change and why, against which revision, under which key; refused where the reason is too long."""
    return Change(_revision_of(request), request.user, text_of(request, "reason"), _key_of(request))


def ask_for_next(request: Request, sheet: Sheet, state: str) -> HttpResponse:
    """Say how far this list is now, and on to the board for the number of the next table."""
    messages.success(request, _("%(table)s: %(state)s.") % {"table": sheet.table, "state": Sheet.State(state).label})
    round = sheet.table.round
    return redirect("lists:board", round.event.slug, round.number)


def way_of(request: Request) -> str:
    """In which way the row was typed."""
    way = request.POST.get("art", "")
    return way if way in WAYS else next(iter(WAYS))


def remembered_way(request: Request) -> str:
    """How lists are typed at this browser: as just chosen, otherwise as chosen last; empty where nobody has chosen."""
    return request.GET.get("art", request.COOKIES.get(_WAY_COOKIE, ""))


def remember_way(request: Request, response: HttpResponse) -> HttpResponse:
    """Keep the way that was just chosen for the next list; asking for another page's fields chooses none."""
    if (chosen := request.GET.get("art", "")) in (*WAYS, TOTALS):
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(_WAY_COOKIE, chosen, max_age=_YEAR, secure=secure, httponly=True, samesite="Lax")
    return response


def status_of(refusal: ValidationError) -> int:
    """409 where somebody else was faster, otherwise 422."""
    return 409 if isinstance(refusal, ConflictError) else 422


def asks_for_game(request: Request) -> bool:
    """Whether another game was chosen in the form of a deal, whose fields are asked for."""
    return bool(request.htmx) and "formular-game" in request.GET


def game_part(request: Request, view: View) -> HttpResponse:
    """The fields of another game; what has been typed stays."""
    form = for_other_game(partial(FullForm, view=view), request.GET, "formular")
    return render(request, "rules/deal_fields.html", {"form": form})
