"""*Mein Abend*: the page of one player, what is done on it, and how it is kept on the phone."""

from hashlib import sha256
from uuid import UUID

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from skatliga.events.live_pages import latest_names
from skatliga.lists.device.shelf import Shelf, build_of, home_screen, worker_script
from skatliga.lists.device.state import OWN
from skatliga.phones import services
from skatliga.phones.access import EntryVersion, entry_of, for_phone, phone_path, secret_of
from skatliga.phones.models import TableCall
from skatliga.phones.queries import own_evening, tables_of
from skatliga.requests import Request
from skatliga.statistics.strengths import agree, take_back

FILES = (
    "css/skatliga.css",
    "css/phones.css",
    "fonts/source-sans-3-latin.woff2",
    "fonts/source-serif-4-latin.woff2",
    "img/favicon.svg",
    "img/icon-180.png",
    "js/evening.js",
    "js/push.js",
)
"""All that the page needs besides itself to start without a network."""


@require_safe
@for_phone
def evening(request: Request, known: EntryVersion) -> HttpResponse:
    """The page; 304 as long as a phone has it as it is."""

    def answer(request: Request) -> HttpResponse:
        return evening_page(request, known)

    return condition(lambda request: _mark(known))(answer)(request)


def evening_page(request: Request, known: EntryVersion, refused: ValidationError | None = None) -> HttpResponse:
    """The whole page; with what was `refused` of what somebody has just tried on it."""
    found = own_evening(known)
    context = {
        "found": found,
        "event": found.event,
        "own": OWN,
        "base": phone_path(found.entry),
        "secret": secret_of(found.entry),
        "kinds": TableCall.Kind.choices,
        "refused": refused.messages if refused else (),
    }
    return render(request, "phones/evening.html", context, status=422 if refused else 200)


def _mark(known: EntryVersion) -> str:
    """The same as long as the page would be."""
    parts = (known, latest_names(), get_language(), timezone.localdate(), build_of(FILES))
    return f'"{sha256(repr(parts).encode()).hexdigest()[:32]}"'


@require_POST
@for_phone
def sign(request: Request, known: EntryVersion) -> HttpResponse:
    """The player signs the list as the page showed it."""
    entry = entry_of(known)
    try:
        sheet, revision = UUID(request.POST.get("liste", "")), int(request.POST.get("fassung", "")[:9])
    except ValueError:
        raise Http404 from None
    try:
        services.countersign(entry, sheet, revision)
    except ValidationError as refusal:
        return evening_page(request, known, refusal)
    return redirect(phone_path(entry))


@require_POST
@for_phone
def call(request: Request, known: EntryVersion) -> HttpResponse:
    """Somebody is called to the player's table, or is not needed any more."""
    entry = entry_of(known)
    try:
        if back := request.POST.get("zurueck", "")[:9]:
            services.take_back(entry, int(back))
        else:
            table = get_object_or_404(tables_of(entry), pk=int(request.POST.get("tisch", "")[:18]))
            services.call(entry, table, request.POST.get("art", ""))
    except ValueError:
        raise Http404 from None
    except ValidationError as refusal:
        return evening_page(request, known, refusal)
    return redirect(phone_path(entry))


@require_POST
@for_phone
def strength(request: Request, known: EntryVersion) -> HttpResponse:
    """The player agrees that his strength is shown, or takes it back."""
    entry = entry_of(known)
    if entry.player is None:
        raise Http404
    if "ja" in request.POST:
        agree(entry.player.canonical)
    else:
        take_back(entry.player.canonical)
    return redirect(phone_path(entry))


@require_safe
@for_phone
def manifest(request: Request, known: EntryVersion) -> HttpResponse:
    """What makes the page one that can be put on the home screen."""
    entry = entry_of(known)
    scope = reverse("phones:worker").removesuffix("sw.js")
    return home_screen(f"{_('Mein Abend')}: {entry.event}", _("Mein Abend"), phone_path(entry), scope)


@require_safe
@login_not_required
def worker(request: Request) -> HttpResponse:
    """The service worker, which keeps the page and its files."""
    return worker_script(request, Shelf("skatliga-abend", r"^\/m\/\d+\/\w+\/$", FILES, forgets=True))


@require_safe
@login_not_required
def card_code(request: Request, pk: int, secret: str) -> HttpResponse:
    """The page by the code as it is printed; the long address looks at the secret."""
    return redirect("phones:evening", pk, secret.lower())
