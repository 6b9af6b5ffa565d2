"""The pages and answers of the table device; the office reads a list from its screen, looks at it and takes it over."""

from dataclasses import asdict
from itertools import zip_longest
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import condition, require_POST, require_safe

from skatliga.access import Role
from skatliga.database import JsonObject
from skatliga.events.access import event_for
from skatliga.events.models import Table
from skatliga.lists.access import LeaseHeldError, code_of, key_of, rules_of, secret_of, sheet_for, take
from skatliga.lists.device.actions import NotTheWriterError, keep
from skatliga.lists.device.aside import set_aside
from skatliga.lists.device.followed import SheetVersion, content_of, keep_content, mark_of
from skatliga.lists.device.page_data import preview_of, read_out, surnames, words
from skatliga.lists.device.requests import BrokenError, Sending, Writing, read
from skatliga.lists.device.scan_code import (
    MOST_SIGNS,
    NotOpenedError,
    Scanned,
    demand_new,
    differences,
    feet_agreed,
    names_at,
    read_payload,
    take_over,
    taken,
    was_taken,
)
from skatliga.lists.device.shelf import Shelf, home_screen, worker_script
from skatliga.lists.device.state import (
    OWN,
    RULES,
    empty_state,
    for_followers,
    for_table,
    listed_at,
    sheet_at,
    state_after,
    state_of,
    table_at,
)
from skatliga.lists.evaluation import View
from skatliga.lists.models import Sheet
from skatliga.lists.queries import frame_of, sittings_of, view_of
from skatliga.lists.services import open_sheet
from skatliga.lists.sheet_page import show
from skatliga.requests import Request, refusal_told

MODULES = tuple(
    f"js/device/{name}.js"
    for name in (
        *("value", "notation", "wording", "list", "seal", "codes", "places"),
        *("page", "store", "arrows", "aloud", "lying", "calling", "camera", "pad", "office", "foot"),
        *("passing", "writer", "screen", "main"),
    )
)
"""The scripts of the page: the first row knows of no page, the second draws it."""

FILES = (
    "css/skatliga.css",
    "css/device.css",
    "fonts/source-sans-3-latin.woff2",
    "fonts/source-serif-4-latin.woff2",
    "img/favicon.svg",
    "img/icon-180.png",
    *MODULES,
    "js/device/begun.js",
    "vendor/idb-8.0.4.umd.js",
    "vendor/lean-qr-2.7.4.mjs",
)
"""All that the page needs besides itself to start without a network."""


@require_safe
@for_table
def table(request: Request, known: SheetVersion) -> HttpResponse:
    """The page on which the list is kept and followed; everything on it comes from `state`."""
    table = table_at(known)
    sheet = sheet_at(table)
    event = table.round.event
    book = frame_of(sheet).book if sheet else event.book
    context: dict[str, object] = {
        "table": table,
        "event": event,
        "preview": preview_of(book),
        "words": words(book),
        "starts": {str(size): empty_state(event, size) for size in event.table_sizes},
        "spitzen": ((_("mit"), ""), (_("ohne"), "1")),
        "own": OWN,
        "base": reverse("device:table", args=[table.pk, secret_of(table)]),
        "rules": rules_of(event),
        "modules": MODULES,
    }
    response = render(request, "device/table.html", context)
    response[RULES] = rules_of(event)
    return response


@require_safe
@for_followers
def state(request: Request, known: SheetVersion) -> HttpResponse:
    """The list as it stands; 304 as long as a device knows it, and told to all who follow from one copy.

    **D** A name that is corrected shows at the table with the next deal.
    """

    def answer(request: Request) -> HttpResponse:
        content = content_of(known)
        if content is None:
            content = JsonResponse(state_of(*listed_at(known))).content
            keep_content(known, content)
        return HttpResponse(content, content_type="application/json")

    return condition(lambda request: mark_of(known))(answer)(request)


@require_POST
@for_table
def write(request: Request, known: SheetVersion) -> HttpResponse:
    """Make this device the one that writes the list."""
    table = table_at(known)
    try:
        said = read(request, Writing)
        claim, number = said.code, said.number
        lease = take(table, said.device, said.keeper, claim, number=number, forced=said.forced, seals=said.seals)
    except BrokenError as broken:
        return JsonResponse({"said": [str(broken)]}, status=400)
    except LeaseHeldError as held:
        return _not_granted(table, held, status=409, held=True)
    except ValidationError as refusal:
        return _not_granted(table, refusal, status=422)
    state = state_of(table, sheet_at(table))
    granted = {"generation": lease.generation, "code": code_of(lease), "key": key_of(lease, lease.generation)}
    return JsonResponse({**granted, "state": state})


def _not_granted(table: Table, refusal: ValidationError, status: int, **more: bool) -> JsonResponse:
    """Why not, and the list as it stands."""
    return JsonResponse({"said": refusal.messages, "state": state_of(table, sheet_at(table)), **more}, status=status)


@require_POST
@for_table
def send(request: Request, known: SheetVersion) -> HttpResponse:
    """Carry out what the writing device has entered; the list as it then stands.

    What came too late, from a device that does not write any more or for a list that lies no more on the table, is kept
    aside for the office.
    """
    try:
        sending = read(request, Sending)
    except BrokenError as broken:
        return JsonResponse({"said": [str(broken)]}, status=400)
    try:
        if known.sheet is None:
            raise NotTheWriterError
        answers, last = keep(known.sheet, sending)
    except NotTheWriterError:
        table, sheet = listed_at(known)
        set_aside(sheet, sending)
        said = _("Dieses Gerät schreibt die Liste nicht mehr.")
        return JsonResponse({"said": [said], "state": state_of(table, sheet_at(table))}, status=409)
    told = [asdict(answer) for answer in answers]
    if last:
        return _answer_to_deal(known, told, *last)
    table, sheet = listed_at(known)
    if told and told[-1]["status"] == "refused":
        set_aside(sheet, sending)
    return JsonResponse({"answers": told, "state": state_of(table, sheet)})


def _answer_to_deal(known: SheetVersion, told: list[JsonObject], sheet: Sheet, view: View) -> HttpResponse:
    """What became of deals that stand on the list now, and the list with its mark; kept for those who follow."""
    state = state_after(sheet, view)
    now = known._replace(revision=sheet.revision, state=sheet.state)
    keep_content(now, JsonResponse(state).content)
    return JsonResponse({"answers": told, "state": state}, headers={"ETag": mark_of(now)})


@require_safe
@for_table
def manifest(request: Request, known: SheetVersion) -> HttpResponse:
    """What makes the page one that can be put on the home screen."""
    table = table_at(known)
    address = reverse("device:table", args=[table.pk, secret_of(table)])
    scope = reverse("device:worker").removesuffix("sw.js")
    return home_screen(f"{table.round}, {table}", str(table), address, scope)


@require_safe
@login_not_required
def worker(request: Request) -> HttpResponse:
    """The service worker, which keeps the page and its files."""
    return worker_script(request, Shelf("skatliga-tisch", r"^\/t\/\d+\/\w+\/$", FILES))


def scan(request: Request, payload: str = "") -> HttpResponse:
    """What a scanned or typed code would change on its list; sent, it is taken over."""
    typed = payload or request.GET.get("code", "")
    if not typed:
        return render(request, "device/scan.html")
    try:
        scanned = read_payload(typed)
    except NotOpenedError as waiting:
        return _open_first(request, waiting.table, typed)
    except ValidationError as refusal:
        context = {"refused": refusal.messages, "typed": typed[:MOST_SIGNS]}
        return render(request, "device/scan.html", context, status=422)
    sheet = _sheet_of(request, scanned)
    if request.method == "POST":
        with refusal_told(request):
            _tell_taken(request, take_over(scanned, request.user))
        return redirect("lists:sheet", sheet.pk)
    return render(request, "device/scanned.html", {**_preview(sheet, scanned), "typed": typed})


def _open_first(request: Request, table: Table, typed: str) -> HttpResponse:
    """The list of the code was begun without a network and is not here yet; sent, it is opened."""
    event = event_for(request, table.round.event.slug, Role.LISTENFUEHRER)
    if request.method == "POST":
        with refusal_told(request):
            open_sheet(table, request.user)
        return redirect(f"{reverse('scan')}?{urlencode({'code': typed})}")
    return render(request, "device/scan.html", {"typed": typed[:MOST_SIGNS], "opens": table, "event": event})


def _tell_taken(request: Request, changed: bool) -> None:
    if changed:
        messages.success(request, _("Die Liste vom Gerät ist übernommen."))
    else:
        messages.info(request, _("Dieser Code war schon übernommen; es hat sich nichts geändert."))


def _preview(sheet: Sheet, scanned: Scanned) -> dict[str, object]:
    """What taking the code over would make of the list, or why it cannot be; the list as it is where it cannot."""
    here, sittings = view_of(sheet), sittings_of(sheet, Role.READER)
    view, refused, done = here, [], was_taken(sheet, scanned)
    try:
        if not done:
            demand_new(sheet, scanned)
            view = taken(sheet, scanned).view
    except ValidationError as refusal:
        refused = refusal.messages
    differing = {} if done or refused else {each.nr: each for each in differences(here, scanned)}
    display, called = show(view, sittings), surnames(sittings)
    agreed = [] if done or refused else feet_agreed(scanned, view)
    other_names = [] if scanned.names == names_at(sittings) else sittings
    feet = zip_longest(display.feet, agreed, [_foot_read(foot) for foot in scanned.feet[: len(agreed)]])
    return {
        "sheet": sheet,
        "event": sheet.table.round.event,
        "display": display,
        "lines": [
            (row, called.get(row.credited or row.declarer, ""), read_out(row), differing.get(row.nr))
            for row in view.rows
        ],
        "changed": len(differing),
        "rows": len(scanned.rows),
        "signed": len(scanned.signed),
        "other_names": other_names,
        "sealed": scanned.sealed,
        "feet": [(*foot, same, there) for foot, same, there in feet],
        "certain": bool(agreed) and all(agreed) and scanned.sealed and not other_names,
        "refused": refused,
        "done": done,
    }


def _foot_read(foot: str) -> str:
    """Points, won and lost as the device has counted them.

    >>> _foot_read("-24.1.2")
    '-24, 1 : 2'
    """
    points, won, lost = foot.split(".")
    return f"{points}, {won} : {lost}"


def _sheet_of(request: Request, scanned: Scanned) -> Sheet:
    sheet = sheet_for(request, scanned.sheet, Role.LISTENFUEHRER)
    if sheet.kind != Sheet.Kind.MAIN:
        raise Http404
    return sheet
